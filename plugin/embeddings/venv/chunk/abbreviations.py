"""Abbreviations whose full stop ends no sentence.

Owns the words, lower case and without the stop. ICU's own list (locale keyword ss=standard) is
without effect in the ICU that icu4py brings, so sentences are joined again after these.
"""

from __future__ import annotations

# ruff: noqa: RUF001 - Cyrillic abbreviations look like Latin ones, and are meant to

_COMMON = "dr prof mr mrs ms st cf vs ca approx dipl ing hon rev gen col lt sgt capt messrs"
_BY_LANGUAGE = {
    "en": "e.g i.e jr sr mt ft dept univ assn bros gov sen rep pres supt viz al",
    "de": "z.b d.h u.a o.ä u.ä i.d.r z.t s.o s.u v.a m.e evtl bzw vgl ggf sog inkl exkl z zzgl "
    "hr hrn fr str geb gest bspw d u o a h i.a i.v a.d",
    "fr": "m mm mme mmes mlle mlles mgr me p.ex c.-à-d env ex",
    "es": "sr sra sres srta d dña ud uds p.ej ej av pág",
    "it": "sig sig.ra sigg dott avv arch p.es ecc",
    "pt": "sr sra srs v.g p.ex av exmo",
    "nl": "dhr mevr mw drs ir bijv o.a d.w.z m.b.t enz t.a.v",
    "sv": "t.ex bl.a d.v.s m.m s.k",
    "da": "f.eks bl.a dvs hr fr",
    "nb": "f.eks bl.a dvs hr fr",
    "pl": "np tj tzn prof mgr inż ul al św",
    "ru": "г гг ул им т.е т.д т.п т.к см напр проф акад",
}
_BEFORE_NUMBERS = (
    "p pp s ss fig figs abb no nos nr n.º nº num art arts § sec sect ch chap kap cap vol bd tab "
    "eq eqs par abs ziff lit aufl ed para pt app anh tel al rys str с рис табл стр гл п "
    "jan feb mar apr jun jul aug sep sept oct okt nov dec dez c ca"
)

ALWAYS: dict[str, frozenset[str]] = {
    language: frozenset((*_COMMON.split(), *words.split()))
    for language, words in _BY_LANGUAGE.items()
}
"""By primary language subtag: the next word goes on with the sentence."""

ALWAYS_ANYWHERE = frozenset(_COMMON.split())
"""The same, for languages that are not in ALWAYS."""

BEFORE_NUMBERS = frozenset(_BEFORE_NUMBERS.split())
"""The sentence goes on when a number follows: "Fig. 3", "p. 5"."""

ORDINAL_LANGUAGES = frozenset(
    ("de", "da", "nb", "nn", "no", "fi", "et", "lv", "hu", "pl", "cs", "sk", "sl", "hr", "sr", "tr")
)
"""Languages that write "3. Mai": a stop after a small number ends no sentence."""
