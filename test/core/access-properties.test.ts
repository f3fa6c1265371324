/** Who gets in: any order of what an operator does to an app, against tokens of any age. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { Access } from "#core/access/access.ts";
import type { AppId, KeyId } from "#core/tenant.ts";
import { CoreHouse, refusalOf, TOKEN_SECONDS } from "../proofs/core.ts";

const PLANS = { free: { requestsPerMinute: 3, requestsPerMonth: 100 } };

type Step =
  | {
      readonly do: "exchange" | "make key" | "make short key" | "revoke" | "suspend" | "resume" | "delete";
      readonly which: number;
    }
  | { readonly do: "rotate" | "restart"; readonly which: number }
  | { readonly do: "wait"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("exchange" as const), which: fc.nat(9) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("make key" as const, "make short key" as const, "revoke" as const),
      which: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("suspend" as const, "resume" as const), which: fc.constant(0) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), which: fc.constant(0) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("rotate" as const, "restart" as const), which: fc.constant(0) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.oneof(fc.constantFrom(1, 999, 1_000, 899_000, 899_999, 900_000), fc.nat(1_000_000)),
    }),
  },
);

/** Lifetimes of keys, on both sides of a token's. */
const SHORT_KEY_MS = [1_000, 2_500, 60_000, 899_500, 900_000, 900_500];

interface Key {
  readonly id: KeyId;
  readonly text: string;
  readonly expiresAt: number;
  isRevoked: boolean;
}

interface Token {
  readonly text: string;
  readonly epoch: number;
  readonly goodUntil: number;
}

/** The rules in the plainest form: an app has a state and an epoch, and a token is good for one epoch and some time, or its key's. */
class Trial {
  readonly #house: CoreHouse;
  readonly #app: AppId;
  readonly #keys: Key[];
  readonly #tokens: Token[] = [];
  #state: "active" | "suspended" | "deleted" = "active";
  #epoch = 1;

  constructor(house: CoreHouse, app: AppId, first: { readonly id: KeyId; readonly text: string }) {
    this.#house = house;
    this.#app = app;
    this.#keys = [{ ...first, expiresAt: Number.POSITIVE_INFINITY, isRevoked: false }];
  }

  async take(step: Step): Promise<void> {
    if (step.do === "wait") this.#house.clock.advance(step.ms);
    else if (step.do === "rotate") await this.#house.core.tokens.rotate();
    else if (step.do === "restart") await this.#house.reopen();
    else if (step.do === "exchange") await this.#exchange(step.which);
    else await this.#manage(step.do, step.which);
  }

