import { randomUUID } from "node:crypto";
import { AppError } from "#core/errors.ts";
import { growingCache } from "#core/growing-cache.ts";
import type { AppId } from "#core/tenant.ts";
import { closed, isConflict, isConnectionLost, isLockNotHad, unavailable } from "../engine-failures.ts";
import type { ClusterKeptAnswers } from "../kept-answers.ts";
import type { Postgres, Value } from "../postgres.ts";
import { bySubject, HeldUp } from "./held-up.ts";
import { minuteOf } from "./minutes.ts";
import { numbered } from "./numbering.ts";
import { isNotPlain, notPlainFor, type PlainDone } from "./plain-turn.ts";
import { statementWaiting } from "./statement.ts";
import { Turn } from "./turn.ts";
import type { TurnDone } from "./turn-done.ts";
import { type AnyWish, REFUSED, type Step } from "./wishes.ts";

/** How long what a node has reserved is its own after its last turn: by the server's clock. */
const LEASE_SECONDS = 60;
/** How often a node with reservations says that it lives. */
const RENEW_EVERY_MS = 15_000;
/**
 * Of a bucket, beyond what is wanted at once: what a node may spend without a look at the others. Where much is asked for, what so many turns
 * take.
 */
const LEASE_MAX = 1_000;
const LEASE_TURNS = 256;
/** After how long without one a turn is weighed. */
const PLAIN_MS_MAX = (LEASE_SECONDS * 1_000) / 2;
/** How many turns are weighed once one was not plain, of those with the same app. */
const WEIGHED_TURNS = 4;
/**
 * Under load a turn waits for company, as group commits do: for as many as were there the last time, at most so many, and no longer
 * than the last turn took. Fewer than these are no load.
 */
const COMPANY_MIN = 8;
const COMPANY_MAX = 256;
const GATHERED_MS_MAX = 3;
/** How often it is asked what became of a turn. */
const OUTCOME_EVERY_MS = 100;
/** How often it is tried to give back, or to undo, what could not be. */
const DONE_LATER_MS = 1_000;
/**
 * How long a turn waits for a row that another transaction has. Turns of other nodes take milliseconds; what takes longer hangs. Then each
 * app is asked for by itself, and who is held up by its own rows takes little of the others' time for a while.
 */
const LOCK_MS_MAX = 1_000;
const APART_LOCK_MS_MAX = 250;
const HELD_UP_LOCK_MS_MAX = 50;
/** Buckets whose free lease is remembered: some 150 bytes each. */
const REMEMBERED_MAX = 50_000;
/** How often what is old is dropped, how old windows get (clocks of nodes may differ by an hour), and how many rows go at once. */
const TIDY_EVERY_MS = 60_000;
const WINDOW_MINUTES_MAX = 180;
const TIDY_ROWS_MAX = 10_000;

const TURN = statementWaiting("turn", 41);

const LEAVE = "SELECT leave($1, $2) AS result";

type TurnResult =
  | TurnDone
  | PlainDone
  | { readonly is: "needy"; readonly accounts: readonly number[] }
  | { readonly is: "ended" };

/**
 * The turns of this node: what all its requests want of the ledger and the windows at a time goes as one statement, one after the other;
 * who comes meanwhile shares the next. A turn whose answer was lost is sent again, under its number, until the database
 * says what became of it: it is done once.
 */
export class Turns {
  readonly #postgres: Postgres;
  readonly #kept: ClusterKeptAnswers;
  readonly #waitMsMax: number;
  readonly #free = growingCache<string, number>(REMEMBERED_MAX);
  /** Of apps, and subjects of windows: the number of the next turn that need not be weighed. */
  readonly #plainFrom = growingCache<string, number>(REMEMBERED_MAX);
  readonly #heldUp = new HeldUp();
  /** The name under which this node holds leases. Taken for dead, it goes on under another. */
  #node: string = randomUUID();
  #number = 1;
  #waiting: AnyWish[] = [];
  /** Before all others. */
  #first: Step[] = [];
  #running: Promise<void> | null = null;
  /** How many the last turn did and had left waiting, and how long it took. */
  #company = 0;
  #lastTurnMs = 0;
  /** Called when enough are waiting for the next one. */
  #gathered: { readonly enough: number; readonly end: () => void } | null = null;
  #heldCount = 0;
  #renewAt = 0;
  #plainUntil = 0;
  #tidyAt = 0;
  #newestMinute = 0;
  #isClosed = false;
  readonly #renewing: Timer;

