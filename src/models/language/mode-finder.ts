import { AppError, messageOf } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import type { Log, LogLevel } from "#core/log.ts";
import type { Instant } from "#core/tenant.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { Dialect } from "../backend/dialect.ts";
import type { AnswerMode } from "../backend/prompt.ts";
import { bestMode, type Survey, surveyed, surveyIn } from "./capabilities.ts";

/** Where findings are kept. Of `ModelFindings` what a server needs. */
export interface FindingsBook {
  find(key: string): Promise<{ readonly findings: JsonObject; readonly foundAt: Instant } | null>;
  keep(key: string, findings: JsonObject): Promise<void>;
  watch(key: string, told: (findings: JsonObject) => void): void;
}

/** Keeps nothing. */
export const NO_BOOK: FindingsBook = { find: async () => null, keep: async () => {}, watch: () => {} };

export interface ModeFinderOptions {
  readonly mode: AnswerMode | "auto";
  readonly key: string;
  readonly book: FindingsBook;
  readonly dialect: Pick<Dialect, "ask" | "facts" | "known">;
  /** Nothing is asked before. */
  readonly begun: Promise<void>;
  /** For each question. */
  readonly timeoutMs: number;
  readonly log: Log;
}

/** A server that is away is looked for after this, and each time twice as long after the last look: that costs nothing. */
const LOOK_MS_FIRST = 1_000;
const LOOK_MS_MAX = 60_000;
/** After a try that failed otherwise, and may have cost something. After the last of them nothing more is spent. */
const TRY_AGAIN_MS: readonly number[] = [10_000, 60_000, 600_000];

/**
 * The mode that a server is to be asked in: the one in the settings, or the best that it is found to be honest in. What was
 * found is kept, and not asked again.
 */
export class ModeFinder {
  readonly #options: ModeFinderOptions;
  readonly #closing = new AbortController();
  /** Null while it is not known. */
  #found: AnswerMode | null = null;
  #finding: Promise<void> | null = null;
  #nextLook: NodeJS.Timeout | null = null;
  #lookMs = LOOK_MS_FIRST;
  #tries = 0;
  #hasFailed = false;

  constructor(options: ModeFinderOptions) {
    this.#options = options;
    const { mode, key, book } = options;
    if (mode === "auto") book.watch(key, (findings) => this.#take(surveyIn(findings)));
    else this.#found = mode;
  }

  /** Until it is known, by schema: most servers can, and an answer that cannot be used is asked for again. */
  mode(): AnswerMode {
    return this.#found ?? "schema";
  }

  /** Resolves when it is found, or is not for now: then it is looked for again by itself. Never rejects. */
  find(): Promise<void> {
    if (this.#found !== null || this.#nextLook !== null || this.#closing.signal.aborted) return Promise.resolve();
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null;
    });
    return this.#finding;
  }

  /** Ends what is under way. */
  close(): void {
    this.#closing.abort();
    if (this.#nextLook !== null) clearTimeout(this.#nextLook);
  }

  async #find(): Promise<void> {
    const { key, book, dialect, begun, timeoutMs } = this.#options;
    try {
      const kept = await book.find(key);
      const known = kept === null ? null : surveyIn(kept.findings);
      if (known !== null) {
        this.#take(known, "debug");
        return;
      }
      await begun;
      const survey = (await dialect.known?.()) ?? (await surveyed(dialect, timeoutMs, this.#closing.signal));
      this.#take(survey);
      await this.#keep(survey);
    } catch (failure) {
      if (!this.#closing.signal.aborted) this.#lookAgain(failure);
    }
  }

  async #keep(survey: Survey): Promise<void> {
    const { key, book, log } = this.#options;
    try {
      await book.keep(key, { ...survey });
    } catch (failure) {
      log(`what the model server can do is not kept, and asked again at the next start: ${messageOf(failure)}`, {
        level: "warn",
      });
    }
  }

  #lookAgain(failure: unknown): void {
    const isAway = failure instanceof AppError && isNotNow(failure);
    const waitMs = isAway ? this.#lookMs : TRY_AGAIN_MS[this.#tries++];
    if (isAway) this.#lookMs = Math.min(this.#lookMs * 2, LOOK_MS_MAX);
    const isFirst = !this.#hasFailed;
    this.#hasFailed = true;
    if (waitMs !== undefined) {
      this.#nextLook = setTimeout(() => {
        this.#nextLook = null;
        void this.find();
      }, waitMs).unref();
    }
    const rest = waitMs === undefined ? 'it is asked by schema; "dragoman model test" says more' : "it is tried again";
    this.#options.log(`what the model server can do is not known yet: ${messageOf(failure)}; ${rest}`, {
      level: isFirst || waitMs === undefined ? "warn" : "debug",
    });
  }

  #take(survey: Survey | null, level: LogLevel = "info"): void {
    if (survey === null || this.#closing.signal.aborted) return;
    const mode = bestMode(survey);
    if (mode === this.#found) return;
    this.#found = mode;
    const { schema, tools, systemPrompt } = survey;
    this.#options.log(
      `the model server is asked in mode "${mode}" (schema ${schema}, tools ${tools}, system ${systemPrompt ?? "not asked"})`,
      { level },
    );
  }
}

/** Nothing was answered, so nothing was spent: it is down, not ready yet, or has too much to do. */
function isNotNow(failure: AppError): boolean {
  if (failure instanceof BackendFailure) return failure.kind === "unreachable" || failure.kind === "overloaded";
  return failure.code === "service_unavailable";
}
