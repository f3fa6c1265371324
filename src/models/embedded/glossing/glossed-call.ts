/** A request in another language, read as its English gloss, and the answer laid back onto what was said. */
import { evidenceOf } from "#core/answering/evidence.ts";
import { ENGLISH } from "#core/english/english.ts";
import type { Glossary } from "#core/glossing/glossary.ts";
import type { GlossedText } from "#core/glossing/glosser.ts";
import { changesState } from "#core/glossing/told.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { CallRequest, DraftCall, FurtherDraft, HistoryEntry, RelevantMemory } from "#core/ports/models.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import type { Span } from "#core/span.ts";
import type { Tool } from "#core/toolset.ts";
import { sigmoid } from "#core/vectors.ts";
import { looksUp } from "../choosing/deeds.ts";
import { contentWords, humanised } from "../name-words.ts";
import { logit } from "../read-back/read-back.ts";
import { type Parameter, parametersOf } from "../tool-parameters.ts";
import { isOnlySpokenOfIn } from "./framed-in-gloss.ts";
import { inEnglish, inWholeWords, placeOf, saidFor } from "./gloss.ts";
import type { OfferedInEnglish } from "./offered-in-english.ts";
import { SAME_NAMES } from "./parameter-names.ts";

/**
 * A gloss is read as surely as a sentence, and is right a little less often, less so the longer it is: each word may be glossed wrong.
 * Fitted on the calls out of 1,211 everyday requests in the five languages. Under `GIVEN_MIN` none is made: fewer than 6 of a hundred
 * requests in any of the languages are carried out wrongly then.
 */
const SURENESS = { constant: 2.92, slope: 0.91, ofLength: -1.38 };
const GIVEN_MIN = 0.66;
/** Of what is only told of, however surely it was read. */
const TOLD_SURENESS = 0.1;
/** Shorter words say little. */
const WORD_LETTERS_MIN = 3;

/** What was said before is looked at where the answer is checked. */
const NOTHING_ELSE = { context: null, history: [], answered: [], memories: [] };

/** What was said and answered before, as the tools are read. */
export async function historyInEnglish(
  history: readonly HistoryEntry[],
  tools: readonly Tool[],
  { tools: english, names, words }: OfferedInEnglish,
): Promise<readonly HistoryEntry[]> {
  return Promise.all(
    history.map(async ({ query, tool, parameters }) => {
      const at = tools.findIndex(({ name }) => name === tool);
      return {
        query: await inEnglish(query, words()),
        tool: english[at]?.name ?? tool,
        ...(parameters && { parameters: names[at]?.inEnglish(parameters) ?? parameters }),
      };
    }),
  );
}

export async function memoriesInEnglish(
  memories: readonly RelevantMemory[],
  { names, words }: OfferedInEnglish,
): Promise<readonly RelevantMemory[]> {
  return Promise.all(
    memories.map(async (memory): Promise<RelevantMemory> => {
      if (memory.kind === "fact") return { ...memory, fact: await inEnglish(memory.fact, words()) };
      const parameters = names[memory.tool]?.inEnglish(memory.parameters) ?? memory.parameters;
      return { ...memory, query: await inEnglish(memory.query, words()), parameters };
    }),
  );
}

/** What was said, and as what it was read. */
export interface Glossing {
  readonly said: string;
  readonly gloss: GlossedText;
  readonly glossary: Glossary;
}

/** With its places in what was said, free texts as they were said, and as sure as a reading of a gloss may be. */
export function laidBack(
  draft: DraftCall,
  glossing: Glossing,
  request: Pick<CallRequest, "mustCall" | "now">,
  offered: OfferedInEnglish,
): DraftCall {
  const { others = [], ...first } = draft;
  const { tool } = first;
  if (tool === null) return first;
  const length = Math.log(wordsIn(glossing));
  const sure = sureness(first.confidence, length);
  const offer = offered.tools[tool];
  const isOnlyTold = offer !== undefined && (tellsOf(glossing.gloss, offer) || speaksOnlyOf(glossing, offer));
  if ((sure < GIVEN_MIN || isOnlyTold) && request.mustCall !== true)
    return withheld(first, isOnlyTold ? Math.min(sure, TOLD_SURENESS) : sure, tool);
  const surer = others.filter(({ confidence }) => sureness(confidence, length) >= GIVEN_MIN);
  const asSaid = <Call extends FurtherDraft>(call: Call) =>
    inOwnNames(
      placed({ ...call, confidence: sureness(call.confidence, length) }, glossing, request.now, offered),
      offered,
    );
  const call = asSaid({ ...first, tool });
  // Two glosses of the same words are one thing that is asked for.
  const further = surer.map(asSaid).filter((other) => !isSameCall(other, call));
  return {
    ...call,
    ...(further.length > 0 && { others: further }),
    ...(surer.length < others.length && { more: true }),
  };
}

