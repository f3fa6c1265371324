/** What a parameter of text, or a list of texts, could be: stretches of the text, by what was read and by their form. */
import { type LinearRegExp, linearRegExp } from "#core/linear-regexp.ts";
import type { Span } from "#core/ports/models.ts";
import { type IdentifierMention, identifiersIn, identifiersWantedBy } from "#core/reading/identifiers.ts";
import { type Candidate, fixed, WRITTEN_LIST } from "./candidate.ts";
import type { Evidence } from "./evidence.ts";
import type { ParameterReading } from "./joint-model.ts";
import { listItems, quotedLists, quotedSpans, trimmed, wholeName } from "./texts.ts";
import type { Parameter } from "./tool-parameters.ts";
import { humanised } from "./words.ts";
import { writtenAs } from "./written-values.ts";

const SPANS_MAX = 8;
const NAMES_TRIED = 2;
const LISTS_TRIED = 4;
const QUOTED_LIST_MIN = -2;
const NAME_UNITS_MAX = 60;
/** What may stand between a parameter's name and its value: "project with the id X", "the subject is 'X'". */
const NOUN_BETWEEN = "(?:\\s+(?:with\\s+)?(?:the\\s+)?(?:name|id|uuid|number|code))?";
const LINK_BETWEEN = "\\s*(?:=|:|-|is|of|as|to be|named|called)?\\s*[\\x60'\"“‘]?";
/** "use 'X' as the host", "the 'X' database". */
const LINK_BEHIND = "(?:[\\x60'\"”’]\\s+|[\\x60'\"”’]?\\s+(?:as|for)\\s+)(?:(?:the|its|an?|your|my)\\s+)?";
/** "a list called X" gives a name to whatever has one. */
const IS_NAME = /name$|title$|label$/i;
const CALLED = /\b(?:called|named|titled|entitled)\s+[\x60'"“‘]?$/i;
/** Begins a value that is not the value itself: "id AB10". */
const NAMING_NOUN = /^(?:name|id|uuid|number|code)\s/i;
const NAMED = 3;
/** Of what is named, or has the form that is asked for: what was read may be blind to it, but not veto it. */
const FIT_MIN = -7;
/** An e-mail address for a parameter that wants one, and other words where there is an e-mail address. */
const OF_KIND = 2;
const OF_OTHER_KIND = -4;
const WHOLE_NAME = 0.5;
const QUOTED = 0.7;
const BARE_NUMBER = -2;

const LOOKS_NUMERIC = /^[-\d.,%]+$/;
const MAY_BE_NUMERIC = /\b(?:id|number|code|size|phone|zip|date|time|year|version|uuid|address|amount|value|day|port)/;

interface Stretch {
  readonly span: Span;
  /** Log-probability by what was read. */
  readonly fit: number;
}

/** The stretches of one text. */
export class TextFinder {
  readonly #text: string;
  readonly #quoted: readonly Span[];
  readonly #identifiers: readonly IdentifierMention[];

  constructor(text: string) {
    this.#text = text;
    this.#quoted = quotedSpans(text);
    this.#identifiers = identifiersIn(text);
  }

  single(parameter: Parameter, evidence: Evidence): readonly Candidate[] {
    const formed = this.#formed(parameter);
    const known = [...this.#quoted, ...formed].map((span) => ({ span, fit: evidence.fit(span) }));
    const best = evidence.bestSpans(SPANS_MAX);
    const found = [...best, ...this.#wholeNames(best), ...known].flatMap((stretch) =>
      this.#candidate(stretch, parameter, formed),
    );
    const { pattern } = formsOf(parameter);
    return pattern ? found.filter(({ value }) => pattern.test(String(value))) : found;
  }

  /** The items of a list that is quoted or enumerated. */
  lists(parameter: Parameter, reading: ParameterReading, evidence: Evidence): readonly Candidate[] {
    const valuesIn = (spans: readonly Span[]) =>
      spans.flatMap((span) => listItems(this.#text, span)).map((item) => this.written(parameter, item));
    const quoted = quotedLists(this.#text).flatMap((items) => {
      const span = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 };
      const values = items.map((item) => this.written(parameter, item));
      return [fixed(2 * Math.log(evidence.inside(span) + 1e-4) + WRITTEN_LIST, span, values)];
    });
    if (quoted.some(({ score }) => score > QUOTED_LIST_MIN)) return quoted;
    const runs = evidence.insideRuns();
    const [first] = runs;
    if (first) {
      const span = { start: first.start, end: runs.at(-1)?.end ?? first.end };
      return [fixed(Math.log(reading.stated + 1e-4), span, valuesIn(runs))];
    }
    return evidence.bestSpans(LISTS_TRIED).flatMap(({ span, fit }) => {
      const values = valuesIn([span]);
      return values.length > 0 ? [fixed(fit, span, values)] : [];
    });
  }

  /** The span's text as the parameter wants it written. */
  written(parameter: Parameter, span: Span): string {
    return writtenAs(parameter, this.#text.slice(span.start, span.end));
  }

  #wholeNames(best: readonly Stretch[]): readonly Stretch[] {
    return best.slice(0, NAMES_TRIED).flatMap(({ span, fit }) => {
      const whole = wholeName(this.#text, span);
      return whole ? [{ span: whole, fit: fit + WHOLE_NAME }] : [];
    });
  }

  /** `formed`: the spans that have the form the parameter asks for, if it asks for any. */
  #candidate({ span, fit }: Stretch, parameter: Parameter, formed: readonly Span[]): readonly Candidate[] {
    const exact = trimmed(this.#text, span);
    if (exact.end === exact.start) return [];
    const about = `${humanised(parameter.name)} ${parameter.description}`.toLowerCase();
    const isBareNumber = LOOKS_NUMERIC.test(this.#text.slice(exact.start, exact.end)) && !MAY_BE_NUMERIC.test(about);
    const isFormed = formed.some((other) => isSame(other, exact) || isSame(other, this.#withoutHash(exact)));
    const isNamed = this.#isNamed(parameter, exact);
    const score =
      (isNamed || isFormed ? Math.max(fit, FIT_MIN) : fit) +
      (isNamed ? NAMED : 0) +
      (formed.length === 0 ? 0 : isFormed ? OF_KIND : OF_OTHER_KIND) +
      (this.#quoted.some((other) => isSame(other, span)) ? QUOTED : 0) +
      (isBareNumber ? BARE_NUMBER : 0);
    return [fixed(score, exact, this.written(parameter, exact))];
  }

  /** A code may be written "#123". */
  #withoutHash({ start, end }: Span): Span {
    return { start: this.#text.charAt(start) === "#" ? start + 1 : start, end };
  }

  /** Where the text has what the parameter asks for by its form: an e-mail address, a code, whatever its pattern says. */
  #formed(parameter: Parameter): readonly Span[] {
    const { pattern } = formsOf(parameter);
    if (pattern) {
      const words = [...this.#text.matchAll(/\S+/g)].map((match) =>
        trimmed(this.#text, { start: match.index, end: match.index + match[0].length }),
      );
      return words.filter(({ start, end }) => pattern.test(this.#text.slice(start, end)));
    }
    const wanted = identifiersWantedBy(parameter.name, parameter.format);
    return wanted.length === 0 ? [] : this.#identifiers.filter(({ kind }) => wanted.includes(kind));
  }

  /** "component AB10", "the subject is 'Hello'", "the 'main' database": the parameter's name stands right before, or behind. */
  #isNamed(parameter: Parameter, span: Span): boolean {
    if (NAMING_NOUN.test(this.#text.slice(span.start, span.end))) return false;
    const left = this.#text.slice(Math.max(0, span.start - NAME_UNITS_MAX), span.start);
    const right = this.#text.slice(span.end, span.end + NAME_UNITS_MAX);
    const { before, behind } = formsOf(parameter);
    return (IS_NAME.test(parameter.name) && CALLED.test(left)) || before.test(left) || behind.test(right);
  }
}

/** What a parameter's name and schema say of the words at its value. */
interface Forms {
  readonly before: RegExp;
  readonly behind: RegExp;
  /** The schema's own; null without one. */
  readonly pattern: LinearRegExp | null;
}

/** A parameter outlives many queries; compiling for each candidate took longer than finding them. */
const remembered = new WeakMap<Parameter, Forms>();

function formsOf(parameter: Parameter): Forms {
  const known = remembered.get(parameter);
  if (known) return known;
  const name = humanised(parameter.name).split(" ").map(RegExp.escape).join("[\\s_-]*");
  const made = {
    before: new RegExp(`(?<!\\w)${name}${NOUN_BETWEEN}${LINK_BETWEEN}$`, "i"),
    behind: new RegExp(`^${LINK_BEHIND}${name}(?!\\w)`, "i"),
    pattern: patternOf(parameter),
  };
  remembered.set(parameter, made);
  return made;
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The parameter's pattern; null without one, and for one that would never end or cannot be used. */
function patternOf({ pattern }: Parameter): LinearRegExp | null {
  if (pattern === "") return null;
  try {
    return linearRegExp(pattern);
  } catch {
    return null; // A set with such a pattern is refused: one that got in before is read without it.
  }
}
