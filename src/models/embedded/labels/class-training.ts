/** Learns a set's classes from its examples: a linear model, and how far to trust it, its neighbours, and any answer. */

import { dot, sigmoid } from "#core/vectors.ts";
import { CLASS_PIECES, classEvidence, fitEvidence, type Neighbour, nearestOf, weighed } from "./class-evidence.ts";
import { type Choice, fitWeights, type Prior, yesOrNo } from "./evidence-weights.ts";
import { fitLinear, type Kinship, type LinearModel, logitsOf, type TaughtVector } from "./linear-model.ts";
import { WordSketch } from "./word-sketch.ts";

/** A class's own words and, once for each of its examples, what the owner wrote. */
export interface Lesson {
  readonly labels: readonly TaughtText[];
  /** A text of several classes stands here once for each. */
  readonly examples: readonly (TaughtText & { readonly of: number })[];
}

export interface TaughtText {
  readonly text: string;
  readonly vector: Float32Array;
}

/** All that is left of a lesson: about 8.2 kB for each class. */
export interface Learned {
  readonly kinship: Kinship;
  readonly sketch: WordSketch;
  readonly model: LinearModel;
  /** The embedding of each class's own words. */
  readonly labels: readonly Float32Array[];
  /** Classes without examples: their labels vote in their place. */
  readonly untaught: readonly number[];
  /** Of the pieces of evidence for a class. */
  readonly classWeights: readonly number[];
  /** Of the pieces of evidence for any class at all. */
  readonly fitWeights: readonly number[];
  /** With several classes to a text: the probability from which a class is named. */
  readonly namedFrom: number;
}

interface Example extends TaughtVector {
  /** The embedding, without the sketch. */
  readonly embedding: Float32Array;
}

/** What rehearsals found: decisions whose answer is known, made by models that had not seen the text. */
interface Rehearsed {
  readonly classes: Choice[];
  /** Evidence of texts that belong to a class of the set, and of texts of classes that were left out. */
  readonly inside: Asked[];
  readonly outside: Asked[];
}

interface Asked {
  readonly logits: Float32Array;
  readonly evidence: Float32Array;
  readonly near: readonly Neighbour[];
  /** How near the text is to the words of a class. */
  readonly toLabel: (c: number) => number;
}

/** A set in which as many texts stand under two classes means it: its classes do not exclude one another. */
const SHARED_TEXTS_MIN = 0.1;
const PARTS = 5;
const REHEARSED_TEXTS_MAX = 500;
const CLASSES_LEFT_OUT_MIN = 5;
/** Where there is too little to rehearse with. */
const PRIOR: Readonly<Record<Kinship, readonly number[]>> = { one: [0.9, 0.2, 0], several: [1, 0.2, 0] };
const PRIOR_STRENGTH = 4;
/**
 * Whether a text belongs to any class at all, before a set's own rehearsals are heard: a regression over sets of 2 to
 * 20 classes with 1 to 30 examples each (domains and intents of CLINC150, intents of BANKING77; docs/measurements/labels.md). The
 * bias depends on the set: how near is near enough is another question for a class like "billing", whose texts lie far apart, than
 * for "card lost"; and the more examples there are, the nearer one of them lies to anything. `strength` is how many rehearsed texts
 * it takes to overrule it.
 */
const FIT_PRIOR = {
  pieces: [1.97, 0.67, 1.1, 0.61, 1.17],
  bias: -0.6,
  perLogExample: -0.73,
  perOwnLabel: -8.82,
  perOtherClass: -5.48,
  strength: 40,
} as const;
/** A text of a class that gets none costs an owner as much as so many that get a class and belong to none. */
const REFUSED_COST = 3;
/** Examples that are asked how near the other classes come. */
const SPREAD_EXAMPLES_MAX = 100;
const NAMED_FROM = 0.4;

/** Yields every one or two milliseconds; 7,500 examples of 150 classes take some seconds altogether. */
export function* learn(lesson: Lesson): Generator<void, Learned> {
  const kinship = kinshipOf(lesson);
  const sketch = WordSketch.of([...lesson.examples, ...lesson.labels].map(({ text }) => text));
  yield;
  const labels: Example[] = [];
  for (const [c, { text, vector }] of lesson.labels.entries()) {
    labels.push({ vector: sketch.beside(text, vector), embedding: vector, of: [c] });
    yield;
  }
  const examples = yield* merged(lesson, sketch);
  const classes = labels.length;
  const rehearsed = yield* rehearse(examples, labels, kinship);
  const prior = { weights: PRIOR[kinship], strength: PRIOR_STRENGTH };
  const classWeights = yield* fitWeights(rehearsed.classes, prior);
  const model = yield* fitLinear([...labels, ...examples], { classes, kinship, epochs: epochsFor(examples.length) });
  return {
    kinship,
    sketch,
    model,
    labels: labels.map(({ embedding }) => embedding),
    untaught: untaughtAmong(labels, examples).flatMap(({ of }) => of),
    classWeights,
    fitWeights: yield* fitsFrom(rehearsed, classWeights, fitPriorOf(yield* spreadOf(examples, labels))),
    namedFrom: kinship === "one" ? 0 : namedFrom(rehearsed.classes, classWeights),
  };
}

