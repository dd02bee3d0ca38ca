"""A page of all routes, from the server's OpenAPI document: `python -m tools.development.site.routes`.

The page is for the site of the docs alone, and is in no commit.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.installed import CATALOGUE
from server.http.openapi.document import document
from server.http.route_table import ROUTES
from tools.development.rules_pages import slug_of
from tools.development.site.hooks import ROUTES as PAGE

_INTRODUCTION: Final = """\
# All routes

Made from the OpenAPI document of version {version}, which every server has at `GET /api/openapi.json`, with the types
of all bodies, and at `GET /api/docs` as a page to try. [The HTTP API](../api.md) explains what all routes share.

| what it does | route | who may call |
| --- | --- | --- |"""
_COMMON: Final = """
Each route has its own problems below. All routes have these: {codes}. [What the codes mean](#codes) is at the end.
"""
_REFUSED: Final = "the [reason](#codes) why the command is refused"
_CODES: Final = """
## Codes

A refused command has a code of the table or of its game, which `GET /api/games` and [the pages of the
rules](../rules/every-table.md) have. All others:
"""
Operation = Mapping[str, Any]


def page() -> str:
    """The page, in Markdown."""
    described = document(ROUTES, CATALOGUE)
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    codes = described["components"]["schemas"]["ProblemCode"]
    known: list[str] = codes["enum"]
    common = [code for code in known if all(code in _codes(operation) for _, operation in operations)]
    own = [code for code in known if code not in common]
    lines = [
        _INTRODUCTION.format(version=described["info"]["version"]),
        *(f"| {_linked(_title(operation))} | `{address}` | {_who(operation)} |" for address, operation in operations),
        _COMMON.format(codes=_listed(common)),
    ]
    for group in (tag["name"] for tag in described["tags"]):
        lines.append(f"## {group}\n")
        for address, operation in operations:
            if group in operation["tags"]:
                lines += _described(address, operation, own)
    return "\n".join([*lines, _CODES, codes["description"].partition("\n\n")[2], ""])


def _title(operation: Operation) -> str:
    title: str = operation["summary"]
    return title.rstrip(".")


def _linked(title: str) -> str:
    return f"[{title}](#{slug_of(title)})"


def _who(operation: Operation) -> str:
    """The last paragraph of a route's description says who may call."""
    who: str = operation["description"].split("\n\n")[-1]
    return who.rstrip(".")


def _codes(operation: Operation) -> Mapping[str, str]:
    """The codes of a route's problems, each with its status."""
    return {
        code: status
        for status, answer in operation["responses"].items()
        for content in answer.get("content", {}).values()
        for code in content.get("x-codes", [])
    }


def _listed(codes: Sequence[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def _described(address: str, operation: Operation, own: Sequence[str]) -> Iterator[str]:
    """What stands about a route: `own` are the codes that not all routes have."""
    yield f"### {_title(operation)}\n\n`{address}`\n{{ .route }}\n"
    yield from (f"{paragraph}\n" for paragraph in operation["description"].split("\n\n")[:-1])
    yield f"- **Who may call:** {_who(operation)}"
    for parameter in operation.get("parameters", []):
        yield f"- **{parameter['in'].capitalize()}** `{parameter['name']}`: {parameter['description']}"
    if "requestBody" in operation:
        yield f"- **Body:** {_type(operation['requestBody']['content']['application/json']['schema'])}"
    for status, answer in operation["responses"].items():
        if int(status) < 400:
            yield f"- **{status}:** {_answer(answer)}"
    if problems := "; ".join(_problems(operation, own)):
        yield f"- **Problems:** {problems}"
    yield f"- **Operation id:** `{operation['operationId']}`\n"


def _answer(answer: Mapping[str, Any]) -> str:
    content = answer.get("content", {})
    kinds = [f"{_type(described['schema'])} as `{media}`" for media, described in content.items()]
    return ": ".join([answer["description"].rstrip("."), *kinds])


def _problems(operation: Operation, own: Sequence[str]) -> Iterator[str]:
    codes = _codes(operation)
    for status in dict.fromkeys(codes.values()):
        said = [code for code in own if codes.get(code) == status]
        refused = any(at == status and code not in own for code, at in codes.items()) and status == "409"
        if said or refused:
            yield f"{status} {_listed(said)}{', or ' if said and refused else ''}{_REFUSED if refused else ''}"


def _type(schema: Mapping[str, Any]) -> str:
    """The name of a type of the OpenAPI document, or what it is made of."""
    if "$ref" in schema:
        name: str = schema["$ref"].rpartition("/")[2]
        return f"`{name}`"
    if "array" in schema.get("type", ""):
        return f"a list of {_type(schema['items'])}"
    return " or ".join(_type(kind) for kind in schema.get("anyOf", ())) or schema.get("type", "JSON")


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
