"""Forty documents of a made-up town hall, in nine formats, and questions whose files are known.

A document is its file name, its heading, and paragraphs; a table's paragraphs are its rows, cells
parted by " | ". Several are alike on purpose (three minutes, three invoices, two plans), so that
a search that knows only the topic takes the wrong one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from make_samples import (
    write_csv,
    write_docx,
    write_ods,
    write_odt,
    write_pptx,
    write_rtf,
    write_xlsx,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DOCUMENTS: dict[str, tuple[str, ...]] = {
    "Minutes January.odt": (
        "Minutes of the council, 14 January",
        "Present: Ms. Albrecht, Mr. Dupont, Ms. Ferrante. The mayor opens at six in the evening.",
        "The council grants 12,000 euros to the rowing club for a new jetty.",
        "Mr. Dupont asks why the street lamps in Mill Lane are dark. The works yard will look.",
    ),
    "Minutes February.odt": (
        "Minutes of the council, 11 February",
        "Present: Ms. Albrecht, Mr. Dupont. Apologies: Ms. Ferrante.",
        "The swimming pool closes for repairs from March to May. Season tickets are extended.",
        "A second crossing guard is hired for the primary school.",
    ),
    "Minutes March.odt": (
        "Minutes of the council, 10 March",
        "Present: Ms. Albrecht, Ms. Ferrante. The mayor is ill; Ms. Albrecht chairs.",
        "Dogs must be kept on a lead in the castle park from April on.",
        "The bakery may put four tables on the pavement.",
    ),
    "Invoice 4711.docx": (
        "Invoice RE-2026-4711",
        "Gravel and sand for the playground in Garden Street, 8 tonnes.",
        "Total 1,240.50 euros, payable within 30 days to Kieswerk Brandt.",
    ),
    "Invoice 4712.docx": (
        "Invoice RE-2026-4712",
        "Twenty office chairs, model Sitwell 300, delivered to the town hall.",
        "Total 3,980.00 euros, payable within 14 days to Moebel Lang.",
    ),
    "Invoice 4713.docx": (
        "Invoice RE-2026-4713",
        "Repair of the boiler in the gymnasium: new burner and two hours of work.",
        "Total 865.20 euros, payable within 30 days to Heizung Sommer.",
    ),
    "Fire drill plan.odt": (
        "What to do when it burns",
        "Leave the building by the nearest stairs; the lift is not used.",
        "Everybody gathers under the chestnut on the market place and is counted there.",
    ),
    "Flood plan.odt": (
        "When the river rises",
        "At a level of 4.20 metres the lower car park is closed and sandbags are filled.",
        "At 5.10 metres the people of Ferry Street are taken to the gymnasium.",
    ),
    "Annual leave.docx": (
        "Holidays of the staff",
        "Each employee has thirty days off a year. Ten may be carried over until the end of March.",
        "Requests are signed by the head of department.",
    ),
    "Parking permits.docx": (
        "Resident parking",
        "People who live in the old town get a sticker for their car; it costs 30 euros a year.",
        "A guest's vehicle may stay for three days with a slip from the front desk.",
    ),
    "Wedding guide.docx": (
        "Getting married at the town hall",
        "Bring both birth certificates and a passport. Ceremonies are held on Fridays.",
        "The hall of mirrors seats forty guests; rice may not be thrown indoors.",
    ),
    "Waste calendar.ods": (
        "Collection dates",
        "District | Paper | Glass | Garden waste",
        "Old town | Monday | Wednesday | Friday",
        "Harbour | Tuesday | Wednesday | Thursday",
        "Hillside | Thursday | Friday | Monday",
    ),
    "Keys.xlsx": (
        "Who has which key",
        "Key | Door | Holder",
        "KX-118 | Archive cellar | Ms. Yilmaz",
        "KX-119 | Clock tower | Mr. Osei",
        "KX-204 | Gymnasium | caretaker Brandt",
    ),
    "Phone list.csv": (
        "Name | Office | Extension",
        "Yilmaz, Derya | Archive | 5512",
        "Osei, Kwame | Works yard | 5530",
        "Petrov, Irina | Registry | 5541",
        "Lindqvist, Sven | Treasury | 5577",
    ),
    "Budget draft.xlsx": (
        "Plan for next year",
        "Item | Amount",
        "Winter road clearance | 84000",
        "Tree care | 31500",
        "Music school | 120000",
    ),
    "Museum opening.pptx": (
        "A museum for the salt mine",
        "Visitors ride down on the old miners' slide",
        "The café shows the valley through a glass wall",
    ),
    "Cycling lanes.pptx": (
        "Safer ways to school",
        "A bike path along the railway instead of the main road",
        "Cars may drive at 30 kilometres an hour at most near the gates",
    ),
    "Wifi for guests.txt": (
        "Wireless network in the reading room",
        "The network is called Rathaus-Gast. The password changes on the first of each month.",
    ),
    "Beekeeping.md": (
        "# Hives on the roof",
        "Two colonies stand above the treasury. Honey is given to newly wed couples.",
        "Whoever is stung asks for the ointment in room 12.",
    ),
    "Cat in the archive.txt": (
        "About the animal in the cellar",
        "The tabby keeps mice away from the old deeds. She is fed by the night porter only.",
    ),
    "Lost property.rtf": (
        "Found things are kept for six months and then given to charity.",
        "Umbrellas fill two shelves; a trombone still waits for its owner.",
    ),
    "Choir rehearsal.rtf": (
        "The singers meet on Thursdays at half past seven in the chapel.",
        "New voices are welcome, above all tenors.",
    ),
    "Noise complaint.odt": (
        "Letter about the rehearsal room",
        "The drums next door keep our children awake until midnight. We ask for quiet after ten.",
    ),
    "Tree survey.odt": (
        "State of the lime trees in Castle Avenue",
        "Tree 17 is hollow and must be felled before the storms of autumn.",
        "Serial number of the resistograph: RG-6500-X.",
    ),
    "Elevator contract.docx": (
        "Maintenance of the lift",
        "Contract number VT-88-2041. A technician comes every quarter.",
        "A stuck cabin is freed within an hour.",
    ),
    "Data protection.md": (
        "# Personal data",
        "Files of former employees are destroyed ten years after they have left.",
        "Questions go to privacy officer Irina Petrov.",
    ),
    "Sick note rules.odt": (
        "If you cannot come to work",
        "Phone your office before nine. From the fourth day on a doctor's certificate is needed.",
    ),
    "Canteen menu.txt": (
        "This week in the canteen",
        "Monday: lentil stew. Tuesday: trout with almonds. Wednesday: mushroom risotto.",
    ),
    "Playground inspection.docx": (
        "Inspection of the playground in Garden Street",
        "The swing's chain is worn; the slide is in order. Next visit in six months.",
    ),
    "Twin town visit.odt": (
        "Guests from Besançon",
        "The delegation arrives by train on 3 June and stays with families.",
    ),
    "Hundesteuer.odt": (
        "Satzung über die Hundesteuer",
        "Für den ersten Hund werden jährlich 96 Euro erhoben, für jeden weiteren 144 Euro.",
        "Blindenführhunde sind von der Steuer befreit.",
    ),
    "Friedhofsordnung.docx": (
        "Ordnung für den Waldfriedhof",
        "Die Ruhezeit beträgt zwanzig Jahre. Grabsteine dürfen höchstens einen Meter hoch sein.",
    ),
    "Kindergartenplätze.odt": (
        "Anmeldung in den Kindertagesstätten",
        "Eltern melden ihr Kind bis zum 15. Februar an. Geschwister werden bevorzugt aufgenommen.",
    ),
    "Bauantrag Merkblatt.docx": (
        "Merkblatt zum Bauantrag",
        "Gartenhäuser bis dreißig Kubikmeter brauchen keine Genehmigung.",
        "Die Nachbarn müssen den Plänen schriftlich zustimmen.",
    ),
    "Sperrmüll.csv": (
        "Straße | Abholung",
        "Mühlgasse | 4. Mai",
        "Gartenstraße | 11. Mai",
    ),
    "会議記録.txt": (
        "市議会の会議記録",
        "図書館の開館時間を午後九時まで延長することが決まった。",
        "駐輪場は駅の北口に新しく作られる。",
    ),
    "防災計画.odt": (
        "地震のときの避難場所",
        "住民は小学校の体育館に集まる。飲み水は三日分を備える。",
    ),
    "游泳池通知.txt": (
        "游泳池关闭通知",
        "因为维修，游泳池从三月到五月关闭。年票自动延长。",
    ),
    "垃圾分类.odt": (
        "垃圾分类办法",
        "玻璃瓶放入绿色垃圾桶，旧报纸星期一回收。",
    ),
    "독서모임.txt": (
        "독서 모임 안내",
        "독서 모임은 매주 목요일 저녁에 도서관 이층에서 열립니다.",
    ),
}

QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("keyword", "rowing club jetty", "Minutes January.odt"),
    ("keyword", "castle park dogs lead", "Minutes March.odt"),
    ("keyword", "boiler burner gymnasium", "Invoice 4713.docx"),
    ("keyword", "sandbags car park", "Flood plan.odt"),
    ("keyword", "winter road clearance", "Budget draft.xlsx"),
    ("keyword", "trombone", "Lost property.rtf"),
    ("keyword", "risotto", "Canteen menu.txt"),
    ("keyword", "Besançon delegation", "Twin town visit.odt"),
    ("identifier", "RE-2026-4712", "Invoice 4712.docx"),
    ("identifier", "KX-119", "Keys.xlsx"),
    ("identifier", "5577", "Phone list.csv"),
    ("identifier", "VT-88-2041", "Elevator contract.docx"),
    ("identifier", "RG-6500-X", "Tree survey.odt"),
    ("identifier", "Rathaus-Gast", "Wifi for guests.txt"),
    ("filename", "waste calendar", "Waste calendar.ods"),
    ("filename", "fire drill plan", "Fire drill plan.odt"),
    ("filename", "minutes february", "Minutes February.odt"),
    ("filename", "budget draft xlsx", "Budget draft.xlsx"),
    ("filename", "Sick note rules.odt", "Sick note rules.odt"),
    ("phrase", '"the lift is not used"', "Fire drill plan.odt"),
    ("phrase", '"hall of mirrors"', "Wedding guide.docx"),
    ("phrase", '"a bike path along the railway"', "Cycling lanes.pptx"),
    ("phrase", '"payable within 14 days"', "Invoice 4712.docx"),
    ("natural", "how much vacation do workers get", "Annual leave.docx"),
    ("natural", "where do we meet after an alarm goes off", "Fire drill plan.odt"),
    ("natural", "evacuation of residents at high water", "Flood plan.odt"),
    ("natural", "which papers does a couple need to marry", "Wedding guide.docx"),
    ("natural", "can my visitor leave his automobile here", "Parking permits.docx"),
    ("natural", "who takes care of the kitty", "Cat in the archive.txt"),
    ("natural", "when is music practised", "Choir rehearsal.rtf"),
    ("natural", "neighbours disturbed by loud percussion at night", "Noise complaint.odt"),
    ("natural", "when do I have to show a medical attestation", "Sick note rules.odt"),
    ("natural", "how long are records of past workers stored", "Data protection.md"),
    ("natural", "speed limit for automobiles by the school", "Cycling lanes.pptx"),
    ("natural", "an insect hurt me, where is medicine", "Beekeeping.md"),
    ("cjk", "図書館 開館時間", "会議記録.txt"),
    ("cjk", "駐輪", "会議記録.txt"),
    ("cjk", "地震のとき どこに避難", "防災計画.odt"),
    ("cjk", "玻璃瓶", "垃圾分类.odt"),
    ("cjk", "年票", "游泳池通知.txt"),
    ("cjk", "독서 모임", "독서모임.txt"),
    ("german", "Was kostet ein Hund im Jahr an Steuer?", "Hundesteuer.odt"),
    ("german", "Grabstein Höhe", "Friedhofsordnung.docx"),
    ("german", "Anmeldung Kindergarten Geschwister", "Kindergartenplätze.odt"),
    ("german", "Braucht ein Gartenhaus eine Genehmigung", "Bauantrag Merkblatt.docx"),
    ("german", "Sperrmüll Mühlgasse", "Sperrmüll.csv"),
    ("negative", "xylograph quasiperiodic", ""),
    ("negative", "zeppelin hangar", ""),
)


def write_town(folder: Path) -> None:
    """Write the documents and, beside them, their questions as a set for the evaluation."""
    files = folder / "files"
    files.mkdir(parents=True)
    for name, paragraphs in DOCUMENTS.items():
        _WRITERS[name.rpartition(".")[2]](files / name, paragraphs)
    queries = [
        {"_id": f"q{number}", "text": text, "kind": kind}
        for number, (kind, text, _) in enumerate(QUESTIONS)
    ]
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    (folder / "queries.jsonl").write_text(lines, encoding="utf-8")
    qrels = (f"q{number}\t{name}\t1\n" for number, (_, _, name) in enumerate(QUESTIONS) if name)
    (folder / "qrels.tsv").write_text("".join(qrels), encoding="utf-8")


def _blocks(paragraphs: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(1, paragraphs[0]), *((0, text) for text in paragraphs[1:])]


def _rows(paragraphs: tuple[str, ...]) -> list[list[object]]:
    return [[_value(cell) for cell in row.split(" | ")] for row in paragraphs]


def _value(cell: str) -> str | int:
    return int(cell) if cell.isdecimal() else cell


def _odt(path: Path, paragraphs: tuple[str, ...]) -> None:
    # Written as office programs do: the language of the one who writes.
    language, country = _LANGUAGES.get(path.stem, ("en", "GB"))
    write_odt(path, _blocks(paragraphs), language, country)


_LANGUAGES = {
    "Hundesteuer": ("de", "DE"),
    "Kindergartenplätze": ("de", "DE"),
    "防災計画": ("ja", "JP"),
    "垃圾分类": ("zh", "CN"),
}


def _docx(path: Path, paragraphs: tuple[str, ...]) -> None:
    is_german = path.stem in ("Friedhofsordnung", "Bauantrag Merkblatt")
    write_docx(path, _blocks(paragraphs), "de-DE" if is_german else "en-GB")


def _text(path: Path, paragraphs: tuple[str, ...]) -> None:
    path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")


_WRITERS: dict[str, Callable[[Path, tuple[str, ...]], None]] = {
    "odt": _odt,
    "docx": _docx,
    "ods": lambda path, paragraphs: write_ods(path, paragraphs[0], _rows(paragraphs[1:])),
    "xlsx": lambda path, paragraphs: write_xlsx(path, paragraphs[0], _rows(paragraphs[1:])),
    "csv": lambda path, paragraphs: write_csv(path, _rows(paragraphs)),
    "pptx": lambda path, paragraphs: write_pptx(path, [[*paragraphs, "No notes."]]),
    "rtf": lambda path, paragraphs: write_rtf(path, list(paragraphs)),
    "txt": _text,
    "md": _text,
}