function epochsFor(examples: number): number {
  return examples > 2_000 ? 6 : 10;
}

function kinshipOf({ examples }: Lesson): Kinship {
  const texts = new Set(examples.map(({ text }) => text)).size;
  return examples.length - texts >= SHARED_TEXTS_MIN * texts && texts > 0 ? "several" : "one";
}

function* merged({ examples }: Lesson, sketch: WordSketch): Generator<void, readonly Example[]> {
  const byText = new Map<string, Example & { readonly of: number[] }>();
  for (const [index, { text, vector, of }] of examples.entries()) {
    const known = byText.get(text);
    if (known) known.of.push(of);
    else byText.set(text, { vector: sketch.beside(text, vector), embedding: vector, of: [of] });
    if (index % 20 === 19) yield;
  }
  return [...byText.values()];
}

/** In each round a part of every class is kept back, and of the classes a part is left out altogether. */
function* rehearse(
  examples: readonly Example[],
  labels: readonly Example[],
  kinship: Kinship,
): Generator<void, Rehearsed> {
  const rehearsed: Rehearsed = { classes: [], inside: [], outside: [] };
  const rounds = examples.length <= 600 ? PARTS : examples.length <= 2_000 ? 2 : 1;
  const leavesOut = kinship === "one" && labels.length >= CLASSES_LEFT_OUT_MIN;
  for (let round = 0; round < rounds; round += 1) {
    const isLeftOut = (c: number) => leavesOut && c % PARTS === round;
    const place = placesOf(labels.length, isLeftOut);
    const inside = examples.filter(({ of }) => !of.some(isLeftOut));
    const seen = new Uint16Array(labels.length);
    const isKeptBack = inside.map(({ of: [c = 0] }) => {
      seen[c] = (seen[c] as number) + 1;
      return ((seen[c] as number) + c) % PARTS === round;
    });
    const rest = renumbered(
      inside.filter((_, index) => !isKeptBack[index]),
      place,
    );
    const restLabels = renumbered(
      labels.filter((_, c) => !isLeftOut(c)),
      place,
    );
    const classes = restLabels.length;
    const taught = [...restLabels, ...rest];
    const model = yield* fitLinear(taught, { classes, kinship, epochs: examples.length > 2_000 ? 4 : 10 });
    const known = { model, labels: restLabels, voting: [...untaughtAmong(restLabels, rest), ...rest], kinship };
    const textsMax = REHEARSED_TEXTS_MAX / rounds;
    for (const text of thinned(
      renumbered(
        inside.filter((_, index) => isKeptBack[index]),
        place,
      ),
      textsMax,
    )) {
      const asked = yield* evidenceFor(text, known);
      rehearsed.inside.push(asked);
      rehearsed.classes.push(...choicesOf(text, asked.evidence, kinship));
    }
    for (const text of thinned(
      examples.filter(({ of }) => of.some(isLeftOut)),
      textsMax / 2,
    ))
      rehearsed.outside.push(yield* evidenceFor(text, known));
  }
  return rehearsed;
}

function untaughtAmong(labels: readonly Example[], examples: readonly Example[]): readonly Example[] {
  const taught = new Set(examples.flatMap(({ of }) => of));
  return labels.filter(({ of }) => !of.some((c) => taught.has(c)));
}

/** Where each class stands when some are left out. */
function placesOf(classes: number, isLeftOut: (c: number) => boolean): Int32Array {
  let next = 0;
  return Int32Array.from({ length: classes }, (_, c) => (isLeftOut(c) ? -1 : next++));
}

function renumbered(examples: readonly Example[], place: Int32Array): readonly Example[] {
  return examples.map((example) => ({ ...example, of: example.of.map((c) => place[c] as number) }));
}

/** About `max` of them, evenly spread. */
function thinned<Item>(items: readonly Item[], max: number): readonly Item[] {
  const every = Math.max(1, Math.ceil(items.length / max));
  return items.filter((_, index) => index % every === 0);
}

