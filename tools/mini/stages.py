"""What is trained when: lines until most of their letters are right, then paragraphs, then everything mixed."""

from dataclasses import dataclass
from typing import Callable

from draw import CELL, Artist
from draw_formula import draw_formula
from draw_page import draw_page
from draw_table import draw_table


MOST_WAITING = 1200


@dataclass(frozen=True)
class Stage:
    samples: int       # the stage ends here
    rate: float
    ctc_weight: float
    box_weight: float
    batches: Callable  # seed -> iterator of lists of samples of one task and size


def batches(draw, seed, budget, least=4, most=128):
    """Buckets samples by task, size and kind; a batch has about `budget` merged tokens, so that the small
    batches that alignment needs at first come with a small budget. Pictures that wait take memory: beyond
    MOST_WAITING the fullest bucket goes as it is."""
    artist = Artist(seed)
    waiting, count = {}, 0
    while True:
        sample = draw(artist)
        key = (sample.task, bool(sample.ctc), sample.image.shape[:2])
        bucket = waiting.setdefault(key, [])
        bucket.append(sample)
        count += 1
        height, width = sample.image.shape[:2]
        cost = height * width // CELL**2 + len(sample.answer)
        if len(bucket) >= max(least, min(most, budget // cost)):
            count -= len(waiting.pop(key))
            yield bucket
        elif count > MOST_WAITING:
            fullest = max(waiting, key=lambda k: len(waiting[k]))
            bucket = waiting.pop(fullest)
            count -= len(bucket)
            yield bucket


def draw_lines(artist):
    return artist.line()


# Shares of samples. A page has as many tokens as twenty lines: of what is learnt in the end, lines are a twentieth,
# pages two thirds.
BLOCKS = ((0.55, Artist.line), (0.35, Artist.paragraph), (0.1, draw_formula))
ALL = ((0.3, Artist.line), (0.15, Artist.paragraph), (0.18, draw_table), (0.07, draw_formula), (0.3, draw_page))


def mixed(kinds):
    shares, draws = zip(*kinds)
    return lambda artist: draws[int(artist.rng.choice(len(draws), p=shares))](artist)


STAGES = {
    "lines": Stage(120_000, 8e-4, 0.5, 0, lambda seed: batches(draw_lines, seed, 3000)),
    "blocks": Stage(200_000, 7e-4, 0.3, 0.5, lambda seed: batches(mixed(BLOCKS), seed, 3500)),
    "all": Stage(2_000_000, 7e-4, 0.3, 0.5, lambda seed: batches(mixed(ALL), seed, 3500, least=2)),
    "finish": Stage(60_000, 7e-4, 0.3, 0.5, lambda seed: batches(mixed(ALL), seed, 3500, least=2)),
}
