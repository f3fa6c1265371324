/**
 * How far the model inside agrees with a language model that is always right, on everyday requests and on other words for them:
 *
 *     bun scripts/eval/graduating.ts --data FOLDER --paraphrases FILE
 *
 * FOLDER and FILE as for `teaching.ts`. The language model is a server that answers each sentence with the calls that the data calls
 * right. First the requests are asked, then their near words, then their far words, through the cache as they would be: what the cache
 * gives is counted by nobody. Of each step it is told how many calls of the model inside were compared, and how many were the same.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { shareOf } from "#core/examination/statistics.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { ApiClient } from "./api-client.ts";
import { openClockedServer } from "./clocked-server.ts";
import { type EverydaySource, plainValue, readEveryday } from "./everyday-data.ts";
import { openGoldServer } from "./gold-server.ts";

interface Paraphrase {
  readonly domain: string;
  readonly index: number;
  readonly near: string;
  readonly far: string;
}

/** What is right, by the sentence. */
const right = new Map<string, JsonObject | null>();

const gold = openGoldServer("request", (sentence) => ({
  call: right.get(sentence) ?? { tool: "none", parameters: {} },
}));

interface Compared {
  readonly observed: number;
  readonly agreed: number;
}

const QUIET_MS = 400;

/** Once nothing more comes. */
async function comparedOf(client: ApiClient, signature: string): Promise<Compared> {
  for (let before = -1; ; ) {
    const { body } = await client.get(`/v1/toolsets/${signature}/graduation`);
    const tools = body.by_tool as readonly JsonObject[];
    const sum = (field: "agreed" | "observed") => tools.reduce((all, tool) => all + Number(tool[field]), 0);
    const compared = { observed: sum("observed"), agreed: sum("agreed") };
    if (compared.observed === before) return compared;
    before = compared.observed;
    await Bun.sleep(QUIET_MS);
  }
}

async function steps(client: ApiClient, source: EverydaySource, words: readonly Paraphrase[]) {
  const signature = "graduating-v1";
  const made = await client.post("/v1/toolsets", {
    ...{ signature, name: source.name, backend: "gold" },
    tools: source.tools,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const asked: Record<string, string[]> = { "as they are": [], "in near words": [], "in far words": [] };
  for (const [index, request] of source.cases.entries()) {
    const one = words.find((paraphrase) => paraphrase.index === index);
    const [call, ...others] = request.calls ?? [];
    if (!one || others.length > 0 || (request.history?.length ?? 0) > 0) continue;
    const said = call ? { tool: call.tool, parameters: plainValue((call.parameters ?? {}) as JsonValue) } : null;
    for (const sentence of [request.query, one.near, one.far]) right.set(sentence, said as JsonObject | null);
    asked["as they are"]?.push(request.query);
    asked["in near words"]?.push(one.near);
    asked["in far words"]?.push(one.far);
  }
  const found: Record<string, Compared> = {};
  let before = { observed: 0, agreed: 0 };
  for (const [step, sentences] of Object.entries(asked)) {
    for (const query of sentences) {
      const body = { query, toolsets: [signature], time_zone: source.timeZone };
      const answer = await client.post("/v1/resolve", body, { mayBeCached: true });
      if (answer.status !== 200) throw new Error(`${query}: ${JSON.stringify(answer.body)}`);
      // Of what waits behind answers only some is kept.
      await Bun.sleep(30);
    }
    const now = await comparedOf(client, signature);
    found[step] = { observed: now.observed - before.observed, agreed: now.agreed - before.agreed };
    before = now;
  }
  return found;
}

const { values } = parseArgs({ options: { data: { type: "string" }, paraphrases: { type: "string" } } });
if (values.data === undefined || values.paraphrases === undefined)
  throw new Error("--data FOLDER and --paraphrases FILE are needed: the head of this file says what is in them");
const words = readFileSync(values.paraphrases, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Paraphrase);
const server = await openClockedServer([...gold.settings, "[graduation]", "enabled = true"]);
const sums = new Map<string, Compared>();
try {
  for (const source of readEveryday(values.data)) {
    const own = words.filter(({ domain }) => domain === source.name);
    if (own.length === 0) continue;
    for (const [step, { observed, agreed }] of Object.entries(
      await steps(await server.clientAt(source.now), source, own),
    )) {
      const sum = sums.get(step) ?? { observed: 0, agreed: 0 };
      sums.set(step, { observed: sum.observed + observed, agreed: sum.agreed + agreed });
    }
    process.stderr.write(`${source.name}\n`);
  }
} finally {
  await server.close();
  await gold.close();
}
for (const [step, { observed, agreed }] of sums) {
  const share = shareOf(agreed, observed);
  console.log(`${step}: ${agreed} of ${observed} the same${share ? ` (${(100 * share.share).toFixed(1)} %)` : ""}`);
}
