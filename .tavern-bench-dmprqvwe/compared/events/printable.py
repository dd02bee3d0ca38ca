"""Texts that can be printed on a terminal. A forged log can contain any text, and none may control a terminal."""

import re
from typing import Final

CONTROLS: Final = r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Control characters and changes of text direction, as ranges for a regular expression. No new text may have them."""

_CONTROL: Final = re.compile(f"[{CONTROLS}\ud800-\udfff\U000e0000-\U000e007f]")
_JSON_CONTROL: Final = re.compile(f"(?!\n)[{CONTROLS}\U000e0000-\U000e007f]")


def escaped(text: str) -> str:
    """A text with its control characters, line feeds included, as escapes: `\\x1b`, `\\u202e`."""
    return _CONTROL.sub(_escape, text)


def escaped_json(encoded: bytes) -> str:
    """JSON with the same meaning, and all control characters within its texts as escapes."""
    return _JSON_CONTROL.sub(_escape_json, encoded.decode(errors="backslashreplace"))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escape_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
