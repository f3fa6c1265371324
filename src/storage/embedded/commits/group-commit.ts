import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { AppError } from "#core/errors.ts";
import { NOBODY, type Observer } from "#core/ports/observer.ts";
import { type SpanStart, type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { Progress } from "../folder-marker.ts";
import { type DiskSync, DiskWait, type Waiting } from "./disk-wait.ts";
import { closed, translated, unavailable } from "./engine-failures.ts";
import { Gathering } from "./gathering.ts";
import { lateStatement } from "./late-statement.ts";
import { LogSync } from "./log-sync.ts";
import { Noting } from "./noting.ts";
import { type Operation, type Outcome, ownersOf, UNCHANGED } from "./operation.ts";
import type { NotingParticipant, Owner, Participant, Safeguard } from "./participant.ts";
import type { RoundLimits } from "./rounds.ts";
import { StatisticsPace } from "./statistics-pace.ts";
import { Transaction } from "./transaction.ts";

/** From the wish to change something until that is on the disk. */
const COMMIT: SpanStart = { name: "store commit", kind: "internal", attributes: { "db.system.name": "sqlite" } };

const VERSION = "SELECT user_version AS version FROM pragma_user_version";
/** How long what is noted may wait for its tables, where something else is committed. */
const NOTED_MS_MAX = 1_000;
/**
 * Changes that are noted before all of them are written: written together, each costs a fraction of what it costs alone, and so
 * many take a millisecond.
 */
const NOTED_MAX = 512;
/** How often it is looked whether a disk that failed takes something again. */
const LOOK_AGAIN_MS = 1_000;

/**
 * The one writer of a database. Operations that arrive together share a transaction, and one look at the disk, which is what a
 * commit costs. A flush is synchronous from BEGIN to COMMIT, so a read can never see half of a batch; that the disk has it is waited for
 * beside this thread, where the system allows it, and nobody who asked for a change is told before.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #observer: Observer;
  readonly #tracer: Tracer;
  readonly #safeguard: Safeguard | null;
  /** But for those that note. */
  readonly #participants: Participant[] = [];
  readonly #statements: { finalize(): void }[] = [];
  readonly #transaction: Transaction;
  readonly #entry: Statement<{ entry: number }, []>;
  readonly #setChange: Statement<null, [number]>;
  readonly #noting: Noting;
  /** Null where each COMMIT waits itself. */
  readonly #disk: DiskWait | null;
  readonly #sync: DiskSync | null;
  /** With the last COMMIT, and what is on the disk of it for certain. */
  #progress: Progress;
  #marked: Progress;
  #queue: Operation[] = [];
  /** Whoever waits for what participants hold. */
  #next: (PromiseWithResolvers<void> & { waiting: number }) | null = null;
  readonly #gathering: Gathering;
  #open = true;
  /** The engine failed in the batch that is under way, or in the last one. */
  #hasFailed = false;
  /** The disk may lack something that was committed: the system tells that once. */
  #mayLack = false;
  /** The same of the log alone: what a process before this one was told nobody knows. */
  #mayLogLack = true;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  readonly #statistics = new StatisticsPace();
  /** When everything was written to the tables last. */
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    database: Database,
    observer: Observer = NOBODY,
    tracer: Tracer = UNTRACED,
    safeguard: Safeguard | null = null,
    sync: DiskSync | null = LogSync.of(database.filename),
    limits?: RoundLimits,
  ) {
    this.#database = database;
    this.#gathering = new Gathering({
      waiting: () => this.#queue.length + (this.#next?.waiting ?? 0),
      isHeldBack: () => this.#disk?.isFull ?? false,
      flush: () => this.#flushAll(),
    });
    // What came meanwhile is written before those are told who waited, and is on its way while they are answered.
    this.#sync = sync;
    this.#disk = sync && new DiskWait(sync, () => this.#gathering.goOn());
    if (sync) database.run("PRAGMA synchronous = NORMAL");
    this.#safeguard = safeguard;
    this.#observer = observer;
    this.#tracer = tracer;
    this.#transaction = new Transaction(database, (sql) => this.prepare(sql));
    this.#entry = this.prepare("SELECT ifnull(max(id), 0) AS entry FROM ledger_entries");
    this.#setChange = this.prepare("UPDATE counters SET value = ? WHERE name = 'change'");
    this.#noting = new Noting((sql) => this.prepare(sql), limits);
    const change = this.prepare<{ change: number }>("SELECT value AS change FROM counters WHERE name = 'change'");
    this.#progress = { entry: this.#entry.get()?.entry ?? 0, change: change.get()?.change ?? 0 };
    this.#marked = this.#progress;
  }

  /** A statement that lives as long as the database is open. */
  prepare<Row, Parameters extends SQLQueryBindings[] = []>(sql: string): Statement<Row, Parameters> {
    return lateStatement(() => {
      const statement = this.#database.prepare<Row, Parameters>(sql) as Statement<Row, Parameters>;
      this.#statements.push(statement);
      return statement;
    });
  }

  join(participant: Participant): void {
    this.#participants.push(participant);
  }

  /** `name`: under which its notes are found again. */
  joinNoting(participant: NotingParticipant, name: string): void {
    this.#noting.join(name, participant);
  }

  /**
   * Writes what was noted before a crash. To be called once, when all have joined. Returns how many commits had noted something that
   * is no longer what they wrote, and is lost.
   */
  takeUp(): number {
    const { change, lost } = this.#noting.takeUp(this.#database, this.#progress.change);
    this.#progress = { ...this.#progress, change };
    this.writeNoted();
    return lost;
  }

  /** Has what was noted stand in its tables, of one owner or of all, for whoever reads those. */
  writeNoted(of?: Owner): void {
    if (this.#noting.count === 0) return;
    if (of === undefined) this.writeAll();
    else {
      this.#queue.push({ of, execute: () => UNCHANGED, reject: () => {} });
      this.flush();
    }
  }

  /** Throws `service_unavailable` when it is closed: what waits for a commit would wait for ever. */
  requireOpen(): void {
    if (!this.#open) throw closed();
  }

  /** Runs a query now. Throws `service_unavailable` when the engine failed or is closed. */
  read<Result>(query: () => Result): Result {
    this.requireOpen();
    try {
      return query();
    } catch (cause) {
      throw translated(cause);
    }
  }

  /**
   * Runs `operation` in the next transaction and resolves with its result when that is on disk. An operation that throws
   * changes nothing, and rejects alone; when the commit fails, all of the batch reject with `service_unavailable`.
   * `committed` runs in the same turn as the COMMIT: nothing can look at the database in between. It is not called back where the disk
   * fails after that. `of`: whose charges, counts and requests have to stand in their tables before it.
   */
  write<Result>(
    operation: () => Result,
    committed?: (result: Result) => void,
    of: Owner | null = null,
  ): Promise<Result> {
    if (!this.#open) return Promise.reject(closed());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const execute = () => {
      const result = operation();
      return { committed: () => committed?.(result), onDisk: () => resolve(result) };
    };
    this.#queue.push({ of, execute, reject });
    this.#gathering.begin();
    return this.#tracer.part(COMMIT, () => promise);
  }

  /** Resolves when what participants hold at this moment is on disk. Rejects as `write` does. */
  next(): Promise<void> {
    if (!this.#open) return Promise.reject(closed());
    this.#next ??= { ...Promise.withResolvers<void>(), waiting: 0 };
    const { promise } = this.#next;
    this.#next.waiting += 1;
    this.#gathering.begin();
    return this.#tracer.part(COMMIT, () => promise);
  }

  /**
   * Whether the last commit reached the disk with all that was in it, and the files are those that were opened. Where it did not,
   * tries another one that changes nothing, at most once a second: nobody may be sent here who would.
   */
  isWritable(): boolean {
    if (!this.#open || this.#disk?.isStuck || (this.#safeguard?.loss() ?? null) !== null) return false;
    const nowMs = performance.now();
    if (this.#hasFailed && nowMs - this.#lookedAtMs >= LOOK_AGAIN_MS) {
      this.#lookedAtMs = nowMs;
      this.#rewrite();
    }
    return !this.#hasFailed;
  }

  /** Makes everything durable that was asked for so far, in this turn. Throws `service_unavailable` when that failed. */
  flush(): void {
    this.#flush({ isForced: true });
  }

  /** As `flush`, and everything stands in its tables then. */
  writeAll(): void {
    this.#flush({ isForced: true, isAll: true });
  }

  /** Resolves when all that can be read now is on the disk. Rejects as `write` does. */
  async durable(): Promise<void> {
    if (this.#mayLack || this.#disk?.isUnderWay) await this.write(() => {});
  }

  /** `isAll`: what was noted, too, comes into its tables, however many it is of. */
  #flush({ isForced = false, isAll = false }: { readonly isForced?: boolean; readonly isAll?: boolean }): void {
    const batch = this.#queue;
    const next = this.#next;
    this.#queue = [];
    this.#next = null;
    const outcomes: Outcome[] = [];
    const startedMs = performance.now();
    const { crowd } = this.#noting;
    const isOfCrowd = crowd > 0;
    const statisticsMax = isForced ? Number.POSITIVE_INFINITY : this.#statistics.countMax(crowd, startedMs);
    const waiting = next?.waiting ?? 0;
    const mustWrite = this.#participants.some((participant) => participant.mustWrite?.(isOfCrowd));
    const isOverdue = startedMs - this.#wroteAtMs >= NOTED_MS_MAX;
    const isFull = this.#noting.count + waiting > NOTED_MAX;
    const writesAll = isAll || (!isOfCrowd && (isForced || isOverdue || isFull || mustWrite || batch.length > 0));
    const writesSome = isOfCrowd && (mustWrite || statisticsMax > 0 || batch.length > 0);
    this.#hasFailed = false;
    let progress = this.#progress;
    let isNoted = false;
    try {
      this.#refuseLoss();
      this.#repair();
      const changesBefore = this.#transaction.changes;
      this.#transaction.begin();
      isNoted = !writesAll && this.#noting.note(progress.change + 1, ownersOf(batch), startedMs);
      if (!isNoted) this.#noting.writeAll();
      if (!isNoted || writesSome)
        for (const participant of this.#participants) participant.write(statisticsMax, isOfCrowd);
      for (const operation of batch) outcomes.push(this.#execute(operation));
      if (isNoted) progress = { entry: isOfCrowd ? this.#lastEntry() : progress.entry, change: progress.change + 1 };
      // What was noted has had its time, whatever became of it: it must not be taken up again.
      else if (this.#transaction.changes !== changesBefore || this.#noting.count > 0) progress = this.#advanced();
      this.#transaction.commit();
    } catch (cause) {
      this.#transaction.abandon();
      this.#noting.abandoned();
      for (const participant of this.#participants) participant.abandoned?.();
      this.#hasFailed = true;
      this.#observer.commitFailed();
      const error = cause instanceof AppError ? cause : unavailable(cause);
      for (const operation of batch) operation.reject(error);
      next?.reject(error);
      throw error;
    }
    const isAhead = progress !== this.#progress;
    this.#progress = progress;
    if (isNoted) this.#noting.noted(waiting);
    else {
      this.#noting.written();
      this.#wroteAtMs = startedMs;
    }
    if (!isNoted || writesSome) {
      if (statisticsMax > 0) this.#statistics.wrote(startedMs);
      for (const participant of this.#participants) participant.committed();
    }
    for (const { committed } of outcomes) committed();
    const onDisk = () => {
      if (isAhead) this.#mark(progress);
      this.#observer.committed(batch.length + waiting, performance.now() - startedMs);
      for (const outcome of outcomes) outcome.onDisk();
      next?.resolve();
    };
    const failed = (cause: unknown) => {
      this.#mayLack = true;
      this.#mayLogLack = true;
      this.#hasFailed = true;
      this.#observer.commitFailed();
      const error = unavailable(cause);
      for (const operation of batch) operation.reject(error);
      next?.reject(error);
    };
    // Not all that an operation writes is counted.
    this.#awaitDisk({ onDisk, failed }, { isForced, isChanged: isAhead || batch.length > 0 });
  }

  #awaitDisk(
    waiting: Waiting,
    { isForced, isChanged }: { readonly isForced: boolean; readonly isChanged: boolean },
  ): void {
    // A commit that changed nothing wrote nothing; what it read may be on its way.
    if (!this.#disk || !(isChanged || this.#disk.isUnderWay)) waiting.onDisk();
    else if (!isForced) this.#disk.add(waiting);
    else {
      try {
        this.#disk.now(waiting);
      } catch (cause) {
        throw unavailable(cause);
      }
    }
  }

  /** A look that was begun before another one may end after it. */
  #mark(progress: Progress): void {
    const isBehind = progress.entry < this.#marked.entry || progress.change < this.#marked.change;
    if (isBehind) return;
    this.#marked = progress;
    this.#safeguard?.advance(progress);
  }

  /**
   * What the system failed to write it does not try again, and says so once. The pages are there to be read all the same: the log is written
   * once more, and then they are written to the database file itself, and waited for. In this order: a power cut while pages are moved
   * that the log has not on the disk leaves some of them moved, and the database damaged.
   */
  #repair(): void {
    if (this.#mayLogLack) this.#sync?.renew();
    this.#mayLogLack = false;
    if (!this.#mayLack) return;
    const moved = this.#database.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (moved?.busy !== 0) throw unavailable();
    this.#mayLack = false;
  }

  /** Flushes and closes. What the flush could not write has been rejected by then. */
  close(): void {
    if (!this.#open) return;
    try {
      this.writeAll();
    } finally {
      this.#open = false;
      // An unfinished statement would keep the file open, and its write-ahead log unmerged, until it is collected.
      for (const statement of this.#statements) statement.finalize();
      this.#safeguard?.closing();
      this.#database.close();
      this.#disk?.close();
      this.#safeguard?.close();
    }
  }

  /**
   * Inside the transaction. What entered the ledger has made it grow; anything else is counted. A change that was noted is one
   * of those, and when it is written the counter says so: until then it stands below it.
   */
  #advanced(): Progress {
    const { change } = this.#progress;
    const entry = this.#lastEntry();
    if (entry !== this.#progress.entry && this.#noting.count === 0) return { entry, change };
    this.#setChange.run(change + 1);
    return { entry, change: change + 1 };
  }

  #lastEntry(): number {
    return this.#entry.get()?.entry ?? 0;
  }

  /** The log has said once what it is: each request that is refused says no more than that it is. */
  #refuseLoss(): void {
    if ((this.#safeguard?.loss() ?? null) !== null) throw unavailable();
  }

  /** Writes a page as it is. */
  #rewrite(): void {
    const execute = () => {
      const { version } = this.#database.query<{ version: number }, []>(VERSION).get() ?? { version: 0 };
      this.#database.run(`PRAGMA user_version = ${version}`);
      return UNCHANGED;
    };
    this.#queue.push({ of: null, execute, reject: () => {} });
    try {
      this.flush();
    } catch {
      // As before: whoever waited was told, and the next look is in a second.
    }
  }

  #flushAll(): void {
    if (this.#queue.length === 0 && !this.#next) return;
    try {
      this.#flush({});
    } catch {
      // Every operation of the batch was told already.
    }
  }

  #execute(operation: Operation): Outcome {
    const done = this.#transaction.part(operation.execute);
    if (!("failure" in done)) return done.result;
    const reason = translated(done.failure);
    this.#hasFailed ||= reason !== done.failure;
    return { committed: () => {}, onDisk: () => operation.reject(reason) };
  }
}
