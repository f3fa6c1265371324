/** "The first circle has a radius of 5 m, the second one of 10 m": one request for each of what is counted. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { isWithin, type Span } from "#core/span.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { inQuery, type PartText, partOf } from "./part-text.ts";
import type { Piece } from "./request-pieces.ts";
import { holdsOne } from "./value-mentions.ts";

const { ordinals, lastOrdinal } = ENGLISH.requestBorders;
/** What may stand between the beginning of a piece and the word that counts: "and finally on the". */
const LEAD_CHARACTERS_MAX = 24;
const ORDINALS = ordinals.map((words) => countedBy(words));
const LAST = countedBy(lastOrdinal);

function countedBy(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words})(?=\s+\p{L})`, "iu");
}

export interface NumberedPart {
  readonly part: PartText;
  /** What is said of this one alone. */
  readonly own: Span;
}

/** The parts, each with what is said of one thing and of all; none where nothing is counted. */
export function numberedParts(query: string, pieces: readonly Piece[]): readonly NumberedPart[] {
  const starts: { readonly start: number; readonly counted: Span }[] = [];
  let last = 0;
  for (const { start, end, border } of pieces) {
    const counted = countedIn(query.slice(start, end), starts.length);
    if (counted) starts.push({ start, counted: { start: start + counted.start, end: start + counted.end } });
    // Up to the end of its sentence the last one goes on.
    if (counted || border !== "sentence") last = end;
    else if (starts.length > 1) break;
  }
  const [first] = starts;
  if (!first || starts.length < 2) return [];
  const before = withoutCount(query.slice(0, first.start), starts.length);
  return starts.map(({ start, counted }, index) => {
    const own = { start, end: starts[index + 1]?.start ?? last };
    // "First" is no number of anything, nor is how many there are.
    const said = [
      { start, end: counted.start },
      { start: counted.end, end: own.end },
    ];
    return { part: partOf(query, [...before, ...said, { start: last, end: query.length }]), own };
  });
}

function countedIn(text: string, count: number): Span | null {
  for (const words of [ORDINALS[count], ...(count > 1 ? [LAST] : [])]) {
    const found = words?.exec(text);
    if (found && found.index <= LEAD_CHARACTERS_MAX) return { start: found.index, end: found.index + found[0].length };
  }
  return null;
}

/** Without "two" in front of what is counted. */
function withoutCount(text: string, count: number): readonly Span[] {
  const told = numbersIn(text, ENGLISH).find(
    ({ value, start, end }) => value === count && /^\p{L}+$/u.test(text.slice(start, end)),
  );
  if (!told) return [{ start: 0, end: text.length }];
  return [
    { start: 0, end: told.start },
    { start: told.end, end: text.length },
  ];
}

/** What a part says of its own: each value with where it stands in the query. */
export function ownValues(values: readonly ParameterValue[], { part, own }: NumberedPart) {
  return values.flatMap(({ parameter, span, value }) => {
    const place = span && inQuery(part, span);
    return place && isWithin(place, own) && holdsOne(parameter) ? [{ parameter, place, value }] : [];
  });
}

/**
 * Whether each is a call of its own: of one tool all say something else for the same parameter, and the tool has no place
 * for both, as one with `mass_1` and `mass_2` has.
 */
export function areCallsEach(
  told: readonly { readonly tool: ReadableTool; readonly values: ReturnType<typeof ownValues> }[],
  whole: readonly ParameterValue[],
): boolean {
  const [first] = told;
  if (!first || told.some(({ values }) => values.length === 0)) return false;
  if (told.some(({ tool }) => tool !== first.tool)) return new Set(told.map(({ tool }) => tool)).size === told.length;
  return first.values.some(({ parameter }) => {
    const same = told.flatMap(({ values }) => values.filter((value) => value.parameter === parameter));
    const isRead = (place: Span) => whole.some(({ span }) => span !== null && isWithin(place, span));
    return same.length === told.length && !same.every(({ place }) => isRead(place));
  });
}
