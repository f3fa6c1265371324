/**
 * Which option a text means that names none of them: "I have a beagle" of the species, or none at all. Weighed is what the
 * joint model made of each option, and how near the whole text is to it in meaning.
 */
import type { ParameterReading } from "../networks/joint-model.ts";

export interface SensedOption {
  /** Position among the choices; the likeliest of them. */
  readonly at: number;
  /** 0–1: that it is meant, and not another one, nor none. */
  readonly probability: number;
}

/**
 * Log-odds for each unit of the features below. Fitted by scripts/train/options on 2,955 parameters of 226 trades
 * whose options the request does not name; the choice among options and none, each parameter counting the same.
 */
const OPTION_WEIGHTS: readonly number[] = [6.47, 1.88];
const NONE_WEIGHTS: readonly number[] = [0.06, -1.51, -2.42, 0.55, 0.22, 2.95, 2.96];

/**
 * From here an option is taken that nothing names; under it, asking back is better. Trades left out of the fit: of such
 * parameters 5.4 % get a wrong option at 0.5 and 3.5 % at 0.6, where 27 % got one before. At the cost of a wrong call that
 * `scripts/train/prices` reckons with, 0.5 to 0.7 are alike.
 */
export const SENSED_MIN = 0.6;

/** Under it nothing is said for the parameter, and the options' meaning is not asked: that takes 2–8 ms each the first time. */
const STATED_MIN = 0.05;

const SCORE_MAX = 12;
const SCORE_UNIT = 10;
const STATED_UNIT = 3;
const STATED_FLOOR = 1e-4;
/** Cosines of two texts of which one says something of the other lie within so much of each other. */
const NEAR_UNIT = 0.2;
const NEAREST_UNIT = 1 / 3;

/** Null where the meaning of the options is not known, or where there are none. */
export function sensedOption(reading: ParameterReading): SensedOption | null {
  if (reading.stated < STATED_MIN) return { at: 0, probability: 0 };
  const features = optionFeatures(reading);
  if (features === null) return null;
  const scores = features.options.map((each) => weighed(each, OPTION_WEIGHTS));
  const all = [...scores, weighed(features.none, NONE_WEIGHTS)];
  const top = Math.max(...all);
  const sum = all.reduce((total, score) => total + Math.exp(score - top), 0);
  const best = Math.max(...scores);
  return { at: scores.indexOf(best), probability: Math.exp(best - top) / sum };
}

/** What is weighed: of each option, and of none. */
export function optionFeatures(
  reading: ParameterReading,
): { readonly options: readonly (readonly number[])[]; readonly none: readonly number[] } | null {
  const { parameter, stated, near } = reading;
  const { choices, isRequired, hasDefault } = parameter;
  const nearness = near?.() ?? null;
  if (choices.length === 0 || nearness === null) return null;
  const read = reading.choices.map((score) => Math.min(SCORE_MAX, Math.max(-SCORE_MAX, score)));
  // The model reads the first dozen: of the others it says no more than of these on average.
  const usual = read.length === 0 ? 0 : read.reduce((sum, score) => sum + score, 0) / read.length;
  const options = choices.map((_, at) => [(read[at] ?? usual) / SCORE_UNIT, (nearness[at] ?? 0) / NEAR_UNIT]);
  const odds = Math.log(Math.max(stated, STATED_FLOOR) / Math.max(1 - stated, STATED_FLOOR));
  const none = [
    1,
    odds / STATED_UNIT,
    isRequired ? 1 : 0,
    hasDefault ? 1 : 0,
    Math.log(choices.length),
    Math.max(...nearness) / NEAREST_UNIT,
    Math.max(usual, ...read) / SCORE_UNIT,
  ];
  return { options, none };
}

function weighed(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0);
}
