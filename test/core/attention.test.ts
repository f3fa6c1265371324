import { expect, test } from "bun:test";
import { AttentionList, type AttentionOptions } from "#core/overview/attention.ts";
import { type AppId, UNLIMITED_REQUESTS } from "#core/tenant.ts";

const GIBIBYTE = 1024 ** 3;
const PLANS = { small: { requestsPerMinute: 10, requestsPerMonth: 1_000 } };
const appOf = (id: string, requestsRemaining: number, status: "active" | "suspended" = "active") => ({
  id: id as AppId,
  name: id,
  plan: "small",
  status,
  epoch: 1,
  createdAt: 0,
  requestsRemaining,
});

function listed(changed: Partial<AttentionOptions>, goneNodes: readonly string[] = []) {
  const options: AttentionOptions = {
    tenants: { listApps: async () => [appOf("well", 500)] },
    plans: PLANS,
    cacheReports: { report: async (app) => ({ app, errorBound: 0.005, sets: [] }) },
    waitsFor: () => null,
    diskFreeBytes: () => 10 * GIBIBYTE,
    openBreakers: () => [],
    lastHour: () => ({ requests: 1_000, failed: 0 }),
    clock: { monotonicMs: () => 0 },
    ...changed,
  };
  return new AttentionList(options).list(goneNodes);
}

test("nothing is said where all is well, nor where the disk does not tell", async () => {
  expect(await listed({})).toEqual([]);
  expect(await listed({ diskFreeBytes: () => Number.NaN })).toEqual([]);
});

test("the most urgent comes first", async () => {
  const changed: Partial<AttentionOptions> = {
    waitsFor: () => "the model is loading",
    diskFreeBytes: () => GIBIBYTE - 1,
    openBreakers: () => ["openai/one"],
    lastHour: () => ({ requests: 1_000, failed: 20 }),
    tenants: { listApps: async () => [appOf("near", 100), appOf("empty", 0), appOf("asleep", 0, "suspended")] },
  };
  const found = await listed(changed, ["node-2"]);
  expect(found.map(({ code, subject, amount }) => [code, subject, amount])).toEqual([
    ["not_ready", "the model is loading", null],
    ["disk_low", null, GIBIBYTE - 1],
    ["node_gone", "node-2", null],
    ["backend_down", "openai/one", null],
    ["requests_failing", null, 0.02],
    ["app_at_limit", "empty", 0],
    ["app_near_limit", "near", 100],
  ]);
});

test("an app without a limit is never near one, however much it asked for", async () => {
  const plans = { small: { requestsPerMinute: UNLIMITED_REQUESTS, requestsPerMonth: UNLIMITED_REQUESTS } };
  const busy = appOf("busy", UNLIMITED_REQUESTS - 1_000_000_000_000);
  expect(await listed({ plans, tenants: { listApps: async () => [busy] } })).toEqual([]);
});

test("one failure in a hundred is borne, and so are a few", async () => {
  expect(await listed({ lastHour: () => ({ requests: 10_000, failed: 100 }) })).toEqual([]);
  expect(await listed({ lastHour: () => ({ requests: 20, failed: 19 }) })).toEqual([]);
});

test("a set is named whose reused answers are likely more often wrong than tolerated", async () => {
  const path = { name: "t", path: "rewording", observed: 9, wrong: 1, opensAt: 0.9, interval: [0, 0.1] as const };
  const setOf = (signature: string, error: number | null) => ({
    contentHash: null,
    signatures: [signature],
    entries: 0,
    bytes: 0,
    sources: [],
    paths: [{ ...path, error }],
    mistakes: [],
  });
  const sets = [setOf("good", 0.005), setOf("bad", 0.02), setOf("shut", null)];
  const found = await listed({ cacheReports: { report: async (app) => ({ app, errorBound: 0.005, sets }) } });
  expect(found).toEqual([{ code: "wrong_hits_high", app: "well" as AppId, subject: "bad", amount: 0.02 }]);
});

test("what lies on disk is looked at once in half a minute, and again at once where that failed", async () => {
  let looks = 0;
  let nowMs = 0;
  const list = new AttentionList({
    tenants: {
      listApps: async () => {
        looks += 1;
        if (looks === 1) throw new Error("the disk failed");
        return [];
      },
    },
    plans: PLANS,
    cacheReports: { report: async (app) => ({ app, errorBound: 0.005, sets: [] }) },
    waitsFor: () => null,
    diskFreeBytes: () => 10 * GIBIBYTE,
    openBreakers: () => [],
    lastHour: () => ({ requests: 0, failed: 0 }),
    clock: { monotonicMs: () => nowMs },
  });
  expect(list.list()).rejects.toThrow("the disk failed");
  await Bun.sleep(0);
  for (const at of [0, 29_999, 30_000]) {
    nowMs = at;
    await list.list();
  }
  expect(looks).toBe(3);
});
