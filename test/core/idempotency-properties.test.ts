/** Requests that are repeated under a key: however duplicates, failures and crashes fall, one charge and one answer. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Claim } from "#core/access/idempotency.ts";
import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import type { AppId } from "#core/tenant.ts";
import { CoreHouse, principalOf } from "../proofs/core.ts";

const PLAN = { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000 };
const KEYS = ["a", "b"] as const;
const DAY_MS = 86_400_000;
/** Long enough for whatever can go on to have gone on. */
const TURNS = 6;

type Key = (typeof KEYS)[number];
/** How a request's work ends: with an answer that is charged and kept, one that is only kept, or none worth keeping. */
type Ending = "answers" | "refuses" | "fails";
type Step =
  | { readonly do: "send"; readonly key: Key }
  | { readonly do: "let end"; readonly how: Ending; readonly which: number }
  | { readonly do: "crash" | "a day passes" | "settle down" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("send" as const), key: fc.constantFrom(...KEYS) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("let end" as const),
      how: fc.constantFrom<Ending>("answers", "refuses", "fails"),
      which: fc.nat(3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("settle down" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("crash" as const, "a day passes" as const) }) },
);

interface Work {
  readonly key: Key;
  readonly end: (how: Ending) => void;
}

/** A server in small: what stands between a key and its work, with works that end when the test says so. */
class Trial {
  readonly #house: CoreHouse;
  readonly #app: AppId;
  /** By key: what everybody who asks now has to get. */
  readonly #answers = new Map<Key, string>();
  readonly #failures: unknown[] = [];
  #works: Work[] = [];
  /** Works that have ended, and are not charged and kept yet: each waits for the disk, for its reservation and for its charge. */
  readonly #ending = new Set<Promise<unknown>>();
  /** Requests of a process that is gone reach nobody. */
  #life = 0;
  #made = 0;
  #charged = 0;

  constructor(house: CoreHouse, app: AppId) {
    this.#house = house;
    this.#app = app;
  }

  async take(step: Step): Promise<void> {
    if (step.do === "send") this.#start(step.key, this.#life);
    else if (step.do === "let end") this.#works[step.which % Math.max(1, this.#works.length)]?.end(step.how);
    else if (step.do === "settle down") await this.#rest();
    else if (step.do === "a day passes") await this.#sleep();
    else await this.#crash();
  }

  /** Until nobody goes on by himself any more. With a slow disk an end takes longer than some turns, and others wait behind it. */
  async #rest(): Promise<void> {
    await turns();
    while (this.#ending.size > 0) {
      await Promise.allSettled(this.#ending);
      await turns();
    }
  }

