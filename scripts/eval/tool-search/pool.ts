/** The functions of the development data as one app's tools, and what is asked of them. */
import { join } from "node:path";
import { LIMITS } from "#core/limits.ts";
import type { Tool } from "#core/toolset.ts";
import { readBfcl, readSnips } from "../data-sets.ts";
import { readEveryday } from "../everyday-data.ts";
import { SNIPS_TOOLS } from "../snips-tools.ts";
import type { NamedTools } from "./offline-search.ts";

/** One in so many of SNIPS' 2,000 sentences. */
const SNIPS_ONE_IN = 8;
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

/** `withTrades`: with the tools of the trades that are there to learn from, of which nothing is asked. */
export function readPool(data: string, withTrades: boolean): Pool {
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
  for (const { name, tools, cases } of readEveryday(join(data, "everyday"))) {
    sets.push({ signature: `everyday-${name}`, tools });
    for (const { kind, history, query: text, calls = [] } of cases) {
      const meant = [...new Set(calls.map(({ tool }) => tool))];
      if (KINDS_LEFT_OUT.has(kind) || history || meant.length > 1) continue;
      asked.push({ source: "Everyday requests", text, tool: meant[0] ?? null });
    }
  }
  sets.push({ signature: "snips", tools: Object.values(SNIPS_TOOLS).map(snipsTool) });
  for (const [at, { text, intent }] of readSnips(data).entries())
    if (at % SNIPS_ONE_IN === 0) asked.push({ source: "SNIPS", text, tool: SNIPS_TOOLS[intent]?.name ?? null });
  if (withTrades)
    for (const { name, tools } of readEveryday(join(data, "train", "everyday")))
      sets.push({ signature: `trade-${name}`, tools });
  const fitting = asked.filter(({ text }) => text.length <= LIMITS.queryCharactersMax);
  return { sets: withoutDoubles(sets), asked: fitting };
}

function snipsTool({ name, description, slots }: (typeof SNIPS_TOOLS)[string]): Tool {
  const properties = Object.entries(slots).map(([slot, about]) => [slot, { type: "string", description: about }]);
  return { name, description, parameters: { type: "object", properties: Object.fromEntries(properties) } };
}

/** In sets of as many tools as one may have. */
function withoutDoubles(sets: readonly NamedTools[]): readonly NamedTools[] {
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
