"""How often the letters of languages occur, as far as code pages are told apart by them.

Owns: the letters beyond ASCII of each language, commonest first, their share of all letters, and
the commonest characters of Chinese, Japanese and Korean. Does not own: any encoding.
Orders and shares are rough, by general knowledge and not counted from a corpus: only large
differences decide.
"""

# ruff: noqa: RUF001 - letters of many scripts are what this file is for

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Alphabet:
    """A language's letters beyond ASCII in order of frequency; share is theirs of all letters.

    words are some of its commonest.
    """

    language: str
    share: float
    letters: str
    words: str = ""


ALPHABETS = (
    Alphabet("en", 0.002, "éèïöüñçáêôâàë", "the and of to in is for that with on are not"),
    Alphabet("de", 0.02, "üäößé", "der die und das ist nicht ein eine mit den von zu für auf dem"),
    Alphabet("fr", 0.04, "éèàêçùôîâûëïœüÿæ", "le la les de des et un une est dans pour que du par"),
    Alphabet("es", 0.035, "óíáéñúü", "el la los las de que en un una y por con para no del se"),
    Alphabet("it", 0.012, "èàòùìéí", "è il la di che un una per non con del della le gli"),
    Alphabet("pt", 0.045, "ãçáéíóêõâúàôü", "o a os as de que e em um uma para com do da não"),
    Alphabet("ca", 0.035, "óàéèíçòúïü·", "el la els les de que i en un una per amb del no"),
    Alphabet("sv", 0.06, "äåöé", "och att det som är en ett på för av med till inte den"),
    Alphabet("da", 0.035, "åøæé", "og at det er en et til på for af med den som ikke"),
    Alphabet("no", 0.03, "åøæéòô", "og at det er en et til på for av med den som ikke"),
    Alphabet("fi", 0.055, "äöå", "ja on ei se että kun tai ovat ole voi"),
    Alphabet("nl", 0.003, "ëéïöèóü", "de het een en van in is op te dat voor niet met"),
    Alphabet("is", 0.11, "áðíóéþæöúý", "og að er um í á við sem til ekki fyrir með"),
    Alphabet("pl", 0.08, "łęóążśćńź", "i w na nie się jest do z że to lub po dla przez"),
    Alphabet("cs", 0.14, "íáéěřčžýšůúťňďóöü", "a v na je se do že s z pro není nebo byl jako"),
    Alphabet("sk", 0.11, "áíčéžýšúťľóôňäďĺŕö", "a v na je sa do že s z pre nie alebo bol ako"),
    Alphabet("hu", 0.12, "áéóöőüíúű", "a az és egy nem hogy is meg vagy ki ez van"),
    Alphabet("ro", 0.06, "ăîâșțşţ", "de la și şi un o în nu este pentru cu pe din sau"),
    Alphabet("hr", 0.04, "čšžćđ", "i u je na se za da su ima ne ili od nije s kao iz"),
    Alphabet("sl", 0.035, "čšžćđ", "in v je na ima se za da ne ali od ni z kot iz ki"),
    Alphabet("lt", 0.08, "ėšąžųįčūę", "ir yra iš su kad tai kaip ne į arba nuo"),
    Alphabet("lv", 0.11, "āīēšūņļģķčžō", "un ir no ar par lai kā nav uz vai ka"),
    Alphabet("et", 0.035, "äõüöšž", "ja on ei see et kui või ning ole mis"),
    Alphabet("tr", 0.11, "ıüşğçöİâîû", "ve bir bu için ile da de olarak var değil veya"),
    Alphabet(
        "vi",
        0.22,
        "đạảấưôáàếăộớờêìốâợịíậệầủựọãúòởểũóéữừồyốụẫứặổùèỗắểửễẻẹẽẩằẳẵẫỹýỳỷỵõỏĩỉ\u0301\u0300\u0309\u0303\u0323ơ",
        "không là và có của cho khi",
    ),
    Alphabet("ru", 1.0, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "и в не на что с по для от"),
    Alphabet("uk", 1.0, "оанивіертсклудмпязьбгчхйжюшцєїщфґ", "і в не на що з до для від та"),
    Alphabet("bg", 1.0, "аоеитнрсвлкдпмзяугъбчцжшщхюйфь", "и в не на за да се от с по"),
    Alphabet("sr", 1.0, "аоиенртсјуквпмдлзгбчшжћцњхљђфџ", "и у не на за да се од са је"),
    Alphabet("be", 1.0, "анеоірсыцлткўвдпмяугзйбьчшжхюфэё", "і ў не на што з да для"),
    Alphabet("el", 1.0, "αοιετσνηυρπκμλςωίδάγήέόχθύφβώξζψϊϋΐΰ", "και το να της του η ο την σε με"),
    Alphabet("he", 1.0, "יוהלאתרמבשנםדעקחפןכטגצזסךףץ", "את של לא על זה עם או"),
    Alphabet("ar", 1.0, "اليمنترهبةعودسفكقأحجشطصىخإضذئغءثزآظؤ\u0640،؟", "في من على إلى لا أن أو"),
    Alphabet("th", 1.0, "านรอกเง่้มยลวดทสตะคปบแหจพชขไใโัิีืุูึซถำผธณภ์ฟศษญฐฉฎ็ฝๆฏๅ", ""),
)

