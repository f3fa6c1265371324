/**
 * What a request may cost that is made to cost much, in CPU time of the whole process: wall time on a machine that runs other
 * tests beside says nothing. Each of these once took seconds to minutes, and kept everybody else waiting meanwhile.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpuStopwatch } from "../../scripts/bench/process-usage.ts";
import { ensureExecutable } from "./kit.ts";
import { expectDecent, openVictim, type Victim } from "./victim.ts";

/** Of one request, all threads together. */
const CPU_MS_MAX = 1_000;

let victim: Victim;
beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim();
  await victim.expectAlive();
}, 180_000);
afterAll(async () => {
  await victim.expectAlive();
  await victim.close();
});

const marks = (bytes: number) => `a${"\u0323\u0301".repeat(bytes / 4)}`;
const withTool = (parameters: unknown, description = "Switches a lamp") => ({
  query: "switch on the lamp",
  tools: [{ name: "set_lamp", description, parameters }],
});
const pattern = (source: string, count = 1) => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`p${n}`, { type: "string", pattern: source }]),
  ),
});
const toolset = { signature: "costly-v1", name: "Costly" };

const HOSTILE: readonly (readonly [name: string, path: string, body: unknown])[] = [
  ["marks of 80 kB in a query", "/v1/resolve", { query: marks(80_000), toolsets: ["alive-v1"] }],
  ["marks of 240 kB in a query", "/v1/resolve", { query: marks(240_000), toolsets: ["alive-v1"] }],
  ["marks of 1 MB in a query", "/v1/resolve-quick", { ...withTool({}), query: marks(1_000_000) }],
  [
    "marks of 16 kB, within the limit of units, in a context",
    "/v1/resolve",
    { query: "lamp", context: marks(16_000), toolsets: ["alive-v1"] },
  ],
  ["marks of 900 kB in a name", "/v1/toolsets", { ...toolset, name: marks(900_000), tools: withTool({}).tools }],
  ["marks of 900 kB in a description of a tool", "/v1/resolve-quick", withTool({}, marks(900_000))],
  ["marks of 900 kB in an option", "/v1/resolve-quick", withTool({ properties: { a: { enum: [marks(900_000)] } } })],
  [
    "marks of 8 kB in each of 100 options",
    "/v1/resolve-quick",
    withTool({ properties: { a: { enum: Array.from({ length: 100 }, (_, n) => `${n} ${marks(8_000)}`) } } }),
  ],
  ["marks of 900 kB in a label", "/v1/classify", { data: "x", classes: [{ label: marks(900_000) }, { label: "b" }] }],
  ["marks of 64 kB in data", "/v1/classify", { data: marks(64_000), classes: [{ label: "a" }, { label: "b" }] }],
  ["marks of 900 kB in a fact", "/v1/banks/none/memories", { fact: marks(900_000) }],
  ["marks of 900 kB in the name of a persona", "/v1/personas", { name: marks(900_000), instructions: "x" }],
  ["marks of 900 kB in a key", "/v1/auth", { api_key: marks(900_000) }],
  ["the pattern (.?){1000}, sixty times in a row", "/v1/resolve-quick", withTool(pattern("(.?){1000}".repeat(60)))],
  ["the pattern (.?){1000} in each of a hundred parameters", "/v1/resolve-quick", withTool(pattern("(.?){1000}", 100))],
  ["the pattern .{0,1000}, 600 times in a row", "/v1/resolve-quick", withTool(pattern(".{0,1000}".repeat(600)))],
  [
    "patterns that just fit, in each tool of a set",
    "/v1/resolve-quick",
    {
      query: "a".repeat(500),
      tools: Array.from({ length: 8 }, (_, n) => ({
        name: `t${n}`,
        description: "a",
        parameters: pattern("(a?){450}"),
      })),
    },
  ],
  ["a pattern of 65 kB", "/v1/resolve-quick", withTool(pattern(`(${"\\p{L}".repeat(13_000)})`))],
  ["the name of a property of 500 kB", "/v1/resolve-quick", withTool({ properties: { ["n".repeat(500_000)]: {} } })],
  [
    "a last tool named none behind five of 1,975 parts",
    "/v1/resolve-quick",
    {
      query: "x",
      tools: [
        ...Array.from({ length: 5 }, (_, n) => ({
          name: `t${n}`,
          description: "a",
          parameters: {
            properties: Object.fromEntries(Array.from({ length: 980 }, (_, p) => [`p${p}`, { type: "string" }])),
          },
        })),
        { name: "none", description: "a" },
      ],
    },
  ],
];

test.each(HOSTILE)("%s costs no second of CPU", async (_, path, body) => {
  const elapsed = cpuStopwatch(victim.server.pid);
  expectDecent(await victim.send("POST", path, body));
  expect(elapsed()).toBeLessThan(CPU_MS_MAX);
});
