"""Who signed an export, and whether it has changed since, for `tavern verify`."""

import urllib.request
from pathlib import Path
from typing import Final
from urllib.error import URLError

import msgspec
from rich.console import Console

from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import Header
from replays.signing import KEY, flaw_of
from tools.commands.review.audit import print_report
from tools.console import Text, console
from tools.failures import Failure, why
from tools.output import print_json
from tools.records import compare, read_record
from tools.sources.export_file import ExportFile
from tools.sources.finding import open_source

_FOUND: Final = 1
_UNKNOWN: Final = 3
_ROUTE: Final = "/api/key"
_SECONDS: Final = 10.0
_MOST_BYTES: Final = 10_000


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a signature. `known` is the expected key, which the user has from another source.

    `signed`: the signature is valid for the file's own `key`. `trusted`: also, that key is the expected one.
    """

    signed: bool
    trusted: bool
    key: str | None
    known: str | None


class _Published(msgspec.Struct, frozen=True):
    key: str


def verify_export(file: str, expected: str | None, record_file: Path | None, *, rerun: bool, as_json: bool) -> int:
    """Check the signature of an export and audit it; returns the exit status. Raises `Failure`."""
    record = None if record_file is None else read_record(record_file)
    source = open_source(file)
    if not isinstance(source, ExportFile):
        raise Failure(f"{file} is a store, not an export: tavern audit checks it, tavern export signs its tables")
    known = None if expected is None else _known_key(expected)
    (table,) = source.tables()
    log = source.log(table)
    header = log.header
    if header is None:
        raise Failure(f"{file} has no header")
    report = audit(CATALOGUE, log.lines, header=header, rerun=rerun)
    verdict = _verdict(header, known)
    comparison = None if record is None else compare(record, log.table, log.lines)
    clean = report.clean and not (comparison and comparison.wrong)
    if as_json:
        answer = {"signature": verdict, "clean": clean, "verified": report.verified, "report": report}
        print_json(answer | ({} if comparison is None else {"record": comparison}))
    else:
        out = console()
        _print_verdict(out, verdict)
        print_report(out, report, "", comparison)
    return _status(verdict, clean=clean, complete=report.verified or not rerun)


def _verdict(header: Header, known: str | None) -> Verdict:
    key = header.key or None
    signed = key is not None and flaw_of(header) is None
    return Verdict(signed=signed, trusted=signed and key == known, key=key, known=known)


def _status(verdict: Verdict, *, clean: bool, complete: bool) -> int:
    another = verdict.known is not None and not verdict.trusted
    if another or not clean:
        return _FOUND
    return 0 if verdict.trusted and complete else _UNKNOWN


def _known_key(expected: str) -> str:
    if KEY.fullmatch(expected):
        return expected
    if not expected.startswith(("http://", "https://")):
        raise Failure(f"{expected} is neither a key (64 lower-case hex digits) nor the address of a server")
    address = expected.rstrip("/").removesuffix(_ROUTE) + _ROUTE
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:  # noqa: S310 - the scheme was checked
            key = msgspec.json.decode(answer.read(_MOST_BYTES), type=_Published).key
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Failure(f"{address} does not return a key: is it a tavern server?") from None
    except URLError as error:
        reason = why(error.reason) if isinstance(error.reason, OSError) else str(error.reason)
        raise Failure(f"cannot get the key from {address}: {reason}") from None
    except (OSError, ValueError) as error:
        raise Failure(f"cannot get the key from {address}: {error}") from None
    if not KEY.fullmatch(key):
        raise Failure(f"{address} returns an invalid key")
    return key


def _print_verdict(out: Console, verdict: Verdict) -> None:
    if verdict.trusted:
        out.print(Text("✓ signed with the expected key", "good"))
        out.print(Text(f"  {verdict.key}", "good"))
    elif verdict.key is None:
        out.print(Text("! not signed: the writer is unknown", "bad"))
    elif not verdict.signed:
        out.print(Text("✗ changed since it was signed: the signature is invalid", "bad"))
        out.print(Text(f"  {verdict.key}", "bad"))
    elif verdict.known is not None:
        out.print(Text("✗ signed with another key than expected", "bad"))
        out.print(Text(f"  signed:   {verdict.key}"))
        out.print(Text(f"  expected: {verdict.known}"))
    else:
        out.print(Text("! signed with a key that only the file itself vouches for", "bad"))
        out.print(Text(f"  {verdict.key}", "bad"))
        out.print(Text("  A forger can sign a file too."))
        out.print(Text("  Compare the key with one from another source: --key"))
    out.print()
