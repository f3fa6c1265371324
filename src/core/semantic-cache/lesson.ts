import { contentHashOf, isJsonObject, type JsonObject } from "../json.ts";
import type { Instant } from "../tenant.ts";
import { callKey } from "./calls/agreement.ts";
import type { Consideration, FindNearest, Proposal } from "./knowledge.ts";

/** What an answer teaches for other words. */
export type Lesson =
  | {
      readonly kind: "call";
      /** Position among the tools of all named toolsets; null for `none`. */
      readonly tool: number | null;
      readonly parameters: JsonObject;
      readonly defaultsApplied: readonly string[];
      /** A value was worked out from the time of the request: the same words mean something else tomorrow. */
      readonly dependsOnClock: boolean;
    }
  | { readonly kind: "label"; readonly class: number | null };

/** A lesson, and of whom it is. */
export interface Taught {
  readonly id: number;
  readonly sentence: string;
  /** Unit vector of the sentence. */
  readonly vector: Float32Array;
  readonly answeredAt: Instant;
  readonly lesson: Lesson;
}

/** What the lessons of one partition say about sentences that were never asked. Synchronous, a few milliseconds at most. */
export interface Knowledge {
  /** False when nothing can be learned from it; then it is not known. */
  add(taught: Taught): boolean;
  remove(id: number): void;
  consider(sentence: string, vector: Float32Array, now: Instant): Consideration;
  /** All that would go the same way as this one: its template's. Itself is among them when it is known. */
  kinOf(id: number): readonly number[];
}

/** Makes the knowledge of a partition, empty; it asks `findNearest` for the neighbours of a sentence among what it knows. */
export type OpenKnowledge = (findNearest: FindNearest) => Knowledge;

/** What a proposal says, to be compared with what a model says. */
export function saidBy(proposal: Proposal): JsonObject {
  const { call } = proposal;
  return call ? { tool: call.tool, parameters: call.parameters } : { class: proposal.class };
}

/** Calls that nobody would tell apart are the same; labels only when they are equal. */
export function saysTheSame(one: JsonObject, other: JsonObject): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(said: JsonObject): string {
  const { tool, parameters } = said;
  return typeof tool === "number" && isJsonObject(parameters) ? callKey(tool, parameters) : contentHashOf(said);
}

/** Null for what was stored by another version, or is damaged: then nothing is learned from it. */
export function lessonIn(stored: JsonObject): Lesson | null {
  const lesson = stored as unknown as Lesson;
  return lesson.kind === "call" || lesson.kind === "label" ? lesson : null;
}
