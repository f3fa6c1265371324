/** What is known of each trade before a scenario begins: enough that the score alone would give an answer. */
import { lines } from "./scenario.ts";

export const ROOMS = [
  ...lines("Book a room in [town] for [nights] nights", "Vienna|3", "Salzburg|2", "Linz|4", "Innsbruck|1", "Graz|2"),
  ...lines("I need a room in [town] for [nights] nights", "Vienna|2", "Villach|3", "Graz|5", "Bregenz|2"),
  ...lines("Get me a room for [nights] nights in [town]", "3|Salzburg", "2|Linz", "6|Vienna", "1|Wels", "4|Graz"),
  ...lines("Get me a room for [nights] nights in [town]", "2|Bregenz", "3|Eisenstadt", "5|Villach", "2|Krems"),
  ...lines("Get me a room for [nights] nights in [town]", "1|Hallstatt"),
  ...lines("Reserve a room for [guests] guests in [town]", "2|Vienna", "4|Graz", "3|Steyr"),
];

export const MONEY = [
  ...lines("Send [amount] euros to [receiver]", "20|Carla", "35|Ben", "50|Anna", "70|Dora", "15|Emil"),
  ...lines("Transfer [amount] euros to [receiver]", "80|Ben", "25|Carla", "40|Frieda", "10|Anna"),
  ...lines("Please pay [receiver] [amount] euros", "Dora|30", "Anna|55", "Gustav|12"),
  ...lines("Send [amount] euros from [sender] to [receiver]", "20|Hanna|Ben", "45|Ivo|Anna", "60|Hanna|Carla"),
];

export const LIGHTS = [
  ...lines("Dim the light in the [room] to [percent] percent", "kitchen|40", "hall|30", "bar|20", "attic|50"),
  ...lines("Dim the [room] to [percent] percent", "kitchen|20", "cellar|35", "bar|60", "hall|10"),
  ...lines("Set the light in the [room] to [percent] percent", "studio|45", "kitchen|70", "bar|25"),
  ...lines("I want the [room] at [percent] percent", "attic|15", "hall|80", "kitchen|55"),
];

const WARM = ["kitchen|20", "hall|19", "office|18", "attic|17"];
export const HEATING = [
  ...lines("Set the heating in the [room] to [percent] percent", "kitchen|13", "hall|14", "attic|15", "office|13"),
  ...lines("Set the heating in the [room] to [percent] percent", "bedroom|14", "garage|15", "cellar|13", "bar|14"),
  ...lines("Heat the [room] to [percent] percent", "kitchen|17", "hall|18", "attic|19", "office|17"),
  ...lines("Heat the [room] to [percent] percent", "bedroom|18", "garage|19", "cellar|17", "bar|18"),
  ...lines("I want the heating in the [room] at [percent] percent", ...WARM),
  ...lines("Please set the heating in the [room] to [percent] percent", ...WARM),
  ...lines("The heating in the [room] to [percent] percent please", ...WARM),
  ...lines("Put the heating in the [room] to [percent] percent", ...WARM),
];

export const MUSIC = [
  ...lines("Play [song] by [artist]", "Yesterday|The Beatles", "Waterloo|Abba", "Creep|Radiohead", "Hurt|Johnny Cash"),
  ...lines("I want to hear [song] by [artist]", "Angie|The Rolling Stones", "Fernando|Abba", "Karma Police|Radiohead"),
  ...lines("Put on [song] by [artist]", "Help|The Beatles", "Imagine|John Lennon", "Jolene|Dolly Parton"),
  ...lines("Play something by [artist]", "Nina Simone", "Abba", "Miles Davis", "Radiohead"),
];

export const ALBUMS = [
  ...lines("Play the [artist] album", "Abba", "Blur", "Muse", "Adele", "Moby", "Cher", "Queen", "Kraftwerk", "Air"),
  ...lines("Play the [artist] album", "Pink Floyd", "Dr Dre"),
  ...lines("The [artist] album, play it", "Abba", "Blur", "Muse"),
];

