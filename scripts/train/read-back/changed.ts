/** Calls that are near to a right one: another tool, another value, one too few, one too many. Whether one is wrong is judged elsewhere. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import { humanised } from "#models/embedded/name-words.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";
import type { Chance } from "./pair.ts";

export interface NearCall {
  readonly tool: ReadableTool;
  readonly parameters: JsonObject;
  /** The parameter that was changed; null where the tool was. */
  readonly changed: string | null;
}

/** Values that somebody gave a parameter of some tool of the same owner. */
export interface Seen {
  readonly parameter: Parameter;
  readonly value: JsonValue;
}

const OTHER_TOOL_SHARE = 0.25;
const LEFT_OUT_SHARE = 0.12;
const ADDED_SHARE = 0.15;
const SWAPPED_SHARE = 0.15;

/** Null where there is nothing to change. */
export function changedCall(
  { tool, parameters }: Pick<NearCall, "tool" | "parameters">,
  others: { readonly tools: readonly ReadableTool[]; readonly seen: readonly Seen[] },
  chance: Chance,
): NearCall | null {
  const given = tool.parameters.filter(
    ({ path }) => path.length === 1 && Object.hasOwn(parameters, path[0]?.key ?? ""),
  );
  const open = tool.parameters.filter(
    ({ path }) => path.length === 1 && !Object.hasOwn(parameters, path[0]?.key ?? ""),
  );
  let drawn = chance.next();
  const isDrawn = (share: number) => {
    drawn -= share;
    return drawn < 0;
  };
  if (given.length === 0 || isDrawn(OTHER_TOOL_SHARE)) return withOtherTool(tool, parameters, others.tools, chance);
  const one = chance.one(given) as Parameter;
  if (given.length > 1 && isDrawn(LEFT_OUT_SHARE)) return without(tool, parameters, one);
  if (open.length > 0 && isDrawn(ADDED_SHARE)) {
    const added = chance.one(open) as Parameter;
    const value = otherValue(added, undefined, others.seen, chance);
    return value === undefined ? null : withValue(tool, parameters, added, value);
  }
  if (isDrawn(SWAPPED_SHARE)) {
    const partner = given.find((each) => each !== one && each.type === one.type && each.choices.length === 0);
    if (partner && one.choices.length === 0) return swapped(tool, parameters, one, partner);
  }
  const value = otherValue(one, parameters[one.name], others.seen, chance);
  return value === undefined ? null : withValue(tool, parameters, one, value);
}

function withOtherTool(
  tool: ReadableTool,
  parameters: JsonObject,
  tools: readonly ReadableTool[],
  chance: Chance,
): NearCall | null {
  const others = tools.filter(({ name }) => name !== tool.name);
  const words = nameWords(tool);
  const alike = others.filter((each) => !nameWords(each).isDisjointFrom(words));
  const other = chance.one(alike.length > 0 && chance.next() < ALIKE_SHARE ? alike : others);
  if (!other) return null;
  const known = new Set(other.parameters.flatMap(({ path }) => path[0]?.key ?? []));
  const kept = Object.fromEntries(Object.entries(parameters).filter(([name]) => known.has(name)));
  return { tool: other, parameters: kept as JsonObject, changed: null };
}

/** Tools that share a word of their names do something else with the same thing, or the opposite. */
const ALIKE_SHARE = 0.7;

function nameWords({ name }: ReadableTool): ReadonlySet<string> {
  return new Set(humanised(name).toLowerCase().split(" "));
}

function without(tool: ReadableTool, parameters: JsonObject, { name }: Parameter): NearCall {
  const { [name]: _, ...rest } = parameters;
  return { tool, parameters: rest as JsonObject, changed: name };
}

function withValue(tool: ReadableTool, parameters: JsonObject, { name }: Parameter, value: JsonValue): NearCall {
  return { tool, parameters: { ...parameters, [name]: value }, changed: name };
}

function swapped(tool: ReadableTool, parameters: JsonObject, one: Parameter, other: Parameter): NearCall {
  const exchanged = { [one.name]: parameters[other.name], [other.name]: parameters[one.name] } as JsonObject;
  return { tool, parameters: { ...parameters, ...exchanged }, changed: one.name };
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(.*)$/;
const DAYS_OFF = [-7, -1, 1, 2, 7];
const NUMBERS_OFF = [1, -1, 2, 10, -10, 5];
const FACTORS = [10, 0.1, 60, 100, 0.5, 2];

/** Another value of the kind; undefined where none is known. */
function otherValue(
  parameter: Parameter,
  value: JsonValue | undefined,
  seen: readonly Seen[],
  chance: Chance,
): JsonValue | undefined {
  const { choices, type } = parameter;
  if (Array.isArray(value)) return otherList(value, choices, chance);
  if (choices.length > 0) return chance.one(choices.filter((choice) => choice !== value));
  if (type === "boolean") return value === undefined ? chance.next() < 0.5 : value !== true;
  if (typeof value === "number") return otherNumber(value, chance);
  if (typeof value === "string") return otherText(value, parameter, seen, chance);
  return chance.one(seen.filter((each) => each.parameter.type === type).map((each) => each.value));
}

function otherNumber(value: number, chance: Chance): number {
  if (chance.next() < 0.3) return Number((value * (chance.one(FACTORS) ?? 1)).toPrecision(6));
  return value + (chance.one(NUMBERS_OFF) ?? 1);
}

function otherList(value: readonly JsonValue[], choices: readonly JsonValue[], chance: Chance): JsonValue | undefined {
  const more = chance.one(choices.filter((choice) => !value.includes(choice)));
  if (more !== undefined && chance.next() < 0.5) return [...value, more];
  return value.length > 1 ? value.slice(0, -1) : more === undefined ? undefined : [more];
}

function otherText(value: string, parameter: Parameter, seen: readonly Seen[], chance: Chance): string | undefined {
  const date = DATE.exec(value);
  if (date) return otherDate(date, chance);
  const words = value.split(" ");
  if (words.length > 1 && chance.next() < 0.4)
    return (chance.next() < 0.5 ? words.slice(1) : words.slice(0, -1)).join(" ");
  const texts = seen.filter((each) => typeof each.value === "string" && each.value !== value && !DATE.test(each.value));
  const alike = texts.filter((each) => each.parameter.name === parameter.name);
  const from = alike.length > 0 && chance.next() < 0.6 ? alike : texts;
  return chance.one(from)?.value as string | undefined;
}

function otherDate([, year, month, day, rest = ""]: RegExpExecArray, chance: Chance): string {
  const hour = /^T(\d\d)(.*)$/.exec(rest);
  if (hour && chance.next() < 0.5) {
    const moved = (Number(hour[1]) + (chance.one([12, 12, 1, 23, 2]) ?? 1)) % 24;
    return `${year}-${month}-${day}T${String(moved).padStart(2, "0")}${hour[2]}`;
  }
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + (chance.one(DAYS_OFF) ?? 1)));
  return `${at.toISOString().slice(0, 10)}${rest}`;
}
