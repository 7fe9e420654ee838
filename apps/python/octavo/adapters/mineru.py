"""MinerUClient of mineru-vl-utils over the engine in this process (pip install octavo[mineru]).

    from octavo.adapters.mineru import MinerUClient  # in place of: from mineru_vl_utils import MinerUClient

    client = MinerUClient(model_path="MinerU2.5-Pro-2605-1.2B")
    blocks = client.two_step_extract(image)
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any

import mineru_vl_utils
from mineru_vl_utils.vlm_client.base_client import ImageType, SamplingParams, VlmClient
from mineru_vl_utils.vlm_client.batch_errors import BlockPredictionResult, capture_block_error, collect_block_results

from ..errors import OctavoError
from ..model import Generation, Model
from ..options import KvPrecision, Memory, Precision

# Their names of what the engine calls otherwise.
_NAMES = {"no_repeat_ngram_size": "no_repeat_ngram"}


class OctavoVlmClient(VlmClient):
    """Asks an octavo.Model what MinerUClient asks a server. A batch is computed together."""

    def __init__(self, model: Model, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.model = model

    def _requests(self, images: Sequence[ImageType], prompts: Sequence[str] | str,
                  sampling_params: Any) -> list[dict[str, Any]]:  # fmt: skip
        count = len(images)
        texts = [prompts] * count if isinstance(prompts, str) else list(prompts)
        each = list(sampling_params) if isinstance(sampling_params, Sequence) else [sampling_params] * count
        requests = []
        for image, text, params in zip(images, texts, each, strict=True):
            chosen = vars(self.build_sampling_params(params))
            how = {_NAMES.get(name, name): value for name, value in chosen.items() if value is not None}
            if how.get("top_k", 0) < 0:  # vLLM's "all"
                del how["top_k"]
            # Boxes and cells are marked by special tokens.
            requests.append({"image": _encoded(image), "prompt": text or self.prompt, "system": self.system_prompt,
                             "keep_special": True, **how})  # fmt: skip
        return requests

    def _text(self, answer: Generation | OctavoError) -> str:
        if isinstance(answer, OctavoError):
            raise answer
        return answer.text

    def _result(self, index: int, answer: Generation | OctavoError) -> BlockPredictionResult:
        try:
            return BlockPredictionResult(self._text(answer))
        except OctavoError as error:
            return capture_block_error(error, enabled=self.isolate_block_errors, backend="octavo", index=index)

    def batch_predict(self, images: Sequence[ImageType], prompts: Sequence[str] | str = "", sampling_params: Any = None,
                      priority: Any = None) -> list[str]:  # fmt: skip
        requests = self._requests(images, prompts, sampling_params)
        answers = self.model.generate_each(requests)
        return collect_block_results([self._result(index, answer) for index, answer in enumerate(answers)])

    def predict(self, image: ImageType, prompt: str = "", sampling_params: SamplingParams | None = None,
                priority: int | None = None) -> str:  # fmt: skip
        return self.batch_predict([image], [prompt], [sampling_params])[0]

    async def aio_batch_predict(self, images: Sequence[ImageType], prompts: Sequence[str] | str = "",
                                sampling_params: Any = None, priority: Any = None, semaphore: Any = None,
                                use_tqdm: bool = False, tqdm_desc: str | None = None) -> list[str]:  # fmt: skip
        return await asyncio.to_thread(self.batch_predict, images, prompts, sampling_params)

    async def aio_predict(self, image: ImageType, prompt: str = "", sampling_params: SamplingParams | None = None,
                          priority: int | None = None) -> str:  # fmt: skip
        return (await self.aio_batch_predict([image], [prompt], [sampling_params]))[0]


def _encoded(image: Any) -> Any:
    """A path, bytes, an image, several of them, or None, as Model takes them; data: URLs are not files."""
    if isinstance(image, str) and image.startswith("data:"):
        import base64

        return io.BytesIO(base64.b64decode(image.partition(",")[2]))
    if isinstance(image, (list, tuple)):
        return [_encoded(part) for part in image]
    return image


class MinerUClient(mineru_vl_utils.MinerUClient):
    """mineru-vl-utils' client with its protocol, prompts and post-processing, and Octavo's engine behind it.

    model_path: what octavo.Model.load takes; or model: a loaded octavo.Model. threads, memory, precision and kv as there.
    All other keywords are those of mineru_vl_utils.MinerUClient; `backend` is accepted and has no effect.
    """

    def __init__(self, backend: str = "octavo", *, model_path: str | None = None, model: Model | None = None,
                 threads: int = 0, memory: Memory = None, precision: Precision = "auto", kv: KvPrecision = "f32",
                 isolate_block_errors: bool = False, **keywords: Any) -> None:  # fmt: skip
        if model is None:
            if not model_path:
                raise ValueError("model_path must be provided when model is None.")
            model = Model.load(model_path, threads=threads, memory=memory, precision=precision, kv=kv)
        # The base class makes a client of one of its own kinds. That of a server makes no connection until it is asked.
        super().__init__(backend="http-client", server_url="http://127.0.0.1:9", model_name="octavo",
                         skip_model_name_checking=True, **keywords)  # fmt: skip
        self.client = OctavoVlmClient(model, system_prompt=self.client.system_prompt, allow_truncated_content=True,
                                      isolate_block_errors=isolate_block_errors)  # fmt: skip
        self.backend = "octavo"
        self.batching_mode = "stepping"  # all of a step in one batch
