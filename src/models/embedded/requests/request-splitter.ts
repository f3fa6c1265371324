/** The requests of a query that asks for several things, each as a sentence of its own. */
import { ENGLISH } from "#core/english/english.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { readSentence } from "#core/semantic-cache/words/words.ts";
import { beginsWithCondition } from "../choosing/awaited-deeds.ts";
import { ownWords } from "../choosing/bm25.ts";
import { correctionIn } from "../following/tail.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { countedParts, parametersSaid } from "./counted-requests.ts";
import { areCallsEach, numberedParts, ownValues } from "./numbered-parts.ts";
import type { PartText } from "./part-text.ts";
import { requestsIn } from "./repeated-requests.ts";
import { partsOf } from "./repeated-values.ts";
import { type Stretch, spanOf, stretchesOf } from "./request-borders.ts";
import { type Piece, piecesOf } from "./request-pieces.ts";
import { TextReader, type TextReaderParts } from "./text-reader.ts";

/** Under this a text is no request of its own. */
const FITS_MIN = 0.5;

export interface AskedPart {
  readonly part: PartText;
  /** Of several requests to one tool: that tool, which each of them asks for. Null where the part tells by itself. */
  readonly tool: ReadableTool | null;
  /** It is what the part before it is, with other values: "20 to Ben" behind "pay 10 to Ann". */
  readonly isAlike: boolean;
}

/** In the order said. Fewer than two where the query asks for one thing. */
export function askedParts(query: string, parts: TextReaderParts): readonly AskedPart[] {
  const pieces = dividedIn(query, parts.tools);
  if (pieces.length < 2) return [];
  const reader = new TextReader(parts);
  const rows = countedThings(query, pieces, reader);
  if (rows.length > 0) return rows;
  const numbered = countedRequests(query, pieces, reader);
  if (numbered.length > 0) return numbered;
  return stretchesOf(query, pieces, reader).flatMap((stretch) => partsIn(query, stretch, reader));
}

/** As `askedParts`, of a query that asks this tool for something, and no other: for that it need not be read again. */
export function partsForTool(query: string, tool: ReadableTool, parts: TextReaderParts): readonly AskedPart[] {
  const pieces = dividedIn(query, [tool]);
  if (pieces.length < 2) return [];
  const { start, end } = spanOf(pieces);
  const text = query.slice(start, end);
  const reading = { tool, fits: 1, reading: parts.joint.read(text, tool) };
  const told = partsIn(query, { pieces, text, reading }, new TextReader(parts));
  return told.length < 2 ? [] : told;
}

/** None where what is said cannot be divided. */
function dividedIn(query: string, tools: readonly ReadableTool[]): readonly Piece[] {
  const pieces = piecesOf(query);
  if (pieces.length < 2 || !(mayBeIn(query, ENGLISH) || isInWordsOf(query, tools))) return [];
  const { words, takesBack } = readSentence(query.replace(ENGLISH.requestBorders.numbering, " "), () => true);
  // What is taken back, or left out of what is said, is said of a part that nobody can tell; what is to be so first, of all.
  const isWhole = takesBack || correctionIn(query) !== null || beginsWithCondition(query);
  return isWhole || words.some((word) => ENGLISH.polarity.negations.has(word)) ? [] : pieces;
}

/** Whether tools say most of it: "left rail down, right rail up" has no word that is in no other language. */
function isInWordsOf(query: string, tools: readonly ReadableTool[]): boolean {
  const said = contentWords(query).filter((word) => /\p{L}/u.test(word));
  const known = said.filter((word) => tools.some((tool) => ownWords(tool).has(word)));
  return 2 * known.length >= said.length;
}

/** "Two lagers, 3 colas and a cider": each thing with its number, where all are said of the same two parameters of one tool. */
function countedThings(query: string, pieces: readonly Piece[], reader: TextReader): readonly AskedPart[] {
  const parts = countedParts(query, pieces);
  const told = parts.flatMap(({ part, ...own }) => {
    const read = reader.read(part.text);
    if (!read || read.fits < FITS_MIN) return [];
    const { tool } = read;
    return [{ tool, part, of: parametersSaid(reader.valuesIn(part.text, read.reading), { part, ...own }) }];
  });
  const [first] = told;
  const isSame = ({ tool, of }: (typeof told)[number]) =>
    tool === first?.tool && of !== null && of.number === first.of?.number && of.thing === first.of.thing;
  if (!first || told.length < parts.length || !told.every(isSame)) return [];
  return told.map(({ part, tool }, index) => ({ part, tool, isAlike: index > 0 }));
}

function partsIn(query: string, stretch: Stretch, reader: TextReader): readonly AskedPart[] {
  const requests = requestsIn(query, stretch, reader);
  const { tool } = stretch.reading;
  return requests.flatMap((request) => {
    const told = partsOf(query, request, reader);
    const isAlone = requests.length < 2 && told.length < 2;
    return told.map((part, index) => ({ part, tool: isAlone ? null : tool, isAlike: index > 0 }));
  });
}

function countedRequests(query: string, pieces: readonly Piece[], reader: TextReader): readonly AskedPart[] {
  const parts = numberedParts(query, pieces);
  const told = parts.flatMap((numbered) => {
    const { text } = numbered.part;
    const read = reader.read(text);
    if (!read || read.fits < FITS_MIN) return [];
    return [{ tool: read.tool, values: ownValues(reader.valuesIn(text, read.reading), numbered) }];
  });
  const [first] = told;
  if (!first || told.length < parts.length) return [];
  if (!areCallsEach(told, reader.valuesFor(query, first.tool))) return [];
  return parts.map(({ part }, index) => ({ part, tool: null, isAlike: index > 0 && told[index]?.tool === first.tool }));
}
