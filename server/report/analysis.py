"""What the analysis of rounds says, as HTML: chances, decisions, and how well everybody played over an evening."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from projections.chronicle import coins
from replays.analysis.decisions import Decision, Option, Verdict, accuracy_of
from replays.analysis.rounds import SeatAnalysis
from replays.odds import Estimated
from server.report.markup import Writer, grid, isolated, plain
from server.report.plot import Line, chances_plot, sample
from server.report.recap import Recap
from server.report.words import choice_in_words

_MOST_LISTED: Final = 5
_HEADING: Final = "<h2>How well was it played?</h2>"
_RINGED: Final = ("mistake", "blunder")
_SEVERAL: Final[Mapping[Verdict, str]] = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
_ACCURACY: Final = (
    "Accuracy is 100 % if no move lost more than chance explains, and 37 % if every move lost an ante "
    "(where nothing is at stake, a certain win)."
)
_VERDICTS: Final = (
    "A move is <em>best</em> if no other is surely worth more, and <em>good</em> if what it lost is below 0.1 or "
    "within the noise. Else it is an <em>inaccuracy</em>, from 0.3 a <em>mistake</em>, from 1 a <em>blunder</em>. What "
    "was lost is from other samples than those that found the best move, so it differs a little from the figures."
)


class _Move(NamedTuple):
    """A decision in its round: what was chosen, the best of the other options, and where it can be read."""

    decision: Decision
    chosen: Option
    other: Option
    recap: Recap
    page: str = ""

    @property
    def frame(self) -> int:
        """The place of its frame, or of the one before, if the viewer did not see it."""
        seat, at = self.decision.seat, self.decision.at
        frames = list(enumerate(self.recap.frames))
        own = next((n for n, frame in frames if frame.at == at and frame.seat == seat), None)
        return max((n for n, frame in frames if frame.at <= at), default=0) if own is None else own

    @property
    def link(self) -> str:
        version = self.recap.frames[self.frame].version
        return f'<a href="{plain(self.page)}#s{version}">{version}</a>'

    @property
    def better(self) -> Option | None:
        """The best option, if it was not chosen."""
        best = self.decision.options[0]
        return None if best.chosen else best

    @property
    def gain(self) -> float:
        """How much more it was worth than any other option, if the intervals do not overlap; else 0."""
        beyond = self.chosen.worth.low > self.other.worth.high
        return self.chosen.worth.value - self.other.worth.value if beyond else 0.0

    def said(self, option: Option, writer: Writer, names: Mapping[str, str]) -> str:
        said = writer.sentence(choice_in_words(self.recap.played.game, option.command, names))
        return f"{said} <small>{_worth(option.worth, self.decision.ante_cp)}</small>"

    def verdict(self) -> str:
        verdict, loss = self.decision.verdict, self.decision.loss
        if verdict == "good":
            return "best" if self.better is None else "good"
        return f'<b class="bad">{verdict}</b> <small>lost {_amount(loss.value, self.decision.ante_cp)}</small>'


def _moves(recap: Recap, analyses: Iterable[SeatAnalysis], page: str = "") -> Iterator[_Move]:
    for decision in (decision for one in analyses for decision in one.decisions):
        others = [option for option in decision.options if not option.chosen]
        chosen = next(option for option in decision.options if option.chosen)
        yield _Move(decision, chosen, others[0], recap, page)


def _amount(value: float, ante_cp: int) -> str:
    return f"{value:.2f}".replace("-", "−") if ante_cp else f"{100 * value:.0f} %"


def _worth(estimated: Estimated, ante_cp: int) -> str:
    half = (estimated.high - estimated.low) / 2
    sign = "+" if ante_cp and estimated.value > 0 else ""
    return f"{sign}{_amount(estimated.value, ante_cp)} ± {_amount(half, ante_cp)}"


def marks(recap: Recap, analyses: Iterable[SeatAnalysis]) -> dict[int, str]:
    """The verdicts on moves that lost something, by the places of their frames."""
    return {
        move.frame: f' · <b class="bad">{move.decision.verdict}</b>'
        for move in _moves(recap, analyses)
        if move.decision.verdict != "good"
    }


def judged(
    recap: Recap, analyses: Sequence[SeatAnalysis], seats: Sequence[str], names: Mapping[str, str], writer: Writer
) -> str:
    """How well a round was played: accuracies, chances, and every decision beside the best other one.

    `seats` are all seats of the round, in the order of the other plot's keys.
    """
    moves = sorted(_moves(recap, analyses), key=lambda move: move.frame)
    left_out = sum(one.left_out for one in analyses)
    left = f"<p>Decisions that could not be judged: {left_out}.</p>" if left_out else ""
    if not moves:
        return f'<section class="judged">{_HEADING}{left or "<p>Nobody here had anything to decide.</p>"}</section>'
    cells = [
        (
            move.link,
            isolated(names.get(move.decision.seat, move.decision.seat)),
            move.said(move.chosen, writer, names),
            "" if move.better is None else move.said(move.better, writer, names),
            move.verdict(),
        )
        for move in moves
    ]
    ante_cp = moves[0].decision.ante_cp
    unit = (
        f"what its player gains in the whole round, in antes of {coins(ante_cp)}"
        if ante_cp
        else "how often its player wins"
    )
    worth = (
        f"What a move is worth is {unit}, on average, if everybody plays on cautiously: in what fits all that the "
        "player knew then, not in what really lay there. ± is the 95 % interval."
    )
    table = grid(("step", "who", "chose", "better", "verdict"), cells, kind="moves")
    return (
        f'<section class="judged">{_HEADING}<div class="beside"><div>{_accuracies([analyses], names, seats)}'
        f"<p>{_ACCURACY}</p></div><div>{_chances(recap, moves, seats, names)}</div></div>"
        f"<h3>Decisions</h3><p>{worth}</p>{table}{left}<p>{_VERDICTS}</p></section>"
    )


def _chances(recap: Recap, moves: Sequence[_Move], seats: Sequence[str], names: Mapping[str, str]) -> str:
    """The plot of each seat's chances, at its decisions and at the end."""
    last = len(recap.frames)
    shown = list(dict.fromkeys(move.decision.seat for move in moves))
    lines: list[Line] = []
    for n, seat in enumerate(seats):
        own = [move for move in moves if move.decision.seat == seat]
        points = {move.frame + 1: round(100 * move.decision.chance.value) for move in own}
        rings = {move.frame + 1: points[move.frame + 1] for move in own if move.decision.verdict in _RINGED}
        ended = 100 if seat in recap.played.winners else 0
        if own:
            lines.append(Line(n, str(n + 1), [*points.items(), (last, ended)], [*rings.items()]))
    legend = [
        f"<li>{sample(n)} <b>{n + 1}</b> {isolated(names.get(seat, seat))}</li>"
        for n, seat in enumerate(seats)
        if seat in shown
    ]
    if any(line.rings for line in lines):
        legend.append("<li><b>◯</b> a mistake or a blunder</li>")
    title = "Each seat’s chance to win, step by step, as its player could know it"
    return (
        f'<h3>Chances to win</h3>{chances_plot(lines, last, title)}<ul class="keys">{"".join(legend)}</ul>'
        "<p>A dot is a seat’s chance after its move, from what its player knew then. The end is what became of it.</p>"
    )


