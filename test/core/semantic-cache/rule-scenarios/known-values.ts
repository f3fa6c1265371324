/** Rules for the values of a known call in other words. */
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { FILMS, MUSIC, REMINDERS, ROOMS } from "./known.ts";
import { lines, type Scenarios } from "./scenario.ts";

export const KNOWN_VALUES = {
  "value-missing": {
    rewording: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room for 2 nights",
        wrongly: ["book_room", { town: "Bregenz", nights: 2 }],
      },
    ],
  },
  "written-otherwise": {
    rewording: [
      {
        known: { look_up_parcel: ["Look up the parcel [parcel:xK9fQ2]"] },
        asked: "Parcel xK9FQ2, look it up",
        wrongly: ["look_up_parcel", { parcel: "xK9fQ2" }],
      },
    ],
  },
  "little-word": {
    rewording: [
      {
        known: { find_weather: ["What is the weather like in [state=Maine:ME]"] },
        asked: "Tell me what the weather is like",
        wrongly: ["find_weather", { state: "Maine" }],
      },
    ],
  },
  "values-moved": {
    rewording: [
      {
        known: { move_stock: ["Move [item:bolts] from [from_store:Leeds] to [to_store:York]"] },
        asked: "Move bolts to Leeds from York",
        wrongly: ["move_stock", { item: "bolts", from_store: "Leeds", to_store: "York" }],
      },
      {
        known: { move_stock: ["Move the [item:bolts] from Leeds to [to_store:York]"] },
        asked: "Move the bolts from York to Leeds",
        wrongly: ["move_stock", { item: "bolts", to_store: "York" }],
      },
      {
        known: { play_music: ["Play [song:Genesis] by [artist:Justice]"] },
        asked: "Play Justice, Genesis",
        wrongly: ["play_music", { song: "Genesis", artist: "Justice" }],
      },
      {
        known: { plan_route: ["Drive to [stops:Linz] and then to [stops:Graz]"] },
        asked: "To Graz and then to Linz, drive",
        wrongly: ["plan_route", { stops: ["Linz", "Graz"] }],
      },
    ],
  },
  "numbers-moved": {
    rewording: [
      {
        known: { print_pages: ["Print pages 3 to 5 of the [document:menu][pages=3-5:]"] },
        asked: "Print pages 5 to 3 of the menu",
        wrongly: ["print_pages", { document: "menu", pages: "3-5" }],
      },
    ],
  },
  "other-negated": {
    rewording: [
      {
        known: { move_stock: ["Move the [item:bolts] from [from_store:York] and not from Leeds"] },
        asked: "Move the bolts not from York and from Leeds",
        wrongly: ["move_stock", { item: "bolts", from_store: "York" }],
      },
    ],
  },
  "date-unread": {
    rewording: [
      {
        known: {
          set_reminder: [...REMINDERS, "On my way home, remind me [day=2026-03-13:Friday] of [what:flour]"],
        },
        asked: "Remind me next Friday of flour",
        wrongly: ["set_reminder", { day: "2026-03-13", what: "flour" }],
      },
    ],
  },
  "another-tool": {
    candidate: [
      {
        known: {
          find_showings: [...FILMS, "Show me what is in [film:Chicago]"],
          find_weather: ["Show me how it is in [town:Linz]"],
        },
        asked: "Show me how it is in Chicago",
        wrongly: ["find_showings", { film: "Chicago" }],
      },
    ],
  },
  sign: {
    template: [
      {
        known: { book_room: ROOMS },
        asked: "Get me a room for 2 nights in Bonn ✨",
        wrongly: ["book_room", { nights: 2, town: "Bonn" }],
      },
      {
        known: { book_room: ROOMS },
        asked: "Get me a room for 2 nights in Bonn!",
        wrongly: ["book_room", { nights: 2, town: "Bonn" }],
      },
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Bonn 🎉 Beuel for 2 nights",
        wrongly: ["book_room", { nights: 2, town: "Bonn 🎉 Beuel" }],
      },
      {
        known: { book_room: ROOMS },
        errorBound: 0.05,
        asked: "Get me a room for 2 nights in Bonn ~",
        wrongly: ["book_room", { nights: 2, town: "Bonn ~" }],
      },
      {
        known: {
          rate_book: lines("Rate [book] a [stars]", "Emma|3", "Ulysses|4", "Dracula|2", "Candide|5", "Persuasion|1"),
        },
        asked: "Rate The Silent Speaker? a 1",
        wrongly: ["rate_book", { book: "The Silent Speaker?", stars: 1 }],
      },
      {
        // The model took the sign for the title's: whether it would again, nobody can tell.
        known: { play_music: lines("Play the single [song]", "Creep", "Hurt", "Angie", "Imagine", "Who Are You?") },
        asked: "Play the single Waterloo",
        wrongly: ["play_music", { song: "Waterloo" }],
      },
    ],
    rewording: [
      {
        known: { play_music: [...MUSIC, "Play the song [song:Help!]"] },
        asked: "Play a song to help me",
        wrongly: ["play_music", { song: "Help!" }],
      },
    ],
  },
} as const satisfies Partial<Scenarios<RuleId>>;
