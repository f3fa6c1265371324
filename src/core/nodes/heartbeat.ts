import { randomUUID } from "node:crypto";
import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Clock } from "../ports/clock.ts";
import type { NodeCounts, NodeFigures, NodeStore } from "../ports/node-store.ts";

/** How often a node says that it lives. */
const BEAT_EVERY_MS = 5_000;
/** An answer that took longer says too little of what time it is. */
const CLOCK_ANSWER_MS_MAX = 500;

export interface HeartbeatOptions {
  readonly store: NodeStore;
  readonly name: string;
  /** Of the program. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a node says of itself from when it listens. */
export interface Described {
  readonly address: string;
  readonly isReady: () => boolean;
  readonly figures: () => NodeFigures;
}

/**
 * Says every few seconds that this node lives. No request waits for it, and none fails when it does: others take the node for gone then, and
 * do nothing for that reason.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #startedMs: number;
  readonly id: string = randomUUID();
  readonly name: string;
  #described: Described | null = null;
  #timer: Timer | null = null;
  #isDraining = false;
  #clockAheadMs: number | null = null;
  #counts: NodeCounts = { starting: 0, ready: 0, draining: 0, gone: 0 };
  #hasFailed = false;
  /** The last that was begun: they go one after the other, so that a late one takes nothing back. */
  #beating: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.name = options.name;
    this.#startedMs = options.clock.monotonicMs();
  }

  /** How many nodes there are, as it heard last. */
  get counts(): NodeCounts {
    return this.#counts;
  }

  /** From now on. Returns what says that it takes no more requests. */
  begin(described: Described): () => void {
    this.#described = described;
    this.#timer = setInterval(() => this.#waiting === 0 && void this.beat(), BEAT_EVERY_MS);
    this.#timer.unref();
    void this.beat();
    return () => {
      this.#isDraining = true;
      void this.beat();
    };
  }

  /** Once, now. Never rejects. */
  beat(): Promise<void> {
    this.#waiting += 1;
    this.#beating = this.#beating
      .then(() => this.#report())
      .finally(() => {
        this.#waiting -= 1;
      });
    return this.#beating;
  }

  /** It is forgotten. Where that cannot be said it counts as gone in the end. */
  async close(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#described = null;
    await this.#beating;
    await this.#options.store.leave(this.id).catch(() => {});
  }

  async #report(): Promise<void> {
    if (!this.#described) return;
    try {
      await this.#say(this.#described);
      this.#hasFailed = false;
    } catch (failure) {
      // Once, however long the database is away.
      const words = `the other nodes cannot be told that this one lives: ${messageOf(failure)}`;
      if (!this.#hasFailed) this.#options.log(words, { level: "warn" });
      this.#hasFailed = true;
    }
  }

  async #say({ address, isReady, figures }: Described): Promise<void> {
    const { store, name, version, clock } = this.#options;
    const state = this.#isDraining ? "draining" : isReady() ? "ready" : "starting";
    const [sentAt, sentMs] = [clock.now(), clock.monotonicMs()];
    const own = { id: this.id, name, version, address, state } as const;
    const times = { at: sentAt, uptimeMs: sentMs - this.#startedMs, clockAheadMs: this.#clockAheadMs };
    const { at, counts } = await store.report({ ...own, ...times, figures: figures() });
    const tookMs = clock.monotonicMs() - sentMs;
    // The store looked at its clock somewhere in between.
    if (at !== null && tookMs <= CLOCK_ANSWER_MS_MAX) this.#clockAheadMs = sentAt + tookMs / 2 - at;
    this.#counts = counts;
  }
}
