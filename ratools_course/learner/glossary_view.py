"""The course's words in English, German, Spanish and Portuguese: `glossary("recall")`, and `glossary()` for all."""

import csv
import functools
import unicodedata
from dataclasses import dataclass
from html import escape

from ratools.errors import UsageError
from ratools.paths import data_dir
from ratools.words import did_you_mean, short

LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "pt": "Português"}


def glossary(word=None):
    """What a word of the course means; it may be given in any of four languages, in part, and without accents.

    >>> glossary("precision at k").rows[0]["pt"]
    'precisão em k'
    """
    if word is None:
        return Glossary(entries())
    wanted = _plain(word) if isinstance(word, str) else ""
    if not wanted:
        raise UsageError(f'glossary needs a word, such as glossary("recall"), or nothing for all; got {short(word)}')
    ranked = [(_nearness(wanted, entry), entry) for entry in entries()]
    matches = sorted(
        ((nearness, entry) for nearness, entry in ranked if nearness is not None), key=lambda pair: pair[0]
    )
    if not matches:
        known = [term.partition(" (")[0] for entry in entries() for term in _terms(entry)]
        raise UsageError(
            f"no word of the glossary contains {word!r}{did_you_mean(word, known, 0.6)}; glossary() lists all"
        )
    return Glossary(tuple(entry for _, entry in matches))


@functools.cache
def entries():
    """All entries: English, German, Spanish, Portuguese and the meaning, in the order of the English words."""
    with (data_dir() / "glossary.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple({**{code: row[f"term_{code}"] for code in LANGUAGES}, "meaning": row["meaning"]} for row in rows)


def _nearness(wanted, entry):
    """0 for the word itself, 1 for words that begin with it, 2 for words that contain it, None for others."""
    terms = [_plain(term) for term in _terms(entry)]
    return min((_term_nearness(wanted, term) for term in terms if wanted in term), default=None)


def _term_nearness(wanted, term):
    whole, _, inside = term.partition(" (")
    if wanted in (whole, inside.rstrip(")")):
        return 0
    return 1 if term.startswith(wanted) else 2


def _terms(entry):
    return [entry[code] for code in LANGUAGES]


def _plain(text):
    """Small letters without accents, so that `precisao` finds *precisão*."""
    parts = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@dataclass(frozen=True, repr=False)
class Glossary:
    """Words with their translations; shows a table."""

    rows: tuple[dict, ...]

    @property
    def table(self):
        """A DataFrame: one row per word."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=[*LANGUAGES, "meaning"])

    def __repr__(self):
        return "\n\n".join(map(_text, self.rows))

    def _repr_html_(self):
        names = "".join(
            f"<th scope='col' style='text-align:left'>{name}</th>" for name in [*LANGUAGES.values(), "meaning"]
        )
        body = "".join(map(_html, self.rows))
        table = f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div style="overflow-x: auto" tabindex="0" role="region" aria-label="Glossary">{table}</div>'


def _text(entry):
    others = "; ".join(f"{code} {entry[code]}" for code in LANGUAGES if code != "en")
    return f"{entry['en']}: {entry['meaning']}\n   {others}"


def _html(entry):
    style = "style='text-align:left;white-space:normal'"
    first = f"<th scope='row' {style}>{escape(entry['en'])}</th>"
    others = "".join(f"<td {style} lang='{code}'>{escape(entry[code])}</td>" for code in LANGUAGES if code != "en")
    return f"<tr>{first}{others}<td {style}>{escape(entry['meaning'])}</td></tr>"
