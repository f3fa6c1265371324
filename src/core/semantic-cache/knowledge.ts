/** What the answers of a partition teach the cache, and what it makes of them for other words. */
import type { JsonObject } from "../json.ts";
import type { Neighbour } from "../ports/neighbours.ts";
import type { Span } from "../span.ts";
import type { Instant } from "../tenant.ts";
import type { DoubtfulValue, Path } from "./known-answer.ts";
import type { Lesson } from "./lesson.ts";
import type { RuleId } from "./rules/table.ts";

/** What might be given in the place of a model's answer. */
export interface Proposal {
  readonly path: Path;
  /** The answer that it is made from. */
  readonly id: number;
  /** Cosine similarity of the two texts. */
  readonly similarity: number;
  /** 0–1: the estimated probability that a model would answer the same. */
  readonly score: number;
  /** Of a tool call: what it would be. Equal to the known call's on the path `rewording`. Null for a label, and for `none`. */
  readonly call: { readonly tool: number; readonly parameters: JsonObject } | null;
  /** Of a label: its class. Null for a tool call, and for `none`. */
  readonly class: number | null;
  /** Where in the sentence each parameter stands, in UTF-16 code units; those that are constant are not in it. */
  readonly spans: Readonly<Record<string, Span>>;
  /** Before it is served, these must look like their parameters' own. */
  readonly unseenValues: readonly DoubtfulValue[];
  /** Words that only one of the two sentences has. */
  readonly leftoverWords: readonly string[];
}

/** What a sentence finds. */
export interface Consideration {
  /** The best proposal, whatever its score; null when every one was refused or there is none. */
  readonly best: Proposal | null;
  readonly nearest: { readonly id: number; readonly similarity: number } | null;
  /** Rules that forbade a proposal, each with the proposal's source, for `X-Dragoman-Explain`. */
  readonly refused: readonly { readonly id: number; readonly path: Path; readonly rule: RuleId }[];
}

/** Looks for the nearest known answers. */
export type FindNearest = (vector: Float32Array, count: number) => readonly Neighbour[];

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
