/** The pairs of `spoken-pairs.txt`: what is said in other languages, and what differs from it by one small thing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { annotated } from "./notation.ts";
import type { Pair } from "./pairs.ts";

const HEADING = "== ";
const SEPARATOR = " | ";

/** `about` is the language, as in "de". Each of four sentences makes a pair with the one that stands before it. */
export const SPOKEN_PAIRS: readonly Pair[] = pairsIn(
  readFileSync(join(import.meta.dir, "spoken-pairs.txt"), "utf8").split("\n"),
);

function pairsIn(lines: readonly string[]): readonly Pair[] {
  let about = "";
  return lines.flatMap((line) => {
    if (line.startsWith(HEADING)) about = line.slice(HEADING.length);
    const [tool = "", known = "", ...others] = line.split(SEPARATOR);
    if (line.startsWith("#") || others.length === 0) return [];
    return others.map((asked) => ({ about, tool, known: annotated(known), asked: annotated(asked) }));
  });
}
