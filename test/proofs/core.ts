/** The core on the real embedded storage, without HTTP: what the property tests open, close and open again. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Access } from "#core/access/access.ts";
import { Idempotency } from "#core/access/idempotency.ts";
import { Ledger } from "#core/access/ledger.ts";
import { Tenants } from "#core/access/tenants.ts";
import { Tokens } from "#core/access/tokens.ts";
import { Feedback } from "#core/answering/feedback.ts";
import { AppError, type ErrorCode } from "#core/errors.ts";
import { MainThread } from "#core/main-thread.ts";
import { Banks } from "#core/sets/banks.ts";
import { Registry } from "#core/sets/registry.ts";
import type { AppId, KeyId, Plan, Principal } from "#core/tenant.ts";
import { tokenSigning } from "#http/token-signing.ts";
import { type EmbeddedStorage, openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";
import { openCaches } from "../cache-kit.ts";
import { FakeClock, FakeEmbedder } from "../fakes.ts";
import { openLearning, openTeaching, openVectors } from "../learning-kit.ts";

export const TOKEN_SECONDS = 900;

export interface Core {
  readonly storage: EmbeddedStorage;
  readonly tokens: Tokens;
  readonly tenants: Tenants;
  readonly access: Access;
  readonly ledger: Ledger;
  readonly idempotency: Idempotency;
  readonly banks: Banks;
  readonly feedback: Feedback;
}

/** A data folder, the core that is open on it at the moment, and a clock that goes on when it is opened again. */
export class CoreHouse {
  readonly clock = new FakeClock();
  readonly embedder = new FakeEmbedder();
  readonly #dataDir = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  readonly #plans: Readonly<Record<string, Plan>>;
  #core: Core | null = null;

  private constructor(plans: Readonly<Record<string, Plan>>) {
    this.#plans = plans;
  }

  static async open(plans: Readonly<Record<string, Plan>>): Promise<CoreHouse> {
    const house = new CoreHouse(plans);
    await house.reopen();
    return house;
  }

  get core(): Core {
    if (!this.#core) throw new Error("the core is closed");
    return this.#core;
  }

  /** As a restart: nothing but the folder is carried over. */
  async reopen(): Promise<void> {
    await this.#core?.storage.close();
    const storage = await openEmbeddedStorage({ dataDir: this.#dataDir });
    const tokens = await Tokens.open({
      secrets: storage.secrets,
      signing: tokenSigning(),
      clock: this.clock,
      lifetimeSeconds: TOKEN_SECONDS,
    });
    this.#core = this.#wire(storage, tokens);
  }

  async close(): Promise<void> {
    await this.#core?.storage.close();
    this.#core = null;
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  #wire(storage: EmbeddedStorage, tokens: Tokens): Core {
    const { apps, keys, windows, definitions, memories, requests, changes } = storage;
    const { clock, embedder } = this;
    const plans = this.#plans;
    const indexes = openNeighbourIndexes({ runtimeDir: join(this.#dataDir, "runtime") });
    const { kept: cache } = openCaches(storage, clock);
    const vectors = openVectors(storage, embedder);
    const learning = openLearning(storage, clock, { embedder, indexes, vectors });
    const mainThread = new MainThread(clock);
    const registered = {
      store: definitions,
      aliases: storage.aliases,
      cache,
      learning,
      backends: [],
      clock,
      mainThread,
    };
    const registry = Registry.banks(registered);
    const banks = new Banks({ registry, memories, embedder, vectors, indexes, clock });
    const toolsets = Registry.toolsets(registered);
    const classificationSets = Registry.classificationSets(registered);
    const { teaching } = openTeaching(storage, clock, { toolsets, classificationSets, embedder, vectors, indexes });
    return {
      storage,
      tokens,
      tenants: new Tenants({ apps, keys, ledger: storage.ledger, clock, plans }),
      access: new Access({ apps, keys, windows, tokens, changes, clock, plans, exchangesPerMinute: 10 }),
      ledger: new Ledger(storage.ledger, clock),
      idempotency: new Idempotency(storage.kept, storage.keyedWork, clock),
      banks,
      feedback: new Feedback({
        requests,
        cache,
        banks,
        teaching,
        queryLog: { judge: async () => {} },
        clock,
        requestsPerAppMax: 1_000,
      }),
    };
  }
}

/** Whoever calls as the app, whatever token they had. */
export function principalOf(app: AppId, plan: Plan): Principal {
  return { app, plan, key: "key" as KeyId };
}

/** The code of the refusal, or null when the promise was kept. Anything but a refusal of ours goes on. */
export async function refusalOf(promise: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await promise;
    return null;
  } catch (failure) {
    if (failure instanceof AppError) return failure.code;
    throw failure;
  }
}
