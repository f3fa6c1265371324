"""Values that people write in requests, drawn at random. Each has its text and where the marked items stand in it."""

from dataclasses import dataclass
from random import Random

FIRST = "Emma Liam Olivia Noah Ava Lucas Mia Leo Sofia Ethan Chloe Omar Priya Kenji Fatima Marco Ingrid Tom Sarah Ben Yusuf Hannah Diego Mei Jack Alice Bob Carla David Eva".split()
LAST = "Smith Johnson Brown Garcia Miller Davis Lopez Wilson Tanaka Novak Kim Patel Rossi Schmidt Dubois Silva Haddad Olsen Clark Murphy Reyes Ivanov Cohen Nguyen".split()
CITIES = {
    "Austin": "TX", "Denver": "CO", "Seattle": "WA", "Boston": "MA", "Chicago": "IL", "Miami": "FL", "Portland": "OR",
    "San Diego": "CA", "San Francisco": "CA", "Los Angeles": "CA", "New York": "NY", "Las Vegas": "NV", "Phoenix": "AZ",
    "Nashville": "TN", "New Orleans": "LA", "Salt Lake City": "UT", "Philadelphia": "PA", "Atlanta": "GA",
    "Minneapolis": "MN", "Detroit": "MI", "Kansas City": "MO", "Santa Fe": "NM", "Charlotte": "NC", "Omaha": "NE",
    "Honolulu": "HI", "Anchorage": "AK", "Palo Alto": "CA", "Ann Arbor": "MI", "St. Louis": "MO", "Baltimore": "MD",
}
STATES = {
    "TX": "Texas", "CO": "Colorado", "WA": "Washington", "MA": "Massachusetts", "IL": "Illinois", "FL": "Florida",
    "OR": "Oregon", "CA": "California", "NY": "New York", "NV": "Nevada", "AZ": "Arizona", "TN": "Tennessee",
    "LA": "Louisiana", "UT": "Utah", "PA": "Pennsylvania", "GA": "Georgia", "MN": "Minnesota", "MI": "Michigan",
    "MO": "Missouri", "NM": "New Mexico", "NC": "North Carolina", "NE": "Nebraska", "HI": "Hawaii", "AK": "Alaska",
    "MD": "Maryland",
}
WORLD = {
    "Paris": "France", "Berlin": "Germany", "Tokyo": "Japan", "Madrid": "Spain", "Rome": "Italy", "Mumbai": "India",
    "Sydney": "Australia", "Toronto": "Canada", "Cairo": "Egypt", "Oslo": "Norway", "Lisbon": "Portugal",
    "Buenos Aires": "Argentina", "Rio de Janeiro": "Brazil", "Cape Town": "South Africa", "Hong Kong": "China",
    "Istanbul": "Turkey", "Vienna": "Austria", "Dublin": "Ireland", "Bangkok": "Thailand", "Nairobi": "Kenya",
    "Mexico City": "Mexico", "Seoul": "South Korea", "Athens": "Greece", "Prague": "Czech Republic", "London": "UK",
}
LANGUAGES = "French German Spanish Italian Japanese Mandarin Portuguese Russian Korean Arabic Hindi Dutch Swedish Turkish English Polish Danish".split()
MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
COUNTIES = ["San Diego County", "Los Angeles", "Cook County", "Travis County", "New York", "Kings County", "Texas", "Orange County", "Chicago", "Florida", "Miami-Dade", "Boston"]
PLACES = ["Central Station", "the airport", "Times Square", "City Hall", "the Space Needle", "Union Square", "JFK airport", "Golden Gate Park", "the public library", "Museum Island", "Hyde Park", "the Eiffel Tower", "work", "home", "123 Main Street"]
STREETS = ["Main Street", "Oak Avenue", "Elm St", "Market Street", "Shattuck Ave", "5th Avenue", "Park Road", "Sunset Blvd", "Hill Lane", "King Street"]
MESSAGES = ["where is the latest draft?", "I will be ten minutes late", "the meeting moved to Thursday", "thanks for your help", "good morning, how are you?", "please call me back when you can", "happy birthday to you", "the train leaves at noon", "can we talk tomorrow?", "all the files are in the shared folder", "see you soon", "I love this city", "don't forget the keys"]
NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()


@dataclass(frozen=True)
class Value:
    text: str
    spans: tuple[tuple[int, int], ...]
    """Half-open ranges of characters within `text`, one for each item."""


def whole(text: str) -> Value:
    return Value(text, ((0, len(text)),))


def quoted(value: Value, rng: Random) -> Value:
    """The same in quotation marks, which are not part of the value."""
    mark = rng.choice(["'", '"'])
    return Value(f"{mark}{value.text}{mark}", tuple((a + 1, b + 1) for a, b in value.spans))


def listed(items: list[str], rng: Random) -> Value:
    """Items written one after the other, each marked by itself."""
    last = rng.choice([" and ", " and ", ", and ", ", ", " & "])
    text, spans = "", []
    for index, item in enumerate(items):
        if index:
            text += last if index == len(items) - 1 else ", "
        spans.append((len(text), len(text) + len(item)))
        text += item
    return Value(text, tuple(spans))


