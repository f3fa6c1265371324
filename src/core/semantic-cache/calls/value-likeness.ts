import { dot } from "../../vectors.ts";
import type { Proposal } from "../knowledge.ts";
import type { DoubtfulValue, ValueOf } from "../known-answer.ts";
import type { Lesson } from "../lesson.ts";

/** Values of one parameter that are remembered, and so may have to be embedded. */
const VALUES_MAX = 64;
/** So many of the nearest count. */
const NEAREST_COUNT = 3;
/**
 * How much a lead in cosines weighs beside the logarithm of the score's odds, and the least sum: between two parameters whose
 * values are all new, with no lead, the score must be 0.996; at 0.9 it takes a lead of 0.11, at 0.9995 a value may lie 0.07
 * behind. Chosen with sight of ten seeds of slot-swap, see docs/measurements/cache-figures.md. Fitted alone, a lead would weigh 11: a
 * value of another kind is a wrong call, and one refused only asks the model.
 */
const LEAD_WEIGHT = 30;
const EVIDENCE_MIN = 5.5;
/** Of two values that changed places, one at least must look so much more like its own parameter's others. */
const APART_MIN = 0.12;
/** Whatever the score: a value that looks so much more like another's is not taken for its parameter's. */
const ASTRAY_MIN = -0.2;
/** Two values of one kind, such as two towns or two rooms, seldom have a lower cosine. */
const UNLIKE_MAX = 0.35;
/** Longer texts are messages and titles, which look like nothing in particular. */
const CHARACTERS_MAX = 100;

interface SeenValue {
  readonly times: number;
  /** Null until it was needed. */
  readonly vector: Float32Array | null;
}

/** What one parameter had. */
type Values = ReadonlyMap<string, SeenValue>;

/** The texts whose vectors decide whether the proposal's values look right. */
export function doubtfulTexts({ unseenValues }: Pick<Proposal, "unseenValues">): readonly string[] {
  const texts = unseenValues.flatMap(({ text, movedWith }) => (movedWith === null ? [text] : [text, movedWith.text]));
  return [...new Set(texts)];
}

/**
 * Tells whether a value that a parameter never had looks like those that it had, or rather like another one's of the same
 * tool: "Ohio" for a city where the states are known, say.
 */
export class ValueLikeness {
  /** By tool and parameter; the oldest value first. */
  readonly #values = new Map<string, Map<string, SeenValue>>();

  learn(lesson: Lesson): void {
    if (lesson.kind !== "call" || lesson.tool === null) return;
    for (const [parameter, value] of Object.entries(lesson.parameters)) {
      if (typeof value !== "string" || value === "" || value.length > CHARACTERS_MAX) continue;
      if (lesson.defaultsApplied.includes(parameter)) continue;
      const name = nameOf(lesson.tool, parameter);
      const values = this.#values.get(name) ?? new Map<string, SeenValue>();
      this.#values.set(name, values);
      const seen = values.get(value);
      values.set(value, { times: (seen?.times ?? 0) + 1, vector: seen?.vector ?? null });
      for (const oldest of values.keys()) {
        if (values.size <= VALUES_MAX) break;
        values.delete(oldest);
      }
    }
  }

