import type { ContentHash } from "../json.ts";
import type { AppId } from "../tenant.ts";

/** Whose agreement is counted. */
export interface Course {
  readonly contentHash: ContentHash;
  /** The name of a tool, or the label of a class: the content says of which of both. */
  readonly member: string;
  /** Both models, by their ids: with another one it begins anew. */
  readonly models: string;
}

/** Answers of one stretch of confidences, since the last slip. */
export interface CourseCount extends Course {
  /** How often it slipped before. */
  readonly slips: number;
  /** Of `EDGES`, in ten-thousandths: another version may have other stretches. */
  readonly edge: number;
  readonly observed: number;
  readonly agreed: number;
}

/** What the model inside answered alone. */
export interface CourseAnswers extends Course {
  readonly answers: number;
  /** What the language model would have taken and cost, by what it took and cost for those that it answered. */
  readonly savedMs: number;
  readonly savedCost: number;
}

/** How far one verified answer speaks for a slip, and the sum that is one. */
export interface SlipStep {
  readonly step: number;
  readonly slippedAt: number;
}

/**
 * What graduation has found out. What is observed is durable no later than the next acknowledged change, or a second later where several
 * processes write; a crash forgets what came since.
 */
export interface GraduationStore {
  /**
   * Whether other processes count for the same apps, too. Then what is decided rests on `counts` alone, which all of them see grow in one
   * order: who looked at its own before they are in there would look at an order of its own, and each order may be lucky once.
   */
  readonly isShared: boolean;
  /** One question more of which both answers are known. It is counted once, or lost; never twice. */
  observe(app: AppId, course: Course, slips: number, edge: number, agrees: boolean): void;
  /**
   * One answer more that was given, and that the language model was asked about: adds `step`, which may be below 0, to the course's sum, which is
   * never below 0, over all processes. When the sum reaches `slippedAt` the course slips: its counts begin anew, and its sum is 0. Resolves to
   * the slips by now: more than `slips` when it slipped with this answer, or has since the answer was given, which then says nothing.
   */
  verify(app: AppId, course: Course, slips: number, by: SlipStep): Promise<number>;
  answered(app: AppId, course: Course, saved: { readonly ms: number; readonly cost: number }): void;
  counts(app: AppId): Promise<readonly CourseCount[]>;
  answers(app: AppId): Promise<readonly CourseAnswers[]>;
  /** Drops the counts of a content that is gone. */
  forget(app: AppId, contentHash: ContentHash): Promise<void>;
}
