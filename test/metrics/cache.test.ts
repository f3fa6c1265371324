import { afterEach, beforeEach, expect, test } from "bun:test";
import { Metrics } from "#metrics/metrics.ts";
import { NEVER, openTrial, READ, type Trial } from "../core/cache-trial.ts";
import { changes, samplesOf } from "./samples.ts";

let trial: Trial;
let metrics: Metrics;
beforeEach(async () => {
  trial = await openTrial();
  metrics = new Metrics("1.2.3");
});
afterEach(() => trial.close());

function samples(): ReadonlyMap<string, number> {
  const readings = {
    isReady: () => true,
    cacheIndex: () => trial.cache.index,
    keptAnswerBytes: () => 0,
    cacheErrorOn: (path: Parameters<typeof trial.cache.errorOn>[0]) => trial.cache.errorOn(path),
    droppedLogLines: () => 0,
    databasePath: "nowhere",
    dataDir: ".",
    followedUntil: () => null,
    nodes: () => null,
  };
  return samplesOf(metrics.page(readings));
}

async function counted(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = samples();
  await work();
  const all = Object.entries(changes(before, samples()));
  return Object.fromEntries(all.filter(([name]) => /_cache_(?:saved|judged)/.test(name)));
}

test("what the cache gives again saves the time and the money that a model took for it", async () => {
  await trial.reopen({ observer: metrics });
  trial.model = async () => {
    trial.clock.advance(2_000);
    return 0;
  };
  const saved = await counted(async () => {
    await trial.ask("turn on lamp 3");
    expect(await trial.ask("turn on lamp 3")).toBe("exact_cache: 0 3");
    expect(await trial.ask("turn on lamp 7")).toBe("semantic_cache: 0 7");
    expect(await trial.ask("turn on lamp 8")).toBe("semantic_cache: 0 8");
  });
  expect(saved).toEqual({
    'dragoman_cache_saved_seconds_total{source="exact_cache"}': 2,
    'dragoman_cache_saved_seconds_total{source="semantic_cache"}': 4,
    'dragoman_cache_saved_money_total{source="exact_cache"}': 0.25,
    'dragoman_cache_saved_money_total{source="semantic_cache"}': 0.5,
  });
});

test("what was proposed and what was given are counted apart, right and wrong", async () => {
  await trial.reopen({ observer: metrics, verifyShare: 1 });
  const judged = await counted(async () => {
    await trial.ask("turn on lamp 3");
    await trial.ask("turn on lamp 7");
    trial.model = async () => 1;
    await trial.cache.answer(trial.question("turn on lamp 8"), READ, NEVER);
    await trial.cache.idle();
  });
  expect(judged).toMatchObject({
    'dragoman_cache_judged_total{path="template",what="given",outcome="right"}': 1,
    'dragoman_cache_judged_total{path="template",what="given",outcome="wrong"}': 1,
  });
  await trial.reopen({ observer: metrics, errorBound: 0 });
  expect(
    await counted(async () => {
      await trial.ask("the lamp of the hall 3");
      await trial.ask("the lamp of the hall 4");
    }),
  ).toEqual({ 'dragoman_cache_judged_total{path="template",what="proposed",outcome="right"}': 1 });
});

test("the error of what is given stands in its interval, moves with what is judged, and is 0 while nothing is given", async () => {
  await trial.reopen({ observer: metrics, verifyShare: 1, errorBound: 0.05 });
  const error = (of: string, path = "template") =>
    samples().get(`dragoman_cache_error_ratio{path="${path}",of="${of}"}`) ?? -1;
  const before = error("likely");
  expect(error("low")).toBeLessThan(before);
  expect(error("high")).toBeGreaterThan(before);
  await trial.ask("turn on lamp 3");
  trial.model = async () => 1;
  expect(await trial.ask("turn on lamp 7")).toBe("semantic_cache: 0 7");
  expect(error("likely")).toBeGreaterThan(before);
  await trial.reopen({ observer: metrics, errorBound: 0 });
  expect(["low", "likely", "high"].map((of) => error(of, "label"))).toEqual([0, 0, 0]);
});
