/** A linear classifier over sentence embeddings, fitted in small steps so that whoever drives it can rest in between. */
import { sigmoid } from "#core/vectors.ts";

/** Texts of one class or of several, by their embeddings. */
export interface TaughtVector {
  readonly vector: Float32Array;
  /** Positions of the classes it belongs to; one at least. */
  readonly of: readonly number[];
}

/** `one`: a text has exactly one class. `several`: each class is a yes or no of its own. */
export type Kinship = "one" | "several";

export interface LinearModel {
  readonly classes: number;
  readonly mean: Float32Array;
  /** Row by row, a class each. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

export interface FitPlan {
  readonly classes: number;
  readonly kinship: Kinship;
  readonly epochs: number;
  /** Where to start from; without it, from the means of the classes. */
  readonly from?: LinearModel;
}

/** The start: how much a class's mean counts, which gives logits about as far apart as those of a fitted model. */
const MEAN_WEIGHT = 12;
const RATE_FIRST = 3.5;
const RATE_LAST = 0.3;
/** Weights shrink by this much for each text and unit of rate. */
const DECAY = 1e-5;
/** A class whose error is smaller learns nothing from a text: most classes, from most texts. */
const ERROR_MIN = 0.003;
/** Multiplications between two chances to rest: 1–2 ms. */
const STEP_PRODUCTS = 1_500_000;

/** Yields after every one or two milliseconds of work. The same texts in the same order give the same model. */
export function* fitLinear(taught: readonly TaughtVector[], plan: FitPlan): Generator<void, LinearModel> {
  const model = plan.from ? copyOf(plan.from) : yield* startFrom(taught, plan.classes, plan.kinship);
  const weightOf = balance(taught, plan.classes);
  const errors = new Float32Array(plan.classes);
  const centred = new Float64Array(model.mean.length);
  const textsPerStep = Math.max(1, Math.floor(STEP_PRODUCTS / (plan.classes * centred.length)));
  const total = plan.epochs * taught.length;
  let seen = 0;
  for (let epoch = 0; epoch < plan.epochs; epoch += 1) {
    for (const index of shuffled(taught.length, epoch + 1)) {
      const { vector, of } = taught[index] as TaughtVector;
      // A first model without steps of its own starts gently: its means are close already.
      const rate = (plan.from ? RATE_FIRST / 2 : RATE_FIRST) * (1 - seen / total) + RATE_LAST * (seen / total);
      learn(model, centre(vector, model.mean, centred), of, {
        errors,
        rate: rate * weightOf(of),
        kinship: plan.kinship,
      });
      seen += 1;
      if (seen % textsPerStep === 0) yield;
    }
  }
  return model;
}

/** One logit for each class. */
export function logitsOf(model: LinearModel, vector: Float32Array): Float32Array {
  const logits = new Float32Array(model.classes);
  logitsInto(model, centre(vector, model.mean, new Float64Array(vector.length)), logits);
  return logits;
}

interface Step {
  readonly errors: Float32Array;
  readonly rate: number;
  readonly kinship: Kinship;
}

function learn(model: LinearModel, centred: Float64Array, of: readonly number[], step: Step): void {
  const { errors, rate, kinship } = step;
  const { weights, biases, classes } = model;
  logitsInto(model, centred, errors);
  if (kinship === "one") softmaxInPlace(errors);
  else for (let c = 0; c < classes; c += 1) errors[c] = sigmoid(errors[c] as number);
  for (const c of of) errors[c] = (errors[c] as number) - 1 / (kinship === "one" ? of.length : 1);
  const dimensions = centred.length;
  for (let c = 0; c < classes; c += 1) {
    const error = errors[c] as number;
    if (error < ERROR_MIN && error > -ERROR_MIN) continue;
    const by = rate * error;
    const kept = 1 - rate * DECAY;
    const row = c * dimensions;
    for (let d = 0; d < dimensions; d += 1) {
      weights[row + d] = (weights[row + d] as number) * kept - by * (centred[d] as number);
    }
    biases[c] = (biases[c] as number) - 0.1 * by;
  }
}

/**
 * Two rows at a time, and two sums for each: a number of `centred` is read once for both, and no addition waits for the one
 * before. Three to four times as fast as row by row.
 */
