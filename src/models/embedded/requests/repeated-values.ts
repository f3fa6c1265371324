/**
 * A tool that is asked for several times in one stretch of a sentence: where a parameter that holds one value is given several,
 * each of them is a call, with what is said once for all. "Pay 10 to Ann and 20 to Ben", "ward 3 and ward 4 both close early",
 * "the weather in Rome and Bonn in May and June".
 */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { isWithin, overlaps, type Span } from "#core/span.ts";
import { ownWords } from "../choosing/bm25.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { withSpareNumbers, writingOf } from "./listed-mentions.ts";
import type { Mention } from "./mention.ts";
import { opensRequest } from "./openings.ts";
import { type PartText, partOf } from "./part-text.ts";
import { groupParts } from "./repeated-groups.ts";
import { type Stretch, spanOf } from "./request-borders.ts";
import type { Piece } from "./request-pieces.ts";
import type { ValueReader } from "./text-reader.ts";
import { mentionsIn, type Told } from "./value-mentions.ts";

const { cues, littleWords, requestBorders } = ENGLISH;
/** From here on two values are two, and not one with something like it beside it. */
const SURE_MIN = 0.3;
/** Numbers of a list are marked less: the network learned of one value, and a number is one token of many. */
const NUMBER_SURE_MIN = 0.15;
const TIME_ALONE = ENGLISH.dates.timeAlone;
/** Under this the tool is not meant, so that its values mean nothing. */
const FITS_MIN = 0.05;
/** Of the words of a conjunct. */
const OPEN_SHARE_MAX = 0.34;

/** One after the other, what is said of one call alone each. */
type Conjuncts = readonly Span[];

/** One part for each call, in the order said; the stretch itself where it asks for one. */
export function partsOf(query: string, stretch: Stretch, reader: ValueReader): readonly PartText[] {
  const span = spanOf(stretch.pieces);
  const part = (spans: readonly Span[]) =>
    partOf(
      query,
      spans.map(({ start, end }) => ({ start: start + span.start, end: end + span.start })),
    );
  // "25 each": what is said of one call alone is said of it.
  const ofOne = (spans: readonly Span[]) => part(spans.flatMap((own) => withoutEach(text, own)));
  const whole = [partOf(query, [span])];
  const { reading, text } = stretch;
  if (stretch.pieces.length < 2 || reading.fits < FITS_MIN) return whole;
  const groups = groupParts(text, reading.reading, reader);
  if (groups.length > 0) return groups.map(part);
  const pieces = stretch.pieces.map((piece) => ({
    ...piece,
    start: piece.start - span.start,
    end: piece.end - span.start,
  }));
  const told = mentionsIn(text, reading.reading, pieces);
  const key = keyOf(text, told);
  if (!key) return whole;
  const values = reader.valuesIn(text, reading.reading);
  if (isOneValue(text, key, values, pieces)) return whole;
  const parallel = parallelTo(text, key, told);
  const own = ownConjuncts(text, { parallel, pieces });
  if (!own || !isSaidOfEach(text, own, { parallel, told, values, pieces, tool: reading.tool })) return whole;
  const apart = told.flatMap((other) => listBeside(text, parallel, other, own, pieces) ?? []);
  const lists = [own, ...apart].toSorted((one, other) => (one[0]?.start ?? 0) - (other[0]?.start ?? 0));
  return callsOf(own, apart).map((conjuncts) => {
    const index = own.findIndex((conjunct) => conjuncts.includes(conjunct));
    const conjunct = own[index] as Span;
    const isWhole = index > 0 && opensRequest(text.slice(conjunct.start, conjunct.end), reading.tool);
    return ofOne(spansFor(conjuncts, lists, text.length, isWhole ? conjunct.start : 0));
  });
}

function withoutEach(text: string, { start, end }: Span): readonly Span[] {
  const gone = [...text.slice(start, end).matchAll(ENGLISH.several.each)].map(({ index, 0: said }) => ({
    start: start + index,
    end: start + index + said.length,
  }));
  return [start, ...gone.map((one) => one.end)].map((from, at) => ({ start: from, end: gone[at]?.start ?? end }));
}