/** Whether the text only tells of what the tool would do: nobody asks for it then. */
function tellsOf({ told }: GlossedText, { name, description }: Tool): boolean {
  if (told === undefined || looksUp({ name, description })) return false;
  return told === "deed" || [humanised(name), description].some(changesState);
}

function speaksOnlyOf({ said, gloss, glossary }: Glossing, { name, description }: Tool): boolean {
  return isOnlySpokenOfIn(said, gloss, glossary.language.frames, { name, description });
}

function isSameCall(one: FurtherDraft, other: FurtherDraft): boolean {
  return one.tool === other.tool && Bun.deepEquals(one.parameters, other.parameters);
}

/** A call that was asked for in English of tools that are not: with its places, which names in another language would not tell. */
export function inNamesOfTools(draft: DraftCall, request: Told, offered: OfferedInEnglish): DraftCall {
  const { others, ...first } = draft;
  const { tool } = first;
  if (tool === null || !offered.isTranslated) return draft;
  const named = <Call extends FurtherDraft>(call: Call) =>
    inOwnNames({ ...call, spans: spansTold(call, request, offered) }, offered);
  return { ...first, ...named({ ...first, tool }), ...(others && { others: others.map(named) }) };
}

function inOwnNames<Call extends FurtherDraft>(call: Call, { names }: OfferedInEnglish): Call {
  const own = names[call.tool] ?? SAME_NAMES;
  const { unfilled } = call;
  return {
    ...call,
    parameters: own.asOwn(call.parameters),
    spans: Object.fromEntries(Object.entries(call.spans).map(([name, span]) => [own.asOwnPath(name), span])),
    ...(unfilled && { unfilled: unfilled.map((one) => ({ ...one, parameter: own.asOwnPath(one.parameter) })) }),
  };
}

/** In place of a call that is not sure enough. */
function withheld(draft: DraftCall, sure: number, tool: number): DraftCall {
  const { unfilled: _, more: _more, ...rest } = draft;
  const runnerUp = { of: tool, margin: Math.max(0, 1 - 2 * sure) };
  return { ...rest, tool: null, parameters: {}, spans: {}, confidence: 1 - sure, runnerUp };
}

/** 0–1: how sure a call out of a gloss is, by how sure its English is. `length`: the logarithm of its words. */
export function sureness(confidence: number, length: number): number {
  return sigmoid(SURENESS.constant + SURENESS.slope * logit(confidence) + SURENESS.ofLength * length);
}

/** How many words were glossed, at least one. */
function wordsIn({ gloss, said }: Glossing): number {
  const words = gloss.pieces.filter(({ of }) => WORD.test(said.slice(of.start, of.end)));
  return Math.max(1, words.length);
}
const WORD = new RegExp(`[\\p{L}\\p{N}_]{${WORD_LETTERS_MIN}}`, "u");

type Told = Pick<CallRequest, "now" | "query">;

/** Where the query says each value: "on" of "turn on" says it, where nobody finds it in "mach … an". */
function spansTold(
  { spans, parameters, tool }: FurtherDraft,
  { query, now }: Told,
  { tools }: OfferedInEnglish,
): Readonly<Record<string, Span>> {
  const told = evidenceOf(parameters, tools[tool]?.parameters, [], { ...NOTHING_ELSE, query, spans, now });
  return Object.fromEntries(
    Object.entries(told).flatMap(([name, { start, end }]) =>
      start === undefined || end === undefined ? [] : [[name, { start, end }] as const],
    ),
  );
}