function logitsInto({ weights, biases, classes }: LinearModel, centred: Float64Array, logits: Float32Array): void {
  const dimensions = centred.length;
  for (let c = 0; c < classes; c += 2) {
    const first = c * dimensions;
    // Of an odd number the last row stands in for its missing neighbour.
    const second = c + 1 < classes ? first + dimensions : first;
    let firstEven = 0;
    let firstOdd = 0;
    let secondEven = 0;
    let secondOdd = 0;
    for (let d = 0; d < dimensions; d += 2) {
      const even = centred[d] as number;
      const odd = centred[d + 1] as number;
      firstEven += (weights[first + d] as number) * even;
      firstOdd += (weights[first + d + 1] as number) * odd;
      secondEven += (weights[second + d] as number) * even;
      secondOdd += (weights[second + d + 1] as number) * odd;
    }
    logits[c] = firstEven + firstOdd + (biases[c] as number);
    if (second !== first) logits[c + 1] = secondEven + secondOdd + (biases[c + 1] as number);
  }
}

export function softmaxInPlace(values: Float32Array): void {
  let top = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < values.length; c += 1) top = Math.max(top, values[c] as number);
  let sum = 0;
  for (let c = 0; c < values.length; c += 1) {
    const value = Math.exp((values[c] as number) - top);
    values[c] = value;
    sum += value;
  }
  for (let c = 0; c < values.length; c += 1) values[c] = (values[c] as number) / sum;
}

/** In doubles, which the processor multiplies without converting them each time. */
function centre(vector: Float32Array, mean: Float32Array, into: Float64Array): Float64Array {
  for (let d = 0; d < vector.length; d += 1) into[d] = (vector[d] as number) - (mean[d] as number);
  return into;
}

function* startFrom(taught: readonly TaughtVector[], classes: number, kinship: Kinship): Generator<void, LinearModel> {
  const dimensions = taught[0]?.vector.length ?? 0;
  const mean = new Float32Array(dimensions);
  const sums = new Float32Array(classes * dimensions);
  const counts = new Float32Array(classes);
  for (const [index, { vector, of }] of taught.entries()) {
    for (let d = 0; d < dimensions; d += 1) mean[d] = (mean[d] as number) + (vector[d] as number) / taught.length;
    for (const c of of) {
      counts[c] = (counts[c] as number) + 1;
      for (let d = 0; d < dimensions; d += 1) {
        sums[c * dimensions + d] = (sums[c * dimensions + d] as number) + (vector[d] as number);
      }
    }
    if (index % 500 === 499) yield;
  }
  const biases = new Float32Array(classes);
  for (let c = 0; c < classes; c += 1) {
    const count = counts[c] as number;
    for (let d = 0; d < dimensions; d += 1) {
      const at = c * dimensions + d;
      sums[at] = count === 0 ? 0 : MEAN_WEIGHT * ((sums[at] as number) / count - (mean[d] as number));
    }
    if (kinship === "several") biases[c] = Math.log((count + 0.5) / (taught.length - count + 1)) - 1;
  }
  return { classes, mean, weights: sums, biases };
}

function copyOf({ classes, mean, weights, biases }: LinearModel): LinearModel {
  return { classes, mean, weights: weights.slice(), biases: biases.slice() };
}

/** How much a text counts: in a class of many each counts less, so that no class wins by its numbers. 1 in the mean. */
function balance(taught: readonly TaughtVector[], classes: number): (of: readonly number[]) => number {
  const counts = new Float32Array(classes);
  for (const { of } of taught) for (const c of of) counts[c] = (counts[c] as number) + 1;
  const raw = (of: readonly number[]) => of.reduce((sum, c) => sum + (counts[c] as number) ** -0.75, 0) / of.length;
  const mean = taught.reduce((sum, { of }) => sum + raw(of), 0) / Math.max(1, taught.length);
  return (of) => raw(of) / mean;
}

/** The numbers below `count` in an order that depends on the seed alone. */
function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  let state = seed * 2_654_435_761;
  for (let index = count - 1; index > 0; index -= 1) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    const other = state % (index + 1);
    const kept = order[index] as number;
    order[index] = order[other] as number;
    order[other] = kept;
  }
  return order;
}
