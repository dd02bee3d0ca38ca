"""A progress bar."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.console import console


def progress_bar() -> Progress:
    """A progress bar on standard error, if that is a terminal; it disappears at the end."""
    shown = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