/**
 * Of each call which conjunct of each list is said of it. Lists of as many are paired, the first with the first; of others each goes
 * with each: "Rome and Oslo for 3, 5 and 7 days".
 */
function callsOf(own: Conjuncts, apart: readonly Conjuncts[]): readonly (readonly Span[])[] {
  const paired = apart.filter((list) => list.length === own.length);
  const crossed = apart.filter((list) => list.length !== own.length);
  const calls = own.map((conjunct, index) => [conjunct, ...paired.flatMap((list) => list[index] ?? [])]);
  return crossed.reduce((known, list) => known.flatMap((call) => list.map((one) => [...call, one])), calls);
}

/** The text with the call's own conjunct in the place of each list of them. What begins anew needs nothing before it. */
function spansFor(
  conjuncts: readonly Span[],
  lists: readonly Conjuncts[],
  length: number,
  from: number,
): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const list of lists) {
    const own = list.find((conjunct) => conjuncts.includes(conjunct)) as Span;
    spans.push({ start: Math.max(from, at), end: list[0]?.start ?? at }, own);
    at = list.at(-1)?.end ?? at;
  }
  return [...spans, { start: at, end: length }].filter(({ start, end }) => start < end);
}

/** The parameter that tells the calls apart: of those with most values the surest. */
function keyOf(text: string, told: readonly Told[]): Told | null {
  const keys = told
    .map((one) => ({ ...one, mentions: sureOf(one) }))
    .filter(({ parameter, mentions }) => mentions.length > 1 && areAlike(text, parameter, mentions, told));
  const [key] = keys.toSorted(
    (one, other) =>
      other.mentions.length - one.mentions.length ||
      Number(other.parameter.isRequired) - Number(one.parameter.isRequired) ||
      sumOf(other) - sumOf(one),
  );
  return key ?? null;
}

/** Of numbers each that is most of this parameter, where one of them is likely its; of texts, where two are. */
function sureOf({ parameter, mentions }: Told): readonly Mention[] {
  const isText = parameter.type === "string";
  const sure = mentions.filter(({ inside }) => inside >= (isText ? SURE_MIN : NUMBER_SURE_MIN));
  return sure.length > (isText ? 1 : 0) ? mentions : sure;
}

/** Whether they are different values that are written alike: "Adriel" and "1234" do not stand for each other. */
function areAlike(text: string, parameter: Parameter, mentions: readonly Mention[], told: readonly Told[]): boolean {
  const words = mentions.map(({ start, end }) => text.slice(start, end).toLowerCase());
  if (new Set(words).size < words.length) return false;
  const { type, choices } = parameter;
  // "The 31st of March, 6 pm" is one moment.
  if (type === "string" && words.some((word) => TIME_ALONE.test(word)) && !words.every((word) => TIME_ALONE.test(word)))
    return false;
  // "70 mph in km/h": which of two with the same options is meant, no option tells.
  const isDouble = told.some(
    (other) => other.parameter !== parameter && choices.length > 0 && Bun.deepEquals(other.parameter.choices, choices),
  );
  if (isDouble) return false;
  if (choices.length > 0) return true;
  if (type !== "string") return new Set(words.map((word) => /\d/.test(word))).size === 1;
  const writings = new Set(mentions.flatMap((mention) => writingOf(text, mention) ?? []));
  return writings.size <= 1;
}

