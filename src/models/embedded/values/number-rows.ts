/** Numbers that are enumerated, for parameters that are enumerated as well: "its base and height as 6 cm and 10 cm". */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import { precedence } from "./parameter-order.ts";

const WORDS = ENGLISH.enumerating;

interface Named extends Span {
  readonly parameter: Parameter;
}

/** Whose a number is, by where the number begins. */
export type Owners = ReadonlyMap<number, Parameter>;

/**
 * Where the text enumerates several parameters' names and then as many numbers, the numbers are theirs in this order. The same for
 * parameters that are numbered themselves (`side1`, `side2`, `side3`), where as many numbers are enumerated just once.
 */
export function ownersInOrder(text: string, numbers: readonly Span[], parameters: readonly Parameter[]): Owners {
  const rows = rowsOf(text, numbers, WORDS.nextNumber);
  const named = rows.flatMap((row) => {
    const start = row[0]?.start ?? 0;
    const names = namesBefore(text, start, parameters);
    return names.length === row.length ? row.map((number, at) => [number.start, names[at]?.parameter] as const) : [];
  });
  const numbered = numberedGroups(parameters).flatMap((group) => {
    const [row, ...others] = rows.filter(({ length }) => length === group.length);
    return row && others.length === 0 ? row.map((number, at) => [number.start, group[at]] as const) : [];
  });
  return new Map([...numbered, ...named].flatMap(([start, owner]) => (owner ? [[start, owner] as const] : [])));
}

/** Two or more that follow upon one another. */
function rowsOf<Item extends Span>(text: string, items: readonly Item[], next: RegExp): readonly (readonly Item[])[] {
  const rows: Item[][] = [];
  for (const item of items) {
    const last = rows.at(-1)?.at(-1);
    if (last && next.test(text.slice(last.end, item.start))) rows.at(-1)?.push(item);
    else rows.push([item]);
  }
  return rows.filter(({ length }) => length > 1);
}

/** The names that are enumerated right before that place. */
function namesBefore(text: string, start: number, parameters: readonly Parameter[]): readonly Named[] {
  const said = parameters
    .flatMap((parameter) => {
      const name = humanised(parameter.name).split(" ").map(RegExp.escape).join("[\\s_-]*");
      const matches = [...text.slice(0, start).matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, "gi"))];
      return matches.map(({ index, 0: words }): Named => ({ parameter, start: index, end: index + words.length }));
    })
    .toSorted((one, other) => one.start - other.start);
  const row = rowsOf(text, said, WORDS.nextName).at(-1);
  return row && WORDS.link.test(text.slice(row.at(-1)?.end ?? 0, start)) ? row : [];
}

/** Parameters whose names differ in their number or letter alone, in that order. */
function numberedGroups(parameters: readonly Parameter[]): readonly (readonly Parameter[])[] {
  const groups: Parameter[][] = [];
  for (const parameter of parameters) {
    const group = groups.find((known) => precedence(known.at(-1)?.name ?? "", parameter.name) === "always");
    if (group) group.push(parameter);
    else groups.push([parameter]);
  }
  return groups.filter(({ length }) => length > 1);
}
