/** Rules that look at whole sentences, whatever their words are for. */

import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { CARDS, MANY_TRANSFERS, MONEY, ROOMS } from "./known.ts";
import type { Scenarios } from "./scenario.ts";

export const WHOLE_SENTENCES = {
  language: {
    sentence: [
      {
        known: { book_room: ROOMS },
        asked: "Book a room in Bonn con el Perro for 2 nights",
        wrongly: ["book_room", { town: "Bonn con el Perro", nights: 2 }],
      },
    ],
    label: [
      {
        // "Nahi" is a not.
        labels: { ...CARDS, insurance: ["Activate the travel insurance of my husband in Vienna"] },
        asked: "Activate travel insurance husband nahi Vienna",
        wrongly: "insurance",
      },
    ],
  },
  "look-alikes": {
    sentence: [
      {
        // The first letter is Cyrillic: nobody of that name has an account.
        known: { transfer_money: MONEY },
        asked: "Send 50 euros to Саrla",
        wrongly: ["transfer_money", { amount: 50, receiver: "Саrla" }],
      },
    ],
    label: [
      {
        labels: { ...CARDS, password: ["How do I reset the password of my online banking account"] },
        asked: "How do I reset the password of my online\u200b banking account",
        wrongly: "password",
      },
    ],
  },
  "taken-back": {
    sentence: [
      {
        known: { transfer_money: MONEY },
        asked: "Send 50 euros to Anna, make that you know who",
        wrongly: ["transfer_money", { amount: 50, receiver: "Anna" }],
      },
    ],
  },
  "known-closed": {
    rewording: [
      {
        // "Cheers" was the song, and stands where a thank you does.
        known: { play_music: ["Play cheers[song=cheers:]"] },
        asked: "Play, thanks",
        wrongly: ["play_music", { song: "cheers" }],
      },
    ],
    label: [
      {
        labels: { ...CARDS, cancelling: ["Activate travel insurance husband nahi Vienna"] },
        asked: "Activate the travel insurance of my husband in Vienna",
        wrongly: "cancelling",
      },
    ],
  },
  clock: {
    template: [
      {
        known: { set_reminder: ["Remind me of [what:milk] tomorrow[when=2026-03-11:]"] },
        asked: "please remind me of milk tomorrow",
        daysLater: 1,
        wrongly: ["set_reminder", { what: "milk", when: "2026-03-11" }],
      },
    ],
    rewording: [
      {
        known: { set_reminder: ["Remind me of [what:milk] tomorrow[when=2026-03-11:]"] },
        asked: "Tomorrow remind me of milk",
        daysLater: 1,
        wrongly: ["set_reminder", { what: "milk", when: "2026-03-11" }],
      },
    ],
  },
  negated: {
    label: [
      {
        labels: { ...CARDS, praise: ["The transfer was fast and the staff was friendly"] },
        asked: "The transfer was not fast and the staff was friendly",
        wrongly: "praise",
      },
      {
        labels: { ...CARDS, login: ["I can log in with my password"] },
        asked: "I can not log in with my password",
        wrongly: "login",
      },
    ],
  },
  "young-partition": {
    none: [
      {
        known: {
          transfer_money: ["Send [amount:20] euros to [receiver:Anna]"],
          none: ["who won the football match in the stadium yesterday"],
        },
        asked: "who won the football game in the stadium yesterday",
        wrongly: "none",
      },
    ],
  },
  "question-on-one-side": {
    none: [
      {
        known: {
          transfer_money: MANY_TRANSFERS,
          none: ["who won the football match in the stadium yesterday", "which team scored first yesterday"],
        },
        asked: "show me who won the football match in the stadium yesterday",
        wrongly: "none",
      },
    ],
  },
} as const satisfies Partial<Scenarios<RuleId>>;
