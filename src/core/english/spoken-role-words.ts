/** What a parameter's name says of the place of its value in a sentence. */

export type Role =
  | "amount"
  | "by"
  | "count"
  | "currency"
  | "day"
  | "direction"
  | "duration"
  | "expert"
  | "from"
  | "item"
  | "kind"
  | "language"
  | "level"
  | "people"
  | "person"
  | "place"
  | "reason"
  | "recipient"
  | "room"
  | "setting"
  | "span"
  | "subject"
  | "text"
  | "time"
  | "title"
  | "to"
  | "unit"
  | "venue"
  | "with";

/** Role, and the words that names of such parameters end in. */
const ROLES = `
amount amount price cost budget fee sum payment salary donation tip fare rent deposit
by artist author composer singer band
count quantity qty count copies
currency currency
day date day weekday when birthday deadline
direction direction
duration duration length period
expert doctor dentist stylist therapist barber vet veterinarian physician trainer instructor lawyer mechanic advisor consultant teacher tutor hairdresser
from from origin source departure sender pickup
item item product dish meal food medicine medication drug song movie film show topping drink crop plant supplement article exercise playlist book podcast series album beer wine game
kind type kind category genre cuisine style size color colour flavor flavour cabin brand class activity
language language
level priority severity urgency importance difficulty
people people guests persons passengers adults travelers travellers diners attendees visitors party covers
person patient customer client user employee student guest member candidate tenant pet animal applicant child pupil donor person username owner assignee driver worker contact player staff colleague passenger cow horse dog cat driver
place city town country region county province location place environment area neighborhood neighbourhood district
reason reason cause purpose symptom symptoms
recipient recipient recipients email phone cc
room room courtroom classroom suite booth zone floor section aisle bay ward field paddock greenhouse barn line track row shelf seat lane
setting level temperature rpm brightness volume speed value setpoint opening intensity position percentage humidity status state mode
subject subject topic about regarding query question keyword keywords term search
span month year quarter week season
text text message body content note notes comment comments description instructions remarks feedback
time time hour
title title name caption label headline
to to target destination arrival payee beneficiary
unit unit units
venue restaurant hotel venue store shop branch cafe clinic hospital airport gym salon office building address street theater theatre cinema bank library pharmacy warehouse site terminal gate stop school yard garage dock museum station zoo stadium park bakery
with toppings ingredients extras sides participants invitees attendee
`;

export const ROLES_BY_WORD: ReadonlyMap<string, Role> = new Map(
  ROLES.trim()
    .split("\n")
    .flatMap((line) => {
      const [role, ...words] = line.split(" ");
      return words.map((word) => [word, role as Role] as const);
    })
    .reverse(),
);

/** First words of a name that say more than its last one: "from_account", "to_city". */
export const ROLES_BY_FIRST_WORD: ReadonlyMap<string, Role> = new Map([
  ["from", "from"],
  ["source", "from"],
  ["origin", "from"],
  ["departure", "from"],
  ["pickup", "from"],
  ["to", "to"],
  ["target", "to"],
  ["destination", "to"],
  ["arrival", "to"],
]);

/** Where something is now, beside where it is to be: "from floor 2". Of other things, "current" says nothing of a way. */
export const FROM_WHERE_IT_IS = "current";

/** Ways to travel: "by bike". */
export const TRAVELLING: ReadonlyMap<string, string> = new Map([
  ...["car", "bike", "bicycle", "train", "bus", "plane", "ferry", "taxi", "tram", "boat"].map(
    (way) => [way, `by ${way}`] as const,
  ),
  ["foot", "on foot"],
  ["walking", "on foot"],
  ["driving", "by car"],
  ["cycling", "by bike"],
]);
/** What so many of something are: "12 pallets of salt". */
export const PACKAGES = new Set(
  "pallet box bag crate bottle barrel roll pack can case glass cup slice sack jar".split(" "),
);
/** Nouns of deeds, which are done to something: "a collection of fridge and sofa". */
export const DEED_NOUNS = new Set(
  "collection delivery pickup repair return removal renewal inspection installation replacement shipment translation exchange".split(
    " ",
  ),
);
/** How large a field is, and no part of what is done to it. */
export const AREAS = new Set("hectares acres".split(" "));
/** Names of whole numbers that count time. */
export const TIME_COUNTS = new Set("seconds minutes hours days nights weeks months years".split(" "));
/** Counted for whom something is done. */
export const PEOPLE_COUNTS = new Set(
  "people guests persons passengers adults travelers travellers diners children kids seniors players".split(" "),
);
/** Ends of names that identify: "order_id". */
export const ID_ENDINGS = new Set("id number no nr code ref reference sku".split(" "));
/** Before a number these are said after it: "4000 rpm". */
export const MEASURES = new Set("rpm bpm psi ppm kwh mph kmh fps dpi ml mg kcal".split(" "));
/** What measures is clear from the unit: "500 grams" of a weight. */
export const MEASURED = new Set("weight height length width depth volume distance size altitude".split(" "));
/** Ids that are not the thing itself: "phone number 0171". */
export const NUMBERS_OF = new Set("phone file serial tax registration license licence".split(" "));
/** Beginnings of names that set a bound. */
export const BOUNDS: Readonly<Record<string, string>> = {
  max: "up to",
  maximum: "up to",
  limit: "up to",
  min: "at least",
  minimum: "at least",
};

