"""Types for the fields of commands: names, texts and amounts."""

from typing import Annotated, Final

from msgspec import Meta

from events.printable import CONTROLS
from events.sealed_luck import MOST_WORD, NONCE_BYTES, SIGNATURE_BYTES

MAX_COINS_CP: Final = 1_000_000_000
"""The most that one command can move: ten million gold."""

_NO_CONTROLS: Final = f"[^{CONTROLS}]"
"""Texts appear in sentences and on terminals."""
_END = r"$(?!\n)"
"""The very end of the text; a bare `$` also matches before a final line feed."""

Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=rf"^(?=.*\S){_NO_CONTROLS}*{_END}")]
Luck = Annotated[str, Meta(max_length=60, pattern=rf"^{_NO_CONTROLS}*{_END}")]
SealHex = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{64}}{_END}")]
"""A SHA-256 in lower-case hex."""
KeyHex = SealHex
"""The public key of a one-time signature, in lower-case hex."""
SignatureHex = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{2 * SIGNATURE_BYTES}}}{_END}")]
"""A one-time signature, in lower-case hex."""
Revealed = Annotated[
    str,
    Meta(
        min_length=2 * NONCE_BYTES,
        max_length=2 * NONCE_BYTES + MOST_WORD,
        pattern=rf"^[0-9a-f]{{{2 * NONCE_BYTES}}}{_NO_CONTROLS}*{_END}",
    ),
]
"""What was sealed: the nonce in lower-case hex, followed by a luck word."""
Reason = Annotated[str, Meta(max_length=200, pattern=rf"^{_NO_CONTROLS}*{_END}")]
TableName = Annotated[str, Meta(max_length=60, pattern=rf"^{_NO_CONTROLS}*{_END}")]
"""The name of a table or its GM. May be empty."""
MOST_TEXT: Final = 1_000
"""The most characters in a dispute, or in a ruling on one."""
LongText = Annotated[str, Meta(max_length=MOST_TEXT, pattern=rf"^{_NO_CONTROLS}*{_END}")]
Temperament = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$(?!\n)")]
"""How the server plays an NPC: the name of a policy."""
Coins = Annotated[int, Meta(ge=1, le=MAX_COINS_CP)]
