/** Resolver and classifier on a real storage, without HTTP: what kept answers are made by, and given by. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Classifier } from "#core/answering/classification.ts";
import { Resolver } from "#core/answering/resolution.ts";
import { UTC } from "#core/local-time.ts";
import { MainThread } from "#core/main-thread.ts";
import type { AnswerStore } from "#core/ports/answers.ts";
import type { CallRequest, DraftCall } from "#core/ports/models.ts";
import type { CachedAnswers } from "#core/semantic-cache/keeping/cached-answers.ts";
import { AliasTallies } from "#core/sets/alias-tallies.ts";
import { Aliases } from "#core/sets/aliases.ts";
import { Banks } from "#core/sets/banks.ts";
import { Personas } from "#core/sets/personas.ts";
import { Registry } from "#core/sets/registry.ts";
import { SetFinder, storedSets } from "#core/sets/set-finder.ts";
import { ValueLists } from "#core/sets/value-lists.ts";
import type { Teaching } from "#core/teaching/teaching.ts";
import type { AppId, KeyId, Principal } from "#core/tenant.ts";
import { openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";
import { openCaches, TRUSTING } from "../../cache-kit.ts";
import { FakeClock, FakeEmbedder, FakeModel } from "../../fakes.ts";
import { alarms, banking, weather } from "../../http/samples.ts";
import { openLearning, openTeaching, openVectors } from "../../learning-kit.ts";

/** Works "tomorrow" out from the clock. */
class TimelyModel extends FakeModel {
  override async call(request: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    const draft = await super.call(request, signal);
    return { ...draft, dependsOnClock: request.query.includes("tomorrow") };
  }
}

export interface Answering {
  readonly owner: Principal;
  readonly answers: AnswerStore;
  readonly model: FakeModel;
  readonly cache: Pick<CachedAnswers, "correct" | "idle">;
  readonly teaching: Teaching;
  readonly aliases: Aliases;
  readonly toolsets: Registry<"toolset">;
  readonly valueLists: Registry<"value_list">;
  readonly clock: FakeClock;
  readonly resolver: Resolver;
  readonly classifier: Classifier;
  close(): Promise<void>;
}

/** With the toolsets `weather-v1` and `alarms-v1`, and the classification sets `banking-v1` and `parts-v1`. */
export async function openAnswering(): Promise<Answering> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  const storage = await openEmbeddedStorage({ dataDir: folder });
  const { definitions: store, memories, apps, answers } = storage;
  const clock = new FakeClock();
  const embedder = new FakeEmbedder();
  const model = new TimelyModel("at once");
  const indexes = openNeighbourIndexes({ runtimeDir: join(folder, "runtime") });
  const { kept: cache, calls, labels } = openCaches(storage, clock, { embedder, indexes, prior: TRUSTING });
  const vectors = openVectors(storage, embedder);
  const learning = openLearning(storage, clock, { embedder, indexes, vectors });
  const mainThread = new MainThread(clock);
  const aliases = new Aliases({ store: storage.aliases, definitions: store, tallies: new AliasTallies(clock), clock });
  const setFinder = new SetFinder({ sets: storedSets(store), aliases: storage.aliases, definitions: store });
  const registered = { store, aliases: storage.aliases, cache, learning, backends: [], clock, mainThread };
  const toolsets = Registry.toolsets(registered);
  const sets = Registry.classificationSets(registered);
  const personas = new Personas(Registry.personas(registered));
  const valueLists = new ValueLists({ registry: Registry.valueLists(registered), clock, mainThread });
  const banks = new Banks({ registry: Registry.banks(registered), memories, embedder, vectors, indexes, clock });
  const app = "app_ours" as AppId;
  const owner: Principal = { app, plan: { requestsPerMinute: 1, requestsPerMonth: 1 }, key: "key" as KeyId };
  await apps.create({ id: app, name: "ours", plan: "plenty", status: "active", epoch: 1, createdAt: 0 });
  for (const set of [weather, alarms]) await toolsets.create(owner, set.signature, set);
  await sets.create(owner, banking.signature, banking);
  await sets.create(owner, "parts-v1", { ...banking, enableExtraction: true });
  const taught = { toolsets, classificationSets: sets, embedder, vectors, indexes };
  const { teaching, caseBooks } = openTeaching(storage, clock, taught);
  const backends = { names: [], model: () => model };
  const timed = { clock, mainThread, timeoutMs: 5_000 };
  const common = { learning, caseBooks, backends, ...timed };
  return {
    owner,
    answers,
    model,
    cache,
    teaching,
    aliases,
    toolsets,
    valueLists: valueLists.registry,
    clock,
    resolver: new Resolver({
      graduated: null,
      ...common,
      cache: calls,
      setFinder,
      banks,
      personas,
      valueLists,
      timeZone: UTC,
    }),
    classifier: new Classifier({ ...common, cache: labels, labelEmbedder: embedder, graduated: null, setFinder }),
    async close() {
      await cache.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
