/** Boosted trees over named features: what a straight line cannot weigh, as a lead that says more of long texts. */
import { sigmoid } from "../../vectors.ts";
import type { Features } from "../calls/candidates.ts";

export interface Trees {
  readonly features: readonly string[];
  /** A number added for every row, in logits. */
  readonly start: number;
  /**
   * One each, or some with " + " between them, from the root on: `feature<edge` splits, the rows below the edge go to the first
   * branch; a lone number is a leaf, in logits. As in "3<0.25 -0.1 7<1 0.2 0.4".
   */
  readonly trees: readonly string[];
}

/** A tree in arrays; of a leaf, the feature is −1 and the edge is its value. */
interface Tree {
  readonly features: Int16Array;
  readonly edges: Float64Array;
  /** Where the second branch begins; the first is the next node. */
  readonly seconds: Int16Array;
}

const LOGIT_MAX = 30;

/** Trees that are ready to score. */
export class Forest {
  readonly #features: readonly string[];
  readonly #start: number;
  readonly #trees: readonly Tree[];

  /** Throws when a tree is not one. */
  constructor({ features, start, trees }: Trees) {
    this.#features = features;
    this.#start = start;
    this.#trees = trees.flatMap((some) => some.split(" + ")).map((tree) => treeFrom(tree, features.length));
  }

  /** 0–1: the estimated probability that a model would answer the same. A feature that a candidate lacks counts as 0. */
  scoreOf(features: Features): number {
    const row = Float64Array.from(this.#features, (name) => features[name] ?? 0);
    let sum = this.#start;
    for (const tree of this.#trees) sum += leafOf(tree, row);
    return sigmoid(Math.max(-LOGIT_MAX, Math.min(LOGIT_MAX, sum)));
  }
}

function leafOf({ features, edges, seconds }: Tree, row: Float64Array): number {
  let at = 0;
  for (;;) {
    const feature = features[at] ?? -1;
    const edge = edges[at] ?? 0;
    if (feature < 0) return edge;
    at = (row[feature] ?? 0) < edge ? at + 1 : (seconds[at] ?? 0);
  }
}

function treeFrom(written: string, width: number): Tree {
  const nodes = written.split(" ");
  const features = new Int16Array(nodes.length).fill(-1);
  const edges = new Float64Array(nodes.length);
  const seconds = new Int16Array(nodes.length);
  /** Returns where the node after this one and its branches begins. */
  const read = (at: number): number => {
    const parts = (nodes[at] || "missing").split("<").map(Number);
    const [first = Number.NaN, edge] = parts;
    if (parts.length > 2 || parts.some((part) => !Number.isFinite(part)) || (edge !== undefined && !(first < width)))
      throw new Error(`node ${at} of a tree is no split and no leaf: ${JSON.stringify(nodes[at] ?? null)}`);
    if (edge === undefined) {
      edges[at] = first;
      return at + 1;
    }
    features[at] = first;
    edges[at] = edge;
    seconds[at] = read(at + 1);
    return read(seconds[at] ?? 0);
  };
  const end = read(0);
  if (end !== nodes.length) throw new Error(`a tree ends at node ${end} of ${nodes.length}`);
  return { features, edges, seconds };
}
