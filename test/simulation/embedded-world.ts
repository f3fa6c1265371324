/** One server on the simulated disk, which crashes, is killed, and starts again. */
import { Database } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config";
import { compactedBefore } from "#core/access/ledger-months.ts";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import { miscountsOf, problemsOfContent } from "#storage/embedded/audits.ts";
import { DATABASE_FILE, problemsOf } from "#storage/embedded/database.ts";
import { problemsOfLedgerMonths } from "#storage/embedded/ledger/months.ts";
import { LEDGER_AUDIT } from "#storage/embedded/ledger/statements.ts";
import { QUERY_LOG_FILE } from "#storage/embedded/query-log.ts";
import { problemsOfLedger } from "#storage/embedded/summed-rows.ts";
import type { SimulatedDisk } from "./disk/simulated-disk.ts";
import type { AppModel } from "./kit/app-model.ts";
import type { Operation } from "./kit/asking.ts";
import type { Clients } from "./kit/clients.ts";
import type { Entered } from "./kit/money.ts";
import { type NodeParts, type Reply, SimulatedNode } from "./kit/node.ts";
import { MONTHS_KEPT } from "./kit/operators.ts";
import { type Oracle, Violation } from "./kit/oracle.ts";
import { EPOCH_MS } from "./kit/process.ts";
import type { SeededRandom } from "./kit/random.ts";
import { ownerNamed } from "./kit/scheduler.ts";
import type { Fault, World } from "./kit/simulation.ts";
import { LedgerBook } from "./ledger-book.ts";

/** How long the disk fails, is full or slow. */
const BAD_DISK_MS_MAX = 300;
/** Calls of the disk that come before one that fails, and that fail then. */
const CALLS_BEFORE_MAX = 60;
const CALLS_FAILING_MAX = 20;
/** Calls of the disk until the power goes off in the middle of something. */
const CALLS_UNTIL_CUT_MAX = 80;
const ANSWERS_UNTIL_CUT_MAX = 20;
const CUT_SOON_MS_MAX = 3;
/** Looks at the disk before the one that fails, and until when the power goes off behind it. */
const SYNCS_BEFORE_MAX = 8;
const CUT_BEHIND_SYNC_MS_MAX = 60;
const CUT_WITHIN_MS_MAX = 12;
/** By how much the clock of the day jumps; most jumps are small. */
const JUMP_MS_MAX = 90_000;
const SMALL_JUMP_MS_MAX = 3_000;
const PAUSE_MS_MAX = 2_000;
/** Of a minute whose end the clock is put before. */
const MINUTE_LEFT_MS_MAX = 200;
/** Windows that were cleared may begin anew where the clock was put back by more than this. */
const MINUTE_MS = 60_000;

export interface EmbeddedWorldOptions extends NodeParts {
  readonly config: Config;
  readonly disk: SimulatedDisk;
  readonly oracle: Oracle;
}

/** What the power goes off behind. */
type CutAfter = "command" | "keyed answer";
type Due = (clients: Clients) => Promise<void>;

export class EmbeddedWorld implements World {
  readonly #options: EmbeddedWorldOptions;
  readonly #random: SeededRandom;
  #node: SimulatedNode | null = null;
  #due: Due | null = null;
  #aheadMs = 0;
  /** The latest that the clock of the day has shown, since minutes may have begun anew. */
  #furthestMs = 0;
  /** The latest that it has shown ever. */
  #latestMs = 0;
  /** The earliest that it has shown since all was looked at. */
  #earliestMs = EPOCH_MS;
  readonly #book = new LedgerBook();
  #starts = 0;
  /** How often the disk was made to fail. */
  #diskFaults = 0;
  /** How often all was made well, for a look in peace. */
  #mended = 0;
  /** How many answers go out until the power does; 0 where it stays. */
  #answersUntilCut = 0;
  /** What the power goes off soon after, when it comes. */
  #cutsAfter: CutAfter | null = null;

  constructor(options: EmbeddedWorldOptions) {
    this.#options = options;
    this.#random = options.random.fork("world");
    options.oracle.wallMs = () => this.#wallMs;
  }

