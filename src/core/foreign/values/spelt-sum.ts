/** Adds up the parts of a spelt number, in the only order in which people say them. */

const HUNDRED = 100;

export type NumberPart =
  | { readonly kind: "small"; readonly value: number }
  /** Multiplies what stands before it. */
  | { readonly kind: "hundred" }
  | { readonly kind: "whole hundred"; readonly value: number }
  | { readonly kind: "scale"; readonly value: number };

export class SpeltSum {
  readonly #hundredsMax: number;
  #total = 0;
  /** Below the scale that may follow; null where nothing stands yet. */
  #group: number | null = null;
  #lastScale = Number.POSITIVE_INFINITY;

  constructor(hundredsMax: number, from?: SpeltSum) {
    this.#hundredsMax = hundredsMax;
    if (!from) return;
    this.#total = from.#total;
    this.#group = from.#group;
    this.#lastScale = from.#lastScale;
  }

  get value(): number {
    return this.#total + (this.#group ?? 0);
  }

  /** Whether it ends in a hundred or a greater scale. */
  get endsRound(): boolean {
    const hasScale = this.#total > 0 && this.#group === null;
    return hasScale || (this.#group !== null && this.#group > 0 && this.#group % HUNDRED === 0);
  }

  /** Goes on with the parts, all or none; false where that is no number. */
  add(parts: readonly NumberPart[]): boolean {
    const trial = new SpeltSum(this.#hundredsMax, this);
    if (!parts.every((part) => trial.#addOne(part))) return false;
    this.#total = trial.#total;
    this.#group = trial.#group;
    this.#lastScale = trial.#lastScale;
    return true;
  }

  #addOne(part: NumberPart): boolean {
    const group = this.#group;
    switch (part.kind) {
      case "small":
        if (group === null && this.#total === 0) this.#group = part.value;
        else if (part.value === 0 || (group !== null && (group === 0 || group % HUNDRED !== 0))) return false;
        else this.#group = (group ?? 0) + part.value;
        return true;
      case "hundred":
        if (group !== null && (group < 1 || group > this.#hundredsMax)) return false;
        this.#group = (group ?? 1) * HUNDRED;
        return true;
      case "whole hundred":
        if (group !== null) return false;
        this.#group = part.value;
        return true;
      case "scale":
        if (group === 0 || part.value >= this.#lastScale) return false;
        this.#total += (group ?? 1) * part.value;
        this.#group = null;
        this.#lastScale = part.value;
        return true;
    }
  }
}
