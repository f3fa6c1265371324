/** "Don't leave the gate open" asks to close it: a wish that is said by what is not to be is read as what is to be done. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { holdsText } from "../choosing/held-text.ts";
import { verbOfStem } from "../choosing/same-deeds.ts";
import { type PartText, partOf } from "./part-text.ts";

const WORDS = ENGLISH.wishes;

/** What asks for the contrary of each way to be. */
const DEEDS: ReadonlyMap<string, string> = new Map(
  WORDS.contraries.flatMap((line) => {
    const [states = "", deed = ""] = line.split("|").map((words) => words.trim());
    return states.split(",").map((state) => [state.trim(), deed] as const);
  }),
);
const STATE = [...DEEDS.keys(), WORDS.undone.replace("(", "(?:")]
  .toSorted((one, other) => other.length - one.length)
  .map((words) => words.replaceAll(" ", "\\s+"))
  .join("|");
const PATTERNS: readonly RegExp[] = [WORDS.leaves(STATE), WORDS.stays(STATE), WORDS.goesOn];
const UNDONE = new RegExp(`^${WORDS.undone}$`, "iu");

/** What is asked for, in its own words; null where nothing is asked for so. */
export function wishedIn(query: string): PartText | null {
  if (holdsText(query)) return null;
  const conceded = WORDS.concedes.exec(query);
  if (conceded) return partOf(query, spansIn(conceded));
  for (const pattern of PATTERNS) {
    const match = pattern.exec(query);
    if (!match) continue;
    const { state } = match.groups ?? {};
    const deed = state === undefined ? WORDS.stop : deedFor(state);
    return deed === null ? null : around(deed, query, spansIn(match));
  }
  return null;
}

/** Null where nobody can tell. */
function deedFor(state: string): string | null {
  const said = state.toLowerCase().replaceAll(/\s+/g, " ");
  const known = DEEDS.get(said);
  if (known !== undefined) return known;
  const done = UNDONE.exec(said)?.[1] ?? "";
  const stem = done.replace(/ed$/, "");
  return verbOfStem(stem, ENGLISH.deeds.deeds);
}

function spansIn({ indices }: RegExpExecArray): readonly Span[] {
  return ["thing", "rest"].flatMap((name) => {
    const place = indices?.groups?.[name];
    return place ? [{ start: place[0], end: place[1] }] : [];
  });
}

/** "put … back", around the first of the stretches. */
function around(deed: string, query: string, [thing, ...rest]: readonly Span[]): PartText | null {
  if (!thing) return null;
  const [before = "", behind = ""] = deed.split("…").map((words) => words.trim());
  const first = moved(partOf(query, [thing]), before);
  const last = partOf(query, rest);
  const text = [first.text, behind].filter((words) => words !== "").join(" ");
  return last.text === "" ? { ...first, text } : joined({ ...first, text }, moved(last, text));
}

/** Behind these words. */
function moved({ text, stretches }: PartText, words: string): PartText {
  const by = words.length + 1;
  return { text: `${words} ${text}`, stretches: stretches.map(({ of, at }) => ({ of, at: at + by })) };
}

function joined(one: PartText, both: PartText): PartText {
  return { text: both.text, stretches: [...one.stretches, ...both.stretches] };
}