/** Read as one request, the text has a place for all of them: as one name, or for different parameters. */
function isOneValue(
  text: string,
  { parameter, mentions }: Told,
  values: readonly ParameterValue[],
  pieces: readonly Piece[],
): boolean {
  const borders = mentions.slice(1).map(({ piece }) => pieces[piece]?.border);
  const isListed = borders.includes("word") || borders.includes("sentence");
  const isName = wordsOf(parameter.name).some((word) => requestBorders.names.has(word));
  const holding = mentions.map((mention) => values.filter(({ span }) => span !== null && overlaps(span, mention)));
  const [first = []] = holding;
  const isJoined =
    parameter.type === "string" &&
    first.some((value) => value.parameter === parameter && holding.slice(1).some((others) => others.includes(value)));
  // That the network marks neither the "and" nor what follows it says nothing where no word behind it is marked.
  const isMarked = mentions.every((mention) => mention.isListed !== true);
  if (isJoined && (isName || !isListed || !isMarked || isCountedOnce(text, mentions, pieces))) return true;
  // "Merge 12, 14 and 15 into 16": a list has room for what else would each be a call.
  const isOfList = values.some(
    ({ parameter: other, span, value }) =>
      other !== parameter &&
      Array.isArray(value) &&
      span !== null &&
      mentions.filter((one) => isWithin(one, span)).length > 1,
  );
  if (isOfList) return true;
  const takers = holding.map((own) =>
    own.find((value) => value.parameter.isRequired && value.parameter !== parameter && isFrom(value, mentions)),
  );
  const others = takers.flatMap((value) => value?.parameter ?? []);
  // "From Rome to Paris" has no second origin.
  return others.length >= mentions.length - 1 && new Set(others).size === others.length;
}

/** "One gin and tonic", "3 rum and cokes": two things that one number counts are one, where it stands right before them and nothing before the second. */
function isCountedOnce(text: string, mentions: readonly Mention[], pieces: readonly Piece[]): boolean {
  const [first, second, ...others] = mentions;
  if (!first || !second || others.length > 0) return false;
  const isSecondBare = pieces[second.piece]?.start === second.start && writingOf(text, second) === "small";
  return (
    isSecondBare &&
    numbersIn(text, ENGLISH).some(({ end }) => text.slice(end, first.start).trim() === "" && end < first.start)
  );
}

/** Whether it is one of these, and not a longer stretch with one of them in it. */
function isFrom({ span }: ParameterValue, mentions: readonly Mention[]): boolean {
  return (
    span !== null &&
    mentions.some(
      (mention) =>
        isWithin(span, mention) ||
        (isWithin(mention, span) && span.end - span.start < 2 * (mention.end - mention.start)),
    )
  );
}

/** Each call's own words: from its first value to the border before the next one's. Null where the values do not stand so. */
function ownConjuncts(
  text: string,
  { parallel, pieces }: { readonly parallel: readonly Told[]; readonly pieces: readonly Piece[] },
): Conjuncts | null {
  const [key] = parallel;
  const groups = (key?.mentions ?? []).map((_, index) => withQuotes(text, blockOf(parallel, index)));
  return conjunctsOf(text, groups, pieces);
}

