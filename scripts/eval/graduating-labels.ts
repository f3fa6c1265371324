/**
 * How far the model inside agrees with a language model that is always right about the classes of texts, and which classes it is let go
 * for:
 *
 *     bun scripts/eval/graduating-labels.ts --data FOLDER [--classes 10] [--examples 8] [--texts 1000] [--bar 0.95]
 *
 * FOLDER holds banking77 and clinc150, as docs/how-to/measure.md describes it. Of each the first classes are taken, with so many examples
 * each, and of the other texts of these classes so many are asked, through the cache as they would be: what the cache gives is counted by
 * nobody. The language model is a server that answers each text with the label that the data gives it.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { shareOf } from "#core/examination/statistics.ts";
import type { ApiClient } from "./api-client.ts";
import { openClockedServer } from "./clocked-server.ts";
import { divide, readLabelled } from "./data-sets.ts";
import { openGoldServer } from "./gold-server.ts";
import { randomFrom } from "./statistics.ts";

const SIGNATURE = "graduating-v1";
const PATH = `/v1/classification-sets/${SIGNATURE}`;
const LOOK_MS = 400;
/** Of what waits behind answers only some is kept. */
const BETWEEN_MS = 30;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    classes: { type: "string", default: "10" },
    examples: { type: "string", default: "8" },
    texts: { type: "string", default: "1000" },
    bar: { type: "string", default: "0.95" },
  },
});
if (values.data === undefined) throw new Error("--data FOLDER is needed: the head of this file says what is in it");
const { data } = values;
const [classesMax, examplesPerClassMax, textsMax] = [values.classes, values.examples, values.texts].map(Number) as [
  number,
  number,
  number,
];

/** What is right, by the text. */
const right = new Map<string, string>();

interface Standing {
  readonly label: string;
  readonly observed: number;
  readonly agreed: number;
  readonly opens_at: number | null;
  readonly answers: number;
}

async function learned(client: ApiClient): Promise<void> {
  while (((await client.get(PATH)).body.learning ?? null) !== null) await Bun.sleep(LOOK_MS);
}

/** Once nothing more comes. */
async function standingsOf(client: ApiClient): Promise<readonly Standing[]> {
  for (let before = -1; ; ) {
    const { body } = await client.get(`${PATH}/graduation`);
    const standings = body.by_label as unknown as readonly Standing[];
    const observed = standings.reduce((all, one) => all + one.observed, 0);
    if (observed === before) return standings;
    before = observed;
    await Bun.sleep(LOOK_MS);
  }
}

async function measured(client: ApiClient, name: string): Promise<void> {
  const { examples, tested } = divide(readLabelled(join(data, `${name}.jsonl`)), {
    examplesPerClassMax,
    testedMax: Number.MAX_SAFE_INTEGER,
  });
  const labels = [...examples.keys()].slice(0, classesMax);
  const random = randomFrom(1);
  const own = tested
    .filter(({ label }) => labels.includes(label))
    .map((one) => ({ one, key: random() }))
    .sort((first, second) => first.key - second.key)
    .slice(0, textsMax)
    .map(({ one }) => one);
  const classes = labels.map((label) => ({ label, examples: examples.get(label) ?? [] }));
  const made = await client.post("/v1/classification-sets", { signature: SIGNATURE, name, backend: "gold", classes });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await learned(client);
  right.clear();
  for (const { text, label } of own) right.set(text, label);
  const sources = new Map<string, number>();
  let wrongAlone = 0;
  for (const { text, label } of own) {
    const { status, body } = await client.post(
      "/v1/classify",
      { data: text, classification_set: SIGNATURE },
      { mayBeCached: true },
    );
    if (status !== 200) throw new Error(`${text}: ${JSON.stringify(body)}`);
    const { source, model } = body.metadata as { readonly source: string; readonly model: string };
    const by = source !== "model" ? "the cache" : model.includes("gold") ? "the language model" : "the model inside";
    sources.set(by, (sources.get(by) ?? 0) + 1);
    const [given] = body.classifications as readonly { readonly label: string }[];
    if (by === "the model inside" && given?.label !== label) wrongAlone += 1;
    await Bun.sleep(BETWEEN_MS);
  }
  const standings = await standingsOf(client);
  const sum = (of: (one: Standing) => number) => standings.reduce((all, one) => all + of(one), 0);
  const [agreed, observed] = [sum((one) => one.agreed), sum((one) => one.observed)];
  const share = shareOf(agreed, observed);
  const open = standings.filter(({ opens_at: opensAt }) => opensAt !== null);
  console.log(`${name}: ${agreed} of ${observed} the same${share ? ` (${(100 * share.share).toFixed(1)} %)` : ""}`);
  console.log(`  ${open.length} of ${labels.length} classes let go: ${open.map(({ label }) => label).join(", ")}`);
  console.log(`  answered by ${[...sources].map(([by, count]) => `${by} ${count}`).join(", ")}`);
  console.log(`  by the model inside alone, and not what is right: ${wrongAlone}`);
}

const gold = openGoldServer("text", (text) => ({ label: right.get(text) ?? null }));
const server = await openClockedServer([
  ...gold.settings,
  "[graduation]",
  "enabled = true",
  `agreement_min = ${values.bar}`,
]);
try {
  for (const name of ["banking77", "clinc150"]) await measured(await server.clientAt(Date.now()), name);
} finally {
  await server.close();
  await gold.close();
}
