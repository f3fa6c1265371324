import { AppError, invalid, messageOf } from "../errors.ts";
import { contentHashOf } from "../json.ts";
import type { Log } from "../log.ts";
import type { Page } from "../page.ts";
import type { Clock } from "../ports/clock.ts";
import type { AnswerSource } from "../ports/observer.ts";
import type { LogSelection, QueryLogStore } from "../ports/query-log-store.ts";
import type { AnsweredRequest } from "../ports/request-store.ts";
import type { AppId, Instant, Principal } from "../tenant.ts";
import { turn } from "../turn.ts";
import { doubtOf } from "./doubt.ts";
import type { KeptRow, LoggedQuestion, LoggedRow, LogSettings } from "./logged-row.ts";
import { personalNumbersIn, withoutPersonal } from "./redacted-answer.ts";
import { redacted } from "./redaction.ts";

/** What is noted is written so much later, all of it together. */
const WRITTEN_AFTER_MS = 500;
/** Different answers that wait to be written, of an app and of all. Over it what comes is not logged. */
const WAITING_PER_APP_MAX = 1_000;
const WAITING_MAX = 4_000;
/** By when another process has written what it noted: then what was judged or removed before that is so once more. */
const OTHERS_WRITTEN_AFTER_MS = 4 * WRITTEN_AFTER_MS;
/** Opinions that wait for that, of all apps: over it they are nothing, as those of what is not in the log. */
const OPINIONS_WAITING_MAX = 4_000;
/** Rows that are redacted and written between two chances for everything else: a millisecond or two. */
const WRITTEN_AT_ONCE = 8;
const DAY_MS = 86_400_000;
export const LOG_DAYS_DEFAULT = 30;
export const LOG_ROWS_DEFAULT = 10_000;
/** As the server makes them, or a UUID: nobody's number. */
const PLAIN_REQUEST_ID = /^(?:req_[0-9A-Za-z]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** An answer as it was given. The same object for the same answer: it is counted then. */
export interface LoggedAnswer {
  readonly trace: Pick<AnsweredRequest, "answer" | "asked" | "text">;
  readonly confidence: number;
  readonly runnerUp: LoggedQuestion["runnerUp"];
  readonly missing: readonly string[];
  readonly source: AnswerSource;
}

/** Left out: as it is, or as the defaults are where the log was off. */
export interface LogChange {
  readonly enabled: boolean;
  readonly days?: number;
  readonly rows?: number;
  readonly redact?: boolean;
}

export interface LogState {
  /** Null where it is off. */
  readonly settings: LogSettings | null;
  /** Rows that are in it, also from before it was turned off. */
  readonly count: number;
}

export interface QueryLogOptions {
  readonly store: QueryLogStore;
  readonly clock: Pick<Clock, "now">;
  readonly daysMax: number;
  readonly rowsMax: number;
  readonly log: Log;
}

interface Waiting {
  readonly requestId: string;
  readonly at: Instant;
  readonly times: number;
}

type Opinion = { readonly answered: Pick<AnsweredRequest, "answer" | "asked" | "text">; readonly correct: boolean };

/**
 * The log that an app may have of its questions. What is noted costs its answer next to nothing and never fails it: it waits in memory,
 * is redacted and written a moment later, and is lost with the process or a disk that takes nothing.
 */
export class QueryLog {
  readonly #options: QueryLogOptions;
  readonly #waiting = new Map<AppId, Map<LoggedAnswer, Waiting>>();
  #waitingCount = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isFailing = false;
  /** What waits for what other processes write. Opinions by app and digest: the newest counts. */
  readonly #later = new Map<string | symbol, () => Promise<unknown>>();

  constructor(options: QueryLogOptions) {
    this.#options = options;
  }

  /** Notes an answer, where the app has its log on. Never throws. */
  note(app: AppId, requestId: string, answer: LoggedAnswer): void {
    const { store, clock } = this.#options;
    if (store.settings(app) === null) return;
    const ofApp = this.#waiting.get(app) ?? new Map<LoggedAnswer, Waiting>();
    const known = ofApp.get(answer);
    if (!known) {
      if (ofApp.size >= WAITING_PER_APP_MAX || this.#waitingCount >= WAITING_MAX) return;
      this.#waitingCount += 1;
    }
    ofApp.set(answer, { requestId, at: clock.now(), times: (known?.times ?? 0) + 1 });
    this.#waiting.set(app, ofApp);
    this.#timer ??= setTimeout(() => void this.flush(), WRITTEN_AFTER_MS);
  }

  /**
   * What an app said of an answer; of one that is not in the log it is nothing. Where another process may just have noted it, it is looked once
   * more a little later. Never rejects.
   */
  async judge(app: AppId, { answered, correct }: Opinion): Promise<void> {
    const { store } = this.#options;
    try {
      const settings = store.settings(app);
      if (settings === null) return;
      await this.flush();
      const { digest } = questionOf(answered, settings.redact);
      const name = `${app} ${digest}`;
      this.#later.delete(name);
      const judge = () => store.judge(app, digest, correct ? "right" : "wrong");
      const isFound = await judge();
      if (!isFound && store.isShared && this.#later.size < OPINIONS_WAITING_MAX) this.#doLater(name, judge);
    } catch (failure) {
      this.#failed(failure);
    }
  }

  async state({ app }: Pick<Principal, "app">): Promise<LogState> {
    await this.flush();
    const { store } = this.#options;
    return { settings: store.settings(app), count: await store.count(app) };
  }

  /** Throws `validation_error` for more days or rows than the settings of the server allow. */
  async configure({ app }: Pick<Principal, "app">, change: LogChange): Promise<LogState> {
    const { store, daysMax, rowsMax } = this.#options;
    const before = store.settings(app);
    if (!change.enabled) {
      for (const name of ["days", "rows", "redact"] as const) {
        if (change[name] !== undefined)
          throw invalid(name, "goes with `enabled: true`: a log that is off keeps nothing");
      }
      // What was noted was noted while it was on.
      await this.flush();
      await store.configure(app, null);
      return { settings: null, count: await store.count(app) };
    }
    const settings = {
      days: bounded("days", change.days ?? before?.days ?? Math.min(LOG_DAYS_DEFAULT, daysMax), daysMax),
      rows: bounded("rows", change.rows ?? before?.rows ?? Math.min(LOG_ROWS_DEFAULT, rowsMax), rowsMax),
      redact: change.redact ?? before?.redact ?? true,
    };
    await this.flush();
    await store.configure(app, settings);
    await this.#trim(app, settings);
    return { settings, count: await store.count(app) };
  }

  /** Newest first. */
  async list(
    { app }: Pick<Principal, "app">,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<KeptRow>> {
    await this.flush();
    return this.#options.store.list(app, page);
  }

  /**
   * How many rows went; no file holds a byte of them then. What another process had noted before, and not written, goes a little later, unless
   * rows are named. Throws `not_found` where none of those that are named is there.
   */
  async remove({ app }: Pick<Principal, "app">, which: LogSelection): Promise<number> {
    await this.flush();
    const { store, clock } = this.#options;
    const gone = await store.remove(app, which);
    const before = which === "all" ? clock.now() + 1 : "before" in which ? which.before : null;
    if (store.isShared && before !== null) this.#doLater(Symbol(app), () => store.remove(app, { before }));
    if (gone === 0 && which !== "all" && "ids" in which) {
      const named = which.ids.map((id) => `"row_${id}"`).join(", ");
      throw new AppError("not_found", `there is no row ${named} in the log: it went, or never was`);
    }
    return gone;
  }

  /** Drops what is past its time, of every app, with its bytes. Rejects as the store does. */
  async expire(): Promise<void> {
    const { store } = this.#options;
    for (const app of store.apps()) {
      const settings = store.settings(app);
      if (settings) await this.#trim(app, settings);
      await turn();
    }
    await store.sweep();
  }

  /** Writes what waits. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waitingCount === 0) return this.#writing;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#waitingCount = 0;
    this.#writing = this.#writing.then(async () => {
      for (const [app, answers] of waiting) await this.#write(app, [...answers]);
    });
    return this.#writing;
  }

  /** Writes what waits; what is noted afterwards is lost. */
  async close(): Promise<void> {
    await this.flush();
    await Promise.all([...this.#later].map(([name, work]) => this.#doNow(name, work)));
  }

  #doLater(name: string | symbol, work: () => Promise<unknown>): void {
    this.#later.set(name, work);
    setTimeout(() => void this.#doNow(name, work), OTHERS_WRITTEN_AFTER_MS).unref();
  }

  async #doNow(name: string | symbol, work: () => Promise<unknown>): Promise<void> {
    // Somebody may have said something newer.
    if (this.#later.get(name) !== work) return;
    this.#later.delete(name);
    try {
      await work();
    } catch (failure) {
      this.#failed(failure);
    }
  }

  async #write(app: AppId, answers: readonly (readonly [LoggedAnswer, Waiting])[]): Promise<void> {
    const { store } = this.#options;
    const settings = store.settings(app);
    if (settings === null) return;
    try {
      for (let from = 0; from < answers.length; from += WRITTEN_AT_ONCE) {
        const some = answers.slice(from, from + WRITTEN_AT_ONCE);
        await store.add(
          app,
          some.map(([answer, waited]) => rowOf(answer, waited, settings.redact)),
        );
        await turn();
      }
      await this.#trim(app, settings);
      this.#isFailing = false;
    } catch (failure) {
      this.#failed(failure);
    }
  }

  async #trim(app: AppId, { days, rows }: LogSettings): Promise<void> {
    const { store, clock } = this.#options;
    await store.trim(app, { before: clock.now() - days * DAY_MS, rows });
  }

  /** Said once, until it goes well again: answers are given all the same. */
  #failed(failure: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#options.log(`questions are not logged at the moment: ${messageOf(failure)}`, { level: "warn" });
  }
}

function bounded(name: string, value: number, max: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value;
  throw invalid(name, `must be a whole number from 1 to ${max}`);
}

function rowOf(answer: LoggedAnswer, { requestId, at, times }: Waiting, redacts: boolean): LoggedRow {
  const { confidence, runnerUp, missing, source } = answer;
  const { digest, ...asked } = questionOf(answer.trace, redacts);
  const question: LoggedQuestion = { ...asked, confidence, runnerUp, missing, source };
  return { digest, question, doubt: doubtOf(question), times, requestId: requestIdOf(requestId, redacts), at };
}

/** A client chooses it, and may have written anything into it. */
function requestIdOf(requestId: string, redacts: boolean): string {
  return !redacts || PLAIN_REQUEST_ID.test(requestId) ? requestId : redacted(requestId).text;
}

/** What was asked and answered, without what may not be kept; and what tells it from others. */
function questionOf(
  { answer, asked, text }: LoggedAnswer["trace"],
  redacts: boolean,
): Pick<LoggedQuestion, "answer" | "kind" | "language" | "sentence" | "sets"> & { readonly digest: string } {
  const kind = "labels" in answer ? "classify" : "resolve";
  const phones = kind === "resolve" ? personalNumbersIn(answer) : [];
  const sentence = redacts ? redacted(text, phones) : { text, removed: { numbers: [], addresses: [] } };
  const { signatures: sets = [], language } = asked ?? {};
  // Labels are the owner's own words.
  const kept = (redacts && kind === "resolve" ? withoutPersonal(answer, sentence) : answer) as typeof answer;
  const said = { sentence: sentence.text, ...(language !== undefined && { language }) };
  const question = { kind, sets, ...said, answer: kept } as const;
  return { ...question, digest: contentHashOf(question) };
}
