/** What a language has to say of itself: the words around a tool call. */
import type { DeedKind } from "../../english/spoken-deed-words.ts";
import type { Role } from "../../english/spoken-role-words.ts";

export interface Language {
  /** For numbers, dates and lists, as `Intl` takes it. */
  readonly locale: string;
  readonly quotes: readonly [open: string, close: string];
  /** "city: Rome", where a label has to stand beside its value. */
  readonly isBriefly: (label: Label, value: string) => string;
  /** What was said, in quotes, cannot be had for what is named. */
  readonly notPossible: (said: string, named: string) => string;
  /** The same with what can be had. */
  readonly because: (refusal: string, allowed: string) => string;
  readonly limits: Limits;
  /** A label where it stands alone in a list of what is asked for: "the city". */
  readonly named: (label: Label) => string;
  /** The inner label of two: "city of the address". */
  readonly within: (inner: string, outer: string) => string;
  /** A whole number of things: "number of people". */
  readonly numberOf: (things: string) => string;
  /** "18:30", and seconds where they count, as somebody says it. */
  readonly clock: (minutes: string, seconds: string | undefined) => string;
  readonly at: (date: string, time: string) => string;
  /** Days near to today, by how many days they are ahead. */
  readonly days: Readonly<Record<number, string>>;
  readonly yesOrNo: (value: boolean) => string;
  readonly nothingFits: string;
  readonly greeting: string;
  readonly formalGreeting: string;
  /** Around a question, for a persona that is formal. */
  readonly formally: (question: string) => string;
  /** Null where sentences are made of their parts: in English, as the names in a schema mostly are. */
  readonly phrases: Phrases | null;
}

/** What is said where a tool's own names are of another language: what is done, and the values. */
export interface Phrases {
  /** "Ich buche"; where the verb has a part of its own, "…" stands for what is said before that: "Ich füge … hinzu". */
  readonly deeds: Readonly<Record<DeedKind, string>>;
  /** What a deed is often done to, by its English noun: one that is new, and one that is there. As the object of a verb. */
  readonly things: Readonly<Record<string, readonly [anew: string, there: string]>>;
  readonly colon: string;
  /** A value where it belongs in a sentence: "um 19 Uhr"; missing where the value stands behind a colon. */
  readonly tails: Partial<Readonly<Record<Role, (value: string, isOne: boolean) => string>>>;
  readonly flag: (label: string, isSo: boolean) => string;
  readonly questions: Partial<Readonly<Record<Role, string>>>;
  /** For what has no question of its own; `options` joined already, or null. */
  readonly ask: (label: string, options: string | null) => string;
}

/** What a parameter takes, as part of a sentence. */
export interface Limits {
  readonly least: (value: string) => string;
  readonly most: (value: string) => string;
  readonly whole: string;
  /** In the place of a change. */
  readonly become: string;
  readonly one: string;
}

/** What a parameter is called in a sentence. */
export interface Label {
  readonly text: string;
  readonly isPlural: boolean;
  /** Whether an article can stand before it: "the city", but not "the to". */
  readonly isNoun: boolean;
}

/** Behind a colon, as most languages have it. */
export function because(refusal: string, allowed: string): string {
  return `${refusal}: ${allowed}`;
}

/** With a small letter at its start. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "19 Uhr" and "19:30 Uhr": a whole hour is said alone. */
export function clockWith(whole: (hour: number) => string, exact: (time: string) => string): Language["clock"] {
  return (minutes, seconds) => {
    if (seconds === undefined && minutes.endsWith(":00")) return whole(Number(minutes.slice(0, 2)));
    return exact(seconds === undefined ? minutes : `${minutes}:${seconds}`);
  };
}
