/** The resolver on the real embedded storage, without HTTP, around whatever models a test brings. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resolver } from "#core/answering/resolution.ts";
import { UTC } from "#core/local-time.ts";
import { MainThread } from "#core/main-thread.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import { Banks } from "#core/sets/banks.ts";
import { Personas } from "#core/sets/personas.ts";
import { Registry } from "#core/sets/registry.ts";
import { SetFinder, storedSets } from "#core/sets/set-finder.ts";
import { ValueLists } from "#core/sets/value-lists.ts";
import type { AppId, KeyId, Principal } from "#core/tenant.ts";
import { openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";
import { openCaches } from "../cache-kit.ts";
import { FakeClock } from "../fakes.ts";
import { openLearning, openTeaching, openVectors } from "../learning-kit.ts";

export interface Resolving {
  readonly owner: Principal;
  readonly clock: FakeClock;
  readonly toolsets: Registry<"toolset">;
  readonly banks: Banks;
  readonly valueLists: Registry<"value_list">;
  readonly resolver: Resolver;
  close(): Promise<void>;
}

export async function openResolving(models: {
  readonly model: LanguageModel;
  readonly embedder: Embedder;
}): Promise<Resolving> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  const storage = await openEmbeddedStorage({ dataDir: folder });
  const clock = new FakeClock();
  const { model, embedder } = models;
  const { definitions: store, memories, apps } = storage;
  const indexes = openNeighbourIndexes({ runtimeDir: join(folder, "runtime") });
  const { kept: cache, calls } = openCaches(storage, clock, { embedder, indexes, ttlSeconds: 60 });
  const vectors = openVectors(storage, embedder);
  const learning = openLearning(storage, clock, { embedder, indexes, vectors });
  const mainThread = new MainThread(clock);
  const registered = { store, aliases: storage.aliases, cache, learning, backends: [], clock, mainThread };
  const toolsets = Registry.toolsets(registered);
  const personas = new Personas(Registry.personas(registered));
  const valueLists = new ValueLists({ registry: Registry.valueLists(registered), clock, mainThread });
  const banks = new Banks({ registry: Registry.banks(registered), memories, embedder, vectors, indexes, clock });
  const taught = { toolsets, classificationSets: Registry.classificationSets(registered), embedder, vectors, indexes };
  const { caseBooks } = openTeaching(storage, clock, taught);
  const app = "app_ours" as AppId;
  await apps.create({ id: app, name: "ours", plan: "plenty", status: "active", epoch: 1, createdAt: 0 });
  return {
    owner: { app, plan: { requestsPerMinute: 1, requestsPerMonth: 1 }, key: "key" as KeyId },
    clock,
    toolsets,
    banks,
    valueLists: valueLists.registry,
    resolver: new Resolver({
      graduated: null,
      setFinder: new SetFinder({ sets: storedSets(store), aliases: storage.aliases, definitions: store }),
      banks,
      personas,
      valueLists,
      cache: calls,
      learning,
      caseBooks,
      backends: { names: [], model: () => model },
      clock,
      mainThread,
      timeZone: UTC,
      timeoutMs: 5_000,
    }),
    async close() {
      await cache.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
