import { drainMicrotasks } from "bun:jsc";

/** On whose behalf something runs: a node, or the world around all nodes. */
export interface Owner {
  readonly name: string;
  /** By how much its wall clock is ahead of the simulated time. */
  aheadMs: number;
  /** It has crashed: nothing of it runs any more. */
  isDead: boolean;
  /** Until then it stands still, by the simulated time. */
  pausedUntilMs: number;
}

export function ownerNamed(name: string): Owner {
  return { name, aheadMs: 0, isDead: false, pausedUntilMs: 0 };
}

/** What is going to happen. */
export interface Happening {
  readonly name: string;
  readonly owner: Owner;
  readonly run: () => void;
  dueMs: number;
  isCancelled: boolean;
  /** Whether it waits for something that is not simulated; null where it does not. */
  readonly real: Real | null;
  readonly order: number;
}

interface Real {
  isThere: boolean;
  /** Called when it is, where somebody waits for it. */
  whenThere: (() => void) | null;
}

/** Steps in one turn of the real event loop. */
const STEPS_A_TURN = 64;
/** What really has to be waited for takes so long at most. */
const REAL_MS_MAX = 30_000;

const realImmediate = setImmediate;
const realNow = performance.now.bind(performance);
const realTimeout = setTimeout;
const clearRealTimeout = clearTimeout;

/**
 * Everything that happens, one thing after the other, in the order of a simulated time. After each event all promises that it has
 * settled are followed to their end, so between two events nothing goes on: a crash there is a crash at an `await`.
 * What is scheduled while an event runs belongs to the owner of that event.
 */
export class Scheduler {
  readonly #queue: Happening[] = [];
  readonly #world = ownerNamed("world");
  #owner = this.#world;
  #order = 0;
  #hash = 0n;
  #failure: unknown = null;
  /** In milliseconds since the simulation began. */
  nowMs = 0;
  steps = 0;
  /** The last events, for whoever looks for what went wrong; none by default. */
  readonly trail: string[] = [];
  trailMax = 0;

  get owner(): Owner {
    return this.#owner;
  }

  get world(): Owner {
    return this.#world;
  }

  /** Of all that has happened: of two runs of one seed it is the same. */
  get hash(): string {
    return this.#hash.toString(16).padStart(16, "0");
  }

  /** Takes something into the hash that was seen, and into the trail. */
  note(text: string): void {
    this.#hash = Bun.hash.xxHash64(text, this.#hash);
    this.say(text);
  }

  /** Takes something into the trail alone, since it is not the same in every run of a seed. */
  say(text: string): void {
    if (this.trailMax === 0) return;
    this.trail.push(`${this.nowMs.toFixed(3)} ${text}`);
    if (this.trail.length >= 2 * this.trailMax) this.trail.splice(0, this.trailMax);
  }

  at(delayMs: number, name: string, run: () => void, owner: Owner = this.#owner): Happening {
    return this.#put({ delayMs, name, run, owner, real: null });
  }

  cancel(happening: Happening): void {
    happening.isCancelled = true;
  }

  /** Runs work on behalf of a node, with all that follows of it at once. */
  as<Result>(owner: Owner, work: () => Result): Result {
    const before = this.#owner;
    this.#owner = owner;
    try {
      return work();
    } finally {
      drainMicrotasks();
      this.#owner = before;
    }
  }

  /** A node is no more: what it has begun ends nowhere, and is forgotten, since each timer of a server holds all of that server. */
  kill(owner: Owner): void {
    owner.isDead = true;
    const left = this.#queue.filter((happening) => !happening.owner.isDead && !happening.isCancelled);
    this.#queue.length = 0;
    for (const happening of left) this.#insert(happening);
  }

  /** Something went wrong outside of whatever could tell: the run ends with it. */
  fail(failure: unknown): void {
    this.#failure ??= failure;
  }

