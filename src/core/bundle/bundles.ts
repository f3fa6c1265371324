import { AppError, invalid } from "../errors.ts";
import { checkFitting, type Examined, type Examiner } from "../examination/examiner.ts";
import type { Outcome } from "../examination/outcome.ts";
import { reportJson } from "../examination/report-json.ts";
import { placesOf, testCaseIn } from "../examination/test-case.ts";
import { reportOf } from "../examination/test-report.ts";
import type { Existing } from "../exchange/existing.ts";
import { counted } from "../exchange/notes.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { OneAtATime } from "../one-at-a-time.ts";
import type { Clock } from "../ports/clock.ts";
import type { AppId } from "../tenant.ts";
import { type Bundle, type BundledTest, bundleIn, bundleJson } from "./bundle.ts";
import { type BundleSigning, checkedKey, verifiedBundle } from "./bundle-signing.ts";
import type { Packed, Packing } from "./packing.ts";
import type { Unpacking, Written } from "./unpacking.ts";

/** A folder of its own, in which a bundle is tried with the models of the settings. All of it is gone when it is closed. */
export interface Trial {
  readonly app: AppId;
  readonly unpacking: Pick<Unpacking, "write">;
  readonly examiner: Pick<Examiner, "examine" | "examined">;
  close(): Promise<void>;
}

export interface BundlesOptions {
  readonly packing: Pick<Packing, "pack">;
  readonly unpacking: Pick<Unpacking, "check" | "write">;
  readonly signing: BundleSigning;
  readonly examiner: Pick<Examiner, "examine" | "examined">;
  readonly openTrial: () => Promise<Trial>;
  readonly clock: Clock;
  /** Of this executable. */
  readonly version: string;
  /** The zone that a sentence is understood in which says none. */
  readonly timeZone: string;
}

/** Cases that go along, of sets that are asked together. */
export interface TestToPack {
  readonly kind: BundledTest["kind"];
  readonly sets: readonly string[];
  readonly cases: readonly JsonObject[];
}

export interface MadeBundle {
  /** As it stands in a file. */
  readonly bundle: JsonObject;
  /** Whom whoever imports it has to trust. */
  readonly key: string;
  readonly tests: readonly BundledTest[];
}

/** What an import does beside what it brings. */
export interface Importing {
  readonly existing: Existing;
  /** Whose bundles are taken, beside the folder's own. */
  readonly trusted: readonly string[];
  /** The least share of right answers of each test, 0–1; null: what was right where the bundle was made has to be right here. */
  readonly minAccuracy: number | null;
  /** Everything but the writing. */
  readonly isTrial: boolean;
  /** Cases of all its tests together. */
  readonly casesMax: number;
  /** Memories, and cases that sets are taught, together. */
  readonly lessonsMax: number;
}

/** A test of the bundle, asked here. */
export interface TestedHere {
  readonly test: BundledTest;
  /** In the order of its cases. */
  readonly outcomes: readonly Outcome[];
  /** Positions of what was right where the bundle was made, and is not here. */
  readonly lost: readonly number[];
}

export interface ImportedBundle extends Written {
  /** Who signed it. */
  readonly key: string;
  readonly madeAt: string;
  readonly tests: readonly TestedHere[];
}

/** Learning that gets no further for so long has failed. */
const STANDSTILL_MS_MAX = 60_000;
const LEARNING_LOOK_MS = 50;
/** Under way and waiting together. */
const IMPORTS_PER_APP_MAX = 4;
/** Sentences that are named in a message. */
const NAMED_MAX = 3;

/** What an app has, as one signed file, and back again where it says the same. */
export class Bundles {
  readonly #options: BundlesOptions;
  /** There is one folder for trials. */
  readonly #trials: OneAtATime;

  constructor(options: BundlesOptions) {
    this.#options = options;
    const busy = `${IMPORTS_PER_APP_MAX} bundles of this app are being imported: try again in a moment`;
    this.#trials = new OneAtATime({ clock: options.clock, perAppMax: IMPORTS_PER_APP_MAX, busy });
  }

