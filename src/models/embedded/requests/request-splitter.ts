/** The requests of a query that asks for several things, each as a sentence of its own. */
import { ENGLISH } from "#core/english/english.ts";
import type { LocalTime } from "#core/local-time.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { readSentence } from "#core/semantic-cache/words/words.ts";
import type { Span } from "#core/span.ts";
import { isCourtesy } from "../choosing/conversation.ts";
import { beginsWithDeed, saysDeed } from "../choosing/same-deeds.ts";
import { NO_VOTES, type ToolChooser } from "../choosing/tool-choice.ts";
import { contentWords } from "../name-words.ts";
import type { JointReader, ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { valuesFrom } from "../values/parameter-values.ts";
import { conjunctFor, holdsOne, holdsProse, type Place } from "./conjuncts.ts";
import { areCallsEach, numberedParts, ownValues } from "./numbered-parts.ts";
import { inQuery, type PartText, partOf } from "./part-text.ts";
import { withoutPoliteness } from "./politeness.ts";
import { type Piece, piecesOf } from "./request-pieces.ts";

const WORDS = ENGLISH.requestBorders;
const OPENS = new RegExp(String.raw`^\W*(?:${ENGLISH.asking.openings})(?![\p{L}\p{N}])`, "iu");
const QUOTED = /^\W*["“‘'`]/u;

/** Of "both" and "the" in front of the first of several. */
const LEAD_UNITS_MAX = 5;
/** Under this a text is no request of its own. */
const FITS_MIN = 0.5;
/** … unless it begins with what the tool does: what is left out may have been said before. */
const SAID_MIN = 0.35;

export interface AskedPart {
  readonly part: PartText;
  /** It is what the part before it is, with other values: "20 to Ben" behind "pay 10 to Ann". */
  readonly isAlike: boolean;
}

export interface RequestSplitterParts {
  readonly tools: readonly ReadableTool[];
  readonly joint: JointReader;
  readonly chooser: ToolChooser;
  readonly now: LocalTime;
}

/** A text read by itself. */
interface TextReading {
  readonly tool: ReadableTool;
  readonly confidence: number;
  readonly values: readonly ParameterValue[];
}

export class RequestSplitter {
  readonly #query: string;
  readonly #parts: RequestSplitterParts;

  constructor(query: string, parts: RequestSplitterParts) {
    this.#query = query;
    this.#parts = parts;
  }

  /** In the order said. Fewer than two where the query asks for one thing. */
  split(): readonly AskedPart[] {
    const [first, ...rest] = piecesOf(this.#query);
    if (!first || rest.length === 0 || !mayBeIn(this.#query, ENGLISH)) return [];
    const { words, takesBack } = readSentence(this.#query, () => true);
    // What is taken back, or left out of what is said, is said of a part that nobody can tell.
    if (takesBack || words.some((word) => ENGLISH.polarity.negations.has(word))) return [];
    const numbered = this.#numbered([first, ...rest]);
    if (numbered.length > 0) return numbered;
    const asked: AskedPart[] = [];
    let current: AskedPart = { part: partOf(this.#query, [first]), isAlike: false };
    for (const piece of rest) {
      const shared = asked.length === 0 ? this.#sharedTail(current.part, piece) : null;
      if (shared) current = shared;
      const next = shared ? { part: partOf(this.#query, [piece]), isAlike: true } : this.#next(current.part, piece);
      if (next) {
        asked.push(current);
        current = next;
      } else current = { ...current, part: this.#extended(current.part, piece) };
    }
    return [...asked, current];
  }

  #numbered(pieces: readonly Piece[]): readonly AskedPart[] {
    const parts = numberedParts(this.#query, pieces);
    const told = parts.flatMap((numbered) => {
      const reading = this.#read(numbered.part.text);
      if (!reading || reading.confidence < FITS_MIN) return [];
      return [{ tool: reading.tool, values: ownValues(reading.values, numbered) }];
    });
    const [first] = told;
    if (!first || told.length < parts.length) return [];
    if (!areCallsEach(told, this.#valuesIn(this.#query, first.tool))) return [];
    return parts.map(({ part }, index) => ({ part, isAlike: index > 0 && told[index]?.tool === first.tool }));
  }

  /** The request that the piece begins; null where it goes on with the one before. */
  #next(current: PartText, piece: Piece): AskedPart | null {
    const said = this.#query.slice(piece.start, piece.end);
    const asks = withoutPoliteness(said);
    if (WORDS.denied.test(said) || isCourtesy(said) || WORDS.subjects.test(asks)) return null;
    const reading = this.#read(current.text);
    if (!reading || reading.confidence < FITS_MIN) return null;
    const { tool, values } = reading;
    const whole = this.#valuesIn(this.#query, tool);
    if (whole.some(({ parameter, span }) => holdsProse(parameter) && span && isAround(span, piece.start))) return null;
    const alone = this.#read(said);
    if (alone && alone.tool !== tool && this.#isOwn(said, alone, piece, current, reading)) {
      return { part: partOf(this.#query, [piece]), isAlike: false };
    }
    const merged = this.#extended(current, piece);
    const part = conjunctFor({
      query: this.#query,
      current,
      values,
      piece,
      tool,
      whole: placesIn(whole, { text: this.#query, stretches: [{ of: { start: 0, end: this.#query.length }, at: 0 }] }),
      merged: placesIn(this.#valuesIn(merged.text, tool), merged),
      opens: opensRequest(said, tool),
      read: (text: string) => this.#valuesIn(text, tool),
    });
    return part && { part, isAlike: true };
  }

  /** "Ward 3" with the rest of "ward 4 both close early": what stands behind the last of several is said of the first, too. */
  #sharedTail(current: PartText, piece: Piece): AskedPart | null {
    const said = this.#query.slice(piece.start, piece.end);
    if (piece.border !== "word" || WORDS.denied.test(said)) return null;
    const reading = this.#read(said);
    const first = reading?.values.find(({ span }) => span !== null && /^\W*$/u.test(said.slice(0, span.start)));
    if (!reading || !first?.span || reading.confidence < FITS_MIN || first.span.end >= said.length) return null;
    if (!holdsOne(first.parameter) || (this.#read(current.text)?.confidence ?? 0) >= reading.confidence) return null;
    const spans = current.stretches.map(({ of }) => of);
    const part = partOf(this.#query, [...spans, { start: piece.start + first.span.end, end: piece.end }]);
    const taken = this.#valuesIn(part.text, reading.tool).find(({ parameter }) => parameter === first.parameter);
    const isWhole =
      taken?.span && taken.span.start <= (/[\p{L}\p{N}]/u.exec(current.text)?.index ?? 0) + LEAD_UNITS_MAX;
    return isWhole && (taken?.span?.end ?? 0) <= current.text.length ? { part, isAlike: true } : null;
  }

  /** Whether it asks for something else than what stands before it. */
  #isOwn(said: string, alone: TextReading, { border }: Piece, current: PartText, before: TextReading): boolean {
    const isSaid = saysDeed(said, alone.tool) && opensRequest(said, alone.tool);
    if (alone.confidence < (isSaid ? SAID_MIN : FITS_MIN)) return false;
    if (border === "comma" && !opensRequest(current.text, before.tool)) return false;
    return opensRequest(said, alone.tool);
  }

  /** With the piece behind it, as it stands in the query. */
  #extended({ stretches }: PartText, piece: Piece): PartText {
    const spans = stretches.map(({ of }) => of);
    const last = spans.pop() ?? piece;
    return partOf(this.#query, [...spans, { start: last.start, end: piece.end }]);
  }

  #read(text: string): TextReading | null {
    const { tools, chooser, now } = this.#parts;
    const chosen = chooser.choose(text, tools, NO_VOTES);
    const tool = chosen && tools[chosen.tool];
    if (!chosen || !tool) return null;
    return { tool, confidence: chosen.confidence, values: valuesFrom(text, chosen.reading, now) };
  }

  #valuesIn(text: string, tool: ReadableTool): readonly ParameterValue[] {
    const { joint, now } = this.#parts;
    return valuesFrom(text, joint.read(text, tool), now);
  }
}

/** Whether a piece behind the first one begins with a deed, as people begin who ask for something. No network is asked. */
export function mayAskForMore(query: string): boolean {
  const [, ...rest] = piecesOf(query);
  return (
    rest.length <= FURTHER_PIECES_MAX &&
    rest.some(({ start, end }) => {
      const asks = withoutPoliteness(query.slice(start, end));
      // "New York" within a sentence is a name, and nothing is to be made anew.
      const isName = /^\W*\p{Lu}/u.test(asks) && !/[.!?;:\n]\s*$/u.test(query.slice(0, start));
      return !QUOTED.test(asks) && !isName && beginsWithDeed(asks);
    })
  );
}

/** What has more of them tells a story: each is read for every tool, and a tenth of a second is too long for whoever wants one call. */
const FURTHER_PIECES_MAX = 2;

function placesIn(values: readonly ParameterValue[], part: PartText): readonly Place[] {
  return values.flatMap(({ parameter, span }) => {
    const place = span && inQuery(part, span);
    return place ? [{ parameter, span: place }] : [];
  });
}

function isAround({ start, end }: Span, place: number): boolean {
  return start < place && end > place;
}

/** Whether it begins as people begin who ask for something. */
function opensRequest(said: string, { name, description }: ReadableTool): boolean {
  const text = withoutPoliteness(said);
  // What is quoted is a value, whatever it says.
  if (QUOTED.test(text)) return false;
  if (beginsWithDeed(text) || (OPENS.test(text) && !WORDS.subjects.test(text))) return true;
  const [lead] = contentWords(/^[\p{L}\p{N}]*/u.exec(text)?.[0] ?? "");
  return lead !== undefined && [name, description].some((own) => contentWords(own)[0] === lead);
}