export const REMINDERS = [
  ...lines("Remind me of [what]", "milk", "bread", "rent", "eggs"),
  ...lines("Note down [what]", "milk", "bread", "rent", "eggs", "taxes"),
  ...lines("Next time, remind me of [what]", "milk", "keys", "lunch", "gym"),
];

export const BOOKS = [
  ...lines(
    "Rate [book] [stars] of [best]",
    "Emma|3|6",
    "Persuasion|2|6",
    "Ulysses|4|5",
    "Dracula|1|5",
    "Dubliners|3|5",
  ),
  ...lines("Give [book] [stars] of [best] stars", "Emma|3|6", "Persuasion|2|6", "Ulysses|4|5", "Middlemarch|5|6"),
  ...lines("Give [book] [stars] of [best] stars", "Dracula|1|5", "Dubliners|3|5"),
  ...lines("I give [book] a [stars] out of [best]", "Emma|3|6", "Persuasion|2|6", "Ulysses|4|5", "Dracula|1|5"),
  ...lines("I give [book] a [stars] out of [best]", "Middlemarch|5|6", "Dubliners|3|5"),
  ...lines("Rate [book] with [stars]", "Emma|3", "Ulysses|4", "Dracula|2", "Candide|5"),
];

export const STOCK = [
  ...lines(
    "Move the [item] from [from_store] to [to_store]",
    "screws|York|Leeds",
    "nails|Hull|York",
    "locks|Bath|Hull",
  ),
  ...lines("Bring [item] to [to_store]", "hooks|York", "nails|Leeds", "saws|Hull", "hinges|Bath"),
  ...lines("Take [item] from [from_store]", "hooks|York", "nails|Leeds", "saws|Hull"),
];

export const BOARDS = [
  ...lines("Cut the [wood] to [length] cm", "oak|80", "ash|45", "elm|70", "pine|30"),
  ...lines("Make me a board of [wood], [length] cm", "oak|90", "ash|30", "pine|50"),
  ...lines("I need [length] cm of [wood]", "20|elm", "60|pine", "35|oak"),
];

export const SHOPS = [
  ...lines("I need a [kind] near [town]", "wall paper shop|Linz", "book shop|Linz", "fish shop|Wels"),
  ...lines("Is there a [kind] for the wall in [town]", "paint shop|Graz"),
  ...lines("Find a [kind] in [town]", "paper shop|Graz", "shoe shop|Linz", "bike shop|Graz"),
  ...lines("Where is a [kind] in [town]", "tea shop|Steyr", "hat shop|Linz", "bread shop|Graz"),
];

export const FILMS = [
  ...lines("Show me [film]", "Alien", "Rope", "Jaws", "Notorious", "Chicago"),
  ...lines("When is [film] on", "Casablanca", "Vertigo", "Psycho", "Fargo"),
  ...lines("Show me when [film] is on", "Heat", "Gilda", "Tootsie"),
  ...lines("Find the film [film]", "Goodbye", "Ran", "Laura"),
];

/** Films with numbers among them. */
export const PROGRAMME = [
  ...lines("When is [film] on", "Casablanca", "Vertigo", "Psycho", "District 9", "Ocean's 11"),
  ...lines("Show me [film]", "Alien", "Apollo 13", "Rope", "Jaws", "Notorious", "Gilda"),
];

/** So many calls that what no tool fits is told from what one does. */
export const MANY_TRANSFERS = Array.from({ length: 210 }, (_, n) => `Send [amount:${n + 1}] euros to [receiver:Anna]`);

export const CARDS = {
  lost: ["My card was lost on the train", "I cannot find my card any more"],
  order: ["How do I get a second card for my account", "When does my new card arrive"],
  pin: ["I want to change the number of my card"],
} as const;

export const PARCELS = [
  ...lines("Send a parcel of [weight] kg to [receiver]", "3|Ann", "5|Bo", "2|Karl", "7|Lena", "4|Hanna", "9|Ivo"),
  ...lines("Post [weight] kg to [receiver]", "1|Ann", "6|Karl", "8|Emil", "2|Dora"),
  ...lines("A parcel of [weight] kg goes to [receiver]", "3|Ben", "5|Dora", "12|Carla"),
];
