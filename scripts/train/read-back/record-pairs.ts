/** Pairs of the records that the joint extractor learned from: tools of programs and assistants, written by others. */

import { crc32 } from "node:zlib";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import type { Parameter, ParameterType } from "#models/embedded/tool-parameters.ts";
import { changedCall, type Seen } from "./changed.ts";
import { framed } from "./frames.ts";
import { Chance, type Pair, pairOf } from "./pair.ts";
import { numberOf } from "./record-values.ts";

/** As scripts/train/records.py describes them. */
export interface Record {
  readonly src: string;
  readonly query: string;
  readonly tools: readonly RecordTool[];
  /** Position among the tools; −1 where none fits. */
  readonly gold: number;
  readonly slots: Readonly<{ [name: string]: Slot }>;
}

export interface RecordTool {
  readonly name: string;
  readonly description: string;
  readonly params: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly options?: readonly string[];
  }[];
}

export interface Slot {
  readonly k: "span" | "opt" | "bool";
  readonly spans?: readonly (readonly [number, number])[];
  readonly v?: readonly string[] | boolean;
}

const CHANGED = 2;
const FRAMED_SHARE = 0.3;
/** Shares of parameters that a tool demands: of those that a query gives, and of the others. */
const REQUIRED_SAID_SHARE = 0.6;
const REQUIRED_UNSAID_SHARE = 0.05;
/** Of the percentages that a number may be, those that are given as a share of one. */
const SHARE_OF_ONE = 0.6;
const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));
const TYPES: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean", "array", "object"]);

/** What of a set is left out as one: all queries to a tool. */
export function groupOf({ src, tools, gold }: Pick<Record, "src" | "tools" | "gold">): string {
  return `${src}:${crc32(tools[gold]?.name ?? tools[0]?.name ?? "") % GROUPS}`;
}

const GROUPS = 10;

export function recordPairs(records: readonly Record[], deeds: ReadonlySet<string>): readonly Pair[] {
  const chance = new Chance(17);
  const read = records.map((record) => readRecord(record, chance));
  const seen = read.flatMap((one) => one?.values ?? []);
  return read.flatMap((one, index) => {
    const record = records[index] as Record;
    const known = {
      source: groupOf(record),
      kind: record.src,
      query: record.query,
      now: NOW,
      markOf: () => -1 as const,
    };
    const tools = record.tools.map((tool) => readable(tool, {}, chance));
    const other = chance.one(tools.filter((_, position) => position !== record.gold));
    const values = one?.values ?? [];
    const strange = other && {
      ...known,
      origin: "near",
      label: 0 as const,
      toolMark: 0 as const,
      tool: other,
      parameters: guessed(other, values, chance),
    };
    if (!one) return strange ? [pairOf(strange)] : [];
    const right = {
      ...known,
      tool: one.tool,
      parameters: one.parameters,
      markOf: () => 1 as const,
      toolMark: 1 as const,
    };
    const pairs = [pairOf({ ...right, origin: "gold", label: 1 })];
    for (let at = 0; at < CHANGED; at += 1) {
      const near = changedCall(one, { tools: [...tools.slice(0, record.gold), one.tool], seen }, chance);
      if (!near || near.tool !== one.tool) continue;
      const markOf = (name: string) => (name === near.changed ? (0 as const) : (1 as const));
      pairs.push(pairOf({ ...right, origin: "changed", label: 0, parameters: near.parameters, markOf }));
    }
    if (strange) pairs.push(pairOf(strange));
    const made = chance.next() < FRAMED_SHARE ? framed(record.query, deeds, chance) : null;
    if (made)
      pairs.push(
        pairOf({
          ...right,
          query: made.text,
          origin: "framed",
          label: made.isAsked ? 1 : 0,
          toolMark: made.isAsked ? 1 : 0,
        }),
      );
    return pairs;
  });
}

interface ReadRecord {
  readonly tool: ReadableTool;
  readonly parameters: JsonObject;
  readonly values: readonly Seen[];
}

/** Null where none fits, or a value is written in a way that its type does not have. */
function readRecord({ query, tools, gold, slots }: Record, chance: Chance): ReadRecord | null {
  const right = tools[gold];
  if (!right) return null;
  const tool = readable(right, slots, chance);
  const values: Seen[] = [];
  for (const parameter of tool.parameters) {
    const slot = slots[parameter.name];
    if (!slot) continue;
    const value = slotValue(query, slot, parameter, chance);
    if (value === null) return null;
    values.push({ parameter, value });
  }
  return {
    tool,
    values,
    parameters: Object.fromEntries(values.map(({ parameter, value }) => [parameter.name, value])),
  };
}

function slotValue(query: string, { k, spans = [], v }: Slot, { type }: Parameter, chance: Chance): JsonValue | null {
  if (k === "bool") return v === true;
  const points = [...query];
  const isShare = type === "number" && chance.next() < SHARE_OF_ONE;
  const texts = k === "opt" ? (v as readonly string[]) : spans.map(([start, end]) => points.slice(start, end).join(""));
  const read = texts.map((text) => (type === "integer" || type === "number" ? numberOf(text, isShare) : text));
  if (read.length === 0 || read.includes(null)) return null;
  return type === "array" ? (read as JsonValue[]) : (read[0] as JsonValue);
}

function readable(tool: RecordTool, slots: Record["slots"], chance: Chance): ReadableTool {
  const { name, description, params } = tool;
  return {
    name,
    description,
    parameters: params.map((parameter) => {
      const share = slots[parameter.name] ? REQUIRED_SAID_SHARE : REQUIRED_UNSAID_SHARE;
      return {
        name: parameter.name,
        path: [{ key: parameter.name, isList: false }],
        type: (TYPES.has(parameter.type) ? parameter.type : "string") as ParameterType,
        itemType: "string",
        description: parameter.description,
        choices: parameter.options ?? [],
        isRequired: chance.next() < share,
        hasDefault: false,
        format: "",
        pattern: "",
        minimum: Number.NEGATIVE_INFINITY,
        maximum: Number.POSITIVE_INFINITY,
      };
    }),
  };
}

/** What a tool that was not meant would be called with: what the query says, wherever its type lets it stand. */
function guessed(tool: ReadableTool, values: readonly Seen[], chance: Chance): JsonObject {
  const left = [...values];
  const filled = tool.parameters.flatMap((parameter) => {
    if (parameter.choices.length > 0)
      return chance.next() < 0.4 ? [[parameter.name, chance.one(parameter.choices) as JsonValue]] : [];
    const at = left.findIndex((each) => each.parameter.type === parameter.type);
    if (at < 0 || chance.next() < 0.2) return [];
    const [{ value }] = left.splice(at, 1) as [Seen];
    return [[parameter.name, value]];
  });
  return Object.fromEntries(filled) as JsonObject;
}