/** How somebody starts a flag's name. "has breakfast" is with breakfast. */
export const WITH_FLAGS = new Set("has have with include includes including add want wants needs need show".split(" "));
export const IS_FLAGS = new Set("is are be".split(" "));
/** Words that say how something is, not what. */
export const STATE_WORD =
  /(?:ed|able)$|^(?:done|open|public|private|urgent|recurring|active|visible|hidden|covered|vegetarian|vegan|organic|express|one.?way|round.?trip|overnight|nonstop|non-stop|emergency|priority|rush|draft|direct|daily|weekly|monthly|all.?day)$/;

/** Words of moments that say themselves how far they are: "on tomorrow" nobody says. */
export const RELATIVE_DAY = /^(?:today|tomorrow|tonight|yesterday|now|next|this|every|in|on|at|the)\b/i;
export const SPAN_STARTS = new Set("start from begin checkin check departure depart outbound pickup pick".split(" "));
export const SPAN_ENDS = new Set("end to until till checkout out return inbound dropoff drop due finish".split(" "));
/** Where something is brought, and where it is bought. */
export const DELIVERED_TO = new Set("address street site office building school".split(" "));
export const SELLERS = new Set("restaurant store shop pharmacy bakery cafe".split(" "));
/** One is on them, and in every other place. */
export const ON_PLACES = new Set("floor ward line track".split(" "));
/** Verbs that give something another value. */
export const CHANGING_VERBS = new Set(
  "fade dye tint paint recolor recolour preheat cool warm dim raise lower heat turn increase decrease scale limit switch upgrade downgrade".split(
    " ",
  ),
);
/** Things that a deed is for where they are named: "the balance for the savings account". */
export const NAMED_THINGS = new Set(
  (
    "symbol ticker plate vehicle car device machine account order invoice booking reservation flight course project event team company " +
    "policy property apartment shipment package parcel container case ticket exhibition concert match festival lecture performance screening segment audience department division cohort"
  ).split(" "),
);
/** "with breakfast" for `breakfast_included`. */
export const WITH_ENDINGS = new Set("included needed required wanted allowed enabled".split(" "));
/** What is written here is about something; a `query` is for it. */
export const ABOUT_WORDS = new Set("about subject topic regarding".split(" "));
export const SEARCH_WORDS = new Set("query keyword keywords term search".split(" "));

/** One works with them: "with the wool program", "with the red filter". */
export const INSTRUMENTS = new Set(
  "camera filter lens program programme profile template preset theme instrument tool brush sensor microphone method algorithm voice font carrier courier".split(
    " ",
  ),
);
/** Materials: "on glossy paper". */
export const SURFACES = new Set("paper card cardboard canvas".split(" "));
/** What somebody has an account on, or bids on. */
export const ON_THINGS = new Set("platform server host network system lot".split(" "));
/** How what is measured is said of a thing: "2 metres long". */
export const MEASURED_BEHIND: Readonly<Record<string, string>> = {
  length: "long",
  height: "high",
  width: "wide",
  depth: "deep",
};
/** What is done by so much time: "extending the loan by 2 weeks". */
export const SHIFTING_VERBS = new Set("extend prolong delay postpone shorten shift defer lengthen".split(" "));
/** What goes into another: "merging feature/login into main". */
export const INTO_VERBS = new Set("merge import restore load insert inject upload pour integrate fold".split(" "));
/** Verbs that bring something to another version. */
export const VERSION_VERBS = new Set("roll rollback upgrade downgrade update revert restore set switch".split(" "));
/** A setting that its name has to be said with where it has no unit: "at volume 30". */
export const NAMED_SETTINGS = new Set("speed volume level intensity setpoint".split(" "));
/** Ways in which something is sent: "by SMS". */
export const CHANNELS = new Set("channel medium".split(" "));
/** Verbs that bring somebody or something to a place. */
export const BRINGING_VERBS = new Set("admit guide escort dispatch route bring refer fly drive transfer".split(" "));
/** How a time that has a name of its own is said: "every 5 minutes" of an interval. */
export const NAMED_TIMES: Readonly<Record<string, string>> = { interval: "every", delay: "after", exposure: "for" };
/** "3 days before". */
export const AROUND_WORDS = new Set("before after ahead earlier later".split(" "));

/** Things are added to them. */
export const CONTAINERS = new Set(
  "list playlist folder album group team project board collection cart calendar".split(" "),
);
/** Where "the fridge" says it all. */
export const PLAIN_THINGS = new Set("device machine vehicle team company".split(" "));
