"""What is trained when: lines before paragraphs before tables and pages, earlier kinds always mixed in."""

from dataclasses import dataclass
from typing import Callable

from draw import CELL, Artist
from draw_page import draw_page
from draw_table import draw_table


MOST_WAITING = 1200


@dataclass(frozen=True)
class Stage:
    samples: int       # the cosine of the learning rate ends here
    rate: float
    ctc_weight: float
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


def draw_blocks(artist):
    return artist.line() if artist.chance(0.4) else artist.paragraph()


def draw_all(artist):
    kind = artist.rng.random()
    if kind < 0.3:
        return artist.line()
    if kind < 0.55:
        return artist.paragraph()
    return draw_table(artist) if kind < 0.85 else draw_page(artist)


STAGES = {
    "lines": Stage(300_000, 8e-4, 0.5, lambda seed: batches(draw_lines, seed, 3000)),
    "blocks": Stage(200_000, 5e-4, 0.3, lambda seed: batches(draw_blocks, seed, 3500)),
    "all": Stage(200_000, 5e-4, 0.3, lambda seed: batches(draw_all, seed, 3500, least=2)),
}
