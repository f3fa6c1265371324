import { expect, test } from "bun:test";
import { Metrics } from "#metrics/metrics.ts";
import type { Readings } from "#metrics/readings.ts";
import { RecentTallies } from "#metrics/recent-tallies.ts";
import { addedUp, figuresOf, tallyOf } from "#metrics/tally.ts";
import { FakeClock } from "../fakes.ts";

const NO_READINGS: Readings = {
  isReady: () => true,
  cacheIndex: () => ({ entries: 0, partitions: 0, bytes: 0 }),
  keptAnswerBytes: () => 0,
  cacheErrorOn: () => ({ error: null, interval: null }),
  droppedLogLines: () => 0,
  databasePath: "",
  dataDir: "/",
  followedUntil: () => null,
  nodes: () => null,
};

const SECOND_MS = 1_000;

function opened() {
  const metrics = new Metrics("0.0.0");
  const clock = new FakeClock();
  const tally = () => tallyOf(metrics.snapshot(NO_READINGS));
  return { metrics, clock, tally, recent: new RecentTallies({ tally, clock }) };
}

test("a moment has what was counted in it alone", () => {
  const { metrics, clock, recent } = opened();
  metrics.answerGiven("model");
  clock.advance(10 * SECOND_MS);
  expect(recent.moments().map(({ answers }) => answers.model)).toEqual([1]);
  metrics.answerGiven("exact_cache");
  metrics.answerGiven("model");
  clock.advance(9 * SECOND_MS);
  expect(recent.moments()).toHaveLength(1);
  clock.advance(SECOND_MS);
  expect(recent.moments().at(-1)?.answers).toEqual({ exact_cache: 1, semantic_cache: 0, model: 1, taught: 0 });
  expect(recent.lastHour().answers.model).toBe(2);
});

test("an hour is kept, however long the server runs", () => {
  const { metrics, clock, recent } = opened();
  metrics.answerGiven("model");
  for (let moment = 0; moment < 1_000; moment += 1) {
    clock.advance(10 * SECOND_MS);
    recent.moments();
  }
  expect(recent.moments()).toHaveLength(360);
  expect(recent.lastHour().answers.model).toBe(0);
  expect(recent.total().answers.model).toBe(1);
});

test("calls of the API are counted, and what operators and probes ask is not", () => {
  const { metrics, tally } = opened();
  for (const [route, status] of [
    ["/v1/resolve", 200],
    ["/v1/toolsets", 404],
    ["/v1/classify", 503],
    ["/admin/api/overview", 200],
    ["/metrics", 200],
    [null, 401],
  ] as const) {
    metrics.requestBegan();
    metrics.requestEnded({ method: "POST", route, status, ms: 3 });
  }
  expect(figuresOf(tally())).toMatchObject({ requests: 3, refused: 1, failed: 1 });
});

test("percentiles lie within the bucket of the question that they are of, and never fall", () => {
  const { metrics, tally } = opened();
  expect(figuresOf(tally()).latencyMs).toBeNull();
  for (const ms of [...Array(98).fill(4), 400, 60_000]) {
    metrics.requestBegan();
    metrics.requestEnded({ method: "POST", route: "/v1/resolve", status: 200, ms });
  }
  const { p50, p95, p99 } = figuresOf(tally()).latencyMs ?? { p50: 0, p95: 0, p99: 0 };
  expect(p50).toBeGreaterThan(2.5);
  expect(p95).toBeLessThanOrEqual(5);
  expect([p99 > 250, p99 <= 500]).toEqual([true, true]);
});

test("the last minute has what was asked in it, and no more", () => {
  const { metrics, clock, recent } = opened();
  const ask = (ms: number) => {
    metrics.requestBegan();
    metrics.requestEnded({ method: "POST", route: "/v1/resolve", status: 200, ms });
  };
  expect(recent.lastMinute()).toBeNull();
  ask(2_000);
  for (let moment = 0; moment < 6; moment += 1) {
    clock.advance(10 * SECOND_MS);
    expect(recent.lastMinute()?.p99).toBeGreaterThan(1_000);
  }
  ask(3);
  clock.advance(10 * SECOND_MS);
  expect(recent.lastMinute()?.p99).toBeLessThanOrEqual(5);
});

test("the last hour has a value for each whole minute, the oldest first", () => {
  const { metrics, clock, recent } = opened();
  const ask = (status: number, ms: number) => {
    metrics.requestBegan();
    metrics.requestEnded({ method: "POST", route: "/v1/resolve", status, ms });
  };
  expect(recent.minutes()).toEqual({ requests: [], failed: [], p95Ms: [] });
  const moments = (count: number) => {
    for (let moment = 0; moment < count; moment += 1) {
      clock.advance(10 * SECOND_MS);
      recent.lastMinute();
    }
  };
  ask(200, 4);
  ask(503, 4);
  moments(5);
  expect(recent.minutes().requests).toEqual([]);
  moments(1);
  expect(recent.minutes()).toEqual({ requests: [2], failed: [1], p95Ms: [5] });
  // The moment that goes on is in none yet.
  ask(200, 400);
  expect(recent.minutes().requests).toEqual([2]);
  moments(1);
  // Minutes are counted from now, and what is older than the oldest whole one is in none.
  expect(recent.minutes().requests).toEqual([1]);
  moments(5);
  expect(recent.minutes()).toEqual({ requests: [2, 1], failed: [1, 0], p95Ms: [5, expect.any(Number)] });
  moments(400);
  const { requests, failed, p95Ms } = recent.minutes();
  expect([requests.length, failed.length, p95Ms.length]).toEqual([60, 60, 60]);
  expect(p95Ms).toEqual(Array(60).fill(null));
});

test("figures of nodes add up, and how long questions took is that of all of them", () => {
  const [one, other] = [opened(), opened()];
  const ask = ({ metrics }: typeof one, ms: number, times: number) => {
    for (let time = 0; time < times; time += 1) {
      metrics.requestBegan();
      metrics.requestEnded({ method: "POST", route: "/v1/resolve", status: 200, ms });
      metrics.answerGiven("model");
    }
  };
  ask(one, 4, 60);
  ask(other, 400, 40);
  const sum = figuresOf(addedUp(one.tally(), [other.tally()]));
  expect(sum).toMatchObject({ requests: 100, failed: 0, answers: { model: 100 } });
  const { p50, p95 } = sum.latencyMs ?? { p50: 0, p95: 0 };
  expect([p50 > 2.5 && p50 <= 5, p95 > 250 && p95 <= 500]).toEqual([true, true]);
  const ofOtherBuckets = { ...other.tally(), durations: [1, 2, 3] };
  expect(figuresOf(addedUp(one.tally(), [ofOtherBuckets]))).toMatchObject({
    requests: 100,
    latencyMs: figuresOf(one.tally()).latencyMs,
  });
});
