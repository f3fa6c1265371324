/** A test that was made, as it is kept: what it said, and what became of each case, so that two of them can be compared. */
import { contentHashOf, type JsonObject } from "../json.ts";
import type { AskedSets } from "../ports/request-store.ts";
import type { Instant } from "../tenant.ts";
import { VERDICTS, type Verdict } from "./case-judging.ts";
import type { Outcome } from "./outcome.ts";
import { type CountedJson, type MissJson, type ReportJson, reportJson } from "./report-json.ts";
import { type Report, reportOf, type Sides, sidesOf } from "./test-report.ts";

/** The figures of a run that a history shows. A type, as all that is sent as JSON. */
export type RunScores = {
  /** Of the sets as they were tested, in the order of their signatures. */
  readonly content_hashes: readonly string[];
  readonly backend: string | null;
  readonly models: readonly string[];
  readonly cases: number;
  readonly accuracy: CountedJson;
  readonly choice: CountedJson;
  readonly wrong: CountedJson;
  /** 0–1. */
  readonly macro_f1: number;
  /** Expected calibration error, 0–1; null without answers. */
  readonly calibration_error: number | null;
  /** Milliseconds; null without answers. */
  readonly latency_ms_p50: number | null;
};

/** What a history has of a run. */
export interface RunHead {
  /** `run_` and 20 letters and digits. */
  readonly id: string;
  readonly at: Instant;
  /** Who made it, in words: as the audit log names operators, or the key of an app. */
  readonly by: string;
  readonly sets: AskedSets;
  readonly scores: RunScores;
}

export interface TestRun extends RunHead {
  /** With as many of its misses, and of the pairs that were mixed up, as are kept. */
  readonly report: ReportJson;
  /** A digest of each case and a letter for what became of it, in the order of the cases. */
  readonly verdicts: string;
}

/** What was tested, and what came of it. */
export interface Tested {
  readonly sets: AskedSets;
  readonly contentHashes: readonly string[];
  readonly backend: string | null;
  /** Of the cases: see `digestOf`. */
  readonly digests: readonly string[];
  /** Of each of them. */
  readonly outcomes: readonly Outcome[];
}

/** Misses of a run that are kept with all that was said. */
export const MISSES_KEPT_MAX = 500;
/** Of all of them together, as JSON: sentences may be long. */
const MISS_CHARACTERS_MAX = 300_000;
/** Pairs of the matrix; the most frequent first. */
const CONFUSIONS_KEPT_MAX = 2_000;

/** Of 50,000 different cases, two fall together in one of 200,000 files. */
const DIGEST_CHARACTERS = 12;
const ENTRY_CHARACTERS = DIGEST_CHARACTERS + 1;

/** Throws a RangeError without outcomes, and where the digests are not of them. */
export function testRunOf(head: Pick<RunHead, "at" | "by" | "id">, tested: Tested): TestRun {
  const { sets, contentHashes, backend, digests, outcomes } = tested;
  if (digests.length !== outcomes.length) throw new RangeError(`${digests.length} cases beside ${outcomes.length}`);
  const report = reportOf({ ...sets, backend }, outcomes);
  const json = reportJson(report);
  return {
    ...head,
    sets,
    scores: scoresOf(report, json, contentHashes),
    report: { ...json, confusion: json.confusion.slice(0, CONFUSIONS_KEPT_MAX), misses: keptMisses(json.misses) },
    verdicts: outcomes.map(({ judgement }, at) => (digests[at] ?? "") + letterOf(judgement.verdict)).join(""),
  };
}

function scoresOf({ scores, calibration, latency }: Report, json: ReportJson, hashes: readonly string[]): RunScores {
  const { backend, models, cases, accuracy, choice, wrong } = json;
  return {
    content_hashes: hashes,
    ...{ backend, models, cases, accuracy, choice, wrong },
    macro_f1: scores.macro.f1,
    calibration_error: calibration?.error ?? null,
    latency_ms_p50: latency?.p50 ?? null,
  };
}

/** The first ones, until they are too many or too long. */
function keptMisses(misses: readonly MissJson[]): readonly MissJson[] {
  let characters = 0;
  const end = misses.findIndex((miss, at) => {
    characters += JSON.stringify(miss).length;
    return at >= MISSES_KEPT_MAX || characters > MISS_CHARACTERS_MAX;
  });
  return end < 0 ? misses : misses.slice(0, end);
}

/** Of what a case asks and expects, as it was written: `id` and `note` are for people. Of thousands it takes a second. */
export function digestOf({ id: _, note: _note, query, text, ...rest }: JsonObject): string {
  const [, hex = ""] = contentHashOf({ ...rest, query: query ?? text ?? null }).split(":");
  return hex.slice(0, DIGEST_CHARACTERS);
}

/** No two of them begin with the same letter. */
function letterOf(verdict: Verdict): string {
  return verdict.slice(0, 1);
}

/** Two runs on the cases that both have. */
export interface RunComparison extends Sides {
  /** Cases that only one of the two has. */
  readonly onlyInFirst: number;
  readonly onlyInSecond: number;
  /** Wrong in the first and right in the second, as the first one had them; as many as were kept. */
  readonly better: readonly MissJson[];
  /** Right in the first and wrong in the second, as the second one had them; as many as were kept. */
  readonly worse: readonly MissJson[];
}

/** A case is the same where it asks and expects the same, wherever it stands. */
export function comparedRuns(first: TestRun, second: TestRun): RunComparison {
  const [before, after] = [verdictsIn(first), verdictsIn(second)];
  const shared = [...before.keys()].filter((digest) => after.has(digest));
  const isRight = (verdicts: ReadonlyMap<string, Verdict>, digest: string) => verdicts.get(digest) === "right";
  const turnedTo = (run: TestRun, own: ReadonlyMap<string, Verdict>, other: ReadonlyMap<string, Verdict>) =>
    run.report.misses.filter((miss) => {
      const digest = digestAt(run, miss.case - 1);
      return !isRight(own, digest) && isRight(other, digest);
    });
  return {
    ...sidesOf(shared.map((digest) => [isRight(before, digest), isRight(after, digest)])),
    onlyInFirst: before.size - shared.length,
    onlyInSecond: after.size - shared.length,
    better: turnedTo(first, before, after),
    worse: turnedTo(second, after, before),
  };
}

function digestAt({ verdicts }: TestRun, position: number): string {
  return verdicts.slice(position * ENTRY_CHARACTERS, position * ENTRY_CHARACTERS + DIGEST_CHARACTERS);
}

/** Of a case that stands there twice, the first. */
function verdictsIn(run: TestRun): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>();
  for (let at = 0; at < run.verdicts.length / ENTRY_CHARACTERS; at += 1) {
    const letter = run.verdicts[(at + 1) * ENTRY_CHARACTERS - 1];
    const verdict = VERDICTS.find((known) => letterOf(known) === letter);
    const digest = digestAt(run, at);
    if (verdict !== undefined && !found.has(digest)) found.set(digest, verdict);
  }
  return found;
}
