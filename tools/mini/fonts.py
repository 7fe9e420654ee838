"""Fonts from Debian packages, split into those trained on and those held out."""

import functools
import os
import re

from PIL import ImageFont

ROOTS = ("/usr/share/fonts", "/usr/share/texmf/fonts")
HELD_OUT = ("Caladea", "Charis", "Cantarell", "Lato", "P052", "pagella", "Pagella", "OpenSans")
# Symbols, display cuts and hairlines are no text faces; small capitals would teach the wrong case.
NOT_TEXT = (
    "Symbol", "Keyboard", "Initials", "D050000L", "Emoji", "Music", "Math", "Hairline", "Thin", "Color",
    "Ornament", "SC", "Light", "Black", "Display", "Chorus", "Z003",
)  # fmt: skip
NOTO_LATIN = r"Noto(Sans|Serif|SansMono)-(Regular|Bold|Italic|BoldItalic|SemiBold|Medium|Condensed|CondensedBold)\."


def usable(path):
    name = os.path.basename(path)
    if any(part in name for part in NOT_TEXT) or ("Noto" in name and not re.match(NOTO_LATIN, name)):
        return False
    try:
        font = ImageFont.truetype(path, 24)
        return min(font.getlength(c) for c in "aAg0.,%&") > 0 and font.getmask("A").getbbox() is not None
    except OSError:
        return False


@functools.lru_cache(maxsize=1)
def font_files():
    """(training, held out)"""
    files = []
    for root in ROOTS:
        for folder, _, names in os.walk(root):
            files += [os.path.join(folder, n) for n in names if n.lower().endswith((".ttf", ".otf"))]
    training, held = [], []
    for path in sorted(files):
        if usable(path):
            (held if any(h in os.path.basename(path) for h in HELD_OUT) else training).append(path)
    return training, held


def has_glyphs(path, characters):
    """Whether each character has a shape of its own: not the box of a missing one."""
    face = ImageFont.truetype(path, 24)
    missing = bytes(face.getmask("\U0010fffe"))
    return all(bytes(face.getmask(c)) != missing for c in characters)


@functools.lru_cache(maxsize=400)
def font(path, size):
    return ImageFont.truetype(path, size)
