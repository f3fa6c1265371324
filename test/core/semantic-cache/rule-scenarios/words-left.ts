/** Rules for words that only one of two sentences has. */
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { BOARDS, CARDS, FILMS, HEATING, LIGHTS, MANY_TRANSFERS, ROOMS, SHOPS, STOCK } from "./known.ts";
import { lines, type Scenarios } from "./scenario.ts";

const GRAZ = ["book_room", { town: "Graz", nights: 2 }] as const;
const GRAZ_FIVE = ["book_room", { town: "Graz", nights: 5 }] as const;
const GRAZ_NINE = ["book_room", { town: "Graz", nights: 9 }] as const;
const PANTRY = ["dim_light", { room: "pantry", percent: 20 }] as const;

export const WORDS_LEFT = {
  "number-left": {
    rewording: [
      {
        known: { dim_light: [...LIGHTS, "Dim lamp 3 in the [room:pantry] to [percent:20] percent"] },
        asked: "Dim the lamp in the pantry to 20 percent",
        wrongly: PANTRY,
      },
      {
        known: { dim_light: [...LIGHTS, "Dim socket L4 in the [room:pantry] to [percent:20] percent"] },
        asked: "Dim the socket in the pantry to 20 percent",
        wrongly: PANTRY,
      },
    ],
    label: [
      {
        labels: { ...CARDS, line: ["How do I reset line 3"] },
        asked: "How do I reset line 4",
        wrongly: "line",
      },
    ],
  },
  "turning-word-left": {
    rewording: [
      {
        known: { dim_light: [...LIGHTS, "Never let the [room:pantry] go over [percent:20] percent"] },
        asked: "Let the pantry go over 20 percent",
        wrongly: PANTRY,
      },
      {
        known: { dim_light: [...LIGHTS, "Let all but the [room:pantry] go to [percent:20] percent"] },
        asked: "Let all and the pantry go to 20 percent",
        wrongly: PANTRY,
      },
    ],
    none: [
      {
        known: {
          transfer_money: MANY_TRANSFERS,
          none: ["who won the football match in the stadium yesterday", "which team scored first yesterday"],
        },
        asked: "who has not won the football match in the stadium yesterday",
        wrongly: "none",
      },
    ],
    label: [
      {
        labels: { ...CARDS, mail: ["Tell me about a delivery of my statements by mail"] },
        asked: "Tell me about stops of a delivery of my statements by mail",
        wrongly: "mail",
      },
    ],
  },
  "unit-left": {
    rewording: [
      {
        known: { cut_board: [...BOARDS, "Saw [length:70] inches off the [wood:oak]"] },
        asked: "Saw 70 off the oak",
        wrongly: ["cut_board", { length: 70, wood: "oak" }],
      },
    ],
  },
  "time-left": {
    rewording: [
      {
        known: { dim_light: [...LIGHTS, "Keep the [room:pantry] at [percent:20] percent at night"] },
        asked: "Keep the pantry at 20 percent",
        wrongly: PANTRY,
      },
    ],
  },
  "limit-left": {
    rewording: [
      {
        known: { dim_light: [...LIGHTS, "Keep the [room:pantry] at least at [percent:20] percent"] },
        asked: "Keep the pantry at 20 percent",
        wrongly: PANTRY,
      },
    ],
  },
  "opposites-left": {
    rewording: [
      {
        known: {
          dim_light: [
            ...LIGHTS,
            "Turn the [room:pantry] up to [percent:20] percent",
            "Turn the [room:hall] down by the door to [percent:30] percent",
          ],
        },
        asked: "Turn the pantry down to 20 percent",
        wrongly: PANTRY,
      },
      {
        known: { move_stock: [...STOCK, "The [item:bolts] go from [from_store:Leeds]"] },
        asked: "The bolts go to Leeds",
        wrongly: ["move_stock", { item: "bolts", from_store: "Leeds" }],
      },
    ],
    none: [
      {
        known: {
          transfer_money: MANY_TRANSFERS,
          none: ["who won the football match in the stadium yesterday morning", "which team scored first yesterday"],
        },
        asked: "who won the football match in the stadium yesterday evening",
        wrongly: "none",
      },
    ],
    label: [
      {
        labels: { ...CARDS, deposit: ["I want to deposit money on my savings account"] },
        asked: "I want to withdraw money on my savings account",
        wrongly: "deposit",
      },
      {
        labels: { ...CARDS, praise: ["The staff in the branch was friendly to me"] },
        asked: "The staff in the branch was rude to me",
        wrongly: "praise",
      },
    ],
  },
  "tense-left": {
    rewording: [
      { known: { book_room: ROOMS }, asked: "I booked the room in Graz for 2 nights", wrongly: GRAZ },
      {
        known: { book_room: [...ROOMS, "A room in [town:Graz] for [nights:9] nights"] },
        asked: "There was a room in Graz for 9 nights",
        wrongly: GRAZ_NINE,
      },
    ],
  },
  "said-on-top": {
    rewording: [
      { known: { book_room: ROOMS }, asked: "Remind me to book a room in Graz for 2 nights", wrongly: GRAZ },
      { known: { book_room: ROOMS }, asked: "He wants to book a room in Graz for 2 nights", wrongly: GRAZ },
      { known: { book_room: ROOMS }, asked: "I already have a room in Graz for 5 nights", wrongly: GRAZ_FIVE },
      { known: { book_room: ROOMS }, asked: "She needs a room in Graz for 5 nights", wrongly: GRAZ_FIVE },
      {
        known: { transfer_money: MANY_TRANSFERS },
        asked: "50 euros, send to Anna by post",
        wrongly: ["transfer_money", { amount: 50, receiver: "Anna" }],
      },
    ],
  },
  "no-name": {
    rewording: [
      {
        known: { find_showings: FILMS },
        asked: "I have to say goodbye",
        wrongly: ["find_showings", { film: "Goodbye" }],
      },
    ],
  },
  "question-left": {
    rewording: [
      { known: { book_room: ROOMS }, asked: "Should I book a room in Graz for 2 nights", wrongly: GRAZ },
      {
        known: { book_room: [...ROOMS, "Is the room in [town:Graz] mine for [nights:9] nights"] },
        asked: "Make the room in Graz mine for 9 nights",
        wrongly: GRAZ_NINE,
      },
    ],
  },
  "number-turned": {
    rewording: [
      {
        known: { dim_light: LIGHTS },
        asked: "Dim the bar by 60 percent",
        wrongly: ["dim_light", { room: "bar", percent: 60 }],
      },
      {
        known: { dim_light: [...LIGHTS, "Dim the [room:pantry] by [percent:20] percent"] },
        asked: "Dim the pantry, 20 percent",
        wrongly: PANTRY,
      },
      {
        known: { dim_light: [...LIGHTS, "Dim the [room:pantry], [percent:20] percent"] },
        asked: "Dim the pantry by 20 percent",
        wrongly: PANTRY,
      },
    ],
  },
  "strange-at-value": {
    rewording: [
      {
        known: { book_room: [...ROOMS, "Book a room in [town:Graz] for [nights:9] nights"] },
        asked: "Book me for 9 nights a room in coastal Graz",
        wrongly: GRAZ_NINE,
      },
      {
        known: { book_room: [...ROOMS, "Book a room in [town:Graz] for [nights:9] nights"] },
        asked: "Book me a room in Graz suburbs for 9 nights",
        wrongly: GRAZ_NINE,
      },
      {
        known: { transfer_money: MANY_TRANSFERS },
        asked: "Send 50 euros to the treacherous Anna",
        wrongly: ["transfer_money", { amount: 50, receiver: "Anna" }],
      },
      {
        known: { transfer_money: [...MANY_TRANSFERS, "Please pay to [receiver:Dora] [amount:99] euros"] },
        asked: "Please pay Dora crisp 99 euros",
        wrongly: ["transfer_money", { receiver: "Dora", amount: 99 }],
      },
    ],
  },
  "longer-value": {
    rewording: [
      {
        known: { find_shop: SHOPS },
        asked: "Find me a wall paper shop in Graz",
        wrongly: ["find_shop", { kind: "paper shop", town: "Graz" }],
      },
      {
        known: {
          find_shop: [
            ...SHOPS,
            "I need a [kind:bike shop rental] near [town:Linz]",
            "Is there a rental, a [kind:boat shop], in [town:Linz]",
          ],
        },
        asked: "Find me a bike shop rental in Graz",
        wrongly: ["find_shop", { kind: "bike shop", town: "Graz" }],
      },
    ],
  },
  "another-value": {
    rewording: [
      {
        known: { dim_light: HEATING },
        asked: "Set the heating in the office and the kitchen to 20 percent",
        wrongly: ["dim_light", { room: "kitchen", percent: 20 }],
      },
      {
        known: { dim_light: HEATING },
        asked: "Set the heating in the office to 20 percent, as in the kitchen",
        wrongly: ["dim_light", { room: "kitchen", percent: 20 }],
      },
    ],
  },
  "owner-left": {
    rewording: [
      {
        known: { book_room: [...ROOMS, "Book the room in my name in [town:Graz] for [nights:9] nights"] },
        asked: "Book the room in my sister's name in Graz for 9 nights",
        wrongly: GRAZ_NINE,
      },
      {
        known: { book_room: [...ROOMS, "Book the room in my sister's name in [town:Graz] for [nights:9] nights"] },
        asked: "Book the room in my name in Graz for 9 nights",
        wrongly: GRAZ_NINE,
      },
    ],
  },
  "constant-of-gone-word": {
    rewording: [
      {
        known: { book_room: [...ROOMS, "Book me a quiet room in [town:Graz] by the park[view=garden:]"] },
        asked: "Book me a quiet room in Graz",
        wrongly: ["book_room", { town: "Graz", view: "garden" }],
      },
    ],
  },
  "constant-of-new-word": {
    rewording: [
      {
        known: { book_room: [...ROOMS, "A room with flowers in [town:Graz][view=garden:]"] },
        asked: "A room with dolphins and flowers in Graz",
        wrongly: ["book_room", { town: "Graz", view: "garden" }],
      },
    ],
  },
  "young-tool": {
    rewording: [
      {
        known: {
          book_room: lines("Book a room in [town] for [nights] nights", "Vienna|3", "Salzburg|2", "Linz|4", "Graz|2"),
        },
        asked: "Inspect a room in Graz for 2 nights",
        wrongly: GRAZ,
      },
    ],
  },
} as const satisfies Partial<Scenarios<RuleId>>;
