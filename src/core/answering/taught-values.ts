/** What an owner says of some words, where a model has read the same words otherwise. */
import { contentHashOf, type JsonValue } from "../json.ts";
import type { LocalTime } from "../local-time.ts";
import type { DraftCall } from "../ports/models.ts";
import { isWithin, overlaps, type Span } from "../span.ts";
import type { NearCase, PlacedCase } from "../teaching/case-book.ts";
import { countedFrom } from "../teaching/counted-days.ts";
import type { Tool } from "../toolset.ts";
import type { Drafted } from "./drafted-call.ts";
import { evidenceOf, placeInQuery } from "./evidence.ts";
import { CASE_SIMILARITY_MIN } from "./recollections.ts";
import type { Offered } from "./resolved-call.ts";
import { dayOf } from "./taught-calls.ts";
import { checkParameters } from "./tool-call.ts";

interface Told extends Pick<Drafted, "reminders"> {
  readonly query: string;
  readonly now: LocalTime;
  /** What the draft's positions are of. */
  readonly offered: readonly Offered[];
}

/** A value that the case has, and where the query says it in the case's words. */
interface Said {
  readonly name: string;
  readonly value: JsonValue;
  readonly place: Span;
}

/** Dates and times as they are written in a call. */
const DATED = /^\d{4}-\d\d-\d\d|^\d\d:\d\d/;

/**
 * The call with the values that the nearest case has for words which stand in the query as they stand in the case. Only of the same tool, and
 * only where the model has read those words otherwise, less of them, or nothing: a value that it read elsewhere is the query's own, unless the
 * words there are another value of the case.
 */
export function withTaughtValues(
  draft: DraftCall,
  { placed, similarity }: NearCase,
  { offered, query, now, reminders }: Told,
): DraftCall {
  const { positions, taught } = placed;
  const tool = draft.tool === null ? undefined : offered[draft.tool]?.tool;
  const isOne = positions.length === 1 && (draft.others ?? []).length === 0;
  if (!tool || !isOne || draft.tool !== positions[0] || similarity < CASE_SIMILARITY_MIN) return draft;
  const settled = settledAmong(
    draft,
    saidIn(placed, { query, tool, now }).filter((one) => isReadOtherwise(draft, one)),
  );
  if (settled.length === 0) return draft;
  const values = settled.map(({ name, value }) => [name, value] as const);
  const places = settled.map(({ name, place }) => [name, place] as const);
  const told = reminders.findIndex(({ memory }) => memory.kind === "example" && memory.query === taught.text);
  return {
    ...draft,
    parameters: { ...draft.parameters, ...Object.fromEntries(values) },
    spans: { ...draft.spans, ...Object.fromEntries(places) },
    // What it said of the values that it read is not true of these.
    text: null,
    usedMemories: told < 0 ? draft.usedMemories : [...new Set([...draft.usedMemories, told])],
  };
}

/** But where the model has read more words than the case's: what says more is the query's own. */
function isReadOtherwise(draft: DraftCall, { name, value, place }: Said): boolean {
  const span = spanIn(draft, name);
  if (isSame(draft.parameters[name], value)) return false;
  return span === null || !isWithin(place, span) || isWithin(span, place);
}

/** Those whose words no other parameter has, and whose parameter has no other words: as several become others at once, until none goes. */
function settledAmong(draft: DraftCall, candidates: readonly Said[]): readonly Said[] {
  const settled = candidates.filter(({ name, place }) => {
    const span = spanIn(draft, name);
    const isFree = Object.keys(draft.parameters).every((other) => {
      const held = other === name ? null : spanIn(draft, other);
      return !held || !overlaps(held, place) || candidates.some((one) => one.name === other);
    });
    const isItsOwn =
      span === null ||
      overlaps(span, place) ||
      candidates.some((one) => one.name !== name && overlaps(one.place, span));
    return isFree && isItsOwn;
  });
  return settled.length === candidates.length ? settled : settledAmong(draft, settled);
}

/** The values of the case whose words stand in the query too, once. What is counted from the day holds for that day. */
function saidIn(
  { taught, dependsOnClock }: PlacedCase,
  { query, tool, now }: { readonly query: string; readonly tool: Tool; readonly now: LocalTime },
): readonly Said[] {
  const [call, ...others] = taught.right.kind === "calls" ? taught.right.calls : [];
  if (!call || others.length > 0) return [];
  const then = { ...now, at: countedFrom(taught) };
  const isOld = dependsOnClock && dayOf(then) !== dayOf(now);
  const { parameters, defaultsApplied } = checkParameters(tool, call.parameters);
  const evidence = evidenceOf(parameters, tool.parameters, defaultsApplied, {
    ...{ query: taught.text, context: null, history: [], answered: [], memories: [], spans: {}, now: then },
  });
  return Object.entries(parameters).flatMap(([name, value]): Said[] => {
    const said = placeInQuery(evidence[name]);
    if (said === null || typeof value === "boolean") return [];
    if (isOld && typeof value === "string" && DATED.test(value)) return [];
    const place = onlyPlaceOf(taught.text.slice(said.start, said.end), query);
    return place ? [{ name, value: value as JsonValue, place }] : [];
  });
}

/** Where the words stand, as whole words and once; null otherwise. */
function onlyPlaceOf(words: string, query: string): Span | null {
  const [heard, sought] = [query.toLowerCase(), words.toLowerCase()];
  // Letters that are longer in the other case would move all that comes after them.
  if (sought.trim() === "" || heard.length !== query.length) return null;
  const places: Span[] = [];
  for (let start = heard.indexOf(sought); start >= 0; start = heard.indexOf(sought, start + 1)) {
    const end = start + sought.length;
    if (!isInWord(heard, start) && !isInWord(heard, end)) places.push({ start, end });
  }
  const [only, ...more] = places;
  return only && more.length === 0 ? only : null;
}

/** Whether a word goes on over that place. */
function isInWord(text: string, at: number): boolean {
  const isOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  return isOfWord(text[at - 1]) && isOfWord(text[at]);
}

function spanIn({ spans }: Pick<DraftCall, "spans">, name: string): Span | null {
  return Object.hasOwn(spans, name) ? (spans[name] ?? null) : null;
}

function isSame(one: JsonValue | undefined, other: JsonValue): boolean {
  return one !== undefined && contentHashOf(one) === contentHashOf(other);
}
