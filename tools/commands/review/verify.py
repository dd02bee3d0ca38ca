"""`tavern verify`: who signed an export, and whether it has changed since; and the dice of a round's proof."""

from pathlib import Path

import click

from tools.commands.review.proofs import proof_at, verify_proof
from tools.failures import Failure


@click.command("verify")
@click.argument("file", metavar="FILE")
@click.option("--key", "-k", "expected", metavar="KEY|URL", help="The server's public key, or its address.")
@click.option("--rerun/--no-rerun", default=True, show_default=True, help="Re-run every command (slower).")
@click.option(
    "--luck", metavar="SEAT=WORD", multiple=True, help="In a proof: the luck word that a seat had (may be repeated)."
)
@click.option(
    "--record",
    "-r",
    "record_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A record of what a viewer was shown (JSON Lines), with which the file must agree.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context,
    file: str,
    expected: str | None,
    rerun: bool,
    luck: tuple[str, ...],
    record_file: Path | None,
    as_json: bool,
) -> None:
    """Check who signed an export and that it has not changed since, or the proof of a round.

    FILE is an exported log, the proof of a round, or - for standard input. Of an export, the command checks the
    signature, then everything that tavern audit checks. Of a proof, it checks what verify.py checks; proofs are not
    signed, and tavern audit re-runs them.

    The key in the file proves nothing by itself, because a forger can sign with a key of their own. Compare it with a
    key from another source: --key takes 64 hex digits, or the server's address.

    The exit status is 0 if the file is signed with the expected key and nothing is wrong, 1 if something is wrong, and
    2 if the file or the key cannot be read. It is 3 if nothing is wrong, but the file is not signed, no key was given,
    or some commands could not be re-run.

    \b
    Examples:
      tavern verify evening.jsonl --key https://tavern.example
      tavern verify evening.jsonl --key 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8
      tavern verify proof.json --luck bri=seven
    """
    if (proof := proof_at(file)) is not None:
        if expected is not None:
            raise Failure(f"{file} is a proof, and proofs are not signed: --key is for exports")
        context.exit(verify_proof(proof, luck, record_file, as_json=as_json))
    if luck:
        raise Failure(f"--luck is for a proof, and {file} is not one")
    # All rulebooks come with it, and a proof is checked without them.
    from tools.commands.review.signatures import verify_export

    context.exit(verify_export(file, expected, record_file, rerun=rerun, as_json=as_json))
