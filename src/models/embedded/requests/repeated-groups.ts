/**
 * Values that come in groups which are written alike: "between Rome and Bonn, and between Oslo and Bern", "3 and 4, 5 and 12",
 * "(45, 60) and (81, 27)". Of many values in a row the network marks a few; of one group alone it knows which is which.
 */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { overlaps, type Span } from "#core/span.ts";
import type { JointReading } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { inQuery, type PartText, partOf } from "./part-text.ts";
import type { ValueReader } from "./text-reader.ts";
import { holdsOne } from "./value-mentions.ts";

/** As many values as the tools have of which people ask several in a row. */
const VALUES_OF_GROUP_MAX = 4;
/** Nobody counts more up in one sentence. Each is read by itself. */
const GROUPS_MAX = 8;
/** What has more of them is no sentence of somebody who asks. Each is compared with all that begin behind it. */
const SLOTS_MAX = 64;
/** More words between two values say something else. */
const WORDS_BETWEEN_MAX = 5;

const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}’'.-]*(?:\s+\p{Lu}[\p{L}\p{N}’'.-]*)*/gu;
const QUOTED = /(?<![\p{L}\p{N}])(["“‘'`])(?<said>[^"“”‘’'`]+)["”’'`](?![\p{L}\p{N}])/gu;
const POINTS = /[.'’-]+$/u;
/** What stands between two groups. */
const BETWEEN = new RegExp(String.raw`^(?:[,;]|[,;]?\s*${ENGLISH.requestBorders.joiners})$`, "iu");

type Writing = "name" | "number" | "quoted" | "word";

interface Slot extends Span {
  readonly writing: Writing;
}

/** The groups in the text's order, at least two; none where nothing is said in groups. */
export function groupsIn(text: string): readonly (readonly Slot[])[] {
  const slots = slotsIn(text);
  let best: readonly (readonly Slot[])[] = [];
  for (let size = 2; size <= VALUES_OF_GROUP_MAX; size += 1) {
    for (let from = 0; from + 2 * size <= slots.length; from += 1) {
      const groups = groupsFrom(text, slots.slice(from), size);
      if (groups.flat().length > best.flat().length) best = groups;
    }
  }
  return best;
}

/** All that may be a value by how it is written, one behind the other; none of a text that has too many. */
function slotsIn(text: string): readonly Slot[] {
  const quoted = [...text.matchAll(QUOTED)].map(({ index, groups }): Slot => {
    const start = index + 1;
    return { start, end: start + (groups?.said?.length ?? 0), writing: "quoted" };
  });
  const names = [...text.matchAll(NAME)].map(({ index, 0: name }): Slot => {
    return { start: index, end: index + name.replace(POINTS, "").length, writing: "name" };
  });
  const numbers = numbersIn(text, ENGLISH).map(({ start, end }): Slot => {
    return { start, end, writing: /\d/u.test(text.slice(start, end)) ? "number" : "word" };
  });
  const all = [...quoted, ...names, ...numbers];
  if (all.length > SLOTS_MAX) return [];
  const slots: Slot[] = [];
  for (const slot of all) {
    if (!slots.some((known) => overlaps(known, slot))) slots.push(slot);
  }
  return slots.toSorted((one, other) => one.start - other.start);
}

/** As many groups of this size as stand one behind the other from the first slot on; none where it is one alone. */
function groupsFrom(text: string, slots: readonly Slot[], size: number): readonly (readonly Slot[])[] {
  const groups = [slots.slice(0, size)];
  while (groups.length < GROUPS_MAX) {
    const next = slots.slice(groups.length * size, (groups.length + 1) * size);
    if (next.length < size || !areAlike(text, groups[0] as readonly Slot[], next)) break;
    groups.push(next);
  }
  while (groups.length > 1 && !areApart(text, groups)) groups.pop();
  return groups.length < 2 ? [] : groups;
}

function areAlike(text: string, first: readonly Slot[], other: readonly Slot[]): boolean {
  const [words, otherWords] = [wordsWithin(text, first), wordsWithin(text, other)];
  return (
    first.every(({ writing }, index) => writing === other[index]?.writing) &&
    words.every((said, index) => said === otherWords[index] && said.split(" ").length <= WORDS_BETWEEN_MAX)
  );
}

/** What stands between the values of one group. */
function wordsWithin(text: string, slots: readonly Slot[]): readonly string[] {
  return slots.slice(1).map((slot, index) => said(text, slots[index]?.end ?? 0, slot.start));
}

function said(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/\s+/gu, " ").toLowerCase();
}

/** Whether nothing but a comma or an "and" stands between them beside what stands before and behind each: "between", brackets. */
function areApart(text: string, groups: readonly (readonly Slot[])[]): boolean {
  const [first = []] = groups;
  const borders = groups
    .slice(1)
    .map((group, index) => said(text, groups[index]?.at(-1)?.end ?? 0, group[0]?.start ?? 0));
  const before = said(text, 0, first[0]?.start ?? 0);
  const behind = said(text, groups.at(-1)?.at(-1)?.end ?? 0, text.length);
  const within = wordsWithin(text, first);
  return borders.every((border) => {
    const trail = sharedStart(border, behind);
    const lead = sharedEnd(border.slice(trail), before);
    const middle = border.slice(trail, border.length - lead).trim();
    // "Rome, Bonn, Oslo and Bern" are four, and not two and two.
    return BETWEEN.test(middle) && !within.includes(border);
  });
}

/** How many characters of what stands behind a group stand behind the last one, too; a comma parts two groups, whatever else it is. */
function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length] && !/[,;]/u.test(one[length] ?? "")) length += 1;
  return length;
}

/** How many characters before a group stand before the first one, too: whole words. */
function sharedEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  while (length > 0 && length < one.length && INSIDE_WORD.test(one.slice(-length - 1).slice(0, 2))) length -= 1;
  return length;
}

const INSIDE_WORD = /^[\p{L}\p{N}]{2}$/u;

/**
 * For each group the stretches of the text that are said of it: the group in the place of all of them. None where the tool has a place for
 * all, as one that takes two points has, or where what a group says is not for the same parameters, two or more, in each of them.
 */
export function groupParts(text: string, reading: JointReading, reader: ValueReader): readonly (readonly Span[])[] {
  const groups = groupsIn(text);
  const all = groups.flat();
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  const held = reader.valuesIn(text, reading);
  if (all.every((slot) => held.some(({ span }) => span !== null && overlaps(span, slot)))) return [];
  const parts = groups.map((group) => [
    { start: 0, end: first.start },
    { start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 },
    { start: last.end, end: text.length },
  ]);
  const filled = groups.map((group, index) => {
    const part = partOf(text, parts[index] ?? []);
    return parametersOf(group, part, reader.valuesFor(part.text, reading.tool));
  });
  const [known = new Set()] = filled;
  const areSame = filled.every((own) => own.size === known.size && own.isSubsetOf(known));
  return known.size > 1 && areSame ? parts : [];
}

/** None where one of the group's values is nobody's. */
function parametersOf(
  group: readonly Span[],
  part: PartText,
  values: readonly ParameterValue[],
): ReadonlySet<Parameter> {
  const owners = group.map((slot) =>
    values.find(({ span, parameter }) => {
      const place = span && inQuery(part, span);
      return place && overlaps(place, slot) && holdsOne(parameter);
    }),
  );
  return owners.includes(undefined) ? new Set() : new Set(owners.flatMap((value) => value?.parameter ?? []));
}
