"""Language models that may see pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from . import _engine
from ._sources import read_source
from .errors import InvalidArgument, OctavoError
from .options import KvPrecision, Memory, Precision, bytes_of
from .running import Run, in_background

if TYPE_CHECKING:
    import os

    from typing_extensions import Unpack


@dataclass(frozen=True)
class Generation:
    """An answer.

    end: "stop" (the model's own end, or a stop text), "length" or "cancelled".
    image_tokens are counted in prompt_tokens. Times in seconds.
    """

    text: str
    token_ids: tuple[int, ...]
    end: str
    prompt_tokens: int
    image_tokens: int
    first_token_seconds: float
    decode_seconds: float
    pictures: tuple[dict[str, Any], ...]

    @classmethod
    def of(cls, tree: dict[str, Any]) -> Generation:
        return cls(**{**tree, "token_ids": tuple(tree["token_ids"]), "pictures": tuple(tree["pictures"])})


@dataclass(frozen=True)
class MemoryFootprint:
    """In bytes, but for tokens_limit.

    weights: of the model's files, mapped: the system may drop and read them again.
    keys_and_values_per_token, keys_and_values_limit, tokens_limit: what prompts and answers under way may take.
    process_peak, process_own, process_mapped: of this process now; own memory is what cannot be dropped.
    """

    weights: int
    keys_and_values_per_token: int
    keys_and_values_limit: int
    tokens_limit: int
    process_peak: int
    process_own: int
    process_mapped: int


class GenerateKeywords(TypedDict, total=False):
    """How answers are written.

    max_new_tokens: 0: what the context and the memory leave. temperature 0: always the likeliest token.
    top_k 0, top_p 1, min_p 0 and penalties 0 (repetition 1): off. no_repeat_ngram n: no n tokens in a row come twice.
    stop: texts that end the answer. system: empty: what the model's chat form says. raw: the prompt is taken as it is.
    max_side: pictures are scaled down to it first, in pixels; 0: no limit but the model's. keep_special: special
    tokens stay in the text.
    """

    max_new_tokens: int
    temperature: float
    top_p: float
    top_k: int
    min_p: float
    repetition_penalty: float
    presence_penalty: float
    frequency_penalty: float
    no_repeat_ngram: int
    seed: int
    stop: Sequence[str]
    system: str
    raw: bool
    max_side: int
    keep_special: bool


_KEYWORDS = frozenset(GenerateKeywords.__annotations__)


class Model:
    """A loaded model. Thread-safe: one call works at a time, others wait. Make it with Model.load()."""

    def __init__(self, path: str | os.PathLike[str], *, threads: int = 0, memory: Memory = None,
                 precision: Precision = "auto", kv: KvPrecision = "f32", vision: str = "") -> None:  # fmt: skip
        self._arguments = {"path": str(path), "threads": threads, "memory": memory, "precision": precision, "kv": kv,
                           "vision": str(vision)}  # fmt: skip
        native = _engine.engine()
        _engine.mark_used()
        self._native = native.Model(str(path), {**self._arguments, "memory": bytes_of(memory)})

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, threads: int = 0, memory: Memory = None,
             precision: Precision = "auto", kv: KvPrecision = "f32", vision: str = "") -> Model:  # fmt: skip
        """Opens a folder in Hugging Face layout, a .gguf or .octavo file, or a name from `octavo models list`.

        The weights are mapped, not read. threads and memory as for octavo.Reader; precision "auto", "f32", "bf16",
        "int8" or "int4"; kv "f32", "f16" or "int8"; vision: the vision half of a .gguf model, empty: beside it.
        """
        return cls(path, threads=threads, memory=memory, precision=precision, kv=kv, vision=vision)

    def __reduce__(self) -> tuple[object, ...]:
        return _load, (self._arguments,)

    def __repr__(self) -> str:
        return f"<octavo.Model {self._arguments['path']!r}>"

    def generate(self, images: Any = None, prompts: str | Sequence[str] = "", *, errors: str = "raise",
                 **keywords: Unpack[GenerateKeywords]) -> list[Generation]:  # fmt: skip
        """Answers in one batch, several times as fast as one after the other; each is what it would be alone.

        images: one for each prompt: what octavo.parse takes as a picture, a list of those for a prompt about several,
            or None. prompts: one for each image, or one for all of them.
        errors: "raise" the first one once all are done, or "return" exceptions in their answers' places.
        """
        if errors not in ("raise", "return"):
            raise InvalidArgument(f"invalid_argument: errors is {errors!r}", code="invalid_argument",
                                  hint="'raise' or 'return'")
        return self._generate(_requests(images, prompts, keywords), _engine.engine().CancelFlag(), None, errors)

    async def generate_async(self, images: Any = None, prompts: str | Sequence[str] = "", *, errors: str = "raise",
                             **keywords: Unpack[GenerateKeywords]) -> list[Generation]:  # fmt: skip
        """generate() beside the event loop; cancelling the task ends it."""
        return await in_background(
            lambda cancel: self._generate(_requests(images, prompts, keywords), cancel, None, errors))

    def generate_each(self, requests: Sequence[dict[str, Any]]) -> list[Generation | OctavoError]:
        """The same for requests that differ in more: each a dictionary of "image", "prompt" and generate()'s keywords.

        Exceptions stand in their answers' places.
        """
        prepared = [_requests([request.get("image")], [request["prompt"]],
                              {k: v for k, v in request.items() if k not in ("image", "prompt")})[0]  # type: ignore[arg-type]
                    for request in requests]  # fmt: skip
        return self._generate(prepared, _engine.engine().CancelFlag(), None, "return")

    def ask(self, image: Any, question: str, **keywords: Unpack[GenerateKeywords]) -> str:
        """The answer about one image, or about several in a list, or about none (None)."""
        return self.generate([image], [question], **keywords)[0].text

    def stream(self, image: Any, question: str, **keywords: Unpack[GenerateKeywords]) -> Answer:
        """The same as it is written: an iterator over pieces of text; `.generation` then. Also for `async for`."""
        requests = _requests([image], [question], keywords)
        return Answer(lambda give, cancel: self._generate(requests, cancel, lambda _, text: give(text), "raise")[0])

    def _generate(self, requests: list[dict[str, Any]], cancel: Any, on_text: Any, errors: str) -> list[Any]:
        _engine.engine()  # raises in a forked child
        answers = self._native.generate(requests, cancel, on_text)
        if errors == "raise":
            for answer in answers:
                if isinstance(answer, OctavoError):
                    raise answer
        return [answer if isinstance(answer, OctavoError) else Generation.of(answer) for answer in answers]

    def memory_footprint(self) -> MemoryFootprint:
        """What the model and this process take, in bytes."""
        return MemoryFootprint(**self._native.memory())

    @property
    def info(self) -> dict[str, Any]:
        """path, format, description, parameters, context_tokens, has_vision, precision, kernels, threads."""
        return self._native.facts()


class Answer(Run[str, Generation]):
    """Text as it is written."""

    @property
    def generation(self) -> Generation:
        """The whole answer. Waits for it; text that was not taken yet is passed over."""
        return self.result()


def _load(arguments: dict[str, Any]) -> Model:
    return Model(**arguments)


def _requests(images: Any, prompts: str | Sequence[str], keywords: GenerateKeywords) -> list[dict[str, Any]]:
    unknown = set(keywords) - _KEYWORDS
    if unknown:
        raise TypeError(f"unexpected keywords: {', '.join(sorted(unknown))}")
    if images is None:
        images = [None] * (1 if isinstance(prompts, str) else len(prompts))
    images = list(images)
    if isinstance(prompts, str):
        prompts = [prompts] * len(images)
    if len(images) != len(prompts):
        raise InvalidArgument(f"invalid_argument: {len(images)} images and {len(prompts)} prompts",
                              code="invalid_argument", hint="one prompt for each image, or one for all")
    how = {**keywords, "stop": list(keywords.get("stop", ()))}
    return [{**how, "prompt": prompt, "images": _pictures(image)} for image, prompt in zip(images, prompts)]


def _pictures(image: Any) -> list[tuple[str, bytes]]:
    several = image if isinstance(image, (list, tuple)) else [] if image is None else [image]
    return [(source.name, source.data or b"") for source in map(read_source, several)]