  /** A start may meet a disk that fails, as anything may; the next one then does not. */
  async open(): Promise<void> {
    const { disk, scheduler } = this.#options;
    for (;;) {
      const [faults, wasFailing] = [this.#diskFaults, disk.isFailing];
      try {
        return await this.#start();
      } catch (failure) {
        const isOfDisk = wasFailing || disk.isOff || this.#diskFaults !== faults;
        if (failure instanceof Violation || !isOfDisk) throw failure;
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
    this.#mended += 1;
    this.#answersUntilCut = 0;
    this.#cutsAfter = null;
    this.#options.disk.mend();
  }

  /** As the doctor does, whose work goes on in a thread of its own. */
  async wholeCheck(): Promise<readonly string[]> {
    using database = new Database(join(this.#options.config.dataDir, DATABASE_FILE), { readonly: true });
    this.#latestMs = Math.max(this.#latestMs, this.#wallMs);
    this.#earliestMs = this.#wallMs;
    const singleFrom = compactedBefore(this.#latestMs, MONTHS_KEPT);
    const unlike = database.query<LedgerDiscrepancy, []>(LEDGER_AUDIT).all();
    return [
      ...problemsOf(database),
      ...problemsOfContent(database),
      ...miscountsOf(database),
      ...problemsOfLedger(database),
      ...problemsOfLedgerMonths(database),
      ...this.#book.look(database, singleFrom),
      ...this.#deletedWords(),
      ...unlike.map((found) => `a balance is not the sum of its entries: ${JSON.stringify(found)}`),
    ];
  }

  /** No file of the log holds a byte of what was deleted. */
  #deletedWords(): readonly string[] {
    const path = join(this.#options.config.dataDir, QUERY_LOG_FILE);
    const texts = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file, "latin1"));
    const gone = this.#options.oracle.apps.flatMap(({ logged }) => logged.filter((question) => question.gone !== null));
    const there = gone.filter(({ word }) => texts.some((text) => text.includes(word)));
    return there.map(({ word }) => `${word} was deleted, and its bytes are in a file of the log`);
  }

  entered({ appId, allowance }: AppModel): Entered {
    return this.#book.entered(appId, this.#options.oracle.month, allowance);
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
    { name: "power cut at a command", weight: 5, begin: () => this.#armedFor("command") },
    { name: "power cut at an answer under a key", weight: 8, begin: () => this.#armedFor("keyed answer") },
    { name: "power cut within a commit", weight: 5, begin: () => this.#cutWithin() },
    { name: "process killed", weight: 3, begin: () => this.#later((clients) => this.#crash(clients, "kill")) },
    { name: "stopped and started", weight: 1, begin: () => this.#later((clients) => this.#restart(clients)) },
    { name: "disk full", weight: 2, begin: () => this.#failing("full") },
    { name: "writes fail", weight: 2, begin: () => this.#failing("write") },
    { name: "syncs fail", weight: 2, begin: () => this.#failing("sync") },
    { name: "sync fails, then power cut", weight: 3, begin: () => this.#failingAndCut() },
    { name: "reads fail", weight: 1, begin: () => this.#failing("read") },
    { name: "no memory", weight: 1, begin: () => this.#failing("memory") },
    { name: "slow disk", weight: 2, begin: () => this.#slow() },
    { name: "clock jumps", weight: 4, begin: () => this.#jump() },
    { name: "minute ends", weight: 8, begin: () => this.endMinute() },
    { name: "pause", weight: 2, begin: () => this.#pause() },
  ];

  #later(due: Due): void {
    this.#due ??= due;
  }

  answered({ isKeyed }: Operation, { status, headers }: Reply): void {
    // What is answered again was kept long ago.
    if (isKeyed && status < 300 && headers["idempotency-replayed"] !== "true") this.#cutSoonAfter("keyed answer");
    if (this.#answersUntilCut === 0) return;
    this.#answersUntilCut -= 1;
    if (this.#answersUntilCut === 0) this.#later((clients) => this.#crash(clients, "cut"));
  }

  commanded(): void {
    this.#cutSoonAfter("command");
  }

  #armedFor(what: CutAfter): void {
    this.#cutsAfter = what;
  }

  /** While the disk has some of what belongs to it, and not yet the rest. */
  #cutSoonAfter(what: CutAfter): void {
    if (this.#cutsAfter !== what) return;
    this.#cutsAfter = null;
    const { scheduler } = this.#options;
    const cut = () => this.#later((clients) => this.#crash(clients, "cut"));
    scheduler.at(this.#random.next() * CUT_SOON_MS_MAX, "power cut", cut, scheduler.world);
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

  /** What the disk could not take is lost, whatever else it is told to keep afterwards. */
  #failingAndCut(): void {
    const { disk, scheduler } = this.#options;
    this.#diskFaults += 1;
    const after = this.#random.below(SYNCS_BEFORE_MAX);
    disk.fail("sync", after, 1);
    if (this.#random.chance(0.5)) {
      // While what it could not take is written elsewhere.
      const mended = this.#mended;
      const within = () => {
        if (this.#mended === mended) disk.cutAfter(this.#random.below(CALLS_UNTIL_CUT_MAX));
      };
      scheduler.at(this.#random.next() * CUT_WITHIN_MS_MAX, "power cut to come", within, scheduler.world);
      return;
    }
    const cut = () => this.#later((clients) => this.#crash(clients, "cut"));
    scheduler.at(this.#random.next() * CUT_BEHIND_SYNC_MS_MAX, "power cut", cut, scheduler.world);
  }

  #slow(): void {
    const { disk, scheduler } = this.#options;
    disk.slowness = 1 + this.#random.below(50);
    scheduler.at(this.#random.next() * BAD_DISK_MS_MAX, "disk is quick", () => disk.mend(), scheduler.world);
  }

  /** Small jumps add up: what counts is how far the clock is behind where it has been. */
  #jump(): void {
    const max = this.#random.chance(0.5) ? JUMP_MS_MAX : SMALL_JUMP_MS_MAX;
    this.#putClock(Math.floor(this.#random.between(-max, max)));
  }

  /** As many calls of a minute as an app may make: nobody wants to wait for the rest of it. */
  endMinute(): number {
    const left = () => MINUTE_MS - (this.#wallMs % MINUTE_MS);
    this.#putClock(Math.max(0, Math.floor(left() - this.#random.next() * MINUTE_LEFT_MS_MAX)));
    return left();
  }

  get #wallMs(): number {
    return EPOCH_MS + this.#options.scheduler.nowMs + this.#aheadMs;
  }

  /** Of this month, and where none has ended since all was looked at, or was gone back to: else entries would become months that no look has seen. */
  endMonth(): boolean {
    const { oracle } = this.#options;
    const endsMs = endOfMonth(this.#wallMs);
    if (endOfMonth(this.#earliestMs) !== endsMs) return false;
    this.#putClock(Math.max(0, Math.floor(endsMs - this.#wallMs - this.#random.next() * MINUTE_LEFT_MS_MAX)));
    oracle.eras += 1;
    return true;
  }

  failOnce(): void {
    this.#options.disk.fail("sync", 0, 1);
  }

  failAndCut(calls: number): void {
    this.#diskFaults += 1;
    this.#options.disk.fail("wait", 0, 1, calls);
  }

  cut(): void {
    this.#later((clients) => this.#crash(clients, "cut"));
  }

  get isOff(): boolean {
    return this.#options.disk.isOff;
  }

  #putClock(ms: number): void {
    const { oracle, scheduler } = this.#options;
    this.#latestMs = Math.max(this.#latestMs, this.#wallMs);
    this.#furthestMs = Math.max(this.#furthestMs, scheduler.nowMs + this.#aheadMs);
    this.#aheadMs += ms;
    this.#earliestMs = Math.min(this.#earliestMs, this.#wallMs);
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
    this.#options.taken.closeDatabases(node.owner);
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
      const isOfDisk = disk.isOff || this.#diskFaults !== faults;
      if (failure instanceof Violation || !isOfDisk) throw failure;
      node.crash();
      if (disk.isOff) disk.cut();
      else disk.kill();
      this.#options.taken.closeDatabases(node.owner);
      disk.mend();
    }
    scheduler.note("restart");
    clients.crashed(node);
    await this.open();
  }
}

function endOfMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
