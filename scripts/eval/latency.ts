/** How long one request takes while no other is worked on, by the number of tools to choose from. */

import { percentile } from "#core/examination/statistics.ts";
import type { ApiClient } from "./api-client.ts";
import { toolIn } from "./bfcl.ts";
import { type BfclPart, type BfclTest, inDigestOrder } from "./data-sets.ts";
import { type Line, plainLine } from "./line.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import type { Progress } from "./progress.ts";
import { register, resolve } from "./resolving.ts";

/** 128 is what the contract allows a toolset. */
const TOOL_COUNTS = [1, 8, 128];
const REQUESTS_MAX = 200;
const WARM_UP_REQUESTS = 10;

type Tool = BfclTest["functions"][number];

/** A toolset, and queries that mean one of its tools. */
export interface Load {
  readonly tools: readonly Tool[];
  readonly queries: readonly string[];
}

export async function evaluateLatency(
  client: ApiClient,
  parts: readonly BfclPart[],
  requestsMax: number,
  progress: Progress,
): Promise<Outcome> {
  const lines: Line[] = [];
  for (const count of TOOL_COUNTS) {
    const loads = loadsOf(parts, count, Math.min(requestsMax, REQUESTS_MAX));
    lines.push(...latencyLines(count, await timesOf(client, loads, count, progress)));
  }
  return { ...NOTHING, lines };
}

async function timesOf(
  client: ApiClient,
  loads: readonly Load[],
  count: number,
  progress: Progress,
): Promise<readonly number[]> {
  const total = loads.reduce((sum, { queries }) => sum + queries.length, 0);
  const times: number[] = [];
  for (const [index, { tools, queries }] of loads.entries()) {
    const toolset = await register(client, `latency-${count}-${index}-v1`, tools);
    if ("refused" in toolset) continue;
    // A toolset's first request computes what later ones reuse; an owner's traffic is later ones.
    for (const query of queries.slice(0, index === 0 ? WARM_UP_REQUESTS : 1)) await resolve(client, { query }, toolset);
    for (const query of queries) {
      const { clientMs, refused } = await resolve(client, { query }, toolset);
      if (refused === null) times.push(clientMs);
      progress.show(partOf(count), times.length, total);
    }
  }
  return times;
}

export function latencyLines(count: number, times: readonly number[]): readonly Line[] {
  const part = partOf(count);
  return [50, 99].map((percent) =>
    plainLine(part, `p${percent}`, "milliseconds", times.length, percentile(times, percent)),
  );
}

function partOf(count: number): string {
  return `latency, ${count} ${count === 1 ? "tool" : "tools"}`;
}

/**
 * Toolsets of exactly `count` tools, put together from tests that have a right tool, with those tests' queries; at most
 * `queriesMax` queries altogether, the same each time. Tools are told apart by name.
 */
export function loadsOf(parts: readonly BfclPart[], count: number, queriesMax: number): readonly Load[] {
  const tests = inDigestOrder(
    parts.flatMap((part) =>
      part.tests.map(({ query, functions, groundTruth }) => ({
        text: query,
        functions,
        tool: toolIn(groundTruth),
        // Several calls are more than one request's work.
        several: groundTruth.length > 1,
      })),
    ),
  );
  const queries = new Map<string, string[]>();
  const tools = new Map<string, Tool>();
  for (const { text, functions, tool, several } of tests) {
    const right = functions.find(({ name }) => name === tool);
    if (several || !right || !VALID_NAME.test(right.name) || text.length > QUERY_UNITS_MAX) continue;
    tools.set(right.name, tools.get(right.name) ?? right);
    queries.set(right.name, [...(queries.get(right.name) ?? []), text]);
  }
  const loads: Load[] = [];
  const all = [...tools.values()];
  let left = queriesMax;
  for (let start = 0; start + count <= all.length && left > 0; start += count) {
    const taken = all.slice(start, start + count);
    const asked = taken.flatMap(({ name }) => queries.get(name) ?? []).slice(0, left);
    loads.push({ tools: taken, queries: asked });
    left -= asked.length;
  }
  return loads;
}

/** What the contract accepts. */
const VALID_NAME = /^[A-Za-z0-9_.:/-]{1,128}$/;
const QUERY_UNITS_MAX = 500;
