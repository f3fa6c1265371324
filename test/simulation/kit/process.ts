/**
 * Takes this process over: its clocks, timers, random numbers, listeners and waits for a disk are those of the simulation from now
 * on, so that the real server runs in it unchanged. To be called once, before any module of the server is loaded, and before any that
 * imports `node:fs`, `node:crypto`, `node:net`, `node:http` or `node:timers/promises`: what was imported stays what it was.
 */
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { takeDatabases } from "./databases.ts";
import type { SeededRandom } from "./random.ts";
import { replace } from "./replacing.ts";
import type { Happening, Owner, Scheduler } from "./scheduler.ts";
import { takeWorkers } from "./workers.ts";

/** When the simulated time begins: 2026-03-10, a Tuesday, near the end of a minute. */
export const EPOCH_MS = Date.UTC(2026, 2, 10, 11, 59, 50);
/** `performance.now()` of a process that has just begun. */
const STARTED_MS = 100;

/** A server that listens. */
export interface Listening {
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

/** What the server hands to `Bun.serve`. */
interface Serving extends Listening {
  readonly routes: Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;
}

/** How long a look at the disk takes, and how it ends. */
export interface SimulatedDiskWait {
  /** Through a descriptor of the real file of this name. Calls back in a later event. */
  begin(path: string, done: (failure: Error | null) => void): void;
  /** In this turn. Throws what the system would say. */
  now(path: string): void;
  /** Bytes that are written to the real file of this name. */
  write(path: string, at: number, bytes: Uint8Array): void;
}

export interface TakenOver {
  /** The server that listened last; it is taken away from here by whoever asks. */
  takeListening(): Listening;
  /** From where requests seem to come. */
  peer: string;
  /** Waits of files that are simulated. Null: none is. */
  disk: SimulatedDiskWait | null;
  /** Who answers requests to the address of a model server, by their bodies. Null: nobody is there. */
  modelServer: ((url: string, body: string) => Promise<Response> | null) | null;
  /** Closes the databases of a server that has crashed, of which nothing reaches their files any more. */
  readonly closeDatabases: (owner: Owner) => void;
  /** Collects all garbage of this process, now. */
  readonly collect: () => void;
}

export function takeOver(scheduler: Scheduler, random: SeededRandom): TakenOver {
  const listening: Listening[] = [];
  const taken: TakenOver = {
    takeListening: () => {
      const last = listening.pop();
      if (!last) throw new Error("no server listens");
      return last;
    },
    peer: "192.0.2.1",
    disk: null,
    modelServer: null,
    closeDatabases: takeDatabases(scheduler),
    collect: takeCollector(),
  };
  takeClocks(scheduler);
  takeTimers(scheduler);
  takeRandom(random);
  takeListeners(scheduler, listening, () => taken.peer);
  takeDisk(() => taken.disk);
  takeCryptography(scheduler);
  takeFetch(scheduler, (url, body) => taken.modelServer?.(url, body) ?? null);
  takeWorkers(scheduler, random.fork("workers"));
  process.on("unhandledRejection", (failure) => scheduler.fail(failure));
  return taken;
}

/** The router asks for a collection of everything at each start, and servers start often here. Returns what makes one. */
function takeCollector(): () => void {
  const real = Bun.gc;
  replace(Bun, { gc: () => 0 });
  return () => void real(true);
}

function takeClocks(scheduler: Scheduler): void {
  const RealDate = Date;
  const now = () => Math.floor(EPOCH_MS + scheduler.nowMs + scheduler.owner.aheadMs);
  const SimulatedDate = new Proxy(RealDate, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, self) => (name === "now" ? now : Reflect.get(target, name, self)),
  });
  Object.defineProperty(globalThis, "Date", { value: SimulatedDate, writable: true, configurable: true });
  // Above zero, and by owner no different: it tells how long things take.
  Object.defineProperty(performance, "now", { value: () => STARTED_MS + scheduler.nowMs, configurable: true });
}

