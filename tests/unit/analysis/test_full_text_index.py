"""Index and query through a real FTS5 table with the tokenizer that the store uses."""

from collections.abc import Iterator

import pytest
from pysqlite3 import dbapi2 as sqlite

from plugin.embeddings.venv.analysis.matches import have_same_stem
from plugin.embeddings.venv.analysis.terms import phrase_term, query_terms
from plugin.embeddings.venv.analysis.tokens import index_text

TOKENIZER = "porter unicode61 remove_diacritics 0"


@pytest.fixture
def table() -> Iterator[sqlite.Connection]:
    connection = sqlite.connect(":memory:")
    connection.executescript(
        f"""CREATE VIRTUAL TABLE f USING fts5 (body, tokenize = "{TOKENIZER}");
        CREATE VIRTUAL TABLE v USING fts5vocab (f, instance);"""
    )
    yield connection
    connection.close()


def finds(table: sqlite.Connection, text: str, query: str) -> bool:
    table.execute("DELETE FROM f")
    table.execute("INSERT INTO f (body) VALUES (?)", (index_text(text),))
    terms = query_terms(query)
    assert terms
    match = " AND ".join(f'"{" ".join(term.tokens)}"' for term in terms)
    return bool(table.execute("SELECT count(*) FROM f WHERE f MATCH ?", (match,)).fetchone()[0])


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("See DEC-0054 for why", "DEC-0054"),
        ("we tried gpt-4 first", "gpt4"),
        ("released 2026.4.10 today", "2026.4.10"),
        ("files in Downloads/transcripts", "Downloads/transcripts"),
        ("i18n is hard", "18n"),
        ("mail user@host now", "user@host"),
        ("R&D and contract", "R&D and contract"),
        ("C++ and C#", "C++ and C#"),
        ("it's not allowed", "it's not allowed"),
        (
            "Tennessee Walking Horse Breeder\u2019s and Exhibitor's",
            "Horse Breeder's and Exhibitors",
        ),
        ("run --error-on-warnings", '"--error-on-warnings"'),
        ("total 1,250.00 EUR", "1250"),
        ("Summe 1.250,00 EUR", "1250"),
        ("total 1,250.00 EUR", "1,250.00"),
        ("the WriterAgent menu", "writer agent"),
        ("the WriterAgent menu", "writeragent"),
        ("the writeragent menu", "WriterAgent"),
        ("an iphone15 case", "iPhone15"),
        ("policies on working remotely", "policy works"),
        ("le Châtelier", "chatelier"),
        ("Lampo", "Lämpö"),
        ("smørrebrød", "smorrebrod"),
        ("Straße nach Łódź", "STRASSE nach Lodz"),
        ("de l'eau fraîche", "eau"),
        ("eau minérale", "l\u2019eau"),
        ("co\u00adoperation", "cooperation"),
        ("de\u0301ja\u0300 vu", "déjà vu"),
        ("\ufb01nancial report", "financial"),
        ("ΟΔΟΣ", "οδος"),
        ("ещё раз", "еще"),
        ("\u0130stanbul \u0131\u015f\u0131k", "istanbul isik"),
        ("精确检索的方法", "检索"),
        ("精确检索的方法", "检"),
        ("系統", "系統"),
        ("私は東京都庁に行く", "東京都庁"),
        ("やばい話", "やばい"),
        ("ｻｰﾊﾞｰの設定", "サーバー"),
        ("リモートワークに関する規定です", "リモートワーク 規定"),
        ("회의는 서울에서 열린다", "서울 회의를"),
        ("อยากรู้นโยบายการทำงานจากที่บ้าน", "นโยบาย"),
        ("ນະໂຍບາຍ ການ ເຮັດວຽກ", "ການ"),
        ("मैं हिन्दी में लिखता हूँ", "हिन्दी"),
        ("क़लम", "कलम"),
        ("العَرَبِيَّة", "العربية"),
        ("أحمد", "احمد"),
        ("שָׁלוֹם עולם", "שלום"),
        ("٢٠٢٤", "2024"),
        ("\U0001f418.md", "\U0001f418"),
        ("thumbs \U0001f44d\U0001f3fd", "\U0001f44d"),
    ],
)
def test_the_text_is_found(table: sqlite.Connection, text: str, query: str) -> None:
    assert finds(table, text, query)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("かき", "がき"),
        ("мои книги", "мой"),
        ("dec 55 0054", "DEC-0054"),
        ("検査と索引", "検索"),
        ("4 gpt", "gpt-4"),
        ("น้ำ", "นา"),
    ],
)
def test_what_is_another_word_is_not_found(table: sqlite.Connection, text: str, query: str) -> None:
    assert not finds(table, text, query)


@pytest.mark.parametrize("word", ["हिन्दी", "العَرَبِيَّة", "שָׁלוֹם", "ქართული", "தமிழ்", "\u19c8\u19b0"])
def test_a_word_with_marks_stays_one_token(table: sqlite.Connection, word: str) -> None:
    assert finds(table, word, word)
    assert table.execute("SELECT count(*) FROM v").fetchone()[0] == 1


def test_a_phrase_is_found_only_in_order(table: sqlite.Connection) -> None:
    table.execute("INSERT INTO f (body) VALUES (?)", (index_text("新しい東京 tower の計画"),))
    for phrase, expected in [("京 Tower の計", 1), ("Tower 東京", 0), ("い東京 tower", 1)]:
        term = phrase_term(phrase)
        assert term is not None
        match = f'"{" ".join(term.tokens)}"'
        found = table.execute("SELECT count(*) FROM f WHERE f MATCH ?", (match,)).fetchone()[0]
        assert found == expected, phrase


def test_highlights_agree_with_the_stemmer_on_common_families(table: sqlite.Connection) -> None:
    families = (
        "policy policies,run running runs,connect connected connection connecting,plan planned,"
        "agree agreed agrees,relate related relation relational,cat cats"
    )
    for family in families.split(","):
        first, *others = family.split()
        for other in others:
            assert finds(table, first, other), other
            assert have_same_stem(first, other), other
    for left, right in [("policy", "police"), ("university", "universe"), ("cat", "car")]:
        assert not have_same_stem(left, right)
