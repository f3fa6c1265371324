/** How much of a label's wording a text repeats: beside embeddings, what a rare word in both says. */
import { contentWords } from "../name-words.ts";

const LETTERS = [3, 4];

/** The labels' words by the letters in them, so that endings and typing errors matter little. */
export class LabelWords {
  /** By a few letters: the labels that have them, and what that is worth. */
  readonly #worth = new Map<string, readonly (readonly [label: number, worth: number])[]>();
  readonly #rarity = new Map<string, number>();
  readonly #labels: number;

  constructor(labels: readonly string[]) {
    this.#labels = labels.length;
    const features = labels.map(lettersOf);
    for (const own of features)
      for (const feature of own) this.#rarity.set(feature, (this.#rarity.get(feature) ?? 0) + 1);
    for (const [feature, count] of this.#rarity) this.#rarity.set(feature, Math.log(1 + labels.length / count));
    const lengths = features.map((own) => this.#lengthOf(own));
    const worth = new Map<string, [number, number][]>();
    for (const [label, own] of features.entries()) {
      for (const feature of own) {
        const entries = worth.get(feature) ?? [];
        entries.push([label, (this.#rarity.get(feature) ?? 0) ** 2 / (lengths[label] ?? 1)]);
        worth.set(feature, entries);
      }
    }
    this.#worth = worth;
  }

  /** 0–1 for each label: the cosine between its words and the text's words that any label has. */
  likenessTo(text: string): Float32Array {
    const likeness = new Float32Array(this.#labels);
    const letters = lettersOf(text);
    const length = this.#lengthOf(letters);
    for (const feature of letters) {
      for (const [label, worth] of this.#worth.get(feature) ?? [])
        likeness[label] = (likeness[label] ?? 0) + worth / length;
    }
    return likeness;
  }

  #lengthOf(features: ReadonlySet<string>): number {
    let sum = 0;
    for (const feature of features) sum += (this.#rarity.get(feature) ?? 0) ** 2;
    return Math.sqrt(sum) || 1;
  }
}

function lettersOf(text: string): ReadonlySet<string> {
  const features = new Set<string>();
  for (const word of contentWords(text)) {
    const enclosed = `<${word}>`;
    for (const count of LETTERS)
      for (let at = 0; at + count <= enclosed.length; at += 1) features.add(enclosed.slice(at, at + count));
  }
  return features;
}