  /** The tests are asked first: what came of them goes along. Throws as `Packing.pack`, and as a test does of its cases. */
  async make(app: AppId, chosen: Packed, tests: readonly TestToPack[], signal: AbortSignal): Promise<MadeBundle> {
    const { packing, signing, examiner, clock, version } = this.#options;
    const parts = await packing.pack(app, chosen);
    const madeAt = new Date(clock.now()).toISOString();
    const asked: BundledTest[] = [];
    for (const { kind, sets, cases } of tests) {
      refuseStrangers(sets, kind, parts.sets);
      const test = { kind, sets, cases: cases.map((one) => this.#atThatTime(one, madeAt)) };
      const outcomes = await this.#outcomes(examiner, app, test, signal);
      const { misses: _, ...report } = reportJson(reportOf({ kind, signatures: sets, backend: null }, outcomes));
      asked.push({ ...test, right: outcomes.map(isRight), report: plainJson(report) });
    }
    const bundle = await signing.sign(plainJson(bundleJson({ madeAt, version, ...parts, tests: asked })));
    return { bundle, key: String(bundle.key), tests: asked };
  }

  /**
   * Signature first, then everything in a folder of its own, then its tests there, and only then the app. Throws `validation_error`
   * for what is no bundle, was changed, or is signed by nobody who is trusted; `conflict` for what is there already and for a test
   * that fails; and what creating or replacing any of it would be refused with.
   */
  async bringIn(
    app: AppId,
    document: JsonValue,
    { existing, trusted, minAccuracy, isTrial, casesMax, lessonsMax }: Importing,
    signal: AbortSignal,
  ): Promise<ImportedBundle> {
    const { unpacking } = this.#options;
    const { key, content } = verifiedBundle(document);
    await this.#checkTrust(key, trusted);
    const bundle = bundleIn(content);
    const { madeAt } = bundle;
    const cases = bundle.tests.reduce((sum, test) => sum + test.cases.length, 0);
    if (cases > casesMax)
      throw invalid("bundle", `has ${cases}/${casesMax} test cases: "dragoman import" takes as many as there are`);
    const remembered = bundle.banks.reduce((sum, { memories }) => sum + memories.length, 0);
    const lessons = taughtIn(bundle) + remembered;
    if (lessons > lessonsMax)
      throw invalid(
        "bundle",
        `has ${lessons}/${lessonsMax} memories and taught cases: "dragoman import" takes as many as there are`,
      );
    const checked = await unpacking.check(app, bundle, existing);
    const tests = await this.#trials.run(app, () => this.#tried(bundle, signal));
    if (isTrial) return { key, madeAt, parts: checked, taught: taughtIn(bundle), tests };
    for (const test of tests) refuseFailed(test, minAccuracy);
    signal.throwIfAborted();
    return { key, madeAt, tests, ...(await unpacking.write(app, bundle, existing)) };
  }

  async #checkTrust(key: string, trusted: readonly string[]): Promise<void> {
    const keys = trusted.map((one, at) => checkedKey(`trusted_keys.${at}`, one));
    if (keys.includes(key) || (await this.#options.signing.isOwn(key))) return;
    throw invalid(
      "bundle.key",
      `${key} is nobody who is trusted here: compare it with the key that was told when the bundle was made, and then name it (--trust, or \`trusted_keys\`)`,
    );
  }

  async #tried(bundle: Bundle, signal: AbortSignal): Promise<readonly TestedHere[]> {
    signal.throwIfAborted();
    const trial = await this.#options.openTrial();
    try {
      await trial.unpacking.write(trial.app, bundle, "replace");
      return await this.#tested(trial, bundle, signal);
    } catch (failure) {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
      // In an app of its own there is only what the bundle has.
      throw invalid("bundle", `speaks of what is not in it: ${failure.message}`);
    } finally {
      await trial.close();
    }
  }

  async #tested(trial: Trial, { tests }: Bundle, signal: AbortSignal): Promise<readonly TestedHere[]> {
    const tested: TestedHere[] = [];
    for (const test of tests) {
      const outcomes = await this.#outcomes(trial.examiner, trial.app, test, signal);
      const lost = outcomes.flatMap((outcome, at) => (test.right[at] && !isRight(outcome) ? [at] : []));
      tested.push({ test, outcomes, lost });
    }
    return tested;
  }

  async #outcomes(
    examiner: Pick<Examiner, "examine" | "examined">,
    app: AppId,
    { kind, sets, cases }: TestToPack,
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    const places = (index: number) => placesOf(`tests.${sets.join(",")}.cases.${index}`);
    if (cases.length === 0) throw invalid("tests", `"${sets.join(",")}" has a test without cases`);
    const read = cases.map((json, index) => testCaseIn(json, places(index)));
    const examined = await this.#learned(examiner, app, { kind, sets }, signal);
    checkFitting(read, examined, places);
    return examiner.examine(app, examined, read, { backend: null, banks: [] }, signal);
  }