/** A rehearsal's student. */
interface Student {
  readonly model: LinearModel;
  readonly labels: readonly Example[];
  readonly voting: readonly Example[];
  readonly kinship: Kinship;
}

function* evidenceFor(text: Example, { model, labels, voting, kinship }: Student): Generator<void, Asked> {
  const logits = logitsOf(model, text.vector);
  const near = yield* neighboursOf(text, voting);
  const toLabel = (c: number) => dot(text.embedding, (labels[c] as Example).embedding);
  return { logits, near, evidence: classEvidence(logits, near, kinship), toLabel };
}

function* neighboursOf(text: Example, known: readonly Example[]): Generator<void, readonly Neighbour[]> {
  const near: Neighbour[] = [];
  for (const [index, { embedding, of }] of known.entries()) {
    const similarity = dot(text.embedding, embedding);
    for (const c of of) near.push({ of: c, similarity });
    if (index % 4_000 === 3_999) yield;
  }
  yield;
  return nearestOf(near);
}

function choicesOf({ of }: Example, evidence: Float32Array, kinship: Kinship): readonly Choice[] {
  if (kinship === "one") return [{ evidence, chosen: of[0] as number }];
  return Array.from({ length: evidence.length / CLASS_PIECES }, (_, c) =>
    yesOrNo([...evidence.subarray(c * CLASS_PIECES, (c + 1) * CLASS_PIECES)], of.includes(c)),
  );
}

function* fitsFrom(
  rehearsed: Rehearsed,
  classWeights: readonly number[],
  prior: Prior,
): Generator<void, readonly number[]> {
  if (rehearsed.outside.length === 0) return prior.weights;
  const evidenceOf = ({ logits, evidence, near, toLabel }: Asked) =>
    fitEvidence(logits, weighed(evidence, classWeights), near, toLabel);
  const inside = rehearsed.inside.map(evidenceOf);
  yield;
  const outside = rehearsed.outside.map(evidenceOf);
  yield;
  // Both kinds count the same in all, however many of each were rehearsed.
  const half = (inside.length + outside.length) / (1 + REFUSED_COST);
  const counts = { inside: (half * REFUSED_COST) / inside.length, outside: half / outside.length };
  return yield* fitWeights(
    [
      ...inside.map((evidence) => yesOrNo(evidence, true, counts.inside)),
      ...outside.map((evidence) => yesOrNo(evidence, false, counts.outside)),
    ],
    prior,
  );
}

/** How a set's examples lie among themselves, as mean cosines. */
interface Spread {
  /** Of a class. */
  readonly examples: number;
  /** An example and the words of its own class. */
  readonly toOwnLabel: number;
  /** An example and the nearest one of another class. */
  readonly toOtherClass: number;
}

function* spreadOf(examples: readonly Example[], labels: readonly Example[]): Generator<void, Spread> {
  const toOwnLabel = examples.map(({ embedding, of: [c = 0] }) => dot(embedding, (labels[c] as Example).embedding));
  yield;
  const toOtherClass: number[] = [];
  for (const example of thinned(examples, SPREAD_EXAMPLES_MAX)) {
    const others = examples.filter(({ of }) => !of.some((c) => example.of.includes(c)));
    const [nearest] = yield* neighboursOf(example, others);
    if (nearest) toOtherClass.push(nearest.similarity);
  }
  const taught = new Set(examples.flatMap(({ of }) => of)).size;
  return {
    examples: examples.length / Math.max(1, taught),
    toOwnLabel: mean(toOwnLabel),
    toOtherClass: mean(toOtherClass),
  };
}

function fitPriorOf({ examples, toOwnLabel, toOtherClass }: Spread): Prior {
  const { bias, perLogExample, perOwnLabel, perOtherClass, pieces, strength } = FIT_PRIOR;
  const ofSet =
    perLogExample * Math.log(Math.max(1, examples)) + perOwnLabel * toOwnLabel + perOtherClass * toOtherClass;
  return { weights: [bias + ofSet, ...pieces], strength };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The border at which precision and recall over the rehearsed texts balance best. */
function namedFrom(choices: readonly Choice[], weights: readonly number[]): number {
  const asked = choices.map(({ evidence, chosen }) => ({
    score: weighed(evidence, weights)[0] as number,
    isIn: chosen === 0,
  }));
  const all = asked.filter(({ isIn }) => isIn).length;
  let [right, best, border] = [0, 0, NAMED_FROM];
  for (const [index, { score, isIn }] of asked.sort((one, other) => other.score - one.score).entries()) {
    if (isIn) right += 1;
    const f1 = (2 * right) / (index + 1 + all);
    if (f1 > best) [best, border] = [f1, sigmoid(score)];
  }
  return border;
}
