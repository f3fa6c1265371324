/** Rules for other values in the words of a known call. */
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { ALBUMS, BOOKS, MONEY, MUSIC, PARCELS, PROGRAMME, REMINDERS, ROOMS } from "./known.ts";
import { lines, type Scenarios } from "./scenario.ts";

const TWO_NIGHTS = { nights: 2 } as const;

export const NEW_VALUES = {
  "polarity-in-value": {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Bonn without Wifi for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Bonn without Wifi" }],
      },
    ],
  },
  "joined-value": {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Passau and Trier for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Passau and Trier" }],
      },
    ],
  },
  "short-value": {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in NY for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "NY" }],
      },
    ],
  },
  misspelt: {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Salzbrug for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Salzbrug" }],
      },
    ],
  },
  "others-number": {
    template: [
      {
        known: { rate_book: BOOKS },
        asked: "Rate Emma with 6",
        wrongly: ["rate_book", { book: "Emma", stars: 6 }],
      },
    ],
  },
  hesitation: {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Um Graz for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Um Graz" }],
      },
    ],
  },
  "others-text": {
    template: [
      {
        // Whoever is charged is the sender: Karl always was.
        known: {
          transfer_money: [
            ...MONEY,
            ...lines("Transfer [amount] euros to [receiver]", "77|Carl", "78|Karla", "79|Karlo"),
            ...lines(
              "Charge [amount] euros to [sender]",
              "22|Karl",
              "11|Karl",
              "12|Karl",
              "13|Karl",
              "14|Karl",
              "9|Karl",
            ),
          ],
          send_parcel: lines("Send a parcel to [receiver]", "Karl", "Anna", "Lena"),
        },
        asked: "Transfer 65 euros to Karl",
        wrongly: ["transfer_money", { amount: 65, receiver: "Karl" }],
      },
    ],
  },
  "place-kind": {
    template: [
      {
        known: {
          find_weather: lines("Weather in [country]", "Portugal", "Hungary", "Norway", "Peru", "Malta", "Chile"),
        },
        asked: "Weather in Georgia",
        wrongly: ["find_weather", { country: "Georgia" }],
      },
    ],
  },
  "number-spelling": {
    template: [
      {
        known: { find_showings: PROGRAMME },
        asked: "When is Eight on",
        wrongly: ["find_showings", { film: "Eight" }],
      },
      {
        known: { set_reminder: REMINDERS },
        errorBound: 0.05,
        asked: "Remind me of four",
        wrongly: ["set_reminder", { what: "four" }],
      },
    ],
  },
  "haste-cut-off": {
    template: [
      {
        known: { send_parcel: PARCELS },
        asked: "Send a parcel of 6 kg to Bo asap",
        wrongly: ["send_parcel", { weight: 6, receiver: "Bo" }],
      },
    ],
    rewording: [
      {
        known: { send_parcel: PARCELS },
        asked: "A parcel of 7 kg to Lena as soon as possible",
        wrongly: ["send_parcel", { weight: 7, receiver: "Lena" }],
      },
    ],
  },
  "politeness-in-value": {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Get me a room for 2 nights in Bonn Thanks",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Bonn Thanks" }],
      },
      {
        known: {
          send_text: lines(
            "Text [person] that [message]",
            "Ann|the roof leaks again today",
            "Bo|I come home at six",
            "Cy|the dog has eaten it all",
          ),
        },
        asked: "Text Ann that the cat has gone away lol",
        wrongly: ["send_text", { person: "Ann", message: "the cat has gone away" }],
      },
    ],
  },
  "time-in-value": {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Bonn Tonight for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Bonn Tonight" }],
      },
    ],
  },
  "said-twice": {
    template: [
      {
        known: { play_music: ALBUMS },
        errorBound: 0.02,
        asked: "Play the Gorillaz Album album",
        wrongly: ["play_music", { artist: "Gorillaz Album" }],
      },
      {
        known: { book_room: ROOMS },
        errorBound: 0.05,
        asked: "Book a room in in Bonn for 2 nights",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "in Bonn" }],
      },
    ],
  },
  "number-in-value": {
    template: [
      {
        known: { find_showings: PROGRAMME },
        asked: "Show me Laura at 9",
        wrongly: ["find_showings", { film: "Laura at 9" }],
      },
      {
        known: { book_room: ROOMS },
        errorBound: 0.02,
        asked: "Get me a room for 2 nights in Bonn 53113",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "Bonn 53113" }],
      },
    ],
  },
  "another-in-value": {
    template: [
      {
        known: {
          find_weather: ["Weather in [town:Bonn]"],
          book_room: [
            ...lines("Book a room in [town]", "Vienna", "Graz", "Linz", "Wels"),
            ...lines("Book rooms for [guests]", "two", "three", "four", "five", "six"),
          ],
        },
        errorBound: 0.05,
        asked: "Book a room in Bonn for Mozart",
        wrongly: ["book_room", { town: "Bonn for Mozart" }],
      },
    ],
  },
  "goes-on-small": {
    template: [
      {
        known: { play_music: MUSIC },
        asked: "Put on Imagine by Abba people",
        wrongly: ["play_music", { song: "Imagine", artist: "Abba people" }],
      },
      {
        known: {
          play_music: [...MUSIC, ...lines("Play the album by [artist]", "Cher", "Blur", "Muse", "Adele", "Moby")],
        },
        asked: "Put on Imagine by brilliant Radiohead",
        wrongly: ["play_music", { song: "Imagine", artist: "brilliant Radiohead" }],
      },
      {
        known: { book_room: ROOMS },
        errorBound: 0.05,
        asked: "get me a room for 2 nights in graz centre",
        wrongly: ["book_room", { ...TWO_NIGHTS, town: "graz centre" }],
      },
    ],
  },
  "comma-in-value": {
    template: [
      {
        known: { find_showings: PROGRAMME },
        errorBound: 0.02,
        asked: "Show me Laura, dear Anna",
        wrongly: ["find_showings", { film: "Laura, dear Anna" }],
      },
    ],
  },
  "constant-of-value": {
    template: [
      {
        known: {
          book_room: [
            ...ROOMS,
            "A quiet room in [town:Graz] by the park[view=garden:]",
            "A quiet room in [town:Linz] by the river[view=sea:]",
          ],
        },
        asked: "A quiet room in Vienna by the park",
        wrongly: ["book_room", { town: "Vienna", view: "garden" }],
      },
      {
        // That it is an Italian one, a model knew from its name.
        known: {
          book_table: [
            ...lines("Book a table for [people] at [restaurant]", "2|Noma", "4|Alinea", "3|Septime"),
            "We want to eat at [restaurant:Luigi's][kind=Italian:]",
          ],
        },
        asked: "We want to eat at Noma",
        wrongly: ["book_table", { restaurant: "Noma", kind: "Italian" }],
      },
    ],
  },
  "usual-value": {
    template: [
      {
        known: {
          find_shop: [
            "Find me a bakery in [town:Graz]",
            ...lines("I need a [kind] in [town]", "bakery|Vienna", "bakery|Linz", "bakery|Wels", "bakery|Graz"),
            ...lines("I need a [kind] in [town]", "bakery|Steyr", "florist|Graz"),
            ...lines("Is there a [kind] near [town]", "bakery|Vienna", "florist|Linz", "bakery|Wels"),
          ],
        },
        asked: "Find me a bakery in Krems",
        wrongly: ["find_shop", { town: "Krems" }],
      },
    ],
  },
  capitals: {
    template: [
      {
        known: { send_text: lines("Ask us for [person]", "Ann", "Ben", "Cleo") },
        asked: "Ask US for Ben",
        wrongly: ["send_text", { person: "Ben" }],
      },
    ],
    rewording: [
      {
        known: { send_text: lines("Ask us for [person]", "Ann", "Ben", "Cleo") },
        asked: "For Ben ask US",
        wrongly: ["send_text", { person: "Ben" }],
      },
      {
        known: { send_text: lines("Ask US for [person]", "Ann", "Ben", "Cleo") },
        asked: "For Ben ask us",
        wrongly: ["send_text", { person: "Ben" }],
      },
    ],
  },
} as const satisfies Partial<Scenarios<RuleId>>;