  /** Waits until what the sets teach is learned: an answer before may be another one. */
  async #learned(
    examiner: Pick<Examiner, "examined">,
    app: AppId,
    { kind, sets }: Pick<TestToPack, "kind" | "sets">,
    signal: AbortSignal,
  ): Promise<Examined> {
    const { clock } = this.#options;
    let movedAtMs = clock.monotonicMs();
    for (let before = -1; ; ) {
      signal.throwIfAborted();
      const examined = await examiner.examined(app, sets, kind);
      if (!examined.learning) return examined;
      const nowMs = clock.monotonicMs();
      if (examined.learning.done !== before) movedAtMs = nowMs;
      before = examined.learning.done;
      if (nowMs - movedAtMs > STANDSTILL_MS_MAX)
        throw new AppError(
          "service_unavailable",
          "the examples of the sets are not learned: the server's log says why",
        );
      await new Promise((resolve) => setTimeout(resolve, LEARNING_LOOK_MS));
    }
  }

  /** What "tomorrow" is must not depend on the day and the place where the bundle is opened. */
  #atThatTime(one: JsonObject, madeAt: string): JsonObject {
    const isOfCalls = one.tool !== undefined || one.calls !== undefined;
    const zone = isOfCalls && one.time_zone === undefined ? { time_zone: this.#options.timeZone } : {};
    return { ...one, ...zone, ...(one.now === undefined && { now: madeAt }) };
  }
}

/** Everything as expected. */
export function isRight({ judgement }: Outcome): boolean {
  return judgement.verdict === "right";
}

function taughtIn({ lessons }: Bundle): number {
  return lessons.reduce((sum, { cases }) => sum + cases.length, 0);
}

/** A test of a set that stays behind could be asked nowhere. */
function refuseStrangers(sets: readonly string[], kind: BundledTest["kind"], packed: readonly JsonObject[]): void {
  const own = packed.filter(({ tools }) => (tools === undefined) === (kind === "classification_set"));
  const stranger = sets.find((signature) => own.every((set) => set.signature !== signature));
  if (stranger !== undefined) throw invalid("tests", `"${stranger}" is none of the sets of the bundle`);
}

function refuseFailed({ test, outcomes, lost }: TestedHere, minAccuracy: number | null): void {
  const right = outcomes.filter(isRight).length;
  const name = test.sets.join(",");
  if (minAccuracy !== null) {
    if (right / outcomes.length >= minAccuracy) return;
    throw new AppError(
      "conflict",
      `the test of "${name}" fails: ${right} of ${outcomes.length} are right, and ${minAccuracy} of all have to be; nothing was written`,
    );
  }
  if (lost.length === 0) return;
  const named = lost.slice(0, NAMED_MAX).map((at) => `"${outcomes[at]?.sentence}"`);
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : "";
  throw new AppError(
    "conflict",
    `the test of "${name}" fails: ${counted(lost.length, "case")} that ${lost.length === 1 ? "was" : "were"} right where the bundle was made ${lost.length === 1 ? "is" : "are"} not right here (${named.join(", ")}${more}); nothing was written`,
  );
}

/** As it will be read: a field that is undefined is none. */
function plainJson(content: object): JsonObject {
  return JSON.parse(JSON.stringify(content)) as JsonObject;
}
