import type { KeptAnswer } from "#core/ports/kept-answer-store.ts";
import { type AppId, type Instant, monthOf } from "#core/tenant.ts";
import type { KeptAnswerRow } from "../kept-answers.ts";
import type { Value } from "../postgres.ts";
import { type Account, COUNTED, type Window } from "./account.ts";
import { minuteOf } from "./minutes.ts";
import { isPlain, type PlainCall, type PlainDone, plainCall, type TurnOfNode, turnDoneOf } from "./plain-turn.ts";
import { type RecordsOfApp, recordColumns } from "./records.ts";
import type { TurnDone } from "./turn-done.ts";
import { type AnyWish, type Credit, type HitOfStep, type RecordWish, STEPS, type Step } from "./wishes.ts";

/** Steps of one statement: some milliseconds of the server's time. */
const STEPS_MAX = 1_000;
const RECORDS_MAX = 1_000;
/** Of calls in a window from which no answer from memory is counted. */
const ANY_NUMBER = Number.MAX_SAFE_INTEGER;

/** What is gathered for one call of `turn`, and told of its result. */
export class Turn {
  readonly #accounts = new Map<AppId, Account>();
  readonly #windows = new Map<string, Window>();
  readonly #records: RecordWish[] = [];
  #stepCount = 0;
  /** Once all is gathered. */
  #sorted: readonly Account[] | null = null;

  /** False, and nothing taken, for what does not go with the rest: it comes with the next turn. */
  take(wish: AnyWish): boolean {
    if (wish.wants === "count") {
      this.#windowOf(minuteOf(wish.at), wish.subject).counts.push(wish);
      return true;
    }
    if (wish.wants === "record") return this.#takeRecord(wish);
    return wish.wants === "credit" ? this.#takeCredit(wish) : this.#takeStep(wish);
  }

  /** These accounts need more than a look at the node's own leases; by index, from 0. */
  need(accounts: Iterable<number>): void {
    const all = this.#list();
    for (const index of accounts) {
      const account = all[index];
      if (account) account.isNeedy = true;
    }
  }

  /** Those of which more is wanted than is free in the node's leases, as far as it remembers. */
  needAbove(freeOf: (app: AppId, month: string) => number | undefined): void {
    for (const account of this.#accounts.values()) {
      const free = freeOf(account.app, account.month);
      if (account.allowance !== null && (free === undefined || account.wanted > free)) account.isNeedy = true;
    }
  }

  /** How many there are in it. */
  get stepCount(): number {
    return this.#stepCount;
  }

