"""The words of contract.pdf. The parties are invented; this is no legal advice."""

HEADER = "Service Agreement No. 2025-117"
FOOTER = "Harrow & Finch Archives Ltd / Tidewater Scanning GmbH"
TITLE = "Service Agreement"
OPENING = [
    "This agreement is made on 3 February 2025 between the following parties and takes effect on the date of the "
    "last signature (the <b>Effective Date</b>).",
]
CLIENT = dict(
    name="Harrow &amp; Finch Archives Ltd", signer="Eleanor Finch", role="Managing Director",
    text="<b>Harrow &amp; Finch Archives Ltd</b>, a company registered in Leeds under number 0471 2286, whose office "
         "is at 14 Canal Street, Leeds (the <b>Client</b>); and")
PROVIDER = dict(
    name="Tidewater Scanning GmbH", signer="Jonas Reuter", role="Head of Operations",
    text="<b>Tidewater Scanning GmbH</b>, a company registered in Bremen under HRB 20417, whose office is at "
         "Speicherweg 9, Bremen (the <b>Provider</b>).")
AGREE = "The parties agree as follows:"
CLAUSES = [
    ("Definitions", [
        "In this agreement <b>Materials</b> means the bound volumes, loose sheets and photographs listed in "
        "Schedule 1, in whatever condition they are handed over.",
        "<b>Images</b> means the digital pictures made of the Materials, and <b>Text</b> means the searchable text "
        "made from the Images, together with the position of each line on its page.",
        "<b>Working Day</b> means a day other than a Saturday, a Sunday or a public holiday in Leeds or Bremen.",
    ]),
    ("Services", [
        ("The Provider shall, for each volume of the Materials:", [
            "collect it from the Client and record its condition in writing;",
            "make Images of every page at no less than 400 dots per inch, without cutting or unbinding;",
            "make Text with no more than one wrong character in two hundred, measured on a sample of fifty pages that "
            "the Client chooses; and",
            "return it within twenty Working Days after collection.",
        ]),
        "The Provider may not pass any part of the services to a third party unless the Client has agreed in writing "
        "beforehand. Agreement to one such transfer is not agreement to another.",
        "If a page cannot be imaged without damage, the Provider shall leave it, mark its place with a slip, and tell "
        "the Client within two Working Days.",
    ]),
    ("Care of the Materials", [
        "The Materials stay the property of the Client at all times. The Provider shall keep them in a locked room at "
        "a temperature between 16 °C and 20 °C and a relative humidity between 40 % and 55 %, and shall keep a "
        "record of both.",
        "The Provider bears the risk of loss and damage from the moment of collection until the moment of return, and "
        "shall insure the Materials for £ 250,000 with an insurer that the Client accepts.",
        "No food, drink or open flame is allowed in any room in which Materials are kept or imaged.",
    ]),
    ("Delivery and acceptance", [
        "Images and Text are delivered on two encrypted drives, each of which holds the whole of the delivery. The "
        "passwords are sent apart from the drives.",
        ("The Client has fifteen Working Days after delivery to test a sample. The delivery is accepted when", [
            "the Client says so in writing;",
            "the fifteen Working Days have passed without a complaint; or",
            "the Client uses the Images or the Text in public.",
        ]),
        "If the sample shows more errors than clause 2.1(c) allows, the Provider shall repeat the work on that "
        "delivery at its own cost within ten Working Days. If the second delivery fails as well, the Client may refuse "
        "it and owes nothing for it.",
    ]),
    ("Fees", [
        "The fees are set out in Schedule 1. They include collection, insurance and return, and do not include value "
        "added tax.",
        "The Provider invoices after acceptance. The Client pays within thirty days after it has received a correct "
        "invoice. After that date interest of 4 % a year is due on the open amount.",
        "If the Client cancels a collection with less than three Working Days’ notice, the Provider may charge "
        "£ 180 for the journey.",
    ]),
    ("Rights", [
        "All rights in the Images and the Text belong to the Client from the moment they are made. The Provider keeps "
        "no copy for longer than ninety days after acceptance, except one that the law requires it to keep.",
        "The Provider may name the Client as a customer. It may not show Images to anyone without written consent.",
    ]),
    ("Confidentiality", [
        "Each party keeps secret what it learns of the other’s business, and of the persons named in the "
        "Materials, for five years after the end of this agreement. What is public already, or must be disclosed by "
        "order of a court, is excepted.",
        "Where the Materials hold personal data, the Provider handles them only as the Client instructs, and the data "
        "protection terms in Schedule 2 apply.",
    ]),
    ("Liability", [
        "Nothing in this agreement limits liability for intent, for gross negligence, or for injury to life or health.",
        "Apart from that, the liability of either party is limited to £ 400,000 for each event and to twice the "
        "fees of one year for all events of that year.",
        "Neither party is liable for a delay caused by an event that it could neither foresee nor prevent, such as "
        "flood, strike of a carrier, or an order of an authority, for as long as the event lasts.",
    ]),
    ("Term and termination", [
        "This agreement runs for two years from the Effective Date. It is renewed for one year at a time unless a "
        "party gives three months’ notice before the end.",
        ("Either party may end it at once in writing if the other", [
            "breaks it in a way that cannot be repaired;",
            "breaks it in another way and does not repair this within twenty Working Days after a warning; or",
            "becomes insolvent.",
        ]),
        "At the end of the agreement, for whatever reason, the Provider returns all Materials within ten Working Days.",
    ]),
    ("General", [
        "This agreement, with its schedules, is the whole of what the parties have agreed. A change is valid only in "
        "writing, signed by both. If a clause is void, the rest stands.",
        "The law of England and Wales applies. The parties first try to settle a dispute by talks between their "
        "directors; after thirty days either may go to the courts in Leeds.",
    ]),
]
SCHEDULE_TITLE = "Schedule 1: Materials and fees"
SCHEDULE_TEXT = "The fees below hold for the first year and rise by no more than 3 % a year after that."
SCHEDULE = [
    ["Lot", "Materials", "Pages (about)", "Fee (£)"],
    ["1", "Minute books 1871–1939, 64 volumes", "19,200", "11,520.00"],
    ["2", "Letter books, 112 volumes", "44,800", "29,120.00"],
    ["3", "Plans on linen, 380 sheets", "380", "3,040.00"],
    ["4", "Glass negatives, 6 boxes", "720", "2,880.00"],
    ["", "Total", "65,100", "46,560.00"],
]
SIGNING = "Each party has signed this agreement through a person entitled to bind it."