  /** @param waitMsMax how long a request waits for what became of its turn */
  constructor(postgres: Postgres, kept: ClusterKeptAnswers, waitMsMax: number) {
    this.#postgres = postgres;
    this.#kept = kept;
    this.#waitMsMax = waitMsMax;
    this.#renewing = setInterval(() => this.#renew(), RENEW_EVERY_MS);
    this.#renewing.unref();
  }

  /** Comes with the next turn. */
  add(wish: AnyWish): void {
    if (this.#isClosed) {
      wish.failed(closed());
      return;
    }
    this.#waiting.push(wish);
    if (this.#gathered && this.#waiting.length >= this.#gathered.enough) this.#gathered.end();
    this.#run();
  }

  /** The same before all that came meanwhile: for what was told a balance, right after it was told. */
  addFirst(step: Step): void {
    this.#first.push(step);
    this.#run();
  }

  /** Throws `service_unavailable` when it is closed. */
  requireOpen(): void {
    if (this.#isClosed) throw closed();
  }

  /** Resolves when everything that was added before is done, or could not be. */
  async done(): Promise<void> {
    await this.#running;
  }

  /** A reservation in the name of a node of this process more, or less: while there are any, it says that it lives. */
  held(node: string, more: 1 | -1): void {
    if (node === this.#node) this.#heldCount += more;
  }

  /** Does what is waiting, then gives back all that the node has. What was reserved is given back, too. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#renewing);
    await this.#running;
    if (this.#number === 1) return;
    // Else it is taken back when it is needed, or has expired.
    await this.#postgres.call(LEAVE, [this.#node, this.#number - 1]).catch(() => {});
  }

  #run(): void {
    this.#running ??= this.#takeTurns().finally(() => {
      this.#running = null;
      if (this.#isWanted()) this.#run();
    });
  }

  async #takeTurns(): Promise<void> {
    // In the next turn of the event loop, so that all who come in this one go together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    do {
      await this.#gather();
      const wishes = await numbered(
        [...this.#first.splice(0), ...this.#waiting.splice(0)],
        () => this.#node,
        (late) => this.add(late),
      );
      const startedAt = performance.now();
      await this.#takeAll(wishes);
      this.#lastTurnMs = performance.now() - startedAt;
      // Whoever was told is likely to ask again.
      this.#company = wishes.length + this.#waiting.length;
    } while (this.#isWanted());
    void this.#tidy();
  }

  async #gather(): Promise<void> {
    const enough = Math.min(this.#company, COMPANY_MAX);
    if (this.#isClosed || this.#first.length > 0 || enough < COMPANY_MIN || this.#waiting.length >= enough) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gathered = { enough, end: resolve };
    const timer = setTimeout(resolve, Math.min(this.#lastTurnMs, GATHERED_MS_MAX));
    await promise;
    clearTimeout(timer);
    this.#gathered = null;
  }

  /** Who is held up comes behind the others, each by itself. */
  async #takeAll(wishes: readonly AnyWish[]): Promise<void> {
    const { heldUp = [], free = [] } = Object.groupBy(wishes, (wish) => (this.#heldUp.has(wish) ? "heldUp" : "free"));
    // Without any wish it says that the node lives.
    if (free.length > 0 || heldUp.length === 0) await this.#take(this.#turnOf(free));
    for (const ofOne of bySubject(heldUp)) await this.#take(this.#turnOf(ofOne), HELD_UP_LOCK_MS_MAX);
  }

  #isWanted(): boolean {
    return this.#waiting.length + this.#first.length > 0;
  }

  #turnOf(wishes: readonly AnyWish[]): Turn {
    const turn = new Turn();
    const later = new Set<AppId>();
    for (const wish of wishes) {
      if ("at" in wish) this.#newestMinute = Math.max(this.#newestMinute, minuteOf(wish.at));
      if (wish.wants === "count") turn.take(wish);
      else if (this.#isOfAnother(wish)) this.#endedWith(wish);
      else if (later.has(wish.app) || !turn.take(wish)) {
        // What an app wants keeps its order.
        later.add(wish.app);
        this.#waiting.push(wish);
      }
    }
    turn.needAbove((app, month) => this.#free.get(`${app} ${month}`));
    return turn;
  }

  async #take(turn: Turn, lockMsMax = LOCK_MS_MAX): Promise<void> {
    let done: TurnDone | null;
    const node = this.#node;
    try {
      done = await this.#done(turn, lockMsMax);
    } catch (failure) {
      // Under the same name nothing was done; what may have been is undone by the other.
      if (node === this.#node) await this.#takeApart(turn, failure);
      else this.#failed(turn, failure, ["giveBack"]);
      return;
    }
    if (!done) {
      this.#beginAnew();
      this.#waiting.unshift(...turn.wishes());
      return;
    }
    this.#number += 1;
    this.#renewAt = performance.now() + RENEW_EVERY_MS / 2;
    this.#plainUntil = performance.now() + PLAIN_MS_MAX;
    for (const { app, month, free, elsewhere } of turn.free(done)) {
      // Where others have nothing, more locks find nothing more.
      this.#free.set(`${app} ${month}`, elsewhere > 0 ? free : Number.POSITIVE_INFINITY);
    }
    turn.tell(done, this.#node);
  }

  /** What the engine could not do fails all; a row that could not be had, and what would be a bug of ours, only those whose it is. */
  async #takeApart(turn: Turn, failure: unknown): Promise<void> {
    const wishes = [...turn.wishes()];
    if (failure instanceof AppError && isLockNotHad(failure.cause)) {
      const subjects = bySubject(wishes);
      if (subjects.length > 1) {
        for (const ofOne of subjects) await this.#take(this.#turnOf(ofOne), APART_LOCK_MS_MAX);
        return;
      }
      const [wish] = wishes;
      if (wish) this.#heldUp.add(wish);
    }
    if (failure instanceof AppError || wishes.length === 1) {
      this.#failed(turn, failure, ["giveBack", "undo"]);
      return;
    }
    const half = Math.ceil(wishes.length / 2);
    await this.#take(this.#turnOf(wishes.slice(0, half)));
    await this.#take(this.#turnOf(wishes.slice(half)));
  }

  /** Nobody waits for what is done later. */
  #failed(turn: Turn, failure: unknown, later: readonly AnyWish["wants"][]): void {
    for (const wish of turn.wishes()) if ("split" in wish && later.includes(wish.wants)) this.#doLater(wish);
    turn.fail(failure);
  }

  /** Null where this node was taken for dead: nothing of it was done. */
  async #done(turn: Turn, lockMsMax: number): Promise<TurnDone | null> {
    const endsAt = performance.now() + this.#waitMsMax;
    let isUnknown = false;
    // At once the first time: most connections that end leave the server where it is.
    for (let waitMs = 0; ; waitMs = OUTCOME_EVERY_MS) {
      try {
        // Weighed when it is sent again: that finds out whether it was done.
        const plainly = isUnknown ? null : await this.#sentPlainly(turn, lockMsMax);
        const result = plainly ?? (await this.#sentWeighed(turn, lockMsMax));
        if (result.is === "done") return result;
        if (result.is === "plain") return turn.doneOf(result);
        if (result.is === "ended") return null;
        turn.need(result.accounts.map((account) => account - 1));
      } catch (failure) {
        const cause = failure instanceof AppError ? failure.cause : failure;
        isUnknown ||= isConnectionLost(cause);
        const isOver = performance.now() >= endsAt;
        if (!isUnknown && (isOver || !isConflict(cause))) throw failure;
        if (isOver) {
          // It may have been done, or be done yet by a process of the server that hangs: no other turn may have its number.
          void this.#undoWhenKnown(turn, this.#node, this.#number);
          this.#beginAnew();
          throw unavailable(cause);
        }
        if (!isConflict(cause)) await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  /** Null where it has to be weighed: nothing of it was done. */
  async #sentPlainly(turn: Turn, lockMsMax: number): Promise<TurnResult | null> {
    const own = { node: this.#node, number: this.#number, leaseSeconds: LEASE_SECONDS, lockMsMax };
    const call = this.#isWeighed(turn) ? null : turn.plainCall(own);
    if (!call) return null;
    try {
      return await this.#called(call.statement, call.values);
    } catch (failure) {
      if (!isNotPlain(failure)) throw failure;
      const subject = notPlainFor(failure);
      if (subject !== null) this.#plainFrom.set(subject, this.#number + WEIGHED_TURNS);
      return null;
    }
  }

  #sentWeighed(turn: Turn, lockMsMax: number): Promise<TurnResult> {
    const leaseMax = Math.max(LEASE_MAX, LEASE_TURNS * turn.stepCount);
    const values = [...turn.values(this.#kept), String(lockMsMax)];
    return this.#called(TURN, [this.#node, this.#number, LEASE_SECONDS, leaseMax, ...values]);
  }

  #isWeighed(turn: Turn): boolean {
    // After so long a silence others may be about to end this node, with locks in another order.
    if (performance.now() >= this.#plainUntil) return true;
    return [...turn.subjects()].some((subject) => (this.#plainFrom.get(subject) ?? 0) > this.#number);
  }

  async #called(statement: string, values: readonly Value[]): Promise<TurnResult> {
    const [row] = await this.#postgres.call<{ result: string }>(statement, values);
    if (!row) throw new Error("a turn was expected to come back");
    return JSON.parse(row.result);
  }

  /**
   * Nobody waits any more for what became of a turn: it is ended, with the node's name that it was sent under, and what it has charged for
   * answers that were not given is undone.
   */
  async #undoWhenKnown(turn: Turn, node: string, number: number): Promise<void> {
    while (!this.#isClosed) {
      try {
        const [row] = await this.#postgres.call<{ result: string | null }>(LEAVE, [node, number]);
        const result: TurnResult | null = JSON.parse(row?.result ?? "null");
        const done = result?.is === "plain" ? turn.doneOf(result) : result;
        const undoing =
          done?.is === "done" ? turn.undoing(done) : [...turn.wishes()].filter(({ wants }) => wants === "undo");
        for (const step of undoing) this.add(step);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, OUTCOME_EVERY_MS).unref());
      }
    }
  }

  /** Whoever reserved or was charged is told that it could not be: it would be held as long as the node lives, or for ever. */
  #doLater(step: Step): void {
    const again = { ...step, told: () => {}, failed: () => {} };
    setTimeout(() => this.add(again), DONE_LATER_MS).unref();
  }

  #beginAnew(): void {
    this.#node = randomUUID();
    this.#number = 1;
    this.#heldCount = 0;
    this.#free.clear();
    this.#plainFrom.clear();
    this.#plainUntil = 0;
  }

  #isOfAnother(wish: AnyWish): boolean {
    return "heldBy" in wish && wish.heldBy !== null && wish.heldBy !== this.#node;
  }

  /** What it held is given back already. */
  #endedWith(wish: AnyWish): void {
    if (wish.wants === "giveBack") wish.told(REFUSED, this.#node);
    else wish.failed(unavailable());
  }

  #renew(): void {
    if (this.#heldCount > 0 && performance.now() >= this.#renewAt) this.#run();
  }

  /** Now and then, behind a turn. What fails is done the next time. */
  async #tidy(): Promise<void> {
    if (performance.now() < this.#tidyAt) return;
    this.#tidyAt = performance.now() + TIDY_EVERY_MS;
    const newest = Math.min(this.#newestMinute, minuteOf(Date.now()));
    await this.#postgres.call("SELECT tidy($1, $2)", [newest - WINDOW_MINUTES_MAX, TIDY_ROWS_MAX]).catch(() => {});
  }
}