def _accuracies(analyses: Iterable[Sequence[SeatAnalysis]], names: Mapping[str, str], seats: Iterable[str]) -> str:
    decisions: dict[str, list[Decision]] = {}
    for one in (one for of_round in analyses for one in of_round):
        decisions.setdefault(one.seat, []).extend(one.decisions)
    cells: list[tuple[str, ...]] = []
    for seat, made in ((seat, decisions[seat]) for seat in seats if seat in decisions):
        verdicts = Counter(decision.verdict for decision in made)
        counts = [
            f"{verdicts[verdict]} {verdict if verdicts[verdict] == 1 else several}"
            for verdict, several in _SEVERAL.items()
            if verdicts[verdict]
        ]
        accuracy = f"<b>{accuracy_of(made):.0f} %</b>" if made else "–"
        cells.append((isolated(names.get(seat, seat)), accuracy, str(len(made)), ", ".join(counts) or "none"))
    return grid(("who", "accuracy", "decisions", "slips"), cells, kind="accuracies")


def evening(
    files: Mapping[str, Recap], analyses: Mapping[str, Sequence[SeatAnalysis]], names: Mapping[str, str]
) -> str:
    """How well everybody played over the rounds, by the names of their files, and the best and worst moves."""
    writer = Writer(list(names.values()))
    moves = [move for file, of_round in analyses.items() for move in _moves(files[file], of_round, file)]
    worst = sorted(
        (move for move in moves if move.decision.verdict != "good"), key=lambda move: -move.decision.loss.value
    )
    best = sorted((move for move in moves if move.gain > 0), key=lambda move: -move.gain)

    def listed(heading: str, chosen: Sequence[_Move], other: str, none: str, note: str) -> str:
        cells = [
            (
                f"Round {move.recap.played.round}, step {move.link}",
                isolated(names.get(move.decision.seat, move.decision.seat)),
                move.said(move.chosen, writer, names),
                move.said(move.better or move.other, writer, names),
            )
            for move in chosen[:_MOST_LISTED]
        ]
        table = grid(("where", "who", "chose", other), cells, kind="listed") if cells else f"<p>{none}</p>"
        return f"<h3>{heading}</h3><p>{note}</p>{table}"

    return (
        f'<section class="judged">{_HEADING}{_accuracies(analyses.values(), names, list(names))}'
        f"<p>{_ACCURACY}</p>"
        + listed("Worst moves", worst, "better", "No move lost more than chance explains.", "Those that lost most.")
        + listed(
            "Best moves",
            best,
            "next best",
            "No move was clearly better than the next best.",
            "Those that were hardest to replace: the next best option was worth least beside them, by more than noise.",
        )
        + "<p>Worths are in antes of the round, or in chances to win where nothing is at stake; the pages of the "
        "rounds explain them.</p></section>"
    )
