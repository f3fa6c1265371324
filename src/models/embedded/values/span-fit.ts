/** How well a stretch of text fits a parameter, by what the joint model read. */
import type { Span } from "#core/span.ts";
import type { ParameterReading } from "../networks/joint-model.ts";
import type { Tokens } from "../networks/wordpiece.ts";
import { price } from "./prices.ts";
import { wholeWords } from "./texts.ts";

const BORDERS_TRIED_MAX = 6;
const SPAN_TOKENS_MAX = 40;
/** "S&P 500" is one item. */
const INSIDE_NAMES = /^[&'’./-]$/;

export class SpanFit {
  readonly #reading: ParameterReading;
  readonly #tokens: Tokens;
  readonly #text: string;

  constructor(text: string, tokens: Tokens, reading: ParameterReading) {
    this.#text = text;
    this.#tokens = tokens;
    this.#reading = reading;
  }

  /** Log-probability of exactly these borders and of what lies between them. */
  fit(span: Span): number {
    const at = this.#tokensOf(span);
    const first = at[0];
    const last = at.at(-1);
    if (first === undefined || last === undefined) return price.noToken;
    const borders = (this.#reading.startLog[first] ?? price.noToken) + (this.#reading.endLog[last] ?? price.noToken);
    return borders + this.#insideLog(at);
  }

  /** The same, with the best border token anywhere in it: signs, currencies and units blur the borders of numbers. */
  numberFit(span: Span): number {
    const at = this.#tokensOf(span);
    if (at.length === 0) return price.numberFitMin;
    const best = (logs: Float64Array) => Math.max(...at.map((token) => logs[token] ?? price.noToken));
    const borders = best(this.#reading.startLog) + best(this.#reading.endLog);
    return Math.max(price.numberFitMin, borders + this.#insideLog(at));
  }

  /** 0–1: how much of it belongs to the value; 0 without tokens. */
  inside(span: Span): number {
    return this.#mean(this.#tokensOf(span));
  }

  /** Log-probability of what lies between its borders, wherever it begins and ends. */
  insideFit(span: Span): number {
    return this.#insideLog(this.#tokensOf(span));
  }

  /** The spans with the best borders, grown to whole words, best first. */
  bestSpans(count: number): readonly { readonly span: Span; readonly fit: number }[] {
    const found = new Map<string, { span: Span; fit: number }>();
    const ends = bestOf(this.#reading.endLog);
    for (const first of bestOf(this.#reading.startLog)) {
      for (const last of ends) {
        if (last < first || last > first + SPAN_TOKENS_MAX) continue;
        const span = this.#words(first, last);
        found.set(`${span.start} ${span.end}`, { span, fit: this.fit(span) });
      }
    }
    return [...found.values()].sort((a, b) => b.fit - a.fit).slice(0, count);
  }

  /** Stretches of tokens that all belong to the value: the items of a list that is not written as one. */
  insideRuns(): readonly Span[] {
    const runs: Span[] = [];
    const { inside } = this.#reading;
    for (let first = 0; first < inside.length; first += 1) {
      if ((inside[first] ?? 0) <= price.runInsideMin) continue;
      let last = first;
      while ((inside[last + 1] ?? 0) > price.runInsideMin) last += 1;
      const run = this.#words(first, last);
      const previous = runs.at(-1);
      const isOneName = previous && INSIDE_NAMES.test(this.#text.slice(previous.end, run.start));
      if (isOneName) runs[runs.length - 1] = { start: previous.start, end: run.end };
      else if (run.start >= (previous?.end ?? 0)) runs.push(run);
      first = last;
    }
    return runs;
  }

  #words(first: number, last: number): Span {
    const start = this.#tokens.starts[first] ?? 0;
    return wholeWords(this.#text, { start, end: this.#tokens.ends[last] ?? start });
  }

  #tokensOf(span: Span): readonly number[] {
    const { starts, ends } = this.#tokens;
    const found: number[] = [];
    for (let token = 0; token < starts.length; token += 1) {
      if ((starts[token] ?? 0) < span.end && (ends[token] ?? 0) > span.start) found.push(token);
    }
    return found;
  }

  #insideLog(tokens: readonly number[]): number {
    return price.inside * Math.log(this.#mean(tokens) + price.insideFloor);
  }

  #mean(tokens: readonly number[]): number {
    if (tokens.length === 0) return 0;
    return tokens.reduce((sum, token) => sum + (this.#reading.inside[token] ?? 0), 0) / tokens.length;
  }
}

function bestOf(logs: Float64Array): readonly number[] {
  return [...logs.keys()].sort((a, b) => (logs[b] ?? 0) - (logs[a] ?? 0)).slice(0, BORDERS_TRIED_MAX);
}
