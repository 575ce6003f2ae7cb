"""The page's files as they are sent: without comments and white space that only readers need, half of their size.

Nothing is renamed or moved: what runs is what is written. A script is split into words (names, numbers), signs,
texts (strings, templates, regular expressions) and white space. Texts stay as they are. White space stays between two
words and between two signs that would grow together; a line stays a line unless a sign shows that it goes on. Signs
that end what a brace ends anyway go, too, and those around the one parameter of an arrow function.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

_PIECE = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"|(?P<space>\s+)"
    r"|(?P<word>[\w$#]+)"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_BEFORE_REGEX = re.compile(r"[(,=:\[!&|?{;]$|\b(?:return|typeof|in|of|case)$|^$")
# At the end of a line. A brace ends a block there: our statements end with semicolons.
_GOES_ON = "{([,;=?:&|}"
_ARROW = [")", "=", ">"]
_WENT_ON = "})],.?:&|"  # at the beginning of the next line
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STYLE_SPACE = re.compile(r"\s*([{};,])\s*|(?<=[a-z-]): |\s+")


def lean_script(text: str) -> str:
    r"""Return a module without comments and needless white space.

    >>> lean_script("/** Adds. */\nexport const two = 1 + 1; // obvious\n\nconst say = `${ two } is  two`\n")
    'export const two=1+1;const say=`${ two } is  two`\n'
    """
    lean: list[str] = []
    space = ""
    for kind, piece in _pieces(text):
        if kind in ("comment", "space"):
            # A comment over several lines ends one, as the language has it.
            space = "\n" if "\n" in space + piece else " "
            continue
        if piece == "}" and lean and lean[-1] in ";,":
            lean.pop()
        before = lean[-1] if lean else "\n"
        if space == "\n" and before[-1] not in _GOES_ON + "\n" and piece[0] not in _WENT_ON:
            lean.append("\n")
        elif space and _would_join(before[-1], piece[0]):
            lean.append(" ")
        lean.append(piece)
        space = ""
        if lean[-5:-4] == ["("] and lean[-3:] == _ARROW and _is_word(lean[-4][0]) and lean[-6:-5] != ["async"]:
            lean[-5:-2] = [lean[-4]]  # (x)=> is x=>
    return "".join([*lean, "\n"])


def lean_style(text: str) -> str:
    r"""Return a style sheet without comments and needless white space.

    >>> lean_style("/* Quiet. */\n.water .deep {\n  fill: #dfeaec;\n}\n")
    '.water .deep{fill:#dfeaec}'
    """

    def shorter(found: re.Match[str]) -> str:
        return found[1] or (":" if found[0] == ": " else " ")

    return _STYLE_SPACE.sub(shorter, _COMMENT.sub("", text)).strip().replace(";}", "}")


def _would_join(before: str, after: str) -> bool:
    """Whether two pieces would become another one without the space between them."""
    if _is_word(before) and _is_word(after):
        return True
    return before == after and before in "+-/"


def _is_word(char: str) -> bool:
    return char.isalnum() or char in "_$#"


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a script with their kinds."""
    at = 0
    last = ""  # the last piece that is neither space nor comment: it tells a regular expression from a division
    while at < len(text):
        if text[at] == "`":
            kind, piece = "text", text[at : _end_of_template(text, at)]
        elif text[at] == "/" and text[at + 1] not in "/*" and _BEFORE_REGEX.search(last):
            found = _REGEX.match(text, at)
            assert found is not None
            kind, piece = "text", found[0]
        else:
            found = _PIECE.match(text, at)
            assert found is not None
            kind, piece = str(found.lastgroup), found[0]
        if kind not in ("comment", "space"):
            last = piece
        at += len(piece)
        yield kind, piece


def _end_of_template(text: str, at: int) -> int:
    """Return the place behind a template, which may hold expressions with templates of their own."""
    at += 1
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            depth = 1
            at += 2
            while depth:
                if text[at] == "`":
                    at = _end_of_template(text, at)
                    continue
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
        else:
            at += 1
    return at + 1
