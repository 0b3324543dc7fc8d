"""Words that tell nothing of a text, for the languages most folders are in; data."""

from __future__ import annotations

_LISTS = {
    "en": "the and for that with this from are was were have has had not but they you your our "
    "their his her its she him who which what when where how why all any each other some such "
    "than then there these those into over under out about after before between can could may "
    "might must shall should will would also been being more most only own same very just one "
    "two does did doing through during because while both few nor too here them",
    "de": "der die das den dem des ein eine einer eines einem einen und oder aber nicht auch sich "
    "mit von vom zum zur bei aus auf für über unter durch nach vor aus wie als wenn dass daß ist "
    "sind war waren wird werden wurde wurden hat haben hatte hatten kann können muss müssen soll "
    "sollen ich wir ihr sie man mein dein sein ihre ihrer ihren unser noch nur schon sehr mehr "
    "dann dort hier diese dieser dieses diesem diesen jede jeder jedes kein keine was wer welche "
    "zwischen ohne gegen bis sowie bzw",
    "fr": "les des une dans pour par sur avec sans sous que qui quoi dont est sont était étaient "
    "être été avoir ont avait pas plus mais comme nous vous ils elles son ses leur leurs notre nos "
    "votre cette ces cet aux tout tous toute toutes aussi ainsi entre même très bien peut fait "
    "elle lui donc car où ou et",
    "es": "los las una unos unas del para por con sin sobre que como pero más este esta estos "
    "estas ese esa esos esas son fue era han había ser estar está están hay sus nos les también "
    "entre cuando donde quien porque desde hasta todo todos toda todas otro otra otros "
    "cada puede",
    "it": "gli del della dei delle degli dal dalla nel nella nei nelle sul sulla con per tra fra "
    "che chi cui non più come anche sono era erano essere stato stata hanno aveva questo questa "
    "questi queste quello quella suo sua suoi loro nostro una uno alla allo agli alle ogni molto "
    "quando dove perché",
    "nl": "het een van voor met aan bij uit over onder door naar dat die dit deze zijn was waren "
    "wordt worden werd heeft hebben had niet ook maar als dan nog wel meer zeer kan kunnen moet "
    "zal zullen hij zij wij jullie hun haar onze geen wat wie waar wanneer tussen zonder",
    "pt": "dos das uma uns umas para por com sem sobre que como mas mais este esta estes estas "
    "esse essa são foi era ser estar está estão tem têm seu sua seus suas nos nas pelo pela pelos "
    "pelas não também entre quando onde quem porque desde até todo todos toda todas cada pode",
    "sv": "och att det som för med den till inte har var ett men sig från vid han hon kan om ska "
    "skall när där eller efter under över mellan också denna detta dessa många mycket alla varje "
    "vara varit blev blir",
    "pl": "nie jest się oraz ale dla przez przy pod nad bez czy tak już tylko może być był była "
    "było były są ten tego tej tym które która który których jego jej ich gdy gdzie także "
    "między",
    "ru": "что как это для при или его она они был была было были быть есть нет так также уже "
    "только может все всех этот эта эти того тот той где когда если чтобы между под над без после "
    "перед который которая которые которого",
}
STOP_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
_EVERY_LIST = frozenset().union(*STOP_WORDS.values())


def stop_words(language: str | None) -> frozenset[str]:
    """Return the stop words for a BCP-47 tag, lower case; of an unknown language those of all.

    A language without a list has none.
    """
    if not language:
        return _EVERY_LIST
    return STOP_WORDS.get(language.split("-")[0].lower(), frozenset())
