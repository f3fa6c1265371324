import { because, type Language, lowered } from "./spoken-language.ts";

export const english: Language = {
  locale: "en-GB",
  quotes: ["“", "”"],
  isBriefly: ({ text }, value) => `${text}: ${value}`,
  notPossible: (said, named) => `${said} is not possible for ${named}`,
  because,
  limits: {
    least: (value) => `at least ${value}`,
    most: (value) => `at most ${value}`,
    whole: "whole numbers only",
    one: "only one of them",
    become: "it takes the final value",
  },
  named: ({ text, isNoun }) => (isNoun ? `the ${text}` : `“${text}”`),
  within: (inner, outer) => `${inner} of the ${outer}`,
  numberOf: (things) => `number of ${things}`,
  clock: (minutes, seconds) => {
    const [hour = 0, minute = "00"] = [Number(minutes.slice(0, 2)), minutes.slice(3)];
    if (seconds === undefined && minute === "00" && hour % 12 === 0) return hour === 0 ? "midnight" : "noon";
    const shown =
      minute === "00" && seconds === undefined ? "" : `:${minute}${seconds === undefined ? "" : `:${seconds}`}`;
    return `${hour % 12 === 0 ? 12 : hour % 12}${shown} ${hour < 12 ? "am" : "pm"}`;
  },
  at: (date, time) => `${date} at ${time}`,
  days: { [-1]: "yesterday", 0: "today", 1: "tomorrow" },
  yesOrNo: (value) => (value ? "yes" : "no"),
  nothingFits: "Sorry, I can’t do that.",
  greeting: "Sure!",
  formalGreeting: "Certainly.",
  formally: (question) => `May I ask: ${lowered(question)}`,
  phrases: null,
};
