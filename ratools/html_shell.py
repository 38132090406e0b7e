"""The shell of every HTML page that is written: reports, exams, sheets, desks, widgets without a kernel."""

from html import escape

NARROW = '<meta name="viewport" content="width=device-width, initial-scale=1">'  # for telephones
# For a page on a screen: narrow ones too, light or dark, and no request for an icon.
SCREEN = f'{NARROW}<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">'


def html_page(title, body, *, style="", head="", language="en", nonce="", attributes=""):
    """A complete page that needs no other file; `nonce` is the style's, `attributes` are the body's.

    >>> print(html_page("P & R", "0.5", style="p{}"), end="")
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>P &amp; R</title><style>p{}</style></head><body>0.5</body></html>
    """
    nonce, attributes = f' nonce="{nonce}"' if nonce else "", f" {attributes}" if attributes else ""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">{head}<title>{escape(title)}</title>'
        f"<style{nonce}>{style}</style></head><body{attributes}>{body}</body></html>\n"
    )
