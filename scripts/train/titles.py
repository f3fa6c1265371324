"""Names that nobody has heard of, drawn at random: of works, of performers, of places and of times.

Titles may be any words at all, whole sentences and requests included. A model that has only seen titles from a list
learns the list, so these are put together anew each time.
"""

from random import Random

import values

ADJECTIVES = "Silent Golden Broken Last First Hidden Burning Little Electric Midnight Crimson Lonely Wild Frozen Paper Modern Secret Velvet Distant Second Blue Bitter Sweet Endless Common Strange Holy Slow Empty Perfect Hollow Northern Sacred Dark Bright Young Old New Great Lost Forgotten Rising Quiet Royal".split()
NOUNS = "River Heart Stone House King Queen Garden Shadow Dream Fire Winter Mirror Road Ocean Wolf Crown Letter Window Machine Kingdom Stranger Sister Brother Train Night Day Bridge Island Mountain Clock Ghost Harbor Mother Father Orchard Thunder Angel Devil Moon Sun Star Dance War Peace Love Truth Money Coffee Tiger Sparrow Summer City Village Doctor Soldier Thief Sailor Rose Bone Salt Silver Glass Tower Circus Hotel Highway Kitchen Desert Valley Storm Promise Memory Language Science Economy History Nation".split()
VERBS = "Remember Follow Forget Kill Save Leave Find Lose Hold Call Burn Kiss Catch Break Wake Meet Feed Trust Bury Count Ask Watch Tell Rate Add Play Book Show".split()
DOINGS = "Waiting Falling Running Dancing Looking Dreaming Living Learning Breaking Saving Leaving Searching Fighting Sleeping Driving Counting Raising Finding Playing Cooking Building".split()
PRONOUNS = "Me You Us Him Her Them Everybody Nobody".split()
TAILS = ["in the Rain", "of Tomorrow", "from Nowhere", "at Midnight", "for Two", "Without You", "on the Hill", "by the Sea", "Under the Bed", "in Berlin", "of My Youth", "After All", "Before Dawn", "to the Moon", "with a View", "in the Sky", "for Beginners", "of the World", "Next Door", "on Fire", "One More Time", "at the End of the Street", "and Other Stories"]
SENTENCES = [
    "What Did You Expect", "I Want It All", "Where Is My Mind", "Who Moved the Chairs", "How to Lose a Friend", "Please Don't Go", "This Is Not a Test", "Are We There Yet", "You Had Me at Goodbye", "Tell Me Something Good",
    "I Need You Tonight", "Can You Hear the Sea", "It Will Rain Tomorrow", "Give Me Five Minutes", "Don't Look Now", "Let Me In", "We Are What We Eat", "Is Anybody Home", "Nothing Else to Say", "There Will Be Time", "Show Me the Way Home",
    "Have a Nice Day", "My Best Friend's Garage", "How Do I Get to the Airport", "The Current State of Things", "Today Is the Day", "Two for the Road", "Four Seasons in One Day", "Book of Hours", "Closest to the Sun",
]
SYLLABLES = "ka lo ri ma ten shi do va el no ra mi zu ga ben tor li ans ber dra fi go hal jo ke lun mar nis ol pe qui ro sa tu ur wen xi ya zo bra cle stan gri mon tal ven dor las ter sen".split()
SOUNDS = "Records Collective Project Orchestra Quartet Brothers Sisters Band Ensemble Kids Club Theory Trio Choir".split()
PLACE_KINDS = {
    "venue": "Arena Theatre Hall Pavilion Stadium Club Auditorium Playhouse Gallery Museum Center Opera".split(),
    "shop": "Market Store Outlet Deli Depot Boutique Emporium Garage Salon Studio Clinic Gym Spa Bakery Pharmacy".split(),
    "nature": "Park|Forest|Beach|Lake|National Park|Nature Reserve|Canyon|Falls|Island|Trail|Peak|Gardens|Creek|Bay|State Forest|Wildlife Refuge".split("|"),
}
LAND = [
    *values.WORLD.values(), "Chile", "Peru", "Norway", "Nepal", "Ghana", "Kenya", "Morocco", "Oman", "Fiji", "Malta", "Sri Lanka", "New Zealand", "Costa Rica", "South Sudan", "Papua New Guinea", "Trinidad and Tobago", "Ivory Coast", "Saint Lucia", "Faroe Islands",
    "Bhutan", "Latvia", "Armenia", "Laos", "Gabon", "Belize", "Guyana", "Burkina Faso", "Bosnia and Herzegovina", "Isle of Man", "Puerto Rico", "French Polynesia", "Slovenia", "Iceland", "United States", "England", "Holland",
]
NUMERALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fifteenth eighteenth twentieth".split()


def invented(rng: Random) -> str:
    """A word of no language, or of one that the reader does not speak."""
    return "".join(rng.choices(SYLLABLES, k=rng.randint(2, 3))).capitalize()


