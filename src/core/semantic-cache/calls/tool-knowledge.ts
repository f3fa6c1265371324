/** What the answered sentences of a partition say about its tools. */
import type { IsWord } from "../../reading/slips.ts";
import type { Tool } from "../../toolset.ts";
import { Counts, countsOf } from "./counts.ts";
import type { KnownEntry } from "./entries.ts";
import { ToolLexicon, type ValueLexicon } from "./lexicon.ts";
import { type ParameterRules, parameterRulesOf } from "./parameter-rules.ts";

/** Where else a value was seen. */
export interface Kinship {
  /** As a value of a parameter of the same name, of any tool. */
  readonly kin: number;
  /** As a value of a parameter of another name, which this tool has as well. */
  readonly alien: number;
}

/** In a tool with fewer known sentences, its words say too little to prefer it. */
const RIVAL_SENTENCES_MIN = 5;
const FIRM_SEEN_MIN = 3;
const NO_RIVAL_MARGIN = 5;
const MARGIN_MAX = 10;
const LEAD_MAX = 4;
/** As if every tool had been asked for with some more words, each once in a while. */
const SMOOTHING_WORDS = 200;
const SMOOTHING = 0.2;

export class ToolKnowledge {
  readonly isWord: IsWord;
  readonly #rules: readonly ParameterRules[];
  readonly #lexicons = new Map<number, ToolLexicon>();
  readonly #anchors = new Counts();
  readonly #valueWords = new Counts();
  /** Words of the sentences that no tool fits. */
  readonly #noneWords = new Counts();
  #called = 0;
  #uncalled = 0;
  /** By the name of a parameter, whatever its tool: whole values, as their words joined by blanks. */
  readonly #values = new Map<string, Counts>();

  constructor(tools: readonly Tool[], isWord: IsWord) {
    this.isWord = isWord;
    this.#rules = tools.map(parameterRulesOf);
  }

  rulesOf(tool: number): ParameterRules {
    return this.#rules[tool] ?? NO_RULES;
  }

  lexiconOf(tool: number): ToolLexicon {
    return this.#lexicons.get(tool) ?? NO_LEXICON;
  }

  /** How often the word stands around values of any tool. */
  anchorsOfAll(word: string): number {
    return this.#anchors.of(word);
  }

  /** Whether the word stands in a value of any tool. */
  isInValues(word: string): boolean {
    return this.#valueWords.of(word) > 0;
  }

  /** Whether a slip may have been meant as this word: one of the language, or one that is asked with again and again. */
  isFirmAnchor(word: string): boolean {
    const seen = this.#anchors.of(word);
    return seen >= FIRM_SEEN_MIN || (seen > 0 && this.isWord(word));
  }

  /** Known sentences, and those among them that a tool was called for. */
  get sides(): { readonly sentences: number; readonly calls: number } {
    return { sentences: this.#called + this.#uncalled, calls: this.#called };
  }

  change(entry: KnownEntry, by: 1 | -1): void {
    this.#called += by;
    const { tool, anchors } = entry.template;
    const lexicon = this.#lexicons.get(tool) ?? new ToolLexicon();
    this.#lexicons.set(tool, lexicon);
    lexicon.change(entry, by);
    if (lexicon.sentences === 0) this.#lexicons.delete(tool);
    for (const word of anchors) this.#anchors.change(word, by);
    for (const { parameter, from, to } of entry.slots) {
      const words = entry.words.slice(from, to);
      for (const word of words) this.#valueWords.change(word, by);
      const values = countsOf(this.#values, parameter);
      values.change(words.join(" "), by);
      if (values.size === 0) this.#values.delete(parameter);
    }
  }

  /** `none` teaches only which words stand in sentences, and in such that no tool fits. */
  changeUnanswered(words: readonly string[], by: 1 | -1): void {
    this.#uncalled += by;
    for (const word of words) {
      this.#anchors.change(word, by);
      this.#noneWords.change(word, by);
    }
  }

  /** By how much the word is likelier in sentences that no tool fits than in the others; logarithm, 0 where it is in neither. */
  noneLead(word: string): number {
    const uncalled = this.#noneWords.of(word);
    const called = this.#anchors.of(word) - uncalled + this.#valueWords.of(word);
    const share = (times: number, sentences: number) => (times + SMOOTHING) / (sentences + 1);
    const lead = Math.log(share(uncalled, this.#uncalled) / share(called, this.#called));
    return uncalled + called === 0 ? 0 : Math.max(-LEAD_MAX, Math.min(LEAD_MAX, lead));
  }

  /** `whole`: the words of the value, joined by blanks. */
  kinshipOf(tool: number, parameter: string, whole: string): Kinship {
    const kin = this.#values.get(parameter)?.of(whole) ?? 0;
    let alien = 0;
    for (const name of this.rulesOf(tool).keys())
      if (name !== parameter) alien += this.#values.get(name)?.of(whole) ?? 0;
    return { kin, alien };
  }

  /** By how much the words are likelier in this tool than in the likeliest rival; logarithm, −10 to 10. */
  toolMargin(words: readonly string[], tool: number, rivals: ReadonlySet<number>): number {
    let best = Number.NEGATIVE_INFINITY;
    for (const rival of rivals) {
      if (rival === tool || this.lexiconOf(rival).sentences < RIVAL_SENTENCES_MIN) continue;
      best = Math.max(best, likelihood(words, this.lexiconOf(rival)));
    }
    if (best === Number.NEGATIVE_INFINITY) return NO_RIVAL_MARGIN;
    return Math.max(-MARGIN_MAX, Math.min(MARGIN_MAX, likelihood(words, this.lexiconOf(tool)) - best));
  }

  parameterOf(tool: number, parameter: string): ValueLexicon {
    return this.lexiconOf(tool).parameter(parameter);
  }
}

const NO_RULES: ParameterRules = new Map();
const NO_LEXICON = new ToolLexicon();

function likelihood(words: readonly string[], { anchors }: ToolLexicon): number {
  const total = Math.log(anchors.total + SMOOTHING_WORDS);
  return words.reduce((sum, word) => sum + Math.log(anchors.of(word) + SMOOTHING) - total, 0);
}