  /** Twice: what was verified before is remembered, and must not be believed for longer. */
  async check(): Promise<void> {
    for (const round of ["first", "again"]) {
      for (const { text, epoch, goodUntil } of this.#tokens) {
        const isGood = this.#house.clock.now() < goodUntil;
        const wanted = !isGood || this.#state === "deleted" ? "unauthorized" : this.#refusalIn(epoch);
        const { access } = this.#house.core;
        const atOnce = access.known(`Bearer ${text}`);
        const found = await refusalOf(access.authenticate(`Bearer ${text}`));
        if (atOnce) expect(found).toBeNull();
        // Whoever writes it otherwise is let in all the same, and takes no room for it.
        const spaced = `bearer ${" ".repeat(100)}${text}`;
        expect(await refusalOf(access.authenticate(spaced))).toBe(wanted);
        expect(access.known(spaced)).toBeNull();
        expect({ round, state: this.#state, found }).toEqual({ round, state: this.#state, found: wanted });
      }
    }
  }

  #refusalIn(epoch: number) {
    if (this.#state === "suspended") return "forbidden";
    return epoch === this.#epoch ? null : "unauthorized";
  }

  async #exchange(which: number): Promise<void> {
    const key = this.#keys[which % this.#keys.length];
    if (!key) return;
    const { clock, core } = this.#house;
    const nowSeconds = Math.floor(clock.now() / 1000);
    const lastSeconds = Math.floor(key.expiresAt / 1000);
    const isDead = this.#state === "deleted" || key.isRevoked || lastSeconds <= nowSeconds;
    const wanted = isDead ? "unauthorized" : this.#state === "suspended" ? "forbidden" : null;
    const exchange = core.access.exchange(key.text);
    expect(await refusalOf(exchange)).toBe(wanted);
    if (wanted !== null) return;
    const { token } = await exchange;
    const goodUntil = Math.min(nowSeconds + TOKEN_SECONDS, lastSeconds) * 1000;
    this.#tokens.push({ text: token, epoch: this.#epoch, goodUntil });
  }

  async #manage(what: Exclude<Step["do"], "exchange" | "restart" | "rotate" | "wait">, which: number): Promise<void> {
    const { tenants } = this.#house.core;
    const unknown = this.#state === "deleted" ? "not_found" : null;
    if (what === "suspend" || what === "resume") {
      expect(await refusalOf(tenants[what](this.#app))).toBe(unknown);
      if (unknown) return;
      this.#state = what === "suspend" ? "suspended" : "active";
      this.#epoch += 1;
    } else if (what === "delete") {
      expect(await refusalOf(tenants.deleteApp(this.#app))).toBe(unknown);
      this.#state = "deleted";
    } else if (what === "revoke") {
      await this.#revoke(which);
    } else {
      await this.#makeKey(what === "make key" ? null : (SHORT_KEY_MS[which % SHORT_KEY_MS.length] ?? null));
    }
  }

  async #makeKey(lifetimeMs: number | null): Promise<void> {
    const making = this.#house.core.tenants.createKey(this.#app, "another", lifetimeMs);
    const refusal = await refusalOf(making);
    expect(refusal).toBe(this.#state === "deleted" ? "not_found" : null);
    if (refusal) return;
    const { key, apiKey } = await making;
    this.#keys.push({
      id: key.id,
      text: apiKey,
      expiresAt: key.expiresAt ?? Number.POSITIVE_INFINITY,
      isRevoked: false,
    });
  }

  async #revoke(which: number): Promise<void> {
    const key = this.#keys[which % this.#keys.length];
    if (!key) return;
    const refusal = await refusalOf(this.#house.core.tenants.revokeKey(key.id));
    expect(refusal).toBe(this.#state === "deleted" ? "not_found" : null);
    if (refusal || key.isRevoked) return;
    key.isRevoked = true;
    this.#epoch += 1;
  }
}

test("a token is accepted exactly while its app is active, its epoch the current one and its time not over", async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 30, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    const house = await CoreHouse.open(PLANS);
    try {
      const { app, apiKey } = await house.core.tenants.createApp("one", "free");
      const [first] = await house.core.tenants.listKeys(app.id);
      const trial = new Trial(house, app.id, { id: first?.id as KeyId, text: apiKey });
      for (const step of steps) {
        await trial.take(step);
        await trial.check();
      }
    } finally {
      await house.close();
    }
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);

test("signing keys made at the same moment are all kept: none is lost to the other", async () => {
  const house = await CoreHouse.open(PLANS);
  try {
    const { tokens, storage } = house.core;
    const made = await Promise.all(Array.from({ length: 8 }, () => tokens.rotate()));
    const kept = JSON.parse((await storage.secrets.find("signing_keys")) ?? "[]") as readonly {
      readonly kid: string;
    }[];
    expect(kept.map(({ kid }) => kid)).toEqual(expect.arrayContaining(made.map(({ kid }) => kid)));
  } finally {
    await house.close();
  }
});

/** Milliseconds from call to call, many of them right at the edge of a minute. */
const pause = fc.oneof(
  fc.constantFrom(0, 1, 29_999, 30_000, 30_001, 59_999, 60_000, 60_001),
  fc.nat(20_000),
  fc.nat(130_000),
);

test("a minute's window counts exactly the calls of that minute of UTC, restarts or not", async () => {
  const calls = fc.array(fc.record({ pause, restarts: fc.boolean() }), { minLength: 5, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(calls, async (calls) => {
    const house = await CoreHouse.open(PLANS);
    try {
      const { apiKey } = await house.core.tenants.createApp("one", "free");
      const counts = new Map<number, number>();
      let token = "";
      for (const { pause, restarts } of calls) {
        house.clock.advance(pause);
        if (restarts) await house.reopen();
        token = (await house.core.access.exchange(apiKey)).token;
        const minute = Math.floor(house.clock.now() / 60_000);
        const count = (counts.get(minute) ?? 0) + 1;
        counts.set(minute, count);
        const window = await house.core.access.countCall(await house.core.access.authenticate(`Bearer ${token}`));
        expect(window).toEqual({
          limit: 3,
          remaining: Math.max(0, 3 - count),
          resetAt: (minute + 1) * 60_000,
          exceeded: count > 3,
        });
      }
    } finally {
      await house.close();
    }
  });
  await fc.assert(property, { numRuns: 25 });
}, 60_000);

test("a key that is revoked while it is exchanged gives no token that is good afterwards", async () => {
  const house = await CoreHouse.open(PLANS);
  const { storage, tenants, tokens, access } = house.core;
  const { app, apiKey } = await tenants.createApp("one", "free");
  const [key] = await tenants.listKeys(app.id);
  if (!key) throw new Error("an app begins with a key");
  const revokedMeanwhile: typeof storage.apps = Object.assign(Object.create(storage.apps), {
    find: async (id: AppId) => {
      await tenants.revokeKey(key.id);
      return storage.apps.find(id);
    },
  });
  const { keys, windows, changes } = storage;
  const options = { apps: revokedMeanwhile, keys, windows, changes, tokens, clock: house.clock, plans: PLANS };
  const exchanging = new Access({ ...options, exchangesPerMinute: 9 }).exchange(apiKey);
  expect(await refusalOf(exchanging)).toBe("unauthorized");
  expect(await refusalOf(access.exchange(apiKey))).toBe("unauthorized");
  await house.close();
});
