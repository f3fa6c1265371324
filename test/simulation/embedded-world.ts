/** One server on the simulated disk, which crashes, is killed, and starts again. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { Config } from "#config";
import type { LedgerDiscrepancy } from "#core/ports/storage.ts";
import { miscountsOf, problemsOfContent } from "#storage/embedded/audits.ts";
import { DATABASE_FILE, problemsOf } from "#storage/embedded/database.ts";
import { problemsOfLedgerMonths } from "#storage/embedded/ledger/months.ts";
import { LEDGER_AUDIT } from "#storage/embedded/ledger/statements.ts";
import { problemsOfLedger } from "#storage/embedded/row-sums.ts";
import type { SimulatedDisk } from "./disk/simulated-disk.ts";
import type { Clients } from "./kit/clients.ts";
import { type NodeParts, SimulatedNode } from "./kit/node.ts";
import { type Oracle, Violation } from "./kit/oracle.ts";
import type { SeededRandom } from "./kit/random.ts";
import { ownerNamed } from "./kit/scheduler.ts";
import type { Fault, World } from "./kit/simulation.ts";

/** How long the disk fails, is full or slow. */
const BAD_DISK_MS_MAX = 300;
/** Calls of the disk that come before one that fails, and that fail then. */
const CALLS_BEFORE_MAX = 60;
const CALLS_FAILING_MAX = 20;
/** Calls of the disk until the power goes off in the middle of something. */
const CALLS_UNTIL_CUT_MAX = 80;
const ANSWERS_UNTIL_CUT_MAX = 20;
/** By how much the clock of the day jumps; most jumps are small. */
const JUMP_MS_MAX = 90_000;
const SMALL_JUMP_MS_MAX = 3_000;
const PAUSE_MS_MAX = 2_000;
/** Windows that were cleared may begin anew where the clock was put back by more than this. */
const MINUTE_MS = 60_000;

export interface EmbeddedWorldOptions extends NodeParts {
  readonly config: Config;
  readonly disk: SimulatedDisk;
  readonly oracle: Oracle;
}

type Due = (clients: Clients) => Promise<void>;

export class EmbeddedWorld implements World {
  readonly #options: EmbeddedWorldOptions;
  readonly #random: SeededRandom;
  #node: SimulatedNode | null = null;
  #due: Due | null = null;
  #aheadMs = 0;
  /** The latest that the clock of the day has shown, since minutes may have begun anew. */
  #furthestMs = 0;
  #starts = 0;
  /** How often the disk was made to fail. */
  #diskFaults = 0;
  /** How many answers go out until the power does; 0 where it stays. */
  #answersUntilCut = 0;

  constructor(options: EmbeddedWorldOptions) {
    this.#options = options;
    this.#random = options.random.fork("world");
  }