  /**
   * Work that is not simulated, such as a signature or a statement at a real server. Its end is an event in an order of its own: the
   * loop waits for it when its turn has come.
   */
  external<Result>(name: string, begin: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const real: Real = { isThere: false, whenThere: null };
    let deliver = () => {};
    const end = (delivering: () => void) => {
      deliver = delivering;
      real.isThere = true;
      real.whenThere?.();
    };
    begin().then(
      (result) => end(() => resolve(result)),
      (failure: unknown) => end(() => reject(failure)),
    );
    this.#put({ delayMs: 0, name, run: () => deliver(), owner: this.#owner, real });
    return promise;
  }

  /** Goes on until then, or until nothing is left to happen. Rejects with what went wrong outside of all tests. */
  run(until: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = () => {
      try {
        for (let step = 0; step < STEPS_A_TURN; step += 1) {
          if (this.#failure !== null) throw this.#failure;
          if (until() || this.#queue.length === 0) return resolve();
          const next = this.#queue[0];
          if (next?.real && !next.real.isThere && !next.owner.isDead) return this.#await(next.real, turn, reject);
          this.#step();
        }
      } catch (failure) {
        return reject(failure);
      }
      realImmediate(turn);
    };
    realImmediate(turn);
    return promise;
  }

  /**
   * Runs work to its end, with all that happens meanwhile. Between two events the real event loop turns once: what is not simulated
   * and takes no longer, such as a module that is loaded already, is waited for. For what happens rarely, as a start.
   */
  settle<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let isSettled = false;
    const begunMs = realNow();
    const end = (done: () => void) => {
      isSettled = true;
      this.#owner = this.#world;
      done();
    };
    const turn = () => {
      if (isSettled) return;
      const next = this.#queue[0];
      if (!next && realNow() - begunMs > REAL_MS_MAX) {
        return end(() => reject(new Error(`${owner.name} waits for something that never happens`)));
      }
      if (!next) {
        realTimeout(turn, 1);
        return;
      }
      if (next.real && !next.real.isThere) return this.#await(next.real, turn, reject);
      try {
        this.#step();
      } catch (failure) {
        return end(() => reject(failure));
      }
      this.#owner = owner;
      realImmediate(turn);
    };
    this.as(owner, () => {
      work().then(
        (result) => end(() => resolve(result)),
        (failure: unknown) => end(() => reject(failure)),
      );
    });
    if (!isSettled) this.#owner = owner;
    realImmediate(turn);
    return promise;
  }

  #await(real: Real, goOn: () => void, reject: (failure: unknown) => void): void {
    const giveUp = () => {
      real.whenThere = null;
      reject(new Error("what is not simulated did not end"));
    };
    const timer = realTimeout(giveUp, REAL_MS_MAX);
    real.whenThere = () => {
      clearRealTimeout(timer);
      realImmediate(goOn);
    };
  }

  #step(): void {
    const happening = this.#take();
    if (happening.isCancelled || happening.owner.isDead) return;
    if (happening.owner.pausedUntilMs > happening.dueMs) {
      happening.dueMs = happening.owner.pausedUntilMs;
      this.#insert(happening);
      return;
    }
    if (happening.dueMs > this.nowMs) this.nowMs = happening.dueMs;
    this.steps += 1;
    this.note(`${happening.owner.name} ${happening.name}`);
    this.#owner = happening.owner;
    try {
      happening.run();
    } finally {
      drainMicrotasks();
      this.#owner = this.#world;
    }
  }

  #put({ delayMs, ...what }: Omit<Happening, "dueMs" | "isCancelled" | "order"> & { readonly delayMs: number }) {
    this.#order += 1;
    const dueMs = this.nowMs + Math.max(0, delayMs);
    const happening: Happening = { ...what, dueMs, isCancelled: false, order: this.#order };
    this.#insert(happening);
    return happening;
  }

  /** A binary heap, by when they are due, and of those by when they were put. */
  #insert(happening: Happening): void {
    const heap = this.#queue;
    let place = heap.length;
    heap.push(happening);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above] as Happening;
      if (!isBefore(happening, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = happening;
  }

  #take(): Happening {
    const heap = this.#queue;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last) throw new RangeError("nothing is left to happen");
    if (first === last) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Happening, heap[below] as Happening)) below += 1;
      const child = heap[below] as Happening;
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.order < other.order);
}
