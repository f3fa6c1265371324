/** Finds the templates whose words all stand in a sentence, without looking at the others. */
import { Counts } from "./counts.ts";
import type { KnownEntry, Template } from "./entries.ts";

/** A template under the two of its words that are rarest when it comes. */
interface Indexed {
  readonly template: Template;
  readonly rarest: string;
  readonly second: string;
}

/**
 * Templates with the same two words. Two bits stand for each of their words, one in either mask: a template with a bit that
 * the sentence lacks has a word that it lacks. The masks stand apart, so that a template without a chance is never touched.
 */
interface Shelf {
  readonly masks: number[];
  readonly otherMasks: number[];
  readonly templates: Template[];
}

/** Templates looked at for a sentence: in a partition with more that might fit, only the rarest words count. */
const CANDIDATES_MAX = 3_000;

export class TemplateIndex {
  readonly #byKey = new Map<string, Indexed>();
  readonly #byWords = new Map<string, Map<string, Shelf>>();
  /** In how many templates each word stands. */
  readonly #words = new Counts();

  get size(): number {
    return this.#byKey.size;
  }

  isAnchor(word: string): boolean {
    return this.#words.of(word) > 0;
  }

  /** Puts the entry under its template, which becomes the one already known where there is an equal one. */
  add(entry: KnownEntry): void {
    const known = this.#byKey.get(entry.template.key);
    if (known) entry.template = known.template;
    else this.#insert(entry.template);
    entry.template.entries.push(entry);
  }

  remove(entry: KnownEntry): void {
    const { template } = entry;
    const at = template.entries.indexOf(entry);
    if (at < 0) return;
    template.entries.splice(at, 1);
    if (template.entries.length === 0) this.#delete(template);
  }

  /** Templates all of whose words are among `words`, those under rare words first. */
  *within(words: ReadonlySet<string>): Generator<Template> {
    const { mask, otherMask } = masksOf(words);
    let left = CANDIDATES_MAX;
    const rarestFirst = [...words].sort((one, other) => this.#words.of(one) - this.#words.of(other));
    for (const rarest of rarestFirst) {
      const seconds = this.#byWords.get(rarest);
      if (!seconds) continue;
      for (const second of [...rarestFirst, ""]) {
        const shelf = seconds.get(second);
        if (!shelf) continue;
        const { masks, otherMasks, templates } = shelf;
        for (let at = 0; at < templates.length; at += 1) {
          if (left === 0) return;
          left -= 1;
          if (((masks[at] as number) & ~mask) !== 0 || ((otherMasks[at] as number) & ~otherMask) !== 0) continue;
          const template = templates[at] as Template;
          if (template.anchors.every((word) => words.has(word))) yield template;
        }
      }
    }
  }

  #insert(template: Template): void {
    const distinct = [...new Set(template.anchors)];
    // A template without a word of its own fits any sentence.
    if (distinct.length > 0) {
      const rank = (word: string) => this.#words.of(word) - word.length / 100;
      const [rarest = "", second = ""] = distinct.toSorted((one, other) => rank(one) - rank(other));
      const seconds = this.#byWords.get(rarest) ?? new Map<string, Shelf>();
      this.#byWords.set(rarest, seconds);
      const shelf = seconds.get(second) ?? { masks: [], otherMasks: [], templates: [] };
      seconds.set(second, shelf);
      const { mask, otherMask } = masksOf(distinct);
      shelf.masks.push(mask);
      shelf.otherMasks.push(otherMask);
      shelf.templates.push(template);
      this.#byKey.set(template.key, { template, rarest, second });
    } else this.#byKey.set(template.key, { template, rarest: "", second: "" });
    for (const word of distinct) this.#words.change(word, 1);
  }

  #delete(template: Template): void {
    const indexed = this.#byKey.get(template.key);
    if (!indexed) return;
    this.#byKey.delete(template.key);
    for (const word of new Set(template.anchors)) this.#words.change(word, -1);
    const seconds = this.#byWords.get(indexed.rarest);
    const shelf = seconds?.get(indexed.second);
    if (!seconds || !shelf) return;
    const at = shelf.templates.indexOf(indexed.template);
    for (const column of [shelf.masks, shelf.otherMasks, shelf.templates]) column.splice(at, 1);
    if (shelf.templates.length === 0) seconds.delete(indexed.second);
    if (seconds.size === 0) this.#byWords.delete(indexed.rarest);
  }
}

function masksOf(words: Iterable<string>): { readonly mask: number; readonly otherMask: number } {
  let mask = 0;
  let otherMask = 0;
  for (const word of words) {
    let hash = word.length;
    for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
    mask |= 1 << ((hash ^ (hash >>> 15)) & 31);
    otherMask |= 1 << (Math.imul(hash, 0x9e37_79b1) >>> 27);
  }
  return { mask, otherMask };
}
