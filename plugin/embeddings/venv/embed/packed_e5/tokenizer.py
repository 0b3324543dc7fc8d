"""The packed vocabulary as a tokenizer.json.

Owns the steps of XLM-RoBERTa's tokenizer (normalise, split at spaces, unigram pieces) built of
the tokenizers library's parts. Its own normaliser is a table of SentencePiece that the packed
file has only for single code points; Unicode's NFKC is that table but for a few dozen code
points, for which rules are added, so that combining sequences are composed as in the original.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import Unigram
from tokenizers.processors import TemplateProcessing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .packed_file import PackedVocabulary

MASK = "<mask>"
_SPACE_MARK = "\N{LOWER ONE EIGHTH BLOCK}"
# The last plane, of private use; hardly a text has them. They stand for what NFKC must not change.
_STAND_INS = [chr(point) for point in range(0x100000, 0x10FFFE)]
_SURROGATES = range(0xD800, 0xE000)
_N_CODE_POINTS = 0x110000
_POINTS_AT_ONCE = 4096
_SEPARATOR = "\n"


def build_tokenizer(vocabulary: PackedVocabulary) -> Tokenizer:
    """Return the tokenizer, with the special tokens around each text."""
    scored = list(zip(vocabulary.pieces, vocabulary.scores, strict=True))
    tokenizer = Tokenizer(Unigram(scored, vocabulary.unknown_id, byte_fallback=False))
    tokenizer.normalizer = _normalizer(vocabulary.normalised)
    marks = pre_tokenizers.Metaspace(replacement=_SPACE_MARK, prepend_scheme="always")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), marks])
    tokenizer.decoder = decoders.Metaspace(replacement=_SPACE_MARK, prepend_scheme="always")
    start, end = (vocabulary.pieces[i] for i in (vocabulary.start_id, vocabulary.end_id))
    tokenizer.post_processor = TemplateProcessing(
        single=f"{start} $A {end}",
        pair=f"{start} $A {end} {end} $B {end}",
        special_tokens=[(start, vocabulary.start_id), (end, vocabulary.end_id)],
    )
    tokenizer.add_special_tokens(_special_tokens(vocabulary))
    return tokenizer


def _special_tokens(vocabulary: PackedVocabulary) -> list[AddedToken]:
    ids = (
        vocabulary.start_id,
        vocabulary.padding_id,
        vocabulary.end_id,
        vocabulary.unknown_id,
    )
    tokens = [AddedToken(vocabulary.pieces[i], special=True, normalized=False) for i in ids]
    if MASK in vocabulary.pieces:
        tokens.append(AddedToken(MASK, special=True, lstrip=True, normalized=False))
    return tokens


def _normalizer(table: Mapping[int, str]) -> normalizers.Sequence:
    """Return NFKC with the rules that make it the table, for every single code point."""
    nfkc = normalizers.NFKC()
    dropped, spaces, kept = [], [], []
    for point in _differing(table, nfkc):
        written = table.get(point, chr(point))
        if not written:
            dropped.append(point)
        elif written == " ":
            spaces.append(point)
        elif written == chr(point):
            kept.append(chr(point))
    stand_ins = list(zip(kept, _STAND_INS, strict=False))
    rules = [
        *_replaced(dropped, ""),
        *_replaced(spaces, " "),
        *(normalizers.Replace(character, stand_in) for character, stand_in in stand_ins),
        nfkc,
        *(normalizers.Replace(stand_in, character) for character, stand_in in stand_ins),
        normalizers.Replace(Regex(" {2,}"), " "),
    ]
    return normalizers.Sequence(rules)


def _differing(table: Mapping[int, str], nfkc: normalizers.NFKC) -> Iterator[int]:
    """Yield the code points that the table and NFKC write differently."""
    points = [p for p in range(_N_CODE_POINTS) if p not in _SURROGATES and chr(p) != _SEPARATOR]
    for start in range(0, len(points), _POINTS_AT_ONCE):
        some = points[start : start + _POINTS_AT_ONCE]
        # Nothing is composed across a line end, so that many can be asked for at once.
        written = nfkc.normalize_str(_SEPARATOR.join(map(chr, some))).split(_SEPARATOR)
        for point, by_nfkc in zip(some, written, strict=True):
            if by_nfkc != table.get(point, chr(point)):
                yield point
    if table.get(ord(_SEPARATOR), _SEPARATOR) != _SEPARATOR:
        yield ord(_SEPARATOR)


def _replaced(points: list[int], by: str) -> list[normalizers.Replace]:
    if not points:
        return []
    members = "".join(f"\\x{{{point:X}}}" for point in points)
    return [normalizers.Replace(Regex(f"[{members}]"), by)]
