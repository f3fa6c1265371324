/** Queries about tools that were kept out of training, each with a set of tools to choose from, or with none that fits. */
import type { JsonObject } from "#core/json.ts";
import type { ReadableTool } from "#models/embedded/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import type { Counts } from "../eval/statistics.ts";

export interface Query {
  readonly part: string;
  readonly text: string;
  readonly tools: readonly ReadableTool[];
  /** Name of the right tool; null when none fits. */
  readonly gold: string | null;
  /** Whether a call is right in every parameter; null where that is not known. */
  readonly isRight: ((tool: number, parameters: JsonObject) => boolean) | null;
  /** Of the right tool: which slots are found; null where calls are right or wrong as a whole. */
  readonly countSlots: ((parameters: JsonObject) => Counts) | null;
}

interface HeldTool {
  readonly name: string;
  readonly description: string;
  readonly params: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly options?: readonly string[];
  }[];
}

export interface HeldLine {
  readonly src: string;
  readonly query: string;
  readonly tools: readonly HeldTool[];
  readonly gold: number;
  /** What the query says, by parameter. */
  readonly slots: Readonly<Record<string, unknown>>;
  readonly near: readonly number[];
  readonly rel: boolean;
}

const SETS = [1, 2, 4, 8] as const;
/** Every third query has its tool taken away. */
const WITHOUT_GOLD = 3;
/** Queries of one source: the others would otherwise drown in it. */
const PER_SOURCE_MAX = 260;
/** What a query without its tool is offered in its place, in turn; each is a part of its own for the fit. */
const WITHOUT = ["none: near miss", "none: unrelated", "none: required absent", "none: unrelated"] as const;

/** The same queries each time; `all` are the tools that `near` points to. */
export function heldQueries(lines: readonly HeldLine[], all: readonly HeldTool[]): readonly Query[] {
  const taken = new Map<string, number>();
  return lines.flatMap((line, index) => {
    const count = taken.get(line.src) ?? 0;
    if (!line.rel || count >= PER_SOURCE_MAX) return [];
    taken.set(line.src, count + 1);
    const gold = line.tools[line.gold];
    const hasGold = gold !== undefined && index % WITHOUT_GOLD !== 0;
    return [hasGold ? answerable(line, gold, index, all) : unanswerable(line, index, all)];
  });
}

/** The right tool among others, of which half are like it. */
function answerable(line: HeldLine, gold: HeldTool, index: number, all: readonly HeldTool[]): Query {
  const count = sizeAt(index) - 1;
  const near = nearTo(line, all);
  const others = anyOf(count, index, all).map((any, order) => (order % 2 === 0 ? near[order >> 1] : undefined) ?? any);
  const tools = [readable(gold, Object.keys(line.slots)), ...others.map((tool) => readable(tool, []))];
  return { part: line.src, text: line.query, tools, gold: gold.name, isRight: null, countSlots: null };
}

function unanswerable(line: HeldLine, index: number, all: readonly HeldTool[]): Query {
  const part = WITHOUT[Math.trunc(index / WITHOUT_GOLD) % WITHOUT.length] ?? WITHOUT[1];
  const size = sizeAt(index);
  const asked = part === "none: required absent" ? requiringOther(line) : [];
  const near = part === "none: near miss" ? nearTo(line, all).slice(0, size) : [];
  const offered = [...asked, ...near.map((tool) => readable(tool, []))];
  const unrelated = anyOf(size, index, all).map((tool) => readable(tool, []));
  const [tools, kind] = offered.length > 0 ? [offered, part] : [unrelated, WITHOUT[1]];
  return { part: kind, text: line.query, tools, gold: null, isRight: null, countSlots: null };
}

/** The query's own tool where that requires two other things than what it says; nothing where it has no others. */
function requiringOther(line: HeldLine): readonly ReadableTool[] {
  const gold = line.tools[line.gold];
  const unsaid = gold?.params.filter(({ name }) => !(name in line.slots)) ?? [];
  if (!gold || unsaid.length < 2) return [];
  return [
    readable(
      { ...gold, params: unsaid },
      unsaid.slice(0, 2).map(({ name }) => name),
    ),
  ];
}

function sizeAt(index: number): number {
  return SETS[(index >> 1) % SETS.length] ?? 1;
}

function nearTo(line: HeldLine, all: readonly HeldTool[]): readonly HeldTool[] {
  return line.near.flatMap((at) => all[at] ?? []);
}

function anyOf(count: number, index: number, all: readonly HeldTool[]): readonly HeldTool[] {
  return Array.from({ length: count }, (_, order) => all[(index * 7919 + order * 104_729) % all.length]).flatMap(
    (tool) => tool ?? [],
  );
}

/** As a registered tool. People state what is required, so `stated` is; of tools of which nothing is, the first two are. */
function readable(tool: HeldTool, stated: readonly string[]): ReadableTool {
  const required = stated.length > 0 ? stated : tool.params.slice(0, 2).map(({ name }) => name);
  const properties = Object.fromEntries(
    tool.params.map(({ name, type, description, options }) => [
      name,
      { type, description, ...(options ? { enum: [...options] } : {}) },
    ]),
  );
  return {
    name: tool.name,
    description: tool.description,
    parameters: parametersOf({ type: "object", properties, required: [...required] }),
  };
}