function placed<Call extends FurtherDraft>(
  call: Call,
  { gloss, said, glossary }: Glossing,
  now: Told["now"],
  offered: OfferedInEnglish,
): Call {
  const spans = Object.fromEntries(
    Object.entries(spansTold(call, { query: gloss.text, now }, offered)).flatMap(([name, span]) => {
      const place = placeOf(span, gloss);
      return place ? [[name, inWholeWords(place, said, glossary)] as const] : [];
    }),
  );
  const unfilled = call.unfilled?.map((one) => {
    const span = one.span && placeOf(one.span, gloss);
    return { ...one, span, said: span ? said.slice(span.start, span.end) : one.said };
  });
  const texts = new SaidTexts({ gloss, said, glossary }, offered.tools[call.tool], call.spans);
  return { ...call, parameters: texts.in(call.parameters), spans, ...(unfilled && { unfilled }) };
}

/** Where a text says another in whole words: "eur" is not in "euros". −1 for nowhere. */
function wholeAt(text: string, said: string, from: number): number {
  const isLetter = (unit: string) => /[\p{L}\p{N}]/u.test(unit);
  const isBorder = (at: number) => !isLetter(text.charAt(at - 1)) || !isLetter(text.charAt(at));
  for (let at = text.indexOf(said, from); at >= 0; at = text.indexOf(said, at + 1)) {
    if (isBorder(at) && isBorder(at + said.length)) return at;
  }
  return -1;
}

/** Texts of a call as they were said, but for those that the schema says how to write. */
class SaidTexts {
  readonly #gloss: GlossedText;
  readonly #said: string;
  readonly #glossary: Glossary;
  readonly #parameters: readonly Parameter[];
  readonly #spans: Readonly<Record<string, Span>>;
  /** Words that say what the tool does. */
  readonly #ofTool: ReadonlySet<string>;

  constructor({ gloss, said, glossary }: Glossing, tool: Tool | undefined, spans: Readonly<Record<string, Span>>) {
    this.#gloss = gloss;
    this.#said = said;
    this.#glossary = glossary;
    this.#parameters = parametersOf(tool?.parameters);
    this.#ofTool = new Set(contentWords(`${tool?.name ?? ""} ${tool?.description ?? ""}`));
    this.#spans = spans;
  }

  in(parameters: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(parameters)
        .filter(([key, value]) => !this.#isDeed(key, value))
        .map(([key, value]) => [key, this.#at([key], value, this.#spans[key] ?? null)]),
    );
  }

  /** Whether it is only what the tool does: in "vorrei inviare 200 euro" nobody is called "inviare". */
  #isDeed(key: string, value: JsonValue | undefined): boolean {
    if (typeof value !== "string" || this.#isWritten([key], value)) return false;
    const deed = this.#gloss.pieces.find(({ isDeed }) => isDeed);
    if (!deed || this.#gloss.text.slice(deed.at.start, deed.at.end).toLowerCase() !== value.toLowerCase()) return false;
    const words = contentWords(value);
    return words.length > 0 && words.every((word) => this.#ofTool.has(word));
  }

  #at(path: readonly string[], value: JsonValue | undefined, within: Span | null): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#at(path, item, within));
    if (typeof value === "string") return this.#isWritten(path, value) ? value : (this.#asSaid(value, within) ?? value);
    if (typeof value !== "object" || value === null) return value ?? null;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#at([...path, key], one, within)]));
  }

  /** Whether the schema says how it is written, one of its options or a time: "20:15" is no word of the gloss. */
  #isWritten(path: readonly string[], value: string): boolean {
    const parameter = this.#parameters.find(
      (one) => one.path.length === path.length && one.path.every(({ key }, index) => key === path[index]),
    );
    if (parameter === undefined) return false;
    const { choices, synonyms } = parameter;
    const isOption = choices.includes(value) || (synonyms?.values().includes(value) ?? false);
    return isOption || dateShapeOf(parameter, ENGLISH) !== null;
  }

  /** Null where the gloss does not say it: it was worked out. */
  #asSaid(value: string, within: Span | null): string | null {
    const { text } = this.#gloss;
    const [lower, all] = [value.toLowerCase(), text.toLowerCase()];
    if (value === "") return null;
    const inside = within ? wholeAt(all, lower, within.start) : -1;
    const at = inside >= 0 ? inside : wholeAt(all, lower, 0);
    if (at < 0) return null;
    return saidFor({ start: at, end: at + value.length }, this.#gloss, this.#said, this.#glossary);
  }
}