/** What `setTimeout` gives back. */
class SimulatedTimer {
  happening: Happening | null = null;
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  cancel(): void {
    if (this.happening) this.#scheduler.cancel(this.happening);
    this.happening = null;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.cancel();
    return this;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

type Callback = (...given: unknown[]) => void;

function takeTimers(scheduler: Scheduler): void {
  const once = (callback: Callback, ms = 0, ...given: unknown[]) => {
    const timer = new SimulatedTimer(scheduler);
    timer.happening = scheduler.at(Math.max(1, ms), "timer", () => {
      timer.happening = null;
      callback(...given);
    });
    return timer;
  };
  const again = (callback: Callback, ms = 0, ...given: unknown[]) => {
    const timer = new SimulatedTimer(scheduler);
    const begin = () => {
      timer.happening = scheduler.at(Math.max(1, ms), "interval", () => {
        begin();
        callback(...given);
      });
    };
    begin();
    return timer;
  };
  const soon = (callback: Callback, ...given: unknown[]) => {
    const timer = new SimulatedTimer(scheduler);
    timer.happening = scheduler.at(0, "immediate", () => {
      timer.happening = null;
      callback(...given);
    });
    return timer;
  };
  const end = (timer: unknown) => {
    if (timer instanceof SimulatedTimer) timer.cancel();
  };
  replace(globalThis, { setTimeout: once, setInterval: again, setImmediate: soon });
  replace(globalThis, { clearTimeout: end, clearInterval: end, clearImmediate: end });
  replace(Bun, {
    sleep: (ms: number) => new Promise<void>((resolve) => once(() => resolve(), ms)),
    sleepSync: () => {},
  });
  const builtin = createRequire(import.meta.url);
  replace(builtin("node:timers/promises"), {
    setTimeout: (ms: number, value?: unknown) => new Promise((resolve) => once(() => resolve(value), ms)),
  });
}

function takeRandom(random: SeededRandom): void {
  const bytes = random.fork("bytes");
  const filled = <Bytes extends ArrayBufferView>(given: Bytes): Bytes => {
    const view = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    for (let at = 0; at < view.length; at += 1) view[at] = bytes.below(256);
    return given;
  };
  const uuid = () => {
    const hex = filled(new Uint8Array(16)).toHex();
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Math.random = () => bytes.next();
  replace(Bun, { randomUUIDv7: uuid });
  replace(crypto, { getRandomValues: filled, randomUUID: uuid });
  const builtin = createRequire(import.meta.url);
  const nodeCrypto = builtin("node:crypto");
  const real = nodeCrypto.generateKeyPairSync;
  // One pair does: who forges signatures is no matter of the simulation.
  let pair: unknown = null;
  replace(nodeCrypto, {
    randomUUID: uuid,
    randomInt: (least: number, end?: number) =>
      end === undefined ? bytes.below(least) : least + bytes.below(end - least),
    randomBytes: (count: number) => Buffer.from(filled(new Uint8Array(count))),
    generateKeyPairSync: (...given: unknown[]) => (pair ??= real(...given)),
  });
}

function takeListeners(scheduler: Scheduler, listening: Listening[], peer: () => string): void {
  let port = 20_000;
  replace(Bun, {
    serve: (serving: Serving) => {
      listening.push({ fetch: (request) => routed(serving, request) });
      port += 1;
      return { port, pendingRequests: 0, requestIP: () => ({ address: peer() }), stop: async () => {} };
    },
  });
  const builtin = createRequire(import.meta.url);
  const { writeFileSync } = builtin("node:fs");
  replace(builtin("node:net"), {
    createServer: () => {
      const server = new EventEmitter() as EventEmitter & Record<string, unknown>;
      server.listen = (path: string, done: () => void) => {
        writeFileSync(path, "");
        scheduler.at(0, "listening", done);
      };
      server.close = () => {};
      return server;
    },
  });
  replace(builtin("node:http"), { createServer: () => new EventEmitter() });
}

/** As Bun's router does: by the path itself, else by the number of its segments. */
function routed({ routes, fetch }: Serving, request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  const known = routes[pathname];
  if (known) return known(request);
  const segments = pathname.split("/").slice(1);
  const pattern = routes[segments.map((_, index) => `/:s${index}`).join("")];
  if (!pattern || segments.includes("")) return fetch(request);
  const params = Object.fromEntries(segments.map((segment, index) => [`s${index}`, decodeURIComponent(segment)]));
  return pattern(Object.assign(request, { params }));
}

/** Only of files that are simulated: others are waited for as ever. */
function takeDisk(disk: () => SimulatedDiskWait | null): void {
  const fs = createRequire(import.meta.url)("node:fs");
  const paths = new Map<number, string>();
  const { openSync, closeSync, fdatasync, fdatasyncSync, writeSync } = fs;
  replace(fs, {
    openSync: (path: unknown, ...rest: unknown[]) => {
      const descriptor = openSync(path, ...rest);
      if (typeof path === "string") paths.set(descriptor, path);
      return descriptor;
    },
    closeSync: (descriptor: number) => {
      paths.delete(descriptor);
      closeSync(descriptor);
    },
    writeSync: (descriptor: number, bytes: Uint8Array | string, ...where: number[]) => {
      const [from = 0, count = bytes.length - from, at] = where;
      if (typeof bytes !== "string" && at !== undefined)
        disk()?.write(paths.get(descriptor) ?? "", at, bytes.subarray(from, from + count));
      return writeSync(descriptor, bytes, ...where);
    },
    fdatasync: (descriptor: number, done: (failure: Error | null) => void) => {
      const simulated = disk();
      if (simulated) simulated.begin(paths.get(descriptor) ?? "", done);
      else fdatasync(descriptor, done);
    },
    fdatasyncSync: (descriptor: number) => {
      const simulated = disk();
      if (simulated) simulated.now(paths.get(descriptor) ?? "");
      else fdatasyncSync(descriptor);
    },
  });
}

/** Whoever is asked at a start whether a server is there already is not simulated. */
function takeFetch(scheduler: Scheduler, simulated: NonNullable<TakenOver["modelServer"]>): void {
  const realFetch = fetch;
  replace(globalThis, {
    fetch: (url: string | URL | Request, init?: RequestInit) =>
      simulated(String(url), String(init?.body ?? "")) ?? scheduler.external("fetch", () => realFetch(url, init)),
  });
}

/** Signatures are made beside this thread: they come back in the order of the simulation. */
function takeCryptography(scheduler: Scheduler): void {
  const { subtle } = crypto;
  for (const name of ["sign", "verify", "importKey", "digest", "generateKey", "exportKey"] as const) {
    const real: (...given: unknown[]) => Promise<unknown> = subtle[name].bind(subtle) as never;
    replace(subtle, { [name]: (...given: unknown[]) => scheduler.external(name, () => real(...given)) });
  }
}
