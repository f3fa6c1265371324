/** What a test says: how often a set is right, where it is not, and how far its confidence can be relied on. */
import { type CalibrationCurve, calibrationOf } from "./calibration.ts";
import { VERDICTS, type Verdict } from "./case-judging.ts";
import type { ExaminedKind } from "./examiner.ts";
import type { Outcome } from "./outcome.ts";
import { type Scores, scoresOf } from "./scores.ts";
import { mcnemarExact, percentile, type Share, shareOf } from "./statistics.ts";

/** How many of how many, with the share's 95 % interval. */
export interface Counted extends Share {
  readonly count: number;
  readonly of: number;
}

export interface Report {
  readonly kind: ExaminedKind;
  readonly signatures: readonly string[];
  /** The model that was asked for by name; null for the sets' own. */
  readonly backend: string | null;
  /** The models that answered. */
  readonly models: readonly string[];
  readonly cases: number;
  /** Everything as expected. */
  readonly accuracy: Counted;
  /** The right tools or labels, whatever their parameters. */
  readonly choice: Counted;
  /** What would be carried out and is not what is expected; of labels, a label that is not right. */
  readonly wrong: Counted;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly errors: { readonly choice: number; readonly parameters: number };
  /** Of the answers; what failed is in none. */
  readonly scores: Scores;
  /** Of the choice: that is what an answer's confidence speaks of. Null without answers. */
  readonly calibration: CalibrationCurve | null;
  /** Milliseconds of the answers; null without any. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  /** Null where no answer has a cost that can be counted. */
  readonly cost: { readonly money: number; readonly inputTokens: number; readonly outputTokens: number } | null;
  /** Cases whose sentence the set has as an example. */
  readonly examples: number;
  /** All but the right ones, in the order of the cases. */
  readonly misses: readonly Miss[];
}

export interface Miss extends Outcome {
  /** Of the case, from 0. */
  readonly position: number;
}

export interface ReportHead {
  readonly kind: ExaminedKind;
  readonly signatures: readonly string[];
  readonly backend: string | null;
}

/** Throws a RangeError without outcomes. */
export function reportOf(head: ReportHead, outcomes: readonly Outcome[]): Report {
  const answered = outcomes.filter((outcome) => !isUnanswered(outcome));
  const count = (isMeant: (outcome: Outcome) => boolean) => countedOf(outcomes.filter(isMeant).length, outcomes.length);
  const errors = (error: "choice" | "parameters") =>
    outcomes.filter(({ judgement }) => judgement.error === error).length;
  const verdictOf = (verdict: Verdict) => outcomes.filter(({ judgement }) => judgement.verdict === verdict).length;
  return {
    ...head,
    models: [...new Set(outcomes.flatMap(({ model }) => model ?? []))],
    cases: outcomes.length,
    accuracy: count(isRight),
    choice: count(isChoiceRight),
    wrong: count(({ judgement }) => judgement.verdict === "wrong"),
    verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, verdictOf(verdict)])) as Record<Verdict, number>,
    errors: { choice: errors("choice"), parameters: errors("parameters") },
    scores: scoresOf(outcomes.flatMap(({ judgement }) => judgement.pairs)),
    calibration: calibrationOf(
      answered.map((outcome) => ({ confidence: outcome.confidence ?? 0, right: isChoiceRight(outcome) })),
    ),
    latency: latencyOf(answered.map(({ latencyMs }) => latencyMs)),
    cost: costOf(outcomes),
    examples: outcomes.filter(({ isExample }) => isExample).length,
    misses: outcomes.flatMap((outcome, position) => (isRight(outcome) ? [] : [{ ...outcome, position }])),
  };
}

/** How often which of two was right on the same cases. */
export interface Sides {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
  /** McNemar's exact test, two-sided: how likely so uneven a result is where both are as good. */
  readonly pValue: number;
}

export function sidesOf(pairs: readonly (readonly [first: boolean, second: boolean])[]): Sides {
  const number = (one: boolean, other: boolean) =>
    pairs.filter(([first, second]) => first === one && second === other).length;
  const [onlyFirst, onlySecond] = [number(true, false), number(false, true)];
  return {
    both: number(true, true),
    onlyFirst,
    onlySecond,
    neither: number(false, false),
    pValue: mcnemarExact(onlyFirst, onlySecond),
  };
}

/** Two models on the same cases, as far as both answered: one that is away is not asked how good it is. */
export interface Comparison extends Sides {
  /** Cases that one of the two gave no answer to, or neither; in none of the other figures. */
  readonly unanswered: number;
  /** The cases of which one alone is right. */
  readonly apart: readonly { readonly position: number; readonly sentence: string; readonly right: 0 | 1 }[];
}

/** Throws a RangeError where they are not of the same cases. */
export function comparisonOf(first: readonly Outcome[], second: readonly Outcome[]): Comparison {
  if (first.length !== second.length) throw new RangeError(`${first.length} outcomes beside ${second.length}`);
  const sides = first.flatMap((one, position) => {
    const other = second[position] as Outcome;
    if (isUnanswered(one) || isUnanswered(other)) return [];
    return [{ position, sentence: one.sentence, first: isRight(one), second: isRight(other) }];
  });
  return {
    ...sidesOf(sides.map((side) => [side.first, side.second])),
    unanswered: first.length - sides.length,
    apart: sides
      .filter((side) => side.first !== side.second)
      .map(({ position, sentence, first: isFirst }) => ({ position, sentence, right: isFirst ? 0 : 1 })),
  };
}

function isUnanswered({ judgement }: Outcome): boolean {
  return judgement.verdict === "failed";
}

function isRight({ judgement }: Outcome): boolean {
  return judgement.verdict === "right";
}

function isChoiceRight({ judgement: { pairs } }: Outcome): boolean {
  return pairs.length > 0 && pairs.every(([expected, given]) => expected === given);
}

function countedOf(count: number, of: number): Counted {
  const share = shareOf(count, of);
  if (!share) throw new RangeError("nothing was tested");
  return { count, of, ...share };
}

function latencyOf(values: readonly number[]): Report["latency"] {
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(values, percent));
  return p50 == null || p95 == null || p99 == null ? null : { p50, p95, p99 };
}

function costOf(outcomes: readonly Outcome[]): Report["cost"] {
  const usages = outcomes.flatMap(({ usage }) => usage ?? []);
  if (usages.length === 0) return null;
  return {
    money: usages.reduce((sum, { money }) => sum + money, 0),
    inputTokens: usages.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: usages.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}