function withQuotes(text: string, { start, end }: Span): Span {
  const isQuoted = /["“‘'`]/u.test(text.charAt(start - 1)) && /["”’'`]/u.test(text.charAt(end));
  return isQuoted ? { start: start - 1, end: end + 1 } : { start, end };
}

/** From the first to the last of what is said at this position: "500 to Ann". */
function blockOf(parallel: readonly Told[], index: number): Span {
  const own = parallel.flatMap(({ mentions }) => mentions[index] ?? []);
  return { start: Math.min(...own.map(({ start }) => start)), end: Math.max(...own.map(({ end }) => end)) };
}

/**
 * The key first, and beside it each parameter that has as many values, all that is said of one call before all that is said of the
 * next: "500 to Ann for June and to Ben 700 for July". The surest first.
 */
function parallelTo(text: string, key: Told, told: readonly Told[]): readonly Told[] {
  const others = told
    .map((one) => withSpareNumbers(text, one, told, key.mentions.length))
    .filter(({ parameter, mentions }) => parameter !== key.parameter && mentions.length === key.mentions.length)
    .toSorted((one, other) => sumOf(other) - sumOf(one));
  const parallel = [key];
  for (const other of others) {
    parallel.push(other);
    const isInOrder = key.mentions.every(
      (_, index) => index === 0 || blockOf(parallel, index - 1).end <= blockOf(parallel, index).start,
    );
    if (!isInOrder) parallel.pop();
  }
  return parallel;
}

function sumOf({ mentions }: Told): number {
  return mentions.reduce((all, { inside }) => all + inside, 0);
}

function conjunctsOf(text: string, groups: readonly Span[], pieces: readonly Piece[]): Conjuncts | null {
  const heads = groups.map(({ start }) => pieces.findIndex((piece) => piece.start <= start && start < piece.end));
  if (heads.some((piece, index) => piece < 0 || (index > 0 && piece <= (heads[index - 1] ?? 0)))) return null;
  const conjuncts = groups.map((group, index) => {
    const start = index === 0 ? group.start : (pieces[heads[index] ?? 0] as Piece).start;
    const next = heads[index + 1];
    const end = next === undefined ? group.end : (pieces[next - 1] as Piece).end;
    return { start, end: Math.max(end, group.end) };
  });
  if (conjuncts.some(({ start }, index) => index > 0 && start < (conjuncts[index - 1]?.end ?? 0))) return null;
  const [first, second] = conjuncts;
  const last = conjuncts.at(-1);
  if (!first || !second || !last) return null;
  const from =
    first.start -
    leadOf(text, first.start, text.slice(second.start, groups[1]?.start ?? second.start), pieces[heads[0] ?? 0]);
  // "At 9" behind the first of several: what is said behind the last one is its own as well, in as many pieces.
  const hasTail = saysMore(text.slice(groups[0]?.end ?? first.end, first.end));
  const ownPieces = (heads[1] ?? 0) - (heads[0] ?? 0);
  const tail = pieces[Math.min(pieces.length, (heads.at(-1) ?? 0) + ownPieces) - 1];
  const end = hasTail ? Math.max(last.end, tail?.end ?? 0) : last.end;
  return conjuncts.map((one, index) => ({
    start: index === 0 ? from : one.start,
    end: index === conjuncts.length - 1 ? end : one.end,
  }));
}

function saysMore(text: string): boolean {
  return contentWords(text).some((word) => !littleWords.harmless.has(word) && !requestBorders.references.has(word));
}

/** How many characters before the first value are said of its call alone, by what stands before the second one in its piece. */
function leadOf(text: string, at: number, lead: string, piece: Piece | undefined): number {
  const before = text.slice(piece?.start ?? 0, at);
  const shared = sharedEnd(text.slice(0, at), lead);
  const told = numbersIn(before, ENGLISH).at(-1);
  if (!told) return shared;
  const isCounted = /\p{N}/u.test(lead.slice(0, Math.max(0, lead.length - shared)));
  // "3 saddles and a chain": one of that is told, and not of it.
  const isSingle = requestBorders.single.test(lead) && before.slice(told.end).trim() === "";
  // "10 kg of cod and 5 of haddock": from the nearest number on.
  return isCounted || isSingle ? Math.max(shared, before.length - told.start) : shared;
}

/** How many characters before the first value say the same as those before the second: "in Rome and in Oslo". */
function sharedEnd(before: string, lead: string): number {
  const tokens = (said: string) => [...said.matchAll(/\S+\s*/gu)].map(({ 0: token }) => token);
  const [one, other] = [tokens(before).reverse(), tokens(lead).reverse()];
  const isSame = (token: string, at: number) => token.trim().toLowerCase() === other[at]?.trim().toLowerCase();
  const differs = one.findIndex((token, at) => !isSame(token, at));
  const shared = differs < 0 ? one : one.slice(0, differs);
  return shared.reduce((sum, token) => sum + token.length, 0);
}

/** "… in May and June": all of them before or behind what else is said of each. As many as there are calls, or surely a list. */
function listBeside(
  text: string,
  parallel: readonly Told[],
  other: Told,
  own: Conjuncts,
  pieces: readonly Piece[],
): readonly Conjuncts[] | null {
  const { parameter, mentions } = other;
  if (mentions.length < 2 || parallel.some((one) => one.parameter === parameter)) return null;
  const isList = mentions.every(({ inside }) => inside >= SURE_MIN) && areAlike(text, parameter, mentions, parallel);
  if (mentions.length !== own.length && !isList) return null;
  const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
  const isApart = mentions.every((one) => one.end <= start) || mentions.every((one) => one.start >= end);
  const conjuncts = isApart ? conjunctsOf(text, mentions, pieces) : null;
  return conjuncts && [conjuncts];
}

interface Said {
  /** The key, and what stands beside it. */
  readonly parallel: readonly Told[];
  readonly told: readonly Told[];
  readonly values: readonly ParameterValue[];
  readonly pieces: readonly Piece[];
  readonly tool: ReadableTool;
}

/** Whether each conjunct behind the first one says what the first says, with other values, and nothing else. */
function isSaidOfEach(text: string, own: Conjuncts, { parallel, told, values, pieces, tool }: Said): boolean {
  const isInProse = ({ start }: Span) =>
    values.some(
      ({ parameter, span }) => holdsProse(parameter) && span !== null && span.start < start && span.end > start,
    );
  const [first] = own;
  const known = new Set([...contentWords(text.slice(0, first?.end ?? 0)), ...ownWords(tool).keys()]);
  const isCounted = first !== undefined && numbersIn(text.slice(first.start, first.end), ENGLISH).length > 0;
  const said = [
    // What stands in its place in each of them is meant, however little it is marked.
    ...parallel.flatMap(({ mentions }) => mentions),
    ...told.flatMap((one) => (parallel.some(({ parameter }) => parameter === one.parameter) ? [] : sureOf(one))),
    // Where the first says a number of its own, each may.
    ...(isCounted ? numbersIn(text, ENGLISH) : []),
  ];
  return own.slice(1).every((conjunct) => {
    const words = text.slice(conjunct.start, conjunct.end);
    const piece = pieces.find(({ start }) => start === conjunct.start);
    const isAnew = opensRequest(words, tool);
    if (requestBorders.denied.test(words) || isInProse(conjunct)) return false;
    // What another sentence tells is no request, unless it says nothing but what the first one says.
    const isParallel = parallel.length > 1 && piece?.border === "word";
    const openMax = isAnew || isParallel ? 1 : piece?.border === "sentence" ? 0 : OPEN_SHARE_MAX;
    return isExplained(text, conjunct, { said, known, openMax });
  });
}

/** Whether a sentence may be its value. */
function holdsProse({ type, choices, name }: Parameter): boolean {
  return type === "string" && choices.length === 0 && wordsOf(name).some((word) => cues.behindColon.has(word));
}

function wordsOf(name: string): readonly string[] {
  return humanised(name).toLowerCase().split(" ");
}

/** "Los" before "Angeles, CA", of which the network marks the end, and "Cod" behind "Cape", of which it marks the beginning. */
function isPartOfName(text: string, word: Span, value: Span): boolean {
  const [first, second] = word.end < value.start ? [word, value] : [value, word];
  const isNext = first.end < second.start && text.slice(first.end, second.start).trim() === "";
  return isNext && /^\p{Lu}/u.test(text.slice(word.start)) && /^\p{Lu}/u.test(text.slice(value.start));
}

/** Whether each word of it is a value's, known already, or says nothing. */
function isExplained(
  text: string,
  conjunct: Span,
  {
    said,
    known,
    openMax,
  }: { readonly said: readonly Span[]; readonly known: ReadonlySet<string>; readonly openMax: number },
): boolean {
  const words = [...text.slice(conjunct.start, conjunct.end).matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)];
  const open = words.filter(({ 0: word, index }) => {
    const span = { start: conjunct.start + index, end: conjunct.start + index + word.length };
    const isValue = said.some((value) => overlaps(span, value) || isPartOfName(text, span, value));
    const lower = word.toLowerCase();
    const isLittle = littleWords.harmless.has(lower) || requestBorders.references.has(lower);
    return !(isValue || isLittle || contentWords(word).every((stem) => known.has(stem)));
  });
  // A name or a number is a value; of other words some say how, and not what.
  return open.length <= openMax * words.length && (openMax === 1 || open.every(({ 0: word }) => /^\p{Ll}/u.test(word)));
}