def title(rng: Random) -> str:
    """Of a work: two to seven words, now and then one, in any capitals."""
    adjective, noun, other, verb, doing = (rng.choice(pool) for pool in (ADJECTIVES, NOUNS, NOUNS, VERBS, DOINGS))
    made = rng.choice([
        f"The {adjective} {noun}", f"{adjective} {noun}", f"{noun} of {other}", f"The {noun} and the {other}", f"{verb} {rng.choice(PRONOUNS)}", f"{verb} the {noun}", f"{doing} {rng.choice(TAILS)}",
        f"The {noun}'s {other}", f"A {noun} {rng.choice(TAILS)}", f"{noun} {rng.choice(TAILS)}", f"{rng.choice(values.FIRST)} and the {adjective} {noun}", f"{doing} the {noun}", f"{noun}", f"{adjective} {noun}s", f"{rng.randint(2, 99)} {noun}s",
        rng.choice(SENTENCES), rng.choice(SENTENCES), f"{invented(rng)} {invented(rng)}", invented(rng), f"{invented(rng)}: The {adjective} {noun}", f"{noun} {rng.randint(2, 4)}", f"The {noun} {rng.choice(TAILS)}",
        f"{invented(rng)} {rng.choice(['de', 'la', 'und', 'i', 'el'])} {invented(rng)}", f"{doing} {rng.choice(['for', 'to', 'with', 'about'])} {noun}", f"The {noun}s {rng.choice(['Who', 'That'])} {verb} {rng.choice(PRONOUNS)}", f"{noun} & {other}", f"No {noun}, No {other}",
    ])
    return made.lower() if rng.random() < 0.25 else made


def performer(rng: Random) -> str:
    first, last = rng.choice(values.FIRST), rng.choice(values.LAST)
    made = rng.choice([
        f"{first} {last}", f"{first} {invented(rng)}", f"{invented(rng)} {invented(rng)}", invented(rng), f"The {rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}s", f"DJ {invented(rng)}", f"{first} {last[0]}. {rng.choice(values.LAST)}",
        f"{rng.choice(NOUNS)} {rng.choice(SOUNDS)}", f"{invented(rng)} {rng.choice(SOUNDS)}", f"MC {rng.choice(NOUNS)}", f"{first} and {rng.choice(values.FIRST)}", f"{last}", f"{first} {invented(rng)} {last}",
    ])
    return made.lower() if rng.random() < 0.2 else made


def place(kind: str, rng: Random) -> str:
    """Of a kind in PLACE_KINDS."""
    last = rng.choice(PLACE_KINDS[kind])
    before = [rng.choice(NOUNS), invented(rng), rng.choice(values.LAST), f"{rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}", f"{invented(rng)} {rng.choice(NOUNS)}", rng.choice(list(values.CITIES))]
    made = f"{rng.choice(before)} {last}"
    if kind == "shop":
        made = rng.choice([made, made, f"{rng.choice(values.FIRST)}'s", f"{rng.choice(NOUNS)} & {rng.choice(NOUNS)}", f"The {rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}"])
    return made.lower() if rng.random() < 0.15 else made


def town(rng: Random) -> str:
    known = rng.choice([*values.CITIES, *values.WORLD])
    noun, unknown = rng.choice(NOUNS), invented(rng)
    return rng.choice([known, known, unknown, f"{unknown} City", f"{noun}ville", f"Port {unknown}", f"{noun} Falls", f"Saint {rng.choice(values.FIRST)}", f"{rng.choice(['East', 'West', 'North', 'South', 'Lake', 'Mount', 'Fort'])} {unknown}", f"{noun} Springs", f"{unknown}burg"])


def state(rng: Random) -> str:
    return rng.choice([*values.STATES, *values.STATES.values()])


def when(rng: Random) -> str:
    """A time as people say it, without the "on" or "at" before it."""
    number, unit, part = rng.randint(2, 55), rng.choice(["minutes", "hours", "days", "weeks", "months", "years"]), rng.choice(["morning", "afternoon", "evening", "night"])
    month, day = rng.choice(values.MONTHS), rng.choice(values.WEEKDAYS)
    said = rng.choice([str(number), values.in_words(number)])
    return rng.choice([
        values.date(rng), values.date(rng), values.time(rng), values.time(rng), "now", "right now", "today", "tonight", "tomorrow", f"this {part}", f"tomorrow {part}", f"in {said} {unit}", f"{said} {unit} from now", f"{said} {unit} from today", "this weekend",
        f"next {rng.choice(['week', 'month', 'year', 'weekend'])}", f"{month} the {rng.choice(NUMERALS)}", f"the {rng.choice(NUMERALS)} of {month}", f"{month} the {rng.choice(NUMERALS)}, {rng.randint(2018, 2031)}", f"{day} {part}", f"{month} {rng.randint(2018, 2031)}",
        rng.choice(["breakfast", "lunch", "dinner", "noon", "midnight", "sunrise", "new year's eve", "christmas", "later today", "half past ten", "the day after tomorrow", "a week from now", "an hour from now", "the weekend"]),
        f"{values.time(rng)} on {day}", f"{day} at {values.time(rng)}", f"next {month}", f"{rng.randint(1950, 2020)}",
    ])


def year(rng: Random) -> str:
    return rng.choice([str(rng.randint(1930, 2025)), str(rng.randint(1930, 2025)), f"the {rng.choice(['sixties', 'seventies', 'eighties', 'nineties'])}", f"{rng.choice([1960, 1970, 1980, 1990, 2000])}s", f"the {rng.choice([60, 70, 80, 90])}s"])


DRAWN = {
    "work": title, "performer": performer, "town": town, "state": state, "when": when, "era": year, "land": lambda rng: rng.choice(LAND),
    **{kind: lambda rng, kind=kind: place(kind, rng) for kind in PLACE_KINDS},
}
