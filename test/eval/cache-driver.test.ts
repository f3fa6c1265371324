/** The driver with the built executable: what the oracle says reaches the client, and only that is ever learned. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Probe, SlotSwap } from "../../scripts/eval/cache/materials.ts";
import { runPairs, runSlotSwap, runStream } from "../../scripts/eval/cache/measuring.ts";
import { Oracle } from "../../scripts/eval/cache/oracle.ts";
import { tallyOf } from "../../scripts/eval/cache/score.ts";
import { type Call, NO_CALL } from "../../scripts/eval/cache/sentence.ts";

const oracle = new Oracle();
afterAll(() => oracle.close());
const silent = { show: () => undefined };
const ERROR_BOUND = 0.005;

const tool = {
  name: "garden.water",
  description: "Waters a bed",
  parameters: { type: "object", properties: { bed: { type: "string" } } },
};
const water = (bed: string): Call => ({ tool: tool.name, parameters: { bed } });
const ask = (id: string, text: string, call: Call) => ({ id, text, call });
const probe = (id: string, text: string, call: Call): Probe => {
  return { ...ask(id, text, call), category: "exact", kind: "exact", wordingSeen: null, noise: [] };
};

const SLOT_SWAP: SlotSwap = {
  tools: [tool] as unknown as SlotSwap["tools"],
  seeds: [ask("s0", "Water the roses", water("roses")), ask("s1", "Sing to me", NO_CALL)].map((one) => ({
    ...one,
    sentence: null,
  })),
  probes: [
    probe("p0", "Water the roses", water("roses")),
    probe("p1", "Sing to me", NO_CALL),
    probe("p2", "How tall is the tower?", NO_CALL),
    probe("p3", "How tall is the tower?", NO_CALL),
  ],
  stream: [
    ask("z0", "Water the beans", water("beans")),
    ask("z1", "Water the beans", water("beans")),
    ask("z2", "What time is it?", NO_CALL),
  ],
};

describe("the driver", () => {
  test("fills the cache with seeds, and lets no probe teach it, across restarts", async () => {
    const run = await runSlotSwap(oracle, SLOT_SWAP, [ERROR_BOUND, 0], silent);
    expect(run.seedsMissed).toBe(0);
    for (const bound of [ERROR_BOUND, 0]) {
      const replies = run.probes.get(bound);
      expect(["p0", "p1"].map((id) => replies?.get(id)?.call)).toEqual([water("roses"), NO_CALL]);
      expect(["p2", "p3"].map((id) => replies?.get(id))).toEqual([
        expect.objectContaining({ call: null, status: 502 }),
        expect.objectContaining({ call: null, status: 502 }),
      ]);
    }
  }, 60_000);

  test("lets the stream teach", async () => {
    const replies = await runStream(oracle, SLOT_SWAP, ERROR_BOUND, silent);
    expect(SLOT_SWAP.stream.map(({ id }) => replies.get(id)?.source)).toEqual(["model", "exact_cache", "model"]);
    expect(tallyOf(SLOT_SWAP.stream, replies)).toEqual({ n: 3, right: 1, wrong: 0 });
  }, 60_000);

  test("asks for the labels of pairs", async () => {
    const pairs = [
      { origin: "Bees make honey.", similar: "Bees make honey." },
      { origin: "Trains run on rails.", similar: "What is the capital of Peru?" },
    ];
    const served = await runPairs(oracle, pairs, [ERROR_BOUND, 0.1], silent);
    expect([...served.keys()]).toEqual([ERROR_BOUND, 0.1]);
    for (const replies of served.values()) {
      expect(replies.get("similar-0")?.call).toEqual({ tool: "text-0", parameters: {} });
      expect(replies.get("similar-1")?.call).toBeNull();
    }
  }, 60_000);
});
