/** Learns a set's classes from its examples: a linear model, and how far to trust it, its neighbours, and any answer. */
import { type Choice, fitWeights, yesOrNo } from "./choice.ts";
import { CLASS_PIECES, classEvidence, fitEvidence, type Neighbour, nearestOf, weighed } from "./evidence.ts";
import { dot, fitLinear, type Kinship, type LinearModel, logitsOf, type TaughtVector } from "./linear-model.ts";
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

/** All that is left of a lesson: about 3.6 kB for each class. */
export interface Learned {
  readonly kinship: Kinship;
  readonly sketch: WordSketch;
  readonly model: LinearModel;
  /** The embeddings of labels that have no examples: they vote in their place. */
  readonly untaught: readonly { readonly of: number; readonly vector: Float32Array }[];
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
  readonly inside: {
    readonly logits: Float32Array;
    readonly evidence: Float32Array;
    readonly near: readonly Neighbour[];
  }[];
  readonly outside: {
    readonly logits: Float32Array;
    readonly evidence: Float32Array;
    readonly near: readonly Neighbour[];
  }[];
}

/** A set in which as many texts stand under two classes means it: its classes do not exclude one another. */
const SHARED_TEXTS_MIN = 0.1;
const PARTS = 5;
const REHEARSED_TEXTS_MAX = 500;
const CLASSES_LEFT_OUT_MIN = 5;
/** Where there is too little to rehearse with. */
const PRIOR: Readonly<Record<Kinship, readonly number[]>> = { one: [0.9, 0.2, 0], several: [1, 0.2, 0] };
const PRIOR_STRENGTH = 4;
const FIT_PRIOR = { weights: [-6, 1.2, 1, 0.5, 0.5], strength: 0.5 } as const;
/**
 * The more examples there are, the nearer one of them lies to anything. Chosen with sets of three and four classes of BANKING77
 * and CLINC150 with 4, 10 and 30 examples each, texts of their other classes and out of scope.
 */
const FEW = { examples: 12, bias: -5.2, perLogExample: -0.45 } as const;
/** Share of the texts that belong to a class which are to be recognised as such. */
const INSIDE_KEPT = 0.94;
const NAMED_FROM = 0.4;

/** Yields every one or two milliseconds; 7,500 examples of 150 classes take some seconds altogether. */
export function* learn(lesson: Lesson): Generator<void, Learned> {
  const kinship = kinshipOf(lesson);
  const sketch = new WordSketch([...lesson.examples, ...lesson.labels].map(({ text }) => text));
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
    untaught: untaughtAmong(labels, examples).map(({ embedding, of: [of = 0] }) => ({ of, vector: embedding })),
    classWeights,
    fitWeights: yield* fitsFrom(rehearsed, classWeights, examples.length),
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
    const voting = [...untaughtAmong(restLabels, rest), ...rest];
    const textsMax = REHEARSED_TEXTS_MAX / rounds;
    for (const text of thinned(
      renumbered(
        inside.filter((_, index) => isKeptBack[index]),
        place,
      ),
      textsMax,
    )) {
      const asked = yield* evidenceFor(text, model, voting, kinship);
      rehearsed.inside.push(asked);
      rehearsed.classes.push(...choicesOf(text, asked.evidence, kinship));
    }
    for (const text of thinned(
      examples.filter(({ of }) => of.some(isLeftOut)),
      textsMax / 2,
    ))
      rehearsed.outside.push(yield* evidenceFor(text, model, voting, kinship));
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

function* evidenceFor(text: Example, model: LinearModel, known: readonly Example[], kinship: Kinship) {
  const logits = logitsOf(model, text.vector);
  const near = yield* neighboursOf(text, known);
  return { logits, near, evidence: classEvidence(logits, near, kinship) };
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
  examples: number,
): Generator<void, readonly number[]> {
  const evidenceOf = ({ logits, evidence, near }: Rehearsed["inside"][number]) =>
    fitEvidence(logits, weighed(evidence, classWeights), near);
  const inside = rehearsed.inside.map(evidenceOf);
  yield;
  const outside = rehearsed.outside.map(evidenceOf);
  yield;
  if (outside.length === 0) {
    const bias = FEW.bias + FEW.perLogExample * Math.log(Math.max(1, examples) / FEW.examples);
    return [bias, ...FIT_PRIOR.weights.slice(1)];
  }
  const choices = [...inside.map((e) => yesOrNo(e, true)), ...outside.map((e) => yesOrNo(e, false))];
  const weights = yield* fitWeights(choices, FIT_PRIOR);
  // Even odds are put where nearly all texts that belong to a class still pass: refusing them costs an owner more.
  const sums = inside.map((e) => e.reduce((sum, value, piece) => sum + value * (weights[piece] as number), 0));
  const border = sums.sort((one, other) => one - other)[Math.floor((1 - INSIDE_KEPT) * sums.length)] ?? 0;
  return weights.map((weight, piece) => (piece === 0 ? weight - border : weight));
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
    if (f1 > best) [best, border] = [f1, 1 / (1 + Math.exp(-score))];
  }
  return border;
}
