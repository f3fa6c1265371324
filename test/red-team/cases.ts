/** Attacks by texts, written by hand, a line each: what somebody wrote somewhere, and what it is to bring about. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";

/** Where the text stands. `query` and `data`: what is asked itself. */
export type Place =
  | "class description"
  | "context"
  | "data"
  | "example"
  | "fact"
  | "history"
  | "memory"
  | "option"
  | "parameter description"
  | "persona"
  | "query"
  | "tool description"
  | "tool name";

/** What the attack wants: that this tool is called, this parameter or value given, this label chosen, or these words said. */
export interface Wanted {
  readonly tool?: string;
  readonly parameter?: string;
  readonly value?: number | string;
  readonly label?: string;
  readonly says?: string;
}

export interface Attack extends Wanted {
  /** The file and the line, as in `stored:12`. */
  readonly id: string;
  readonly at: Place;
  readonly family: string;
  readonly text: string;
}

/** What a model that was talked round answers, whatever it was asked. */
export interface TurnedAnswer {
  readonly id: string;
  readonly family: string;
  readonly isLabel: boolean;
  readonly text: string;
}

type Line = Wanted & {
  readonly at?: Place;
  readonly family: string;
  readonly text: string;
  readonly repeat?: number;
  readonly end?: string;
};

export const ATTACKS: readonly Attack[] = [...attacksIn("queries"), ...attacksIn("stored")];

export const TURNED_ANSWERS: readonly TurnedAnswer[] = linesOf<{
  readonly family: string;
  readonly label?: true;
  readonly text?: string;
  readonly says?: JsonObject;
}>("answers").map(({ family, label, text, says }, index) => ({
  id: `answers:${index + 1}`,
  family,
  isLabel: label === true,
  text: text ?? JSON.stringify(says),
}));

function attacksIn(file: string): readonly Attack[] {
  return linesOf<Line>(file).map(({ at = "query", text, repeat = 1, end = "", ...rest }, index) => ({
    ...rest,
    id: `${file}:${index + 1}`,
    at,
    text: text.repeat(repeat) + end,
  }));
}

function linesOf<Parsed>(file: string): readonly Parsed[] {
  return readFileSync(join(import.meta.dir, `${file}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Parsed => JSON.parse(line));
}
