/**
 * What words alone say before any network is asked, on requests to trades: how many right calls they would refuse, and of how many requests that
 * ask for nothing they would refuse a call to some tool of the trade.
 *
 *     bun scripts/train/confidence/words-alone.ts EVERYDAY_FOLDER…
 */
import { readSchema } from "#core/schema/json-schema.ts";
import { awaitsSomething } from "#models/embedded/choosing/awaited-deeds.ts";
import { deniesDeed } from "#models/embedded/choosing/denied-deeds.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { type EverydayCase, type EverydaySource, readEveryday } from "../../eval/everyday-data.ts";

type Refuses = (query: string, tool: ReadableTool) => boolean;

const RULES: readonly { readonly name: string; readonly refuses: Refuses; readonly kinds: readonly string[] }[] = [
  { name: "what is to be left undone", refuses: deniesDeed, kinds: ["negation"] },
  { name: "what waits for something", refuses: awaitsSomething, kinds: ["conditional", "when-not-now"] },
];
const OTHERS: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl"]);

function readable({ name, description = "", parameters }: EverydaySource["tools"][number]): ReadableTool {
  return { name, description, parameters: parametersOf(parameters && readSchema(parameters)) };
}

const asked = process.argv
  .slice(2)
  .flatMap(readEveryday)
  .flatMap(({ tools, cases }) => {
    const read = tools.map(readable);
    return cases.filter(({ kind }) => !OTHERS.has(kind)).map((request) => ({ request, read }));
  });
if (asked.length === 0) throw new Error("usage: bun scripts/train/confidence/words-alone.ts EVERYDAY_FOLDER…");
const callsOf = ({ calls = [] }: EverydayCase) => calls;
for (const { name, refuses, kinds } of RULES) {
  const right = asked.flatMap(({ request, read }) =>
    callsOf(request).flatMap((call) =>
      read.filter((tool) => tool.name === call.tool).map((tool) => ({ request, tool })),
    ),
  );
  const refused = right.filter(({ request, tool }) => refuses(request.query, tool));
  const nothing = asked.filter(({ request }) => kinds.includes(request.kind) && callsOf(request).length === 0);
  const told = nothing.filter(({ request, read }) => read.some((tool) => refuses(request.query, tool)));
  console.log(
    `${name}: ${refused.length} of ${right.length} right calls refused, ${told.length} of ${nothing.length} requests told that ask for nothing`,
  );
  for (const { request, tool } of refused) console.log(`    ${tool.name}: ${request.query}`);
}
