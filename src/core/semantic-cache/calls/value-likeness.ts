import type { DoubtfulValue, Proposal, ValueOf } from "../knowledge.ts";
import type { Lesson } from "../lesson.ts";

/** Values of one parameter that are remembered, and so may have to be embedded. */
const VALUES_MAX = 64;
/** So many of the nearest count. */
const NEAREST_COUNT = 3;
/**
 * How much a lead in cosines weighs beside the logarithm of the score's odds, and the least sum: with no lead, the score must
 * be 0.989; at 0.9 it takes a lead of 0.08, at 0.9995 a value may lie 0.1 behind. Chosen on 14 seeds of slot-swap, where 7 of
 * the values of another kind were let through that were 29 before. Fitted alone, a lead would weigh 11: a value of another
 * kind is a wrong call, and one refused only asks the model.
 */
const LEAD_WEIGHT = 30;
const EVIDENCE_MIN = 4.5;
/** Of two values that changed places, one at least must look so much more like its own parameter's others. */
const APART_MIN = 0.12;
/** Whatever the score: a value that looks so much more like another's is not taken for its parameter's. */
const ASTRAY_MIN = -0.2;
/** Two values of one kind, such as two towns or two rooms, seldom have a lower cosine. */
const UNLIKE_MAX = 0.35;
/** Longer texts are messages and titles, which look like nothing in particular. */
const CHARACTERS_MAX = 100;

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
  /** By tool and parameter; the oldest value first. The vector is null until it was needed. */
  readonly #values = new Map<string, Map<string, Float32Array | null>>();

  learn(lesson: Lesson): void {
    if (lesson.kind !== "call" || lesson.tool === null) return;
    for (const [parameter, value] of Object.entries(lesson.parameters)) {
      if (typeof value !== "string" || value === "" || value.length > CHARACTERS_MAX) continue;
      if (lesson.defaultsApplied.includes(parameter)) continue;
      const name = nameOf(lesson.tool, parameter);
      const values = this.#values.get(name) ?? new Map<string, Float32Array | null>();
      this.#values.set(name, values);
      if (!values.has(value)) values.set(value, null);
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
      [...values].flatMap(([text, vector]) => (vector ? [] : [text])),
    );
    return [...new Set(texts)];
  }

  /** Takes the vectors of values that were to be embedded. */
  take(vectors: ReadonlyMap<string, Float32Array>): void {
    for (const values of this.#values.values()) {
      for (const [text, vector] of values) if (!vector) values.set(text, vectors.get(text) ?? null);
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
      const rivals = known.filter((other) => other !== own).map(([, values]) => nearness(vector, values));
      return isShown(score, nearness(vector, own[1]) - Math.max(-1, ...rivals));
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

  #of(tool: number): readonly (readonly [string, ReadonlyMap<string, Float32Array | null>])[] {
    return [...this.#values].filter(([name]) => name.startsWith(`${tool} `));
  }
}

/**
 * Whether words and likeness together show that the value is its parameter's. They are two witnesses who know different
 * things, so their odds multiply: where the words say little, the value must be the more like its own.
 */
function isShown(score: number, lead: number): boolean {
  return lead >= ASTRAY_MIN && Math.log(score / (1 - score)) + LEAD_WEIGHT * lead >= EVIDENCE_MIN;
}

/** "stars" always was the unit, and no title is like it; a home town always was the start, but other towns are like it. */
function isHabitAndUnlike({ text, movedWith }: DoubtfulValue, vectors: ReadonlyMap<string, Float32Array>): boolean {
  const [one, other] = [vectors.get(text), movedWith && vectors.get(movedWith.text)];
  return movedWith?.isHabitual === true && !!one && !!other && dot(one, other) <= UNLIKE_MAX;
}

function nameOf(tool: number, parameter: string): string {
  return `${tool} ${parameter}`;
}

function nearness(vector: Float32Array, values: ReadonlyMap<string, Float32Array | null>): number {
  const cosines = [...values.values()]
    .flatMap((other) => (other ? [dot(vector, other)] : []))
    .sort((one, other) => other - one)
    .slice(0, NEAREST_COUNT);
  return cosines.length === 0 ? -1 : cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
