/** The functions of the development data as one app's tools, and what is asked of them. */
import { join } from "node:path";
import { LIMITS } from "#core/limits.ts";
import type { Tool } from "#core/toolset.ts";
import { readBfcl, readSnips } from "../data-sets.ts";
import { type EverydaySource, readEveryday } from "../everyday-data.ts";
import { SNIPS_TOOLS } from "../snips-tools.ts";
import type { NamedTools } from "./offline-search.ts";

/** One in so many of SNIPS' 2,000 sentences. */
const SNIPS_ONE_IN = 8;
export const TRADES_KEPT_APART = join(import.meta.dir, "../trades");
/** In other languages, and what is only understood with the request before. */
const KINDS_LEFT_OUT: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl", "follow-up"]);

export interface AskedTool {
  readonly source: string;
  readonly text: string;
  /** The tool that is meant; null for none. */
  readonly tool: string | null;
}

export interface Pool {
  /** No name stands twice in it: the first definition of a name counts. */
  readonly sets: readonly NamedTools[];
  readonly asked: readonly AskedTool[];
}

export type PoolName = "measured" | "with trades" | "trades kept apart";

/**
 * `measured`: the tools of what is asked. `with trades`: with the tools of the trades that are there to learn from, of which nothing is
 * asked. `trades kept apart`: with those of the trades that only figures are counted on, too, of which alone is asked.
 */
export function readPool(data: string, name: PoolName): Pool {
  const sets: NamedTools[] = [];
  const asked: AskedTool[] = [];
  for (const { name, tests } of readBfcl(data)) {
    sets.push({ signature: `bfcl-${name}`, tools: tests.flatMap(({ functions }) => functions) });
    for (const { query: text, groundTruth } of tests) {
      const tools = [...new Set(groundTruth.flatMap((call) => Object.keys(call)))];
      const source = name.startsWith("live") ? "BFCL, asked by users" : "BFCL, written";
      if (tools.length <= 1) asked.push({ source, text, tool: tools[0] ?? null });
    }
  }
  for (const source of readEveryday(join(data, "everyday"))) {
    sets.push({ signature: `everyday-${source.name}`, tools: source.tools });
    asked.push(...askedEveryday(source, "Everyday requests"));
  }
  sets.push({ signature: "snips", tools: Object.values(SNIPS_TOOLS).map(snipsTool) });
  for (const [at, { text, intent }] of readSnips(data).entries())
    if (at % SNIPS_ONE_IN === 0) asked.push({ source: "SNIPS", text, tool: SNIPS_TOOLS[intent]?.name ?? null });
  if (name !== "measured")
    for (const { name: trade, tools } of readEveryday(join(data, "train", "everyday")))
      sets.push({ signature: `trade-${trade}`, tools });
  if (name === "trades kept apart") {
    const apart = readEveryday(TRADES_KEPT_APART);
    // Before the others: a name that both have is theirs.
    sets.unshift(...apart.map(({ name: trade, tools }) => ({ signature: `apart-${trade}`, tools })));
    asked.splice(0, asked.length, ...apart.flatMap((source) => askedEveryday(source, "Trades kept apart")));
  }
  const fitting = asked.filter(({ text }) => text.length <= LIMITS.queryCharactersMax);
  return { sets: withoutDoubles(sets), asked: fitting };
}

function askedEveryday({ cases }: EverydaySource, source: string): readonly AskedTool[] {
  return cases.flatMap(({ kind, history, query: text, calls = [] }) => {
    const meant = [...new Set(calls.map(({ tool }) => tool))];
    if (KINDS_LEFT_OUT.has(kind) || history || meant.length > 1) return [];
    return [{ source, text, tool: meant[0] ?? null }];
  });
}

function snipsTool({ name, description, slots }: (typeof SNIPS_TOOLS)[string]): Tool {
  const properties = Object.entries(slots).map(([slot, about]) => [slot, { type: "string", description: about }]);
  return { name, description, parameters: { type: "object", properties: Object.fromEntries(properties) } };
}

/** In sets of as many tools as one may have. */
export function withoutDoubles(sets: readonly NamedTools[]): readonly NamedTools[] {
  const seen = new Set<string>();
  return sets.flatMap(({ signature, tools }) => {
    const own = tools.filter(({ name }) => !seen.has(name) && seen.add(name));
    const count = Math.ceil(own.length / LIMITS.toolsMax);
    return Array.from({ length: count }, (_, at) => ({
      signature: `${signature}-${at}`,
      tools: own.slice(at * LIMITS.toolsMax, (at + 1) * LIMITS.toolsMax),
    }));
  });
}
