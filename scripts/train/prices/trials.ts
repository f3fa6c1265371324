/** What becomes of each sentence when one price is another, all others as they are. */
import type { JsonObject } from "#core/json.ts";
import type { JointReading } from "#models/embedded/networks/joint-model.ts";
import { assembled } from "#models/embedded/parameter-value.ts";
import { valuesFrom } from "#models/embedded/values/parameter-values.ts";
import {
  PRICES,
  type PriceName,
  type Prices,
  type PriceUnit,
  price,
  withPrices,
} from "#models/embedded/values/prices.ts";
import { Progress } from "../../eval/progress.ts";
import type { Asked, Judged } from "./asked.ts";

/** Today's value stands in the middle. */
const TIMES = [0, 0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** For probabilities, in log-odds: so they stay probabilities. */
const STEPS = [-2, -1, -0.5, 0, 0.5, 1, 2] as const;
export const TODAY = TIMES.indexOf(1);

/** The values that are tried in place of one. */
export function triedValues(value: number, unit: PriceUnit): readonly number[] {
  if (unit !== "probability") return TIMES.map((times) => value * times);
  const odds = Math.log(value / (1 - value));
  return STEPS.map((step) => (step === 0 ? value : 1 / (1 + Math.exp(-odds - step))));
}

export interface Trial {
  readonly name: PriceName;
  readonly values: readonly number[];
  /** Sentences whose decoding asks for the price. */
  readonly asking: number;
  /** By value, then by sentence. */
  readonly judged: readonly (readonly Judged[])[];
}

type MutableTrial = Trial & { asking: number; readonly judged: readonly Judged[][] };

/** One trial a price. `readings` are those of the sentences, in their order. */
export function trialsOf(asked: readonly Asked[], readings: readonly JointReading[]): readonly Trial[] {
  const names = Object.keys(PRICES) as readonly PriceName[];
  const trials = names.map((name): MutableTrial => {
    const values = triedValues(PRICES[name].value, PRICES[name].unit);
    return { name, values, asking: 0, judged: values.map(() => []) };
  });
  const progress = new Progress();
  for (const [at, one] of asked.entries()) {
    const sentence = new Sentence(one, readings[at] as JointReading);
    for (const trial of trials) {
      if (sentence.asksFor.has(trial.name)) trial.asking += 1;
      const judged = sentence.judgedAt(trial.name, trial.values);
      for (const [index, verdict] of judged.entries()) trial.judged[index]?.push(verdict);
    }
    progress.show("trying", at + 1, asked.length);
  }
  return trials;
}

class Sentence {
  /** The prices that its decoding reads at all. */
  readonly asksFor: ReadonlySet<string>;
  readonly #asked: Asked;
  readonly #reading: JointReading;
  readonly #today: string;
  readonly #judged: Judged;

  constructor(asked: Asked, reading: JointReading) {
    this.#asked = asked;
    this.#reading = reading;
    const seen = new Set<string>();
    const watched = new Proxy(price, {
      get: (prices, name: PriceName) => {
        seen.add(name);
        return prices[name];
      },
    });
    const parameters = this.#decoded(watched);
    this.asksFor = seen;
    this.#today = JSON.stringify(parameters);
    this.#judged = asked.judge(parameters);
  }

  /**
   * A score is a sum of prices: where neither the least nor the greatest value makes another call, none between them does, and the
   * others are not tried.
   */
  judgedAt(name: PriceName, values: readonly number[]): readonly Judged[] {
    if (!this.asksFor.has(name)) return values.map(() => this.#judged);
    const calls = new Map([0, values.length - 1].map((at) => [at, this.#decodedAt(name, values[at] as number)]));
    if ([...calls.values()].every((call) => JSON.stringify(call) === this.#today))
      return values.map(() => this.#judged);
    return values.map((value, at) => {
      if (at === TODAY) return this.#judged;
      return this.#asked.judge(calls.get(at) ?? this.#decodedAt(name, value));
    });
  }

  #decodedAt(name: PriceName, value: number): JsonObject {
    return this.#decoded({ ...price, [name]: value });
  }

  #decoded(prices: Prices): JsonObject {
    const { text, now } = this.#asked;
    return withPrices(prices, () => assembled(valuesFrom(text, this.#reading, now)));
  }
}
