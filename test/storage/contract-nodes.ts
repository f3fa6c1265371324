import { expect, test } from "bun:test";
import type { NodeReport } from "#core/ports/node-store.ts";
import type { Current } from "./contract.ts";

const COUNTED = {
  requests: 3,
  refused: 1,
  failed: 0,
  answers: { exact_cache: 1, semantic_cache: 0, model: 1, taught: 0 },
  savedSeconds: 0.5,
  savedMoney: 0,
  spentMoney: 0.001,
  durations: [0, 2, 0],
};

/** Of a node that started a minute ago. */
export function aReport(id: string, report: Partial<NodeReport> = {}): NodeReport {
  const figures = {
    total: COUNTED,
    lastHour: COUNTED,
    lastMinute: null,
    minutes: { requests: [2, 1], failed: [0, 0], p95Ms: [4, null] },
    inFlight: 1,
    memoryBytes: 9,
    cpuSeconds: 0.25,
  };
  const said = { version: "0.2.0", address: "http://127.0.0.1:8420", state: "ready", clockAheadMs: null } as const;
  return { id, name: `node ${id}`, ...said, at: Date.now(), uptimeMs: 60_000, figures, ...report };
}

export function nodesContract(current: Current): void {
  const store = () => current().storage.nodes;

  test("a node is known as it said last of itself, until it leaves", async () => {
    expect(await store().list()).toEqual([]);
    const first = aReport("a", { state: "starting" });
    const { at, counts } = await store().report(first);
    expect(counts).toEqual({ starting: 1, ready: 0, draining: 0, gone: 0 });
    expect(Math.abs((at ?? first.at) - first.at)).toBeLessThan(60_000);
    const second = aReport("a", { clockAheadMs: -12.5, figures: { ...first.figures, inFlight: 2 } });
    expect((await store().report(second)).counts).toEqual({ starting: 0, ready: 1, draining: 0, gone: 0 });
    const [node, ...others] = await store().list();
    const { at: _at, uptimeMs: _uptimeMs, ...said } = second;
    expect([node, others]).toEqual([
      {
        ...said,
        isGone: false,
        schema: expect.any(Number),
        startedAt: expect.any(Number),
        heardAt: expect.any(Number),
      },
      [],
    ]);
    await store().leave("a");
    await store().leave("never");
    expect(await store().list()).toEqual([]);
  });

  test("when it started is told by how long it has been running", async () => {
    await store().report(aReport("a", { uptimeMs: 90_000 }));
    const [node] = await store().list();
    expect((node?.heardAt ?? 0) - (node?.startedAt ?? 0)).toBe(90_000);
  });
}
