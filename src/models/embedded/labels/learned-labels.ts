/** A set's classes as learned from its examples: the core keeps it, and hands it back with each text. */

import type { LearnedClasses, SimilarExample } from "#core/ports/models.ts";
import { dot, sigmoid } from "#core/vectors.ts";

import { classEvidence, fitEvidence, nearestOf, weighed } from "./class-evidence.ts";
import type { Learned } from "./class-training.ts";
import { type LabelScore, nextTo } from "./label-scores.ts";
import { logitsOf, softmaxInPlace } from "./linear-model.ts";

export interface Part {
  readonly text: string;
  readonly vector: Float32Array;
  /** The owner's examples nearest to it, nearest first. */
  readonly similar: readonly SimilarExample[];
}

export class LearnedLabels implements LearnedClasses {
  readonly classes: number;
  /** Whether a text may have several labels at once: then each class is a yes or no of its own. */
  readonly allowsSeveral: boolean;
  readonly learned: Learned;

  constructor(learned: Learned) {
    this.learned = learned;
    this.classes = learned.model.classes;
    this.allowsSeveral = learned.kinship === "several";
  }

  /** The best class. */
  score(part: Part): LabelScore {
    const { logits, scores, neighbours } = this.#weigh(part);
    const probabilities = this.#probabilities(scores);
    const best = probabilities.reduce((top, share, c) => (share > (probabilities[top] as number) ? c : top), 0);
    const confidence = probabilities[best] as number;
    const next = nextTo(best, probabilities);
    if (this.allowsSeveral) {
      const { namedFrom } = this.learned;
      return { class: best, confidence, fits: sigmoid(logOdds(confidence) - logOdds(namedFrom)), next };
    }
    const toLabel = (c: number) => dot(this.learned.labels[c] as Float32Array, part.vector);
    const evidence = fitEvidence(logits, scores, neighbours, toLabel);
    const sum = evidence.reduce((total, value, piece) => total + value * (this.learned.fitWeights[piece] as number), 0);
    return { class: best, confidence, fits: sigmoid(sum), next };
  }

  /** All classes that the text has, where it may have several; the best one comes first. */
  named(part: Part): readonly { readonly class: number; readonly confidence: number }[] {
    const probabilities = this.#probabilities(this.#weigh(part).scores);
    return [...probabilities]
      .map((confidence, c) => ({ class: c, confidence }))
      .filter(({ confidence }) => confidence >= this.learned.namedFrom)
      .sort((one, other) => other.confidence - one.confidence);
  }

  /** How much a text by itself speaks for each class; comparable between texts, for one class. */
  leanings({ text, vector }: Omit<Part, "similar">): Float32Array {
    return logitsOf(this.learned.model, this.learned.sketch.beside(text, vector));
  }

  #weigh(part: Part) {
    const { kinship, classWeights, labels, untaught } = this.learned;
    const logits = this.leanings(part);
    const voting = untaught.map((of) => ({ of, similarity: dot(labels[of] as Float32Array, part.vector) }));
    const neighbours = nearestOf([...part.similar, ...voting]);
    return { logits, neighbours, scores: weighed(classEvidence(logits, neighbours, kinship), classWeights) };
  }

  #probabilities(scores: Float32Array): Float32Array {
    if (this.allowsSeveral) return scores.map(sigmoid);
    const shares = scores.slice();
    softmaxInPlace(shares);
    return shares;
  }
}

function logOdds(probability: number): number {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(inside / (1 - inside));
}
