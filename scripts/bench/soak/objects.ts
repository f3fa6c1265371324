/**
 * Whether anything of our own goes on growing once what is kept has reached its bounds: `bun scripts/bench/soak/objects.ts [--round 2500] [--only WORDS]`. A server
 * in this process, whose models are no models, is asked in rounds what is unlike all that was asked before, or has its sets replaced. After each round all garbage is
 * collected, and what is left is told: objects, their heap, and memory that is no file's. What is level here and rises in an hour's soak is the runtime's, or a network's.
 */
import { heapStats } from "bun:jsc";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openTestApp, type Tenant } from "../../../test/kit.ts";

const { values: options } = parseArgs({
  options: { round: { type: "string", default: "2500" }, only: { type: "string", default: "" } },
});
const ROUND = Number(options.round);
const ROUNDS = 4;
const CLIENTS = 8;
/** Reached within the first round. */
const ENTRIES_PER_APP_MAX = 50;
const COLLECTIONS = 3;
/** The allocator gives pages back a second after they were emptied. */
const GIVEN_BACK_MS = 1_500;
const MIB = 2 ** 20;
const LAMPS = "lamps-v1";
const INTENTS = "intents-v1";

const lampTool = (description: string) => ({
  name: "set_lamp",
  description,
  parameters: { type: "object", properties: { room: { type: "string", description } }, required: ["room"] },
});
const lamps = (description: string) => ({ signature: LAMPS, name: "Lamps", tools: [lampTool(description)] });
const classes = (number: number) =>
  ["refund", "greeting"].map((label) => ({
    label,
    description: `The customer writes about ${label}`,
    examples: Array.from({ length: 20 }, (_, at) => `${label} ${at}, order ${number + at}`),
  }));

type Deed = (tenant: Tenant, number: number) => Promise<{ readonly status: number }>;
const asked = (tenant: Tenant, path: string, body: object) =>
  tenant.request("POST", path, body, { "Cache-Control": "max-age=3600" });
const DEEDS: Readonly<Record<string, Deed>> = {
  "new questions": (tenant, number) =>
    asked(tenant, "/v1/resolve", { query: `dim the lamp in room ${number}`, toolsets: [LAMPS] }),
  "known questions": (tenant, number) =>
    asked(tenant, "/v1/resolve", { query: `switch on lamp ${number % ENTRIES_PER_APP_MAX}`, toolsets: [LAMPS] }),
  "questions under keys": (tenant, number) =>
    tenant.request(
      "POST",
      "/v1/resolve",
      { query: `switch on lamp ${number % ENTRIES_PER_APP_MAX}`, toolsets: [LAMPS] },
      { "Cache-Control": "max-age=3600", "Idempotency-Key": `soak-${number}` },
    ),
  "contexts of their own": (tenant, number) =>
    asked(tenant, "/v1/resolve", { query: "switch on the lamp", toolsets: [LAMPS], context: `this is room ${number}` }),
  "tools in the request": (tenant, number) =>
    asked(tenant, "/v1/resolve-quick", { query: "switch on the lamp", tools: [lampTool(`Lamp number ${number}`)] }),
  "classes in the request": (tenant, number) =>
    asked(tenant, "/v1/classify", { data: `where is parcel ${number}`, classes: classes(number) }),
  "sets of tools replaced": async (tenant, number) => {
    const put = await tenant.request("PUT", `/v1/toolsets/${LAMPS}`, lamps(`Lamp, as of ${number}`));
    return put.status === 200 ? asked(tenant, "/v1/resolve", { query: "switch it on", toolsets: [LAMPS] }) : put;
  },
  "sets of classes replaced": async (tenant, number) => {
    const set = { signature: INTENTS, name: "Intents", classes: classes(number) };
    const put = await tenant.request("PUT", `/v1/classification-sets/${INTENTS}`, set);
    return put.status === 200 ? asked(tenant, "/v1/classify", { data: "hello", classification_set: INTENTS }) : put;
  },
};

console.log("| what is done | times | objects | heap, MiB | heaps and stacks, MiB |\n| --- | --: | --: | --: | --: |");
for (const [name, deed] of Object.entries(DEEDS)) if (name.includes(options.only)) await rounds(name, deed);

async function rounds(name: string, deed: Deed): Promise<void> {
  const server = await openTestApp({ cache: { entriesPerAppMax: ENTRIES_PER_APP_MAX } });
  try {
    const tenant = await server.tenant("unlimited");
    await tenant.request("POST", "/v1/toolsets", lamps("The lamp"));
    await tenant.request("POST", "/v1/classification-sets", {
      signature: INTENTS,
      name: "Intents",
      classes: classes(0),
    });
    let next = 0;
    const client = async (end: number) => {
      while (next < end) {
        next += 1;
        const { status } = await deed(tenant, next);
        if (status !== 200) throw new Error(`${name}: ${status}`);
      }
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: CLIENTS }, () => client(round * ROUND)));
      await collected();
      const { heapSize, objectCount } = heapStats();
      const figures = [next, objectCount, (heapSize / MIB).toFixed(1), anonymousMib().toFixed(0)];
      console.log(`| ${name} | ${figures.join(" | ")} |`);
    }
  } finally {
    await server.close();
  }
}

async function collected(): Promise<void> {
  for (let collection = 0; collection < COLLECTIONS; collection += 1) {
    await Bun.sleep(0);
    Bun.gc(true);
  }
  await Bun.sleep(GIVEN_BACK_MS);
}

/** Of this process: memory that is no file's. */
function anonymousMib(): number {
  const kib = /^RssAnon:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  if (kib === undefined) throw new Error("/proc does not tell RssAnon");
  return Number(kib) / 1_024;
}
