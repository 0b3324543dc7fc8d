"""Forty documents of a made-up town hall, in nine formats.

A document is its file name, its heading, and paragraphs; a table's paragraphs are its rows, cells
parted by " | ". Several are alike on purpose (three minutes, three invoices, two plans), so that
a search that knows only the topic takes the wrong one.
"""

from __future__ import annotations

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