  /** The values of the proposal's tool that have to be embedded before anything can be said of it. */
  unembedded({ call }: Pick<Proposal, "call">): readonly string[] {
    if (!call) return [];
    const texts = this.#of(call.tool).flatMap(([, values]) =>
      [...values].flatMap(([text, { vector }]) => (vector ? [] : [text])),
    );
    return [...new Set(texts)];
  }

  /** Takes the vectors of values that were to be embedded. */
  take(vectors: ReadonlyMap<string, Float32Array>): void {
    for (const values of this.#values.values()) {
      for (const [text, seen] of values) {
        if (!seen.vector) values.set(text, { ...seen, vector: vectors.get(text) ?? null });
      }
    }
  }

  /** `vectors`: of the texts that `doubtfulTexts` names. */
  looksRight({ call, score, unseenValues }: Proposal, vectors: ReadonlyMap<string, Float32Array>): boolean {
    if (!call) return true;
    const known = this.#of(call.tool);
    return unseenValues.every((value) => {
      if (value.movedWith !== null) {
        return isHabitAndUnlike(value, vectors) || this.#areApart(call.tool, value, value.movedWith, vectors);
      }
      const vector = vectors.get(value.text);
      const own = known.find(([name]) => name === nameOf(call.tool, value.parameter));
      // Nothing is known to compare it with: that is for the score to judge.
      if (!vector || !own) return true;
      const resembled = resemblanceOf(vector, own[1]);
      const rivals = known.filter((other) => other !== own);
      return rivals.every(([, values]) => isShown(score, resembled, resemblanceOf(vector, values)));
    });
  }

  /** Whether the one cannot be meant as the other: had they changed their roles, both would be of the other's kind. */
  #areApart(tool: number, one: ValueOf, other: ValueOf, vectors: ReadonlyMap<string, Float32Array>): boolean {
    const leads = [this.#lead(tool, one, other.parameter, vectors), this.#lead(tool, other, one.parameter, vectors)];
    const told = leads.filter((lead) => lead !== null);
    return Math.max(...told) >= APART_MIN && Math.min(...told) >= ASTRAY_MIN;
  }

  /** By how much it looks more like its parameter's other values than like a rival's; null where too few are known. */
  #lead(tool: number, { parameter, text }: ValueOf, rival: string, vectors: ReadonlyMap<string, Float32Array>) {
    const vector = vectors.get(text);
    const others = new Map(this.#values.get(nameOf(tool, parameter)));
    others.delete(text);
    const rivals = this.#values.get(nameOf(tool, rival));
    if (!vector || others.size === 0 || !rivals || rivals.size < NEAREST_COUNT) return null;
    return nearness(vector, others) - nearness(vector, rivals);
  }

  #of(tool: number): readonly (readonly [string, Values])[] {
    return [...this.#values].filter(([name]) => name.startsWith(`${tool} `));
  }
}

/**
 * Whether it is shown that a new value is its parameter's and not the rival's. The words around it, what it looks like, and how
 * often either has a new value at all, are witnesses who know different things, so their odds multiply: where the words say
 * little, the value must be the more like its own. "Alabama Concerto" is no kind of music where there are songs, albums and
 * tracks, again and again, while every other title is new.
 */
function isShown(score: number, own: Resemblance, rival: Resemblance): boolean {
  const lead = own.nearness - rival.nearness;
  const words = Math.log(score / (1 - score));
  const newness = Math.log(own.newShare / rival.newShare);
  return lead >= ASTRAY_MIN && words + LEAD_WEIGHT * lead + newness >= EVIDENCE_MIN;
}

/** What speaks for a new value being one of a parameter's. */
interface Resemblance {
  readonly nearness: number;
  readonly newShare: number;
}

function resemblanceOf(vector: Float32Array, values: Values): Resemblance {
  return { nearness: nearness(vector, values), newShare: newShare(values) };
}

/** The probability that the next value is new: the share of those seen once only (Good and Turing), half of one added. */
function newShare(values: Values): number {
  let [once, all] = [0, 0];
  for (const { times } of values.values()) {
    all += times;
    once += Number(times === 1);
  }
  return (once + 0.5) / (all + 1);
}

/** "stars" always was the unit, and no title is like it; a home town always was the start, but other towns are like it. */
function isHabitAndUnlike({ text, movedWith }: DoubtfulValue, vectors: ReadonlyMap<string, Float32Array>): boolean {
  const [one, other] = [vectors.get(text), movedWith && vectors.get(movedWith.text)];
  return movedWith?.isHabitual === true && !!one && !!other && dot(one, other) <= UNLIKE_MAX;
}

function nameOf(tool: number, parameter: string): string {
  return `${tool} ${parameter}`;
}

function nearness(vector: Float32Array, values: Values): number {
  const cosines = [...values.values()]
    .flatMap((other) => (other.vector ? [dot(vector, other.vector)] : []))
    .sort((one, other) => other - one)
    .slice(0, NEAREST_COUNT);
  return cosines.length === 0 ? -1 : cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}
