/** A stream as an app has it: a few calls are asked for again and again, in several wordings, beside their look-alikes. */
import type { Chance } from "./chance.ts";
import type { Asked, Materials } from "./materials.ts";
import { noisy } from "./noise.ts";
import { Rewordings } from "./probes.ts";
import { callKey, NO_CALL, parametersIn, type Sentence, textOf } from "./sentence.ts";
import { otherValue } from "./swaps.ts";

const LENGTH = 5_000;
const UNRELATED_SHARE = 0.08;
/** Zipf's exponent: how much more often a more popular call is asked for. */
const EXPONENT = 0.9;
const POPULAR = { snips: 600, bfcl: 250 } as const;
const LOOK_ALIKES = 2;
/** The usual wording is used as often as so many others. */
const USUAL_WORDING = 4;
const OTHER_WORDINGS = 3;

export function streamOf(materials: Materials, unrelated: readonly string[]): readonly Asked[] {
  const { chance, claims } = materials;
  const sentences = popular(materials);
  if (sentences.length === 0) return [];
  const rewordings = new Rewordings(materials.snips, chance);
  const pick = zipf(sentences, chance);
  const wordings = new Map<Sentence, readonly Sentence[]>();
  const left = [...unrelated];
  const asked: Asked[] = [];
  const ask = (text: string, call: Asked["call"]) => {
    if (claims.claim(text, call)) asked.push({ id: `z${asked.length}`, text, call });
  };
  while (asked.length < LENGTH) {
    const text = chance.next() < UNRELATED_SHARE ? left.pop() : undefined;
    if (text !== undefined) {
      ask(text, NO_CALL);
      continue;
    }
    const sentence = pick();
    const known = wordings.get(sentence) ?? wordingsOf(sentence, rewordings, materials);
    wordings.set(sentence, known);
    const said = chance.pick(known);
    ask(textOf(said), said.call);
  }
  return asked;
}

/** In random order: who comes first is asked for most. */
function popular({ chance, claims, seeds, values, toolNamed }: Materials): readonly Sentence[] {
  const chosen = [...chance.sample(seeds.snips, POPULAR.snips), ...chance.sample(seeds.bfcl, POPULAR.bfcl)];
  const sentences = chosen.flatMap(({ sentence }) => {
    if (sentence === null) return [];
    const alike = Array.from({ length: LOOK_ALIKES }, () => {
      const parameter = chance.pickOrNull(parametersIn(sentence));
      const other = parameter && otherValue(sentence, parameter, values, toolNamed(sentence.call.tool), chance);
      return other && claims.claim(textOf(other), other.call) ? [other] : [];
    });
    return [sentence, ...alike.flat()];
  });
  return chance.shuffled(sentences);
}

function wordingsOf(
  sentence: Sentence,
  rewordings: Rewordings,
  { chance, vocabulary }: Materials,
): readonly Sentence[] {
  const usual = Array.from({ length: USUAL_WORDING }, () => sentence);
  const others = Array.from({ length: OTHER_WORDINGS }, () => {
    const other = rewordings.of(sentence);
    return other && callKey(other.call) === callKey(sentence.call) ? [other] : [];
  });
  const noises = Array.from({ length: OTHER_WORDINGS }, () => noisy(sentence, chance, vocabulary)?.sentence ?? []);
  return [...usual, ...others.flat(), ...noises.flat()];
}

/** Picks the item of rank r with a probability that is proportional to 1 / r^exponent. */
function zipf<Item>(items: readonly Item[], chance: Chance): () => Item {
  const sums: number[] = [];
  for (const index of items.keys()) sums.push((sums.at(-1) ?? 0) + 1 / (index + 1) ** EXPONENT);
  const total = sums.at(-1) ?? 0;
  return () => {
    const at = chance.next() * total;
    const index = sums.findIndex((sum) => sum > at);
    return items[index] as Item;
  };
}
