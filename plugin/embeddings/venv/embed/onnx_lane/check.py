"""Whether a fast lane computes what sentence-transformers does: the same ids, the same vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...vectors import check_vectors, normalised
from ..token_model import frame_of, token_ids
from ..windows import token_windows
from .impossible import LaneImpossible

if TYPE_CHECKING:
    from .....contracts.models import ModelCard
    from ...types import Vectors
    from ..token_model import TokenModel

MIN_COSINE = 0.999
_MAX_LONG_TOKENS = 512  # as long as a chunk gets; longer ones would only take longer

CHECK_TEXTS = (
    "The alarm code changes on the first Monday of every month.",
    "Wer die Frist versäumt, verliert den Anspruch auf Rückgabe der Schlüssel.",
    "Le règlement intérieur s'applique à tous les lecteurs, même aux mineurs.",
    "El préstamo se renueva una sola vez, salvo que otro lector lo haya reservado.",
    "Договор аренды вступает в силу с момента подписания сторонами.",
    "يجب إعادة الكتب المستعارة قبل نهاية الشهر.",
    "図書館の本は二週間以内に返却してください。",
    "회의는 매주 월요일 오전 열 시에 시작합니다.",
    "ห้องสมุดเปิดทุกวันยกเว้นวันอาทิตย์",
    "पुस्तकालय की सदस्यता एक वर्ष के लिए मान्य है।",
    "INV-2024-00317; 1,250.00 EUR; due 31.03.2025",
    "a",
)
"""Ten scripts and languages, a row of numbers, and a single letter."""


def least_cosine(lane: TokenModel, reference: TokenModel, card: ModelCard) -> float:
    """Return the least cosine of the lane's and the reference's vectors of the same texts.

    Raises LaneImpossible where the token ids differ.
    """
    long_text = " ".join(CHECK_TEXTS) * 20
    cosines = [1.0]
    for prompt in dict.fromkeys((card.query_prompt, card.document_prompt)):
        texts = [*CHECK_TEXTS, long_text]
        frame = frame_of(lane, prompt)
        # One by one and all at once: few short texts may be tokenised in another way.
        alone = [token_ids(lane, [text], prompt)[0] for text in texts]
        ids = token_ids(lane, texts, prompt)
        wanted = token_ids(reference, texts, prompt)
        if not ids == alone == wanted or frame != frame_of(reference, prompt):
            raise LaneImpossible("its tokenizer gives other tokens")
        n_long = min(_MAX_LONG_TOKENS, reference.max_tokens)
        windows = [token_windows(part, frame, max_tokens=n_long)[0] for part in ids]
        pair = [_rows(model, windows, frame.n_prompt_tokens) for model in (lane, reference)]
        cosines.append(float((pair[0] * pair[1]).sum(axis=1).min()))
    return min(cosines)


def _rows(model: TokenModel, windows: list[list[int]], n_prompt_tokens: int) -> Vectors:
    # One at a time: in some models padding changes what the reference computes.
    model.use_one_thread()
    rows = np.concatenate([model.embed([window], n_prompt_tokens) for window in windows])
    check_vectors(rows, len(windows), rows.shape[1])
    return normalised(rows)
