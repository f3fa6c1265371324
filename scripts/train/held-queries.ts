/** Queries about tools that were kept out of training, each with a set of tools to choose from, or with none that fits. */
import type { JsonObject } from "#core/json.ts";
import type { ReadableTool } from "#models/embedded/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

export interface Query {
  readonly part: string;
  readonly text: string;
  readonly tools: readonly ReadableTool[];
  /** Name of the right tool; null when none fits. */
  readonly gold: string | null;
  /** Whether a call is right in every parameter; null where that is not known. */
  readonly isRight: ((tool: number, parameters: JsonObject) => boolean) | null;
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

/** The same queries each time; `all` are the tools that `near` points to. */
export function heldQueries(lines: readonly HeldLine[], all: readonly HeldTool[]): readonly Query[] {
  const taken = new Map<string, number>();
  return lines.flatMap((line, index) => {
    const count = taken.get(line.src) ?? 0;
    if (!line.rel || count >= PER_SOURCE_MAX) return [];
    taken.set(line.src, count + 1);
    return heldQuery(line, index, all);
  });
}

function heldQuery(line: HeldLine, index: number, all: readonly HeldTool[]): Query {
  const gold = line.tools[line.gold];
  const hasGold = gold !== undefined && index % WITHOUT_GOLD !== 0;
  const size = SETS[(index >> 1) % SETS.length] ?? 1;
  // Half of the other tools are like the right one, half are any.
  const near = line.near.filter((_, order) => order % 2 === index % 2).flatMap((at) => all[at] ?? []);
  const any = Array.from({ length: size }, (_, order) => all[(index * 7919 + order * 104_729) % all.length]);
  const others = Array.from(
    { length: size },
    (_, order) => (order % 2 === 0 ? near[order >> 1] : undefined) ?? any[order],
  );
  const chosen = others.slice(0, hasGold ? size - 1 : size).flatMap((tool) => tool ?? []);
  const stated = Object.keys(line.slots);
  const tools = (hasGold ? [gold, ...chosen] : chosen).map((tool) => readable(tool, tool === gold ? stated : []));
  return { part: line.src, text: line.query, tools, gold: hasGold ? gold.name : null, isRight: null };
}

/** As a registered tool. People state what is required, so what the query states is; of other tools the first two are. */
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
