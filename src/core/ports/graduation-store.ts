import type { ContentHash } from "../json.ts";
import type { AppId } from "../tenant.ts";

/** Whose agreement is counted. */
export interface Course {
  readonly contentHash: ContentHash;
  readonly tool: string;
  /** Both models, by their ids: with another one it begins anew. */
  readonly models: string;
}

/** Calls of one stretch of confidences, since the last slip. */
export interface CourseCount extends Course {
  /** How often the tool slipped before. */
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

/**
 * What graduation has found out. What is observed is durable no later than the next acknowledged change, or a second later where several
 * processes write; a crash forgets what came since.
 */
export interface GraduationStore {
  /** One call more of which both answers are known. */
  observe(app: AppId, course: Course, slips: number, edge: number, agrees: boolean): void;
  /** From here on it is counted anew. */
  slip(app: AppId, course: Course, slips: number): void;
  answered(app: AppId, course: Course, saved: { readonly ms: number; readonly cost: number }): void;
  counts(app: AppId): Promise<readonly CourseCount[]>;
  answers(app: AppId): Promise<readonly CourseAnswers[]>;
  /** Drops the counts of a content that is gone. */
  forget(app: AppId, contentHash: ContentHash): Promise<void>;
}
