"""A table, in the hands of a seat or of its GM."""

import secrets
from pathlib import Path
from typing import Any, Final

from tools.client.answers import Chat, CommandAnswer
from tools.client.exporting import export_to
from tools.client.onlooker import Onlooker
from tools.client.transport import Calling

_ID_BYTES: Final = 16


class Acting(Onlooker):
    """What seats and the GM have in common: they give commands, and speak."""

    async def command(
        self,
        kind: str,
        /,
        *,
        command_id: str | None = None,
        seat: str | None = None,
        if_match: bool = False,
        **params: Any,
    ) -> CommandAnswer:
        """Give a command: an action's type, with its parameters by name.

        It has an id, made here unless one is given, by which it takes effect once however often it is sent: where the
        connection breaks or the server cannot just now, it is sent again. The GM names the `seat` for which it acts.
        With `if_match` it is refused (412, `newer_version`) unless the view that was last answered is the newest.
        """
        body = {"id": command_id or secrets.token_urlsafe(_ID_BYTES), "type": kind, **params}
        if seat is not None:
            body["seat"] = seat
        headers = {"If-Match": self._seen[0]} if if_match and self._seen is not None else None
        path = f"{self._path}/commands"
        answer = await self._calling.call("POST", path, token=self.token, body=body, headers=headers)
        told = answer.read(CommandAnswer)
        self._keep(answer, told.view)
        self._renew(told, params)
        if self._calling.receipts is not None:
            await self._calling.receipts.keep(told)
        return told

    def _renew(self, told: CommandAnswer, params: dict[str, Any]) -> None:
        """Use from now on what the command changed of this caller's own."""

    async def say(self, text: str) -> Chat:
        """Say something. What is said has no id: where it is not known to have arrived, it is not sent again."""
        path = f"{self._path}/chat"
        answer = await self._calling.call("POST", path, token=self.token, body={"text": text}, repeatable=False)
        return answer.read(Chat)

    async def erase(self, number: int) -> Chat:
        """Erase a message: one's own, or as the GM anybody's. What is told in its stead."""
        path = f"{self._path}/chat/{number}"
        return (await self._calling.call("DELETE", path, token=self.token, repeatable=False)).read(Chat)


class Seat(Acting):
    """A seat at a table, with its token. `admitted` is False where the GM has to let it in first."""

    def __init__(self, calling: Calling, table: str, seat: str, token: str, *, admitted: bool = True) -> None:
        super().__init__(calling, table, token)
        self.seat = seat
        self.admitted = admitted

    def __repr__(self) -> str:
        return f"Seat(table={self.table!r}, seat={self.seat!r})"


class GameMaster(Acting):
    """A table's GM, with the token for it and the invite for others to sit down, empty where it is not known."""

    def __init__(self, calling: Calling, table: str, token: str, invite: str = "") -> None:
        super().__init__(calling, table, token)
        self.invite = invite

    def _renew(self, told: CommandAnswer, params: dict[str, Any]) -> None:
        self.invite = told.invite or self.invite
        if told.token is not None and params.get("target") == "gm":
            self.token = told.token

    async def clear_chat(self) -> Chat:
        """Erase all that was said. What is told in its stead."""
        answer = await self._calling.call("DELETE", f"{self._path}/chat", token=self.token, repeatable=False)
        return answer.read(Chat)

    async def export(self, path: str | Path) -> int:
        """Write the table's log to a file, which is there only once all of it is; the file's size in bytes.

        Raises `BadAnswer` where some of it is missing, `OSError` where the file cannot be written.
        """
        return await export_to(Path(path), self._calling, f"{self._path}/export", self.token)