def in_words(number: int) -> str:
    """Up to 99, as people write small numbers."""
    if number <= 20:
        return NUMBER_WORDS[number]
    tens = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()[number // 10]
    return tens if number % 10 == 0 else f"{tens}-{NUMBER_WORDS[number % 10]}"


def date(rng: Random) -> str:
    day, month, year = rng.randint(1, 28), rng.randrange(12), rng.randint(2019, 2027)
    name = rng.choice([MONTHS[month], MONTHS[month][:3]])
    ending = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}.get(day, "th")
    relative = ["tomorrow", "today", f"next {rng.choice(WEEKDAYS)}", f"this {rng.choice(WEEKDAYS)}", rng.choice(WEEKDAYS), "next week", "the day after tomorrow", "tonight"]
    absolute = [
        f"{year}-{month + 1:02d}-{day:02d}", f"{month + 1}/{day}/{year}", f"{day}.{month + 1}.{year}", f"{year}/{month + 1:02d}/{day:02d}",
        f"{name} {day}", f"{name} {day}, {year}", f"{name} {day}{ending}", f"{day} {name} {year}", f"the {day}{ending} of {MONTHS[month]}",
        f"{name} {day}{ending}, {year}", f"{day}{ending} {name}",
    ]
    return rng.choice(relative if rng.random() < 0.35 else absolute)


def time(rng: Random) -> str:
    hour, minute = rng.randint(1, 12), rng.choice([0, 0, 15, 30, 45, 5, 20])
    half = rng.choice(["am", "pm", " a.m.", " PM", "AM", "pm"])
    forms = [f"{hour}{half}", f"{hour}:{minute:02d}{half}", f"{rng.randint(0, 23)}:{minute:02d}", f"{hour} o'clock", "noon", f"half past {NUMBER_WORDS[hour]}", f"{NUMBER_WORDS[hour]} in the evening"]
    return rng.choice(forms)


def duration(rng: Random) -> str:
    count, unit = rng.randint(2, 12), rng.choice(["days", "weeks", "months", "years", "hours", "minutes"])
    return rng.choice([f"{count} {unit}", f"{NUMBER_WORDS[count]} {unit}", f"{count}-{unit[:-1]}", f"a {unit[:-1]}"])


def identifier(rng: Random) -> str:
    letters = "".join(rng.choices("ABCDEFGHJKLMNPRSTUVWXYZ", k=rng.randint(1, 4)))
    digits = "".join(rng.choices("0123456789", k=rng.randint(2, 6)))
    hexes = "".join(rng.choices("0123456789abcdef", k=rng.randint(6, 12)))
    return rng.choice([letters + digits, f"{letters}-{digits}", digits, hexes, f"{digits}-{letters}", f"{letters.lower()}_{digits}", f"20{digits[:2]}/{letters}{digits}"])


def person(rng: Random) -> str:
    return rng.choice([f"{rng.choice(FIRST)} {rng.choice(LAST)}", rng.choice(FIRST), f"Dr. {rng.choice(LAST)}"])


def city(rng: Random) -> str:
    return rng.choice([*CITIES, *WORLD])


def city_with_state(rng: Random) -> str:
    """Often the city alone, as people write although the schema asks for the state too."""
    name, code = rng.choice(list(CITIES.items()))
    far, country = rng.choice(list(WORLD.items()))
    return rng.choice([name, name, f"{name}, {code}", f"{name}, {STATES[code]}", f"{name} {code}", far, f"{far}, {country}"])


def amount_of_money(low: int, high: int, rng: Random) -> str:
    number = rng.randint(low, high)
    if number >= 1000:
        number = round(number, -2)
        return rng.choice([str(number), f"{number:,}", f"{number // 1000}k" if number % 1000 == 0 else str(number)])
    return rng.choice([str(number), str(number), f"{number}.{rng.randint(1, 99):02d}"])


def people(rng: Random) -> list[str]:
    return rng.sample(FIRST, rng.randint(2, 3))


def address(rng: Random) -> str:
    street = f"{rng.randint(1, 2999)} {rng.choice(STREETS)}"
    name, code = rng.choice(list(CITIES.items()))
    return rng.choice([street, f"{street}, {name}", f"{street}, {name}, {code}"])


def email(rng: Random) -> str:
    return f"{rng.choice(FIRST).lower()}{rng.choice(['', '.', '_'])}{rng.choice(LAST).lower()}@{rng.choice(['example.com', 'mail.org', 'acme.io', 'uni.edu'])}"


def path(rng: Random) -> str:
    name = rng.choice(["sales", "report", "cars", "houses", "backup", "notes", "survey_2023"])
    return rng.choice([f"C:/data/{name}.csv", f"/home/{rng.choice(FIRST).lower()}/{name}.txt", f"{name}.csv", f"./{name}/old", f"data/{name}.json"])


def repository(rng: Random) -> str:
    return f"{rng.choice(['acme', 'octo-labs', 'fast-tools', 'openmaps'])}/{rng.choice(['router', 'parser-kit', 'web_app', 'renderer'])}"