  async check(): Promise<void> {
    await this.#rest();
    expect(this.#failures).toEqual([]);
    const { tenants, storage } = this.#house.core;
    const { requestsRemaining } = await tenants.showApp(this.#app);
    expect(PLAN.requestsPerMonth - requestsRemaining).toBe(this.#charged);
    const { items } = await storage.ledger.entries(this.#app, { limit: 1_000, after: null });
    expect(items.filter(({ kind }) => kind === "charge").length).toBe(this.#charged);
    // One after the other for every key, or two would be charged.
    expect(new Set(this.#works.map(({ key }) => key)).size).toBe(this.#works.length);
  }

  /** Whoever waits when all works are done has an answer. */
  async finish(): Promise<void> {
    for (let works = this.#works.length; works > 0; works = this.#works.length) {
      this.#works[0]?.end("answers");
      await this.#rest();
    }
    await this.check();
  }

  /** Not awaited: the next step comes while this one is under way. */
  #start(key: Key, life: number): void {
    this.#send(key, life).catch((failure: unknown) => {
      if (life === this.#life) this.#failures.push(failure);
    });
  }

  async #send(key: Key, life: number): Promise<void> {
    const { idempotency } = this.#house.core;
    const claim = await idempotency.claim(this.#app, key, "fingerprint");
    if (life !== this.#life) return;
    if ("body" in claim) {
      expect(claim.body).toBe(this.#answers.get(key) ?? "nothing is kept under this key");
      return;
    }
    expect(this.#answers.has(key)).toBe(false);
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const work: Work = { key, end: resolve };
    this.#works.push(work);
    const how = await promise;
    this.#works = this.#works.filter((other) => other !== work);
    const ended = this.#end(key, how, claim, life);
    this.#ending.add(ended);
    await ended.finally(() => this.#ending.delete(ended));
  }

  async #end(key: Key, how: Ending, claim: Claim, life: number): Promise<void> {
    const { ledger, idempotency } = this.#house.core;
    const reservation = await ledger.reserve(principalOf(this.#app, PLAN), 1);
    if (life !== this.#life) return;
    const answer = this.#answer(key, how);
    if (how === "answers") {
      // Counted before it is durable: a crash in between closes the storage, which writes what is queued.
      this.#charged += 1;
      this.#answers.set(key, answer.body ?? "");
      await ledger.settle(reservation, () => answer);
    } else {
      if (how === "refuses") {
        this.#answers.set(key, answer.body ?? "");
        await idempotency.keep(answer);
      }
      await ledger.giveBack(reservation);
    }
    claim.end();
  }

  #answer(key: Key, how: Ending): KeptAnswer {
    this.#made += 1;
    const status = how === "answers" ? 201 : 404;
    const body = `${how} ${this.#made}`;
    const createdAt = this.#house.clock.now();
    return { app: this.#app, key, fingerprint: "fingerprint", status, headers: {}, body, createdAt };
  }

  /** Nobody is answered in the meantime: a work that ended at another time would be kept for another day. */
  async #sleep(): Promise<void> {
    await this.#rest();
    this.#house.clock.advance(DAY_MS);
    this.#answers.clear();
  }

  async #crash(): Promise<void> {
    this.#life += 1;
    this.#works = [];
    this.#ending.clear();
    await this.#house.reopen();
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("one work at a time for each key, one charge, and the one answer for everybody until a day has passed [K-3]", async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    const house = await CoreHouse.open({ free: PLAN });
    try {
      const { app } = await house.core.tenants.createApp("one", "free");
      const trial = new Trial(house, app.id);
      for (const step of steps) {
        await trial.take(step);
        if (step.do === "settle down") await trial.check();
      }
      await trial.finish();
    } finally {
      await house.close();
    }
  });
  await fc.assert(property, { numRuns: 60 });
}, 60_000);

test("another request under a used key is refused, while the first is under way and afterwards", async () => {
  const house = await CoreHouse.open({ free: PLAN });
  try {
    const { app } = await house.core.tenants.createApp("one", "free");
    const { app: other } = await house.core.tenants.createApp("two", "free");
    const { idempotency } = house.core;
    const claim = await idempotency.claim(app.id, "k", "first");
    expect("end" in claim).toBe(true);
    expect(idempotency.claim(app.id, "k", "second")).rejects.toMatchObject({ code: "bad_request" });
    // The same key of another app is another key.
    expect("end" in (await idempotency.claim(other.id, "k", "second"))).toBe(true);
    const createdAt = house.clock.now();
    await idempotency.keep({
      app: app.id,
      key: "k",
      fingerprint: "first",
      status: 404,
      headers: {},
      body: "",
      createdAt,
    });
    if ("end" in claim) claim.end();
    expect(await idempotency.claim(app.id, "k", "first")).toMatchObject({ status: 404 });
    expect(idempotency.claim(app.id, "k", "second")).rejects.toMatchObject({ code: "bad_request" });
    house.clock.advance(DAY_MS);
    expect("end" in (await idempotency.claim(app.id, "k", "second"))).toBe(true);
  } finally {
    await house.close();
  }
});

test("a key has 1 to 255 characters", async () => {
  const house = await CoreHouse.open({ free: PLAN });
  try {
    const { app } = await house.core.tenants.createApp("one", "free");
    const longest = "k".repeat(255);
    expect("end" in (await house.core.idempotency.claim(app.id, longest, "x"))).toBe(true);
    for (const key of ["", `${longest}k`]) {
      expect(house.core.idempotency.claim(app.id, key, "x")).rejects.toMatchObject({ code: "validation_error" });
    }
  } finally {
    await house.close();
  }
});
