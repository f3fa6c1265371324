/** The simulation behind docs/explanation/scale.md, where its outcome is known without it. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Agenda } from "../../scripts/bench/scale/agenda.ts";
import { type Assumed, simulated } from "../../scripts/bench/scale/cluster.ts";
import { costsOf, type Figures } from "../../scripts/bench/scale/costs.ts";
import { kept } from "../../scripts/bench/scale/entries.ts";
import { chartSvg } from "../../scripts/bench/scale/picture.ts";
import { edgesTable, entriesTable, ratesTable } from "../../scripts/bench/scale/tables.ts";
import { sizeOfPicture } from "../../scripts/docs/pictures.ts";

const COSTS = { nodeUs: 100, turnUs: 1_000, chargeUs: 10, appUs: 0 };
const ONE_OF_EACH: Assumed = { nodes: 1, postgresCores: 1, apps: 1, roundtripMs: 0.5, diskMs: 2 };

describe("an agenda", () => {
  test("does the earliest first, and of one instant what was entered first, though more is entered meanwhile", () => {
    const instants = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
    const later = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 10 });
    fc.assert(
      fc.property(instants, later, (first, then) => {
        const agenda = new Agenda();
        const done: { readonly at: number; readonly entered: number }[] = [];
        let entered = 0;
        const enter = (instant: number, also: () => void = () => {}) => {
          const order = entered++;
          agenda.at(instant, () => {
            done.push({ at: agenda.now, entered: order });
            also();
          });
        };
        for (const [index, instant] of first.entries()) {
          enter(instant, () => {
            const wait = then[index];
            if (wait !== undefined) enter(agenda.now + wait);
          });
        }
        agenda.run(100);
        expect(done).toEqual(done.toSorted((one, other) => one.at - other.at || one.entered - other.entered));
        expect(done).toHaveLength(entered);
      }),
    );
  });

  test("takes nothing that has passed, and leaves what comes after its end", () => {
    const agenda = new Agenda();
    agenda.run(10);
    expect(() => agenda.at(9, () => {})).toThrow(RangeError);
    let happened = 0;
    agenda.at(20, () => (happened += 1));
    agenda.run(19);
    expect(happened).toBe(0);
    agenda.run(20);
    expect(happened).toBe(1);
  });
});

describe("a simulated cluster", () => {
  test("answers one who asks alone in the sum of its costs", () => {
    const { p50Ms, chargesPerTurn } = simulated(ONE_OF_EACH, COSTS, { perSecond: 1, seconds: 200, seed: 1 });
    expect(p50Ms).toBeCloseTo(0.1 + 0.5 + 1.01 + 2, 6);
    expect(chargesPerTurn).toBe(1);
  });

  test("is as busy as its work is", () => {
    const load = { perSecond: 2_000, seconds: 10, seed: 2 };
    const { nodeBusy, postgresBusy, chargesPerTurn } = simulated({ ...ONE_OF_EACH, postgresCores: 4 }, COSTS, load);
    expect(nodeBusy).toBeCloseTo(2_000 * 0.0001, 2);
    expect(postgresBusy).toBeCloseTo((2_000 * (0.001 / chargesPerTurn + 0.00001)) / 4, 2);
    // A turn takes some four milliseconds, in which eight come.
    expect(chargesPerTurn).toBeGreaterThan(6);
    expect(chargesPerTurn).toBeLessThan(10);
  });

  test("that has too little of anything falls behind", () => {
    const load = { perSecond: 12_000, seconds: 4, seed: 3 };
    expect(simulated(ONE_OF_EACH, COSTS, load).p99Ms).toBeGreaterThan(500);
    expect(simulated({ ...ONE_OF_EACH, nodes: 3 }, COSTS, load).p99Ms).toBeLessThan(50);
    const dear = { ...COSTS, chargeUs: 100 };
    expect(simulated({ ...ONE_OF_EACH, nodes: 3 }, dear, load).p99Ms).toBeGreaterThan(500);
  });

  test("has nodes wait for each other's commits where they serve one app, and not where they serve many", () => {
    const load = { perSecond: 4_000, seconds: 4, seed: 4 };
    const many = { ...ONE_OF_EACH, nodes: 12, postgresCores: 16 };
    const one = simulated(many, COSTS, load);
    const each = simulated({ ...many, apps: 100_000 }, COSTS, load);
    expect(one.p50Ms).toBeGreaterThan(1.5 * each.p50Ms);
  });
});

test("what a turn, a charge and an app cost is found in what loads have cost", () => {
  const cost = fc.integer({ min: 1, max: 5_000 });
  const charges = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 5 });
  const several = fc.integer({ min: 2, max: 100 });
  fc.assert(
    fc.property(cost, cost, cost, charges, several, (turnUs, chargeUs, appUs, counts, apps) => {
      const ofOne = counts.map((count) => ({ count, apps: 1, us: turnUs + chargeUs * count }));
      const ofSeveral = { count: 200, apps, us: turnUs + chargeUs * 200 + appUs * (apps - 1) };
      const found = costsOf(figuresOf([...ofOne, ofSeveral]));
      expect(found.turnUs / turnUs).toBeCloseTo(1, 3);
      expect(found.chargeUs / chargeUs).toBeCloseTo(1, 3);
      expect(found.appUs / appUs).toBeCloseTo(1, 3);
    }),
  );
  expect(() =>
    costsOf(
      figuresOf([
        { count: 1, apps: 1, us: 9 },
        { count: 2, apps: 1, us: 9 },
      ]),
    ),
  ).toThrow("of several");
});

test("the page shows what comes of the figures as they stand", () => {
  const root = join(import.meta.dir, "../..");
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const figures = JSON.parse(read("scripts/bench/cluster/measured.json")) as Figures;
  const page = read("docs/explanation/scale.md");
  expect(page).toContain(ratesTable(figures));
  expect(page).toContain(entriesTable(figures));
  // The others take half a minute: the first of them stands for all.
  expect(page).toContain(edgesTable(figures, [2]).split("\n").at(-1) ?? "a row");
}, 60_000);

test("a cache that is larger than the memory of nodes is in it in part", () => {
  const figures = figuresOf([]);
  expect(kept(1_000, figures, 10, 1_800_000)).toEqual({
    diskBytes: 2_000_000,
    indexBytes: 500_000,
    onOneNodeShare: 1,
    onAllNodesShare: 1,
  });
  expect(kept(4_000, figures, 3, 1_800_000)).toMatchObject({ onOneNodeShare: 0.25, onAllNodesShare: 0.75 });
});

test("a chart says its size, and ends a line at its edge", () => {
  const svg = chartSvg({
    title: "waits < 1 s",
    xTitle: "asked",
    xTicks: [1, 10],
    yTicks: [1, 100],
    lines: [
      {
        name: "A & B",
        points: [
          [1, 10],
          [10, 1e9],
        ],
      },
    ],
  });
  expect(sizeOfPicture(Buffer.from(svg)).width).toBeGreaterThan(400);
  expect(svg).toContain('points="64.0,170.0 544.0,40.0"');
  expect(svg).toContain("A &amp; B");
  expect(svg).toContain("waits &lt; 1 s");
});

function figuresOf(turns: readonly { readonly count: number; readonly apps: number; readonly us: number }[]): Figures {
  const cluster = { node_cpu_us: 100, wal_bytes_per_request: 0 };
  return {
    loads: turns.map(({ count, apps, us }) => ({
      in_flight: count,
      apps,
      cluster: { ...cluster, postgres_cpu_us: us / count, statements_per_request: 1 / count },
    })),
    entry: { bytes_per_entry: 2_000, index_bytes_per_entry: 500 },
  };
}
