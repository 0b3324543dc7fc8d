"""The words of the sample folder: the files of a small, made-up library."""

from typing import List, Tuple

Block = Tuple[int, str]  # heading level, 0 for body text; the text

REMOTE_WORK_POLICY: List[Block] = [
    (1, "Working from home"),
    (0, "This policy applies to all paid staff of Harbour Street Library from 1 January 2026."),
    (2, "Who may work from home"),
    (
        0,
        "Cataloguers and the finance officer may work from home up to two days a week. "
        "Front desk staff may do so only on days without public opening hours.",
    ),
    (2, "Equipment"),
    (
        0,
        "The library lends each person a laptop and a headset. Damage is reported to "
        "Ms. Okafor within three days; the insurance number is HSL-0054-B.",
    ),
    (2, "Approval"),
    (
        0,
        "Requests go to the branch manager by the 20th of the month before. "
        "No answer within five working days counts as a yes.",
    ),
]

GERMAN_HOUSE_RULES: List[Block] = [
    (1, "Hausordnung der Bibliothek"),
    (0, "Wir möchten, dass sich alle Besucherinnen und Besucher bei uns wohlfühlen."),
    (2, "Speisen und Getränke"),
    (
        0,
        "Im Lesesaal sind nur verschließbare Wasserflaschen erlaubt. "
        "Warme Speisen gehören in das Café im Erdgeschoss, z. B. in der Mittagspause.",
    ),
    (2, "Garderobe"),
    (
        0,
        "Große Taschen und nasse Schirme bleiben in den Schließfächern. "
        "Für verlorene Schlüssel berechnen wir 15 Euro.",
    ),
]

HANDBOOK: List[Block] = [
    (1, "Volunteer handbook"),
    (0, "Thank you for giving your time. Please read this before your first shift."),
    (2, "If you fall ill"),
    (
        0,
        "Phone the duty desk before eight in the morning. Your shift is offered to the "
        "standby list, so there is no need to find a replacement yourself.",
    ),
    (2, "Travel costs"),
    (
        0,
        "Bus and tram fares are paid back in cash at the front desk. Taxi rides need the "
        "consent of the branch manager beforehand.",
    ),
    (2, "Keys and alarm"),
    (0, "The last person out sets the alarm. The code changes on the first Monday of each month."),
]

FRENCH_MINUTES: List[Block] = [
    (1, "Compte rendu de la réunion du 12 mars"),
    (0, "Présents : Mme Lefèvre, M. Diallo, Mme Châtelier. Excusé : M. Okafor."),
    (2, "Horaires d’été"),
    (
        0,
        "La bibliothèque ouvrira à neuf heures du 1er juin au 31 août. "
        "Le personnel demande un ventilateur pour la salle des périodiques.",
    ),
    (2, "Subvention"),
    (0, "La mairie accorde 12 400 euros pour remplacer les rayonnages du rez-de-chaussée."),
]

BUDGET_ROWS: List[List[object]] = [
    ["Item", "Planned", "Spent", "Note"],
    ["Books and media", 18500, 9340, "children's section first"],
    ["Heating and light", 7200, 4110, "new boiler saves a fifth"],
    ["Shelving, ground floor", 12400, 0, "paid by the town grant"],
    ["Summer reading prizes", 900, 150, "vouchers from the bookshop"],
    ["Insurance", 2350, 2350, "policy HSL-0054-B"],
]

SUPPLIER_ROWS: List[List[object]] = [
    ["Company", "Contact", "Phone", "Delivers"],
    ["Nordlicht Regale GmbH", "Frau Ebersbach", "+49 40 555 0137", "shelving and trolleys"],
    ["Papeterie du Port", "M. Gauthier", "+33 2 55 51 01 48", "paper, labels, barcode rolls"],
    ["Brightwell Heating", "Tom Araya", "+44 1632 960 233", "boiler service each October"],
]

LAUNCH_SLIDES: List[List[str]] = [
    [
        "Summer reading club",
        "For children from six to twelve",
        "Starts on 3 July, ends on 28 August",
        "Say hello to the schools first.",
    ],
    [
        "How it works",
        "Read ten books, collect ten stamps",
        "Every full card wins a bookshop voucher",
        "Vouchers are in the safe; ask the finance officer.",
    ],
    [
        "What we need from volunteers",
        "Two people on Saturday mornings",
        "One storyteller a week",
        "Rosa has offered to read in Portuguese.",
    ],
]

SPANISH_LETTER: List[str] = [
    "Estimada señora Ibáñez:",
    "Le agradecemos la donación de ochenta y cuatro libros infantiles en español.",
    "Los ejemplares estarán disponibles en préstamo a partir de septiembre.",
    "Atentamente, la dirección de la biblioteca",
]

MEMBER_ROWS: List[List[object]] = [
    ["Name", "Member no.", "Joined", "Town"],
    ["Aylin Kaya", "M-2041", "2024-02-11", "Seaport"],
    ["Søren Lund", "M-2042", "2024-02-13", "Old Harbour"],
    ["Zoë Brontë-Hale", "M-2043", "2024-03-02", "Millbrook"],
]

JAPANESE_NOTES = (
    "読書会のお知らせ\n\n"
    "次回の読書会は十月五日の午後二時から、二階の会議室で開きます。\n"
    "課題図書は夏目漱石の「こころ」です。参加費は無料です。\n"
)

README_LINES = [
    "# Where things are",
    "",
    "Policies are Writer documents, figures are spreadsheets.",
    "",
    "## Backups",
    "",
    "The server copies this folder every night at 02:30 to the disk in the cellar.",
    "",
    "```",
    "restore --from cellar --date yesterday",
    "```",
]
