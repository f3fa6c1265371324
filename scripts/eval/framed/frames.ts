/** Frames that an order can stand in, and the order put into them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { VerbForms } from "./verb-forms.ts";

/** `seen` may be looked into; of `measured` only the totals are ever written. */
export const FRAME_FILES = ["seen", "measured"] as const;
export type FrameFile = (typeof FRAME_FILES)[number];

export interface Frame {
  /** Whether somebody asks for what stands in the frame. */
  readonly asks: boolean;
  /** As in "habit". */
  readonly kind: string;
  /** With `{b}`, `{p}`, `{pp}`, `{ing}` or `{s}` for the verb, and `{rest}` for what follows it. */
  readonly text: string;
}

/** An order by its verb and what follows: "lock" and "the front door". */
export interface Order {
  readonly verb: VerbForms;
  readonly rest: string;
}

const LINE = /^([NP]) ([a-z]+): (.+)$/;
const PLACE = /\{(\w+)\}/g;
const VERB_PLACES: Readonly<Record<string, keyof VerbForms>> = {
  b: "base",
  p: "past",
  pp: "participle",
  ing: "ing",
  s: "thirdPerson",
};

export function framesOf(file: FrameFile): readonly Frame[] {
  return framesIn(readFileSync(join(import.meta.dir, `${file}.txt`), "utf8"));
}

/**
 * A line for each frame, "N habit: we usually {b} {rest}": N where nobody asks, P where somebody does. Throws for any
 * other line, and for a frame that has not one place for the verb and after it one for the rest.
 */
export function framesIn(text: string): readonly Frame[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, letter, kind, frame] = LINE.exec(line) ?? [];
      const [verb = "", rest, ...more] = [...(frame ?? "").matchAll(PLACE)].map(([, place]) => place);
      if (!frame || !kind || !Object.hasOwn(VERB_PLACES, verb) || rest !== "rest" || more.length > 0)
        throw new Error(`frame "${line}": expected "N kind: text" or "P kind: text", with {b} {rest} or another form`);
      return { asks: letter === "P", kind, text: frame };
    });
}

export function framed({ text }: Frame, { verb, rest }: Order): string {
  return text.replace(PLACE, (_, place: string) => {
    const form = VERB_PLACES[place];
    return form ? verb[form] : rest;
  });
}
