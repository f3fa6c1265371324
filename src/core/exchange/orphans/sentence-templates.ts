import { Unusable } from "../unusable.ts";

/** A template of Home Assistant, read: `[please] (turn|switch) on <the> {name:device}`. */
type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "choice"; readonly options: readonly (readonly Part[])[] }
  | { readonly kind: "order"; readonly items: readonly (readonly Part[])[] }
  | { readonly kind: "list"; readonly list: string; readonly slot: string }
  | { readonly kind: "rule"; readonly rule: string };

/** One way to say what stands in the place of a list. */
export interface ListWords {
  readonly words: string;
  /** What these mean; null where the words only keep the place of a value that nobody knows here. */
  readonly value: string | number | null;
}

export interface TemplateSources {
  /** What stands for a list; never empty. */
  readonly wordsOf: (list: string) => readonly ListWords[];
  readonly rules: ReadonlyMap<string, string>;
}

export interface TemplateSlot {
  readonly slot: string;
  readonly list: string;
}

export interface Sentence {
  readonly text: string;
  readonly values: readonly (TemplateSlot & ListWords)[];
}

const TEMPLATE_CHARACTERS_MAX = 5_000;
const DEPTH_MAX = 40;
/** What a template and its rules come to, written out once. */
const PARTS_MAX = 20_000;
const SPECIAL = /[[\](){}<>|;\\]/;

/** A template with its rules in the place of their names: what it takes, and sentences that it stands for. */
export class SentenceTemplate {
  readonly #parts: readonly Part[];
  readonly #wordsOf: TemplateSources["wordsOf"];
  readonly #counts = new Map<Part, number>();
  /** What it comes to with its rules: reading it, and each of its sentences, costs as much. */
  readonly size: number;

  /** Throws an Unusable for brackets that do not match, a rule that is not there or holds itself, and for what is too large. */
  constructor(template: string, { wordsOf, rules }: TemplateSources) {
    this.#wordsOf = wordsOf;
    const writer = new RuleWriter(rules);
    this.#parts = writer.written(read(template));
    this.size = writer.size;
  }

  /** Each once, in the order in which they stand in it. */
  slots(): readonly TemplateSlot[] {
    const found = new Map<string, TemplateSlot>();
    const walk = (parts: readonly Part[]) => {
      for (const part of parts) {
        if (part.kind === "list" && !found.has(part.slot)) found.set(part.slot, { slot: part.slot, list: part.list });
        for (const inner of branchesOf(part)) walk(inner);
      }
    };
    walk(this.#parts);
    return [...found.values()];
  }

  /** At most so many of its sentences, far apart from each other, and always the same ones. */
  sentences(most: number): readonly Sentence[] {
    const total = this.#count(this.#parts);
    const found = new Map<string, Sentence>();
    const tries = Math.min(total, most * 2);
    for (let turn = 0; turn < tries && found.size < most; turn += 1) {
      // Beyond each other one: a step that divides nothing evenly, so that neighbours differ in more than their last part.
      const sentence = this.#at(tries === total ? turn : (Math.floor(turn * (total / tries)) + turn) % total);
      if (sentence.text !== "" && !found.has(sentence.text)) found.set(sentence.text, sentence);
    }
    return [...found.values()];
  }

  #count(parts: readonly Part[]): number {
    return parts.reduce((product, part) => Math.min(product * this.#countOf(part), Number.MAX_SAFE_INTEGER), 1);
  }

  #countOf(part: Part): number {
    const known = this.#counts.get(part);
    if (known !== undefined) return known;
    const count = this.#waysOf(part);
    this.#counts.set(part, count);
    return count;
  }

  #waysOf(part: Part): number {
    if (part.kind === "choice") {
      const ways = part.options.reduce((sum, option) => sum + this.#count(option), 0);
      return Math.min(ways, Number.MAX_SAFE_INTEGER);
    }
    if (part.kind === "order") return part.items.length * this.#count(part.items.flat());
    return part.kind === "list" ? this.#wordsOf(part.list).length : 1;
  }

  /** The sentence of this number, of all that there are. */
  #at(index: number): Sentence {
    const words: string[] = [];
    const values: (TemplateSlot & ListWords)[] = [];
    const write = (parts: readonly Part[], given: number) => {
      let left = given;
      for (const part of parts) {
        const count = this.#countOf(part);
        const own = left % count;
        left = Math.floor(left / count);
        if (part.kind === "text") words.push(part.text);
        else if (part.kind === "choice") this.#chosen(part.options, own, write);
        else if (part.kind === "order") {
          const first = own % part.items.length;
          write(
            [...part.items.slice(first), ...part.items.slice(0, first)].flat(),
            Math.floor(own / part.items.length),
          );
        } else if (part.kind === "list") {
          const all = this.#wordsOf(part.list);
          const one = all[own] ?? { words: "", value: null };
          words.push(one.words);
          values.push({ slot: part.slot, list: part.list, ...one });
        }
      }
    };
    write(this.#parts, index);
    return { text: words.join("").replace(/\s+/g, " ").trim(), values };
  }

  #chosen(
    options: readonly (readonly Part[])[],
    index: number,
    write: (parts: readonly Part[], own: number) => void,
  ): void {
    let left = index;
    for (const option of options) {
      const count = this.#count(option);
      if (left < count) {
        write(option, left);
        return;
      }
      left -= count;
    }
  }
}

