/** Gradient boosting of small trees for right and wrong: for some dozens of features and some ten thousand rows. */
import type { Trees } from "../../../src/core/semantic-cache/trust/trees.ts";
import { Chance } from "../../eval/cache/chance.ts";
import type { Row } from "./logistic.ts";

export interface BoostingOptions {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Of the squared values of leaves. */
  readonly penalty: number;
  /** A leaf has so many rows at least. */
  readonly rowsMin: number;
  /** Shares of rows and features that each tree sees. */
  readonly rowShare: number;
  readonly featureShare: number;
  /** A higher value of one of these never makes a lower score, all else being equal. */
  readonly rising: readonly string[];
  /** So many forests of other chances, of which the mean is taken. */
  readonly forests: number;
  /** Values of a feature are sorted into so many stretches at most; 256 at most. */
  readonly stretches: number;
  readonly seed: number;
}

export const BOOSTING: BoostingOptions = {
  trees: 300,
  leaves: 8,
  rate: 0.05,
  penalty: 5,
  rowsMin: 20,
  rowShare: 0.8,
  featureShare: 0.5,
  rising: [
    "similarity",
    "similarityLead",
    "spelling",
    "spellingLead",
    "shared",
    "sharedLead",
    "orderLead",
    "match",
    "matchLead",
    "posterior",
    "agreement",
    "nearerThanOthers",
    "border",
  ],
  forests: 2,
  stretches: 128,
  seed: 3,
};

interface Column {
  readonly edges: readonly number[];
  /** Of each row: how many edges its value reaches. */
  readonly stretches: Uint8Array;
  readonly isRising: boolean;
}

/** What the value of a leaf lies between, so that no higher value of a rising feature leads to a lower leaf. */
interface Limits {
  readonly least: number;
  readonly most: number;
}

interface Node {
  readonly rows: Uint32Array;
  readonly gradient: number;
  readonly curvature: number;
  readonly limits: Limits;
  split: (Split & { readonly edge: number; readonly below: Node; readonly above: Node }) | null;
  value: number;
}

interface Open {
  readonly node: Node;
  readonly split: Split | null;
}

interface Split {
  readonly gain: number;
  readonly feature: number;
  /** The last one below the edge: its rows reach no more edges than stand before it. */
  readonly stretch: number;
  /** Between how far the rows on either side are moved. */
  readonly middle: number;
}

/** The same rows and options give the same trees. */
export function fitTrees(rows: readonly Row[], names: readonly string[], options: BoostingOptions = BOOSTING): Trees {
  const columns = names.map((name) => columnOf(rows, name, options));
  const targets = Float64Array.from(rows, ({ isRight }) => Number(isRight));
  const share = targets.reduce((sum, target) => sum + target, 0) / rows.length;
  const start = rounded(Math.log(share / (1 - share)));
  const forests = Array.from({ length: options.forests }, (_, forest) =>
    grownForest(columns, targets, start, { ...options, seed: options.seed + forest }),
  );
  const trees = Array.from({ length: options.trees }, (_, round) =>
    forests.map((roots) => writtenTree(roots[round] as Node, options.forests)).join(" + "),
  );
  return { features: names, start, trees };
}

function grownForest(
  columns: readonly Column[],
  targets: Float64Array,
  start: number,
  options: BoostingOptions,
): readonly Node[] {
  const chance = new Chance(options.seed);
  const sums = new Float64Array(targets.length).fill(start);
  return Array.from({ length: options.trees }, () => {
    const gradients = new Float64Array(targets.length);
    const curvatures = new Float64Array(targets.length);
    for (let row = 0; row < targets.length; row += 1) {
      const probability = 1 / (1 + Math.exp(-(sums[row] ?? 0)));
      gradients[row] = probability - (targets[row] ?? 0);
      curvatures[row] = probability * (1 - probability);
    }
    const seen = Uint32Array.from([...targets.keys()].filter(() => chance.next() < options.rowShare));
    const used = chance.sample([...columns.keys()], Math.ceil(columns.length * options.featureShare));
    const root = new Grower(columns, gradients, curvatures, used, options).grow(seen);
    for (let row = 0; row < targets.length; row += 1) sums[row] = (sums[row] ?? 0) + leafValue(root, columns, row);
    return root;
  });
}

class Grower {
  readonly #columns: readonly Column[];
  readonly #gradients: Float64Array;
  readonly #curvatures: Float64Array;
  readonly #used: readonly number[];
  readonly #options: BoostingOptions;

  constructor(
    columns: readonly Column[],
    gradients: Float64Array,
    curvatures: Float64Array,
    used: readonly number[],
    options: BoostingOptions,
  ) {
    this.#columns = columns;
    this.#gradients = gradients;
    this.#curvatures = curvatures;
    this.#used = used;
    this.#options = options;
  }