UNUSED_LETTERS = {
    **dict.fromkeys(("hr", "sl", "lv"), "qwxy"),
    **dict.fromkeys(("cs", "sk", "hu", "lt", "tr"), "qwx"),
    **dict.fromkeys(("fr", "es"), "kw"),
    **dict.fromkeys(("da", "no"), "qwxz"),
    "sv": "qw",
    "fi": "qwxzbf",
    "et": "qwxyc",
    "is": "cqwz",
    "pl": "qvx",
    "ro": "qwyk",
    "it": "jkwxy",
    "pt": "kwy",
    "ca": "kwy",
    "vi": "fjwz",
}
"""Letters of ASCII that words of a language, other than names, do not have."""

_HAN_SIMPLE = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后"
    "作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因"
    "只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应"
    "战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教"
)
_HAN_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後"
    "作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因"
    "只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應"
)
_KANA = "".join(map(chr, range(0x3041, 0x3094))) + "".join(map(chr, range(0x30A1, 0x30F5))) + "ー"
_HANGUL = (
    "이다는을에의가고한로지하기사를도아자어인시리나은대서과정일수전스부그해제보라니있동만여상들소으장주"
    "원성조구관게것적안비공신면오무우학세유경모연할교중개미실방선된생국되와용화회러간분물재체위행입들파일"
)
COMMON_CHARACTERS = (
    ("zh", _HAN_SIMPLE, 0.5),
    ("zh-Hant", _HAN_TRADITIONAL, 0.45),
    ("ja", _KANA, 0.55),
    ("ko", _HANGUL, 0.65),
)
"""Language, its commonest characters and their share of all in a text."""


@lru_cache(maxsize=1)
def letter_shares() -> dict[str, dict[str, float]]:
    """Return for each language the share of each letter beyond ASCII, upper case ones included."""
    shares = {alphabet.language: _ranked_shares(alphabet) for alphabet in ALPHABETS}
    for language, characters, share in COMMON_CHARACTERS:
        shares[language] = dict.fromkeys(characters, share / len(set(characters)))
    return shares


@lru_cache(maxsize=64)
def language_share(language: str) -> float:
    """Return the share of a language's letters that are beyond ASCII."""
    return next((one.share for one in ALPHABETS if one.language == language), 1.0)


def _ranked_shares(alphabet: Alphabet) -> dict[str, float]:
    # Frequencies of letters fall about evenly with the rank, those of a few extra ones steeply.
    letters = list(dict.fromkeys(alphabet.letters))
    n = len(letters)
    weights = [1.0 / (rank + 2 + n / 6) for rank in range(n)]
    total = sum(weights)
    shares: dict[str, float] = {}
    for letter, weight in zip(letters, weights, strict=True):
        share = alphabet.share * weight / total
        for form in {letter, letter.lower(), letter.upper()}:
            if len(form) == 1:
                shares[form] = max(shares.get(form, 0.0), share)
    return shares