/** In whichever order the items stand, they are words of their own. */
function apart(item: readonly Part[]): readonly Part[] {
  const space = { kind: "text", text: " " } as const;
  return [space, ...item, space];
}

function branchesOf(part: Part): readonly (readonly Part[])[] {
  if (part.kind === "choice") return part.options;
  return part.kind === "order" ? part.items : [];
}

/** Puts what rules stand for in the place of their names. */
class RuleWriter {
  readonly #rules: ReadonlyMap<string, string>;
  readonly #open: string[] = [];
  #parts = 0;

  get size(): number {
    return this.#parts;
  }

  constructor(rules: ReadonlyMap<string, string>) {
    this.#rules = rules;
  }

  written(parts: readonly Part[]): readonly Part[] {
    return parts.flatMap((part): readonly Part[] => {
      this.#parts += 1;
      if (this.#parts > PARTS_MAX) throw new Unusable(`comes to more than ${PARTS_MAX} parts with its rules`);
      if (part.kind === "rule") return this.#rule(part.rule);
      if (part.kind === "choice") return [{ ...part, options: part.options.map((option) => this.written(option)) }];
      if (part.kind === "order") return [{ ...part, items: part.items.map((item) => this.written(item)) }];
      return [part];
    });
  }

  #rule(name: string): readonly Part[] {
    const template = this.#rules.get(name);
    if (template === undefined) throw new Unusable(`needs the rule <${name}>, which is in none of the files`);
    if (this.#open.includes(name)) throw new Unusable(`has the rule <${name}>, which holds itself`);
    this.#open.push(name);
    const parts = this.written(read(template));
    this.#open.pop();
    return [{ kind: "choice", options: [parts] }];
  }
}

function read(template: string): readonly Part[] {
  if (template.length > TEMPLATE_CHARACTERS_MAX)
    throw new Unusable(`is longer than ${TEMPLATE_CHARACTERS_MAX} characters`);
  const reader = new TemplateReader(template);
  const [only = [], ...more] = reader.options("", 0).options;
  return more.length === 0 ? only : [{ kind: "choice", options: [only, ...more] }];
}

class TemplateReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What stands up to the closing bracket, parted by `|`, or by `;` where any order will do. */
  options(
    closing: string,
    depth: number,
  ): { readonly options: readonly (readonly Part[])[]; readonly isOrder: boolean } {
    if (depth > DEPTH_MAX) throw new Unusable(`is nested more than ${DEPTH_MAX} levels deep`);
    const options: Part[][] = [[]];
    let isOrder = false;
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character === closing) {
        this.#at += 1;
        return { options, isOrder };
      }
      if (character === "") throw new Unusable(`has a bracket that is never closed with "${closing}"`);
      if (character === "|" || character === ";") {
        isOrder ||= character === ";";
        options.push([]);
        this.#at += 1;
      } else options.at(-1)?.push(...this.#part(character, depth));
    }
  }

  #part(character: string, depth: number): readonly Part[] {
    switch (character) {
      case "[": {
        this.#at += 1;
        return [{ kind: "choice", options: [[], ...this.options("]", depth + 1).options] }];
      }
      case "(": {
        this.#at += 1;
        const { options, isOrder } = this.options(")", depth + 1);
        return [isOrder ? { kind: "order", items: options.map(apart) } : { kind: "choice", options }];
      }
      case "{": {
        const [list = "", slot = list] = this.#named("}").split(":");
        return [{ kind: "list", list: list.trim(), slot: slot.trim() }];
      }
      case "<":
        return [{ kind: "rule", rule: this.#named(">").trim() }];
      case "]":
      case ")":
      case "}":
      case ">":
        throw new Unusable(`has a "${character}" that nothing opens`);
      default:
        return [{ kind: "text", text: this.#plain() }];
    }
  }

  #named(closing: string): string {
    const close = this.#text.indexOf(closing, this.#at);
    if (close === -1) throw new Unusable(`has a bracket that is never closed with "${closing}"`);
    const name = this.#text.slice(this.#at + 1, close);
    this.#at = close + 1;
    return name;
  }

  #plain(): string {
    if (this.#text.charAt(this.#at) === "\\") {
      this.#at += 2;
      return this.#text.charAt(this.#at - 1);
    }
    const from = this.#at;
    while (this.#at < this.#text.length && !SPECIAL.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }
}
