"""Cleans texts of other programs: names, and what a refusal quotes.

They reach terminals, logs, pages and recordings. So whoever decodes one cleans it, here and nowhere else.
"""

from __future__ import annotations

__all__ = ["LONGEST", "SENTENCE", "clean"]

LONGEST = 100  # characters of a name
SENTENCE = 1000  # characters of a sentence for people


def clean(text: str, longest: int = LONGEST) -> str:
    """The text in one line of so many characters at most, in which everything can be seen.

    Control characters, escape codes, marks that turn the direction of writing, and halves of characters become "?".

    >>> clean("Tig\\x1b[31mers\\n2"), clean("abcdef", 4)
    ('Tig?[31mers 2', 'abc…')
    """
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else " " if one.isspace() else "?" for one in text)
