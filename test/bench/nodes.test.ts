/** What is made of nodes that were measured: tables, a picture, and what the sum says of them. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type NodesFigures, PLACINGS, type PlacedRow } from "../../scripts/bench/cluster/nodes/figures.ts";
import { summaryOf, type Use } from "../../scripts/bench/cluster/nodes/measuring.ts";
import { startModelServer } from "../../scripts/bench/cluster/nodes/model-server.ts";
import { postgresUs, predicted } from "../../scripts/bench/cluster/nodes/predicted.ts";
import { NODES_PICTURE, nodesPicture, nodesTable, placedTable } from "../../scripts/bench/cluster/nodes/tables.ts";
import { costTable } from "../../scripts/bench/cluster/tables.ts";
import { withTable } from "../../scripts/bench/pages.ts";
import { costsOf, type Figures } from "../../scripts/bench/scale/costs.ts";

const COSTS = { nodeUs: 40, turnUs: 280, chargeUs: 2, appUs: 40 };
const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function placed(more: Partial<PlacedRow>): PlacedRow {
  const rates = { per_second: 1, per_second_from: 1, per_second_to: 1, processors: 2, processors_of_others: 0 };
  const took = { node_cpu_us: [40], postgres_cpu_us: 5, client_cpu_us: 10, charges_per_turn: 100 };
  return { placing: "one", ...rates, ...took, ...more };
}

describe("the sum of an answer from memory", () => {
  test("shares a turn, and what each app in it takes, between its charges", () => {
    expect(postgresUs(COSTS, 100, 1)).toBeCloseTo(2.8 + 2);
    expect(postgresUs(COSTS, 100, 16)).toBeCloseTo((280 + 15 * 40) / 100 + 2);
    // No more apps than charges.
    expect(postgresUs(COSTS, 1, 16)).toBeCloseTo(282);
  });

  test("ends where a processor is full: that of the nodes, or that of all else", () => {
    const one = predicted(COSTS, placed({ client_cpu_us: 10 }), 1);
    expect(one.perSecond).toBeCloseTo(1e6 / 40);
    const dearClient = predicted(COSTS, placed({ client_cpu_us: 100 }), 1);
    expect(dearClient.perSecond).toBeCloseTo(1e6 / (100 + 4.8));
    const two = predicted(COSTS, placed({ placing: "two", client_cpu_us: 10 }), 1);
    expect(two.perSecond).toBeCloseTo(2e6 / (40 + 10 + 4.8));
  });

  test("never takes more of two processors than there is", () => {
    const us = fc.double({ min: 1, max: 500, noNaN: true });
    const charges = fc.integer({ min: 1, max: 256 });
    fc.assert(
      fc.property(us, us, charges, fc.constantFrom(...PLACINGS), (nodeUs, client, inTurn, placing) => {
        const row = placed({ placing, client_cpu_us: client, charges_per_turn: inTurn });
        const { perSecond, perProcessorSecond } = predicted({ ...COSTS, nodeUs }, row, 16);
        expect(perSecond / perProcessorSecond).toBeLessThanOrEqual(2 + 1e-9);
        expect(perSecond).toBeGreaterThan(0);
      }),
    );
  });
});

test("of several times the middle one counts, with the least and the most of what varies", () => {
  const use = (perSecond: number, nodeUs: number, share: number): Use => ({
    ...{ per_second: perSecond, node_cpu_us: [nodeUs, 2 * nodeUs], engines_to_node: share },
    ...{ postgres_cpu_us: nodeUs / 4, valkey_cpu_us: 1, client_cpu_us: 2, charges_per_turn: 9 },
    ...{ processors: 2, processors_of_others: 0 },
  });
  expect(summaryOf([use(300, 40, 0.1), use(100, 60, 0.3), use(200, 50, 0.2)])).toMatchObject({
    ...{ per_second: 200, per_second_from: 100, per_second_to: 300 },
    ...{ node_cpu_us: [50, 100], postgres_cpu_us: 12.5 },
    ...{ engines_to_node: 0.2, engines_to_node_from: 0.1, engines_to_node_to: 0.3 },
  });
});

test("a model server calls what the last question asks for", async () => {
  using server = startModelServer();
  const called = async (asked: string) => {
    const response = await fetch(`${server.url}/chat/completions`, { method: "POST", body: asked });
    const { choices } = (await response.json()) as { choices: readonly { message: { content: string } }[] };
    return JSON.parse(choices[0]?.message.content ?? "").call;
  };
  const asked = `as in "show the weather in Rome for 2 days": show the weather in Oslo for 12 days`;
  expect(await called(asked)).toEqual({ tool: "get_weather", parameters: { city: "Oslo", days: 12 } });
  expect(await called("switch the lamp on")).toEqual({ tool: "lamp", parameters: {} });
});

test("a table takes the place of the one with its heads, and leaves what is round it", () => {
  const page = "before\n\n| a | b |\n| --: | --: |\n| 1 | 2 |\n| 3 | 4 |\n\nbehind\n\n| other |\n";
  const changed = withTable(page, "| a | b |\n| --: | --: |\n| 5 | 6 |");
  expect(changed).toBe("before\n\n| a | b |\n| --: | --: |\n| 5 | 6 |\n\nbehind\n\n| other |\n");
  expect(withTable("| a |\n| 1 |", "| a |\n| 2 |")).toBe("| a |\n| 2 |");
  expect(() => withTable(page, "| c |\n| 1 |")).toThrow("| c |");
});

test("the pages and the picture show what comes of the figures as they stand", () => {
  const figures = JSON.parse(read("scripts/bench/cluster/measured-nodes.json")) as NodesFigures;
  const loads = JSON.parse(read("scripts/bench/cluster/measured.json")) as Figures & Parameters<typeof costTable>[0];
  const costs = costsOf(loads);
  expect(read("docs/measurements/cluster-cost.md")).toContain(costTable(loads));
  expect(read("docs/measurements/cluster-cost.md")).toContain(nodesTable(figures));
  expect(read("docs/explanation/scale.md")).toContain(placedTable(figures, costs));
  expect(read(NODES_PICTURE)).toBe(nodesPicture(figures, costs));
});