  /** A start may meet a disk that fails, as anything may; the next one then does not. */
  async open(): Promise<void> {
    const { disk, scheduler } = this.#options;
    for (;;) {
      const faults = this.#diskFaults;
      try {
        return await this.#start();
      } catch (failure) {
        if (failure instanceof Violation || (this.#diskFaults === faults && !disk.isOff)) throw failure;
        scheduler.note("a start failed");
        if (disk.isOff) disk.cut();
        else disk.kill();
        disk.mend();
      }
    }
  }

  async #start(): Promise<void> {
    const { config, disk, name } = this.#options;
    this.#starts += 1;
    const owner = ownerNamed(`${name} ${this.#starts}`);
    owner.aheadMs = this.#aheadMs;
    disk.tell();
    const { scheduler } = this.#options;
    const log = (message: string) => scheduler.say(`log: ${message}`);
    this.#node = await SimulatedNode.open(config, { ...this.#options, log }, owner);
  }

  node(): SimulatedNode | null {
    return this.#node;
  }

  isDying(): boolean {
    return this.#options.disk.isOff;
  }

  takeDue(): Due | null {
    if (this.#node !== null && this.#options.disk.isOff) return (clients) => this.#crash(clients, "cut");
    const due = this.#due;
    this.#due = null;
    return due;
  }

  async mend(): Promise<void> {
    this.#answersUntilCut = 0;
    this.#options.disk.mend();
  }

  /** As the doctor does, whose work goes on in a thread of its own. */
  async wholeCheck(): Promise<readonly string[]> {
    using database = new Database(join(this.#options.config.dataDir, DATABASE_FILE), { readonly: true });
    const unlike = database.query<LedgerDiscrepancy, []>(LEDGER_AUDIT).all();
    return [
      ...problemsOf(database),
      ...problemsOfContent(database),
      ...miscountsOf(database),
      ...problemsOfLedger(database),
      ...problemsOfLedgerMonths(database),
      ...unlike.map((found) => `a balance is not the sum of its entries: ${JSON.stringify(found)}`),
    ];
  }

  async close(): Promise<void> {
    await this.#node?.close();
    this.#node = null;
  }

  readonly faults: readonly Fault[] = [
    { name: "power cut", weight: 4, begin: () => this.#later((clients) => this.#crash(clients, "cut")) },
    {
      name: "power cut at an answer",
      weight: 5,
      begin: () => this.#armed(1 + this.#random.below(ANSWERS_UNTIL_CUT_MAX)),
    },
    { name: "power cut within a commit", weight: 5, begin: () => this.#cutWithin() },
    { name: "process killed", weight: 3, begin: () => this.#later((clients) => this.#crash(clients, "kill")) },
    { name: "stopped and started", weight: 1, begin: () => this.#later((clients) => this.#restart(clients)) },
    { name: "disk full", weight: 2, begin: () => this.#failing("full") },
    { name: "writes fail", weight: 2, begin: () => this.#failing("write") },
    { name: "syncs fail", weight: 2, begin: () => this.#failing("sync") },
    { name: "reads fail", weight: 1, begin: () => this.#failing("read") },
    { name: "no memory", weight: 1, begin: () => this.#failing("memory") },
    { name: "slow disk", weight: 2, begin: () => this.#slow() },
    { name: "clock jumps", weight: 4, begin: () => this.#jump() },
    { name: "pause", weight: 2, begin: () => this.#pause() },
  ];

  #later(due: Due): void {
    this.#due ??= due;
  }

  answered(): void {
    if (this.#answersUntilCut === 0) return;
    this.#answersUntilCut -= 1;
    if (this.#answersUntilCut === 0) this.#later((clients) => this.#crash(clients, "cut"));
  }

  /** What it told is to be there, however soon after it the power goes off. */
  #armed(answers: number): void {
    this.#answersUntilCut = answers;
  }

  #cutWithin(): void {
    this.#diskFaults += 1;
    this.#options.disk.cutAfter(this.#random.below(CALLS_UNTIL_CUT_MAX));
  }

  #failing(call: "full" | "memory" | "read" | "sync" | "write"): void {
    const { disk, scheduler } = this.#options;
    this.#diskFaults += 1;
    disk.fail(call, this.#random.below(CALLS_BEFORE_MAX), 1 + this.#random.below(CALLS_FAILING_MAX));
    scheduler.at(this.#random.next() * BAD_DISK_MS_MAX, "disk is mended", () => disk.mend(), scheduler.world);
  }

  #slow(): void {
    const { disk, scheduler } = this.#options;
    disk.slowness = 1 + this.#random.below(50);
    scheduler.at(this.#random.next() * BAD_DISK_MS_MAX, "disk is quick", () => disk.mend(), scheduler.world);
  }

  /** Small jumps add up: what counts is how far the clock is behind where it has been. */
  #jump(): void {
    const { oracle, scheduler } = this.#options;
    const max = this.#random.chance(0.5) ? JUMP_MS_MAX : SMALL_JUMP_MS_MAX;
    const ms = Math.floor(this.#random.between(-max, max));
    this.#furthestMs = Math.max(this.#furthestMs, scheduler.nowMs + this.#aheadMs);
    this.#aheadMs += ms;
    const wallMs = scheduler.nowMs + this.#aheadMs;
    if (this.#furthestMs - wallMs >= MINUTE_MS) {
      oracle.jumps += 1;
      this.#furthestMs = wallMs;
    }
    if (this.#node) this.#node.owner.aheadMs = this.#aheadMs;
  }

  #pause(): void {
    const { scheduler } = this.#options;
    if (this.#node) this.#node.owner.pausedUntilMs = scheduler.nowMs + this.#random.next() * PAUSE_MS_MAX;
  }

  async #crash(clients: Clients, how: "cut" | "kill"): Promise<void> {
    const { disk, scheduler } = this.#options;
    const node = this.#node;
    if (!node) return;
    this.#node = null;
    node.crash();
    if (how === "cut" || disk.isOff) disk.cut();
    else disk.kill();
    disk.mend();
    scheduler.note(`crash ${how}`);
    clients.crashed(node);
    await this.open();
  }

  /** As an operator does it. Where the disk fails meanwhile, it is as if the process was killed. */
  async #restart(clients: Clients): Promise<void> {
    const { disk, scheduler } = this.#options;
    const node = this.#node;
    if (!node) return;
    this.#node = null;
    disk.mend();
    const faults = this.#diskFaults;
    try {
      await node.close();
    } catch (failure) {
      if (failure instanceof Violation || this.#diskFaults === faults) throw failure;
      node.crash();
      if (disk.isOff) disk.cut();
      else disk.kill();
      disk.mend();
    }
    scheduler.note("restart");
    clients.crashed(node);
    await this.open();
  }
}