  /** Splits the leaf that gains most, until there are enough leaves. */
  grow(rows: Uint32Array): Node {
    const root = this.#node(rows, { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY });
    const open: Open[] = [{ node: root, split: this.#bestSplit(root) }];
    for (let leaves = 1; leaves < this.#options.leaves; leaves += 1) {
      open.sort((one, other) => (other.split?.gain ?? 0) - (one.split?.gain ?? 0));
      const [best] = open;
      if (!best?.split) break;
      open.shift();
      const { feature, stretch } = best.split;
      const column = this.#columns[feature] as Column;
      const isBelow = (row: number) => (column.stretches[row] ?? 0) <= stretch;
      const [limitsBelow, limitsAbove] = limitsOf(best, column.isRising);
      const below = this.#node(best.node.rows.filter(isBelow), limitsBelow);
      const above = this.#node(
        best.node.rows.filter((row) => !isBelow(row)),
        limitsAbove,
      );
      best.node.split = { ...best.split, edge: column.edges[stretch] ?? 0, below, above };
      open.push({ node: below, split: this.#bestSplit(below) }, { node: above, split: this.#bestSplit(above) });
    }
    return root;
  }

  #node(rows: Uint32Array, limits: Limits): Node {
    let gradient = 0;
    let curvature = 0;
    for (const row of rows) {
      gradient += this.#gradients[row] ?? 0;
      curvature += this.#curvatures[row] ?? 0;
    }
    const value = rounded(this.#options.rate * this.#step(gradient, curvature, limits));
    return { rows, gradient, curvature, limits, split: null, value };
  }

  /** How far the rows of a leaf are best moved. */
  #step(gradient: number, curvature: number, { least, most }: Limits): number {
    return Math.min(most, Math.max(least, -gradient / (curvature + this.#options.penalty)));
  }

  #bestSplit({ rows, gradient, curvature, limits }: Node): Split | null {
    const { penalty, rowsMin } = this.#options;
    const gainOf = (sum: number, weight: number, step: number) => -step * (2 * sum + (weight + penalty) * step);
    const gained = gainOf(gradient, curvature, this.#step(gradient, curvature, limits));
    let best: Split | null = null;
    for (const feature of this.#used) {
      const { edges, stretches, isRising } = this.#columns[feature] as Column;
      const sums = new Float64Array(edges.length + 1);
      const weights = new Float64Array(edges.length + 1);
      const counts = new Uint32Array(edges.length + 1);
      for (const row of rows) {
        const stretch = stretches[row] ?? 0;
        sums[stretch] = (sums[stretch] ?? 0) + (this.#gradients[row] ?? 0);
        weights[stretch] = (weights[stretch] ?? 0) + (this.#curvatures[row] ?? 0);
        counts[stretch] = (counts[stretch] ?? 0) + 1;
      }
      let [sum, weight, count] = [0, 0, 0];
      for (let stretch = 0; stretch < edges.length; stretch += 1) {
        sum += sums[stretch] ?? 0;
        weight += weights[stretch] ?? 0;
        count += counts[stretch] ?? 0;
        if (count < rowsMin || rows.length - count < rowsMin) continue;
        const [low, high] = [this.#step(sum, weight, limits), this.#step(gradient - sum, curvature - weight, limits)];
        if (isRising && low > high) continue;
        const gain = gainOf(sum, weight, low) + gainOf(gradient - sum, curvature - weight, high) - gained;
        if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, stretch, middle: (low + high) / 2 };
      }
    }
    return best;
  }
}

/** What grows below a split of a rising feature stays below what grows above it, whatever it is split by. */
function limitsOf({ node: { limits }, split }: Open, isRising: boolean): readonly [Limits, Limits] {
  if (!isRising || !split) return [limits, limits];
  return [
    { ...limits, most: split.middle },
    { ...limits, least: split.middle },
  ];
}

function columnOf(rows: readonly Row[], name: string, { stretches, rising }: BoostingOptions): Column {
  const values = Float64Array.from(rows, ({ features }) => features[name] ?? 0);
  const sorted = Float64Array.from(values).sort();
  const places = Array.from({ length: stretches - 1 }, (_, at) => Math.floor(((at + 1) * sorted.length) / stretches));
  const edges = [...new Set(places.map((place) => rounded(sorted[place] ?? 0)))].filter(
    (edge) => edge > (sorted[0] ?? 0),
  );
  const reached = Uint8Array.from(values, (value) => {
    let [low, high] = [0, edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value < (edges[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  });
  return { edges, stretches: reached, isRising: rising.includes(name) };
}

function leafValue(node: Node, columns: readonly Column[], row: number): number {
  let at = node;
  while (at.split) {
    const { feature, stretch, below, above } = at.split;
    at = (columns[feature]?.stretches[row] ?? 0) <= stretch ? below : above;
  }
  return at.value;
}

/** Of so many forests each speaks for its share. */
function writtenTree({ split, value }: Node, forests: number): string {
  if (!split) return String(rounded(value / forests));
  return `${split.feature}<${split.edge} ${writtenTree(split.below, forests)} ${writtenTree(split.above, forests)}`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