  /** The apps and the subjects of windows in it. */
  *subjects(): Generator<string> {
    yield* this.#accounts.keys();
    for (const { subject } of this.#windows.values()) yield subject;
  }

  /** The statement that does it plainly; null where it has to be weighed. */
  plainCall(own: TurnOfNode): PlainCall | null {
    const accounts = this.#list();
    return isPlain(accounts) ? plainCall(own, accounts, [...this.#windows.values()], this.#recordsOf(accounts)) : null;
  }

  /** What `turn` would have answered in the place of `plain_turn`. */
  doneOf(plain: PlainDone): TurnDone {
    return turnDoneOf(plain, this.#list(), [...this.#windows.values()]);
  }

  /** The arguments of `turn` behind the first four. */
  values(kept: KeptAnswerValues): Value[] {
    const accounts = this.#list();
    const windows = [...this.#windows.values()];
    const steps = accounts.flatMap((account, index) => account.steps.map((step) => ({ step, account: index + 1 })));
    return [
      accounts.map(({ app }) => app),
      accounts.map(({ month }) => month),
      accounts.map(({ allowance }) => allowance),
      accounts.map(({ monthAfter }) => monthAfter),
      accounts.map(({ version }) => version),
      // Behind the last is none, which is never full: nothing is counted there.
      accounts.map(({ window }) => window && (window === COUNTED ? windows.length : window.index) + 1),
      accounts.map(({ isNeedy }) => String(isNeedy)),
      accounts.map(({ credit }) => credit?.requests ?? null),
      accounts.map(({ at }) => at),
      steps.map(({ account }) => account),
      steps.map(({ step }) => STEPS[step.wants]),
      steps.map(({ step }) => step.cost),
      steps.map(({ step }) => step.split?.fromMonth ?? null),
      steps.map(({ step }) => step.split?.fromCredits ?? null),
      steps.map(({ step }) => step.at),
      windows.map(({ minute }) => minute),
      windows.map(({ subject }) => subject),
      windows.map(({ counts }) => counts.length),
      windows.map(({ callsMax }) => callsMax),
      ...this.#keptValues(steps, kept),
      ...this.#recordValues(accounts),
    ];
  }

  tell(done: TurnDone, node: string): void {
    for (const { index, counts } of this.#windows.values()) {
      const before = done.counts[index] ?? 0;
      for (const [at, count] of counts.entries()) count.told(before + at + 1);
    }
    for (const record of this.#records) record.told();
    let from = 0;
    const keptBytesLeft = [...done.kept_bytes];
    for (const [index, account] of this.#list().entries()) {
      account.credit?.told();
      this.#tellSteps(account, { index, from, done, node, keptBytesLeft });
      from += account.steps.length;
    }
  }

  fail(failure: unknown): void {
    for (const wish of this.wishes()) wish.failed(failure);
  }

  *wishes(): Generator<AnyWish> {
    for (const { counts } of this.#windows.values()) yield* counts;
    yield* this.#records;
    for (const { credit, steps } of this.#accounts.values()) {
      if (credit) yield credit;
      yield* steps;
    }
  }

  /** What is free of each account in the node's own leases now, and may be anywhere else. */
  *free(done: TurnDone): Generator<{
    readonly app: AppId;
    readonly month: string;
    readonly free: number;
    readonly elsewhere: number;
  }> {
    for (const [index, { app, month, allowance }] of this.#list().entries()) {
      if (allowance === null) continue;
      const free = done.free[index] ?? 0;
      const all = Math.max(0, done.months[index] ?? 0) + (done.credits[index] ?? 0);
      yield { app, month, free, elsewhere: all - free };
    }
  }

  /** What takes back the charges of a turn of which nobody was told. An answer that was kept with its charge is given for it yet. */
  *undoing(done: TurnDone): Generator<Step> {
    const steps = this.#list().flatMap((account) => account.steps);
    for (const [at, step] of steps.entries()) {
      const split = splitOf(done, at);
      if (!split || step.keeps || (step.wants !== "charge" && step.wants !== "settle")) continue;
      yield { ...step, wants: "undo", split, heldBy: null, hit: null, told: () => {}, failed: () => {} };
    }
  }

  /** In the order of their ids, in which all nodes lock what they write. */
  #list(): readonly Account[] {
    this.#sorted ??= [...this.#accounts.values()].sort((one, other) => (one.app < other.app ? -1 : 1));
    return this.#sorted;
  }

  #takeRecord(record: RecordWish): boolean {
    if (this.#records.length >= RECORDS_MAX) return false;
    this.#records.push(record);
    return true;
  }

  #keptValues(steps: readonly { readonly step: Step }[], { bytesPerAppMax, rowOf }: KeptAnswerValues): Value[] {
    const kept = steps.flatMap(({ step: { keeps } }, at) => (keeps ? [{ at: at + 1, ...rowOf(keeps) }] : []));
    return [
      kept.map(({ at }) => at),
      kept.map(({ key }) => key),
      kept.map(({ fingerprint }) => fingerprint),
      kept.map(({ status }) => status),
      kept.map(({ headers }) => headers),
      kept.map(({ body }) => body),
      kept.map(({ bytes }) => bytes),
      kept.map(({ createdAt }) => createdAt),
      bytesPerAppMax,
    ];
  }

  #recordValues(accounts: readonly Account[]): Value[] {
    const records = recordColumns(this.#recordsOf(accounts));
    return [
      ...[records.accounts, records.apps, records.counts, records.requestsMax],
      ...[records.begunAt, records.endedAt, records.answers],
      ...[records.namedIn, records.namedIds],
    ];
  }

  #recordsOf(accounts: readonly Account[]): readonly RecordsOfApp[] {
    const ofHits = accounts.flatMap(({ app, steps }, index) => {
      const hits = steps.flatMap(({ hit }) => hit ?? []);
      const requestsMax = hits.at(-1)?.requestsMax;
      const requests = hits.map(({ request }) => request);
      return requestsMax === undefined ? [] : [{ app, requestsMax, requests, account: index + 1 }];
    });
    const others = new Map<AppId, RecordWish[]>();
    for (const record of this.#records) {
      const ofApp = others.get(record.app);
      if (ofApp) ofApp.push(record);
      else others.set(record.app, [record]);
    }
    const ofOthers = Array.from(others, ([app, records]) => ({
      app,
      requestsMax: records.at(-1)?.requestsMax ?? 0,
      requests: records.map(({ request }) => request),
      account: null,
    }));
    return [...ofHits, ...ofOthers];
  }

  #takeCredit(credit: Credit): boolean {
    const month = monthOf(credit.at);
    const account = this.#accountOf(credit.app, month, month, credit.at);
    if (!account || account.credit) return false;
    account.credit = credit;
    account.isNeedy = true;
    return true;
  }

  #takeStep(step: Step): boolean {
    const { wants, app, month, at, hit, cost } = step;
    if (this.#stepCount >= STEPS_MAX) return false;
    const account = this.#accountOf(app, month, monthOf(at), at);
    if (!account) return false;
    const takes = wants === "charge" || wants === "reserve";
    if (takes && account.allowance !== null && account.allowance !== step.allowance) return false;
    if (hit) {
      if (account.version !== null && account.version !== hit.version) return false;
      if (!this.#countHit(account, hit, at)) return false;
      account.version = hit.version;
    }
    if (takes) {
      account.allowance = step.allowance;
      account.wanted += cost;
    }
    if (wants === "undo") account.isNeedy = true;
    account.at = Math.max(account.at, at);
    account.steps.push(step);
    this.#stepCount += 1;
    return true;
  }

  /** False where the account's others are counted in another window. */
  #countHit(account: Account, { number, callsMax }: HitOfStep, at: Instant): boolean {
    if (number !== null) {
      account.window ??= COUNTED;
      return account.window === COUNTED;
    }
    const minute = minuteOf(at);
    const window = account.window ?? this.#windowOf(minute, account.app);
    if (window === COUNTED || window.minute !== minute) return false;
    if (![callsMax, ANY_NUMBER].includes(window.callsMax)) return false;
    account.window = window;
    window.callsMax = callsMax;
    return true;
  }

  /** Null where the app's account of this turn is another month's. */
  #accountOf(app: AppId, month: string, monthAfter: string, at: Instant): Account | null {
    const known = this.#accounts.get(app);
    if (known) return known.month === month && known.monthAfter === monthAfter ? known : null;
    const nothing = { allowance: null, version: null, window: null, credit: null, wanted: 0, isNeedy: false };
    const account = { app, month, monthAfter, at, ...nothing, steps: [] };
    this.#accounts.set(app, account);
    return account;
  }

  #windowOf(minute: number, subject: string): Window {
    const name = `${minute} ${subject}`;
    const known = this.#windows.get(name);
    if (known) return known;
    const window = { index: this.#windows.size, minute, subject, counts: [], callsMax: ANY_NUMBER };
    this.#windows.set(name, window);
    return window;
  }

  #tellSteps(account: Account, { index, from, done, node, keptBytesLeft }: AccountResult): void {
    const { steps, month, monthAfter, window } = account;
    const splits = steps.map((step, at) => splitOf(done, from + at) ?? step.split);
    // The balance after each: from that after all of them back.
    let monthSum = done.months[index] ?? null;
    let credits = done.credits[index] ?? 0;
    const after: { readonly month: number | null; readonly credits: number }[] = [];
    for (let at = steps.length - 1; at >= 0; at -= 1) {
      after[at] = { month: monthSum, credits };
      const { wants } = steps[at] as Step;
      const split = splits[at];
      const sign = wants === "undo" ? -1 : 1;
      if (!split || !["charge", "settle", "undo"].includes(wants)) continue;
      if (monthSum !== null && month === monthAfter) monthSum += sign * split.fromMonth;
      credits += sign * split.fromCredits;
    }
    let count = window && window !== COUNTED ? (done.counts[window.index] ?? 0) + window.counts.length : 0;
    const atEnd = after.at(-1);
    const isWithheld = done.withheld.includes(index + 1);
    for (const [at, step] of steps.entries()) {
      const split = splits[at] ?? null;
      if (step.hit && split) count += 1;
      // What asks for the balance is answered with that of the whole turn: what it does next comes after all of it.
      const sums = (step.wants === "look" ? atEnd : after[at]) ?? { month: null, credits: 0 };
      const balance = Math.max(0, sums.month ?? step.allowance) + sums.credits;
      const isRecorded = step.hit !== null && !isWithheld;
      const keptBytes = step.keeps ? (keptBytesLeft.shift() ?? null) : null;
      step.told({ split, balance, count: step.hit?.number ?? count, isRecorded, keptBytes }, node);
    }
  }
}

/** How kept answers are stored. */
export interface KeptAnswerValues {
  readonly bytesPerAppMax: number;
  readonly rowOf: (answer: KeptAnswer) => KeptAnswerRow;
}

interface AccountResult {
  readonly index: number;
  /** Index of its first step. */
  readonly from: number;
  readonly done: TurnDone;
  readonly node: string;
  /** Of those kept with the steps of this account, and of those behind it. */
  readonly keptBytesLeft: (number | null)[];
}

function splitOf({ from_months: months, from_credits: credits }: TurnDone, at: number) {
  const [fromMonth, fromCredits] = [months[at] ?? null, credits[at] ?? null];
  return fromMonth === null || fromCredits === null ? null : { fromMonth, fromCredits };
}
