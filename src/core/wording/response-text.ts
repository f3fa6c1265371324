import type { JsonObject } from "../json.ts";
import type { LocalTime, TimeZone } from "../local-time.ts";
import { UTC } from "../local-time.ts";
import type { Tool } from "../toolset.ts";
import { englishQuestion } from "./english-question.ts";
import { englishSentence } from "./english-sentence.ts";
import { languageFor } from "./languages.ts";
import { phrasedQuestion, phrasedSentence } from "./phrased-sentence.ts";
import { propertyOf, type Step } from "./response-labels.ts";
import { ownQuestion, ownResponse } from "./response-template.ts";
import { refusal, type SaidInVain } from "./response-unfilled.ts";
import type { Speech } from "./response-values.ts";
import { deedOf } from "./spoken-deed.ts";
import { type Fact, factsOf } from "./spoken-facts.ts";
import { askedSlot } from "./spoken-question.ts";

/** How a persona speaks, as far as templates can follow: a language model follows the instructions themselves. */
export interface Manner {
  /** BCP 47; one that no template knows is spoken in English. */
  readonly language: string;
  readonly instructions: string;
}

export interface Told {
  /** Null when none fits. */
  readonly tool: Tool | null;
  readonly parameters: JsonObject;
  /** Paths, as in `address.city`. */
  readonly missing: readonly string[];
  /** Of the missing ones, those for which something was said that cannot be had. */
  readonly unfilled?: readonly SaidInVain[];
}

/** When it is told. Words that may be told again on another day have no "tomorrow" in them. */
export type Occasion = LocalTime | { readonly at: null; readonly zone: TimeZone };

/** Longer than somebody listens to: what nobody said is left out then. In characters. */
const RESPONSE_CHARACTERS_AIM = 120;

const ANY_DAY: Occasion = { at: null, zone: UTC };

/**
 * A call as somebody says it: what is being done with which values, or a question for what is missing. One line. The call is
 * carried out by whoever asked, after this, so nothing is said to be done already. Values are never reworded, only written as
 * the language writes numbers, dates and lists.
 */
export function responseText(
  { tool, parameters, missing, unfilled = [] }: Told,
  manner: Manner,
  { at, zone }: Occasion = ANY_DAY,
): string {
  const language = languageFor(manner.language);
  if (!tool) return language.nothingFits;
  const speech: Speech = { language, at, zone };
  const voice = voiceOf(manner.instructions);
  const sentences =
    missing.length > 0
      ? asked(tool, parameters, { missing, unfilled }, speech, voice)
      : told(tool, parameters, speech, voice);
  return sentences.join(" ").replace(/[\s--[\u00a0\u202f]]+/gv, " ");
}

type Voice = "brief" | "formal" | "friendly" | "plain";

/** What instructions ask for, the first that they name. */
const VOICES: readonly (readonly [Voice, RegExp])[] = [
  ["brief", /(?<!\p{L})(?:brief|short|concise|terse|succinct|kurz|knapp|kort|beknopt|bref|br[eè]ve|concis|conciso)/iu],
  [
    "formal",
    /(?<!\p{L})(?:formal|polite|professional|respectful|förmlich|höflich|formell|poli|soutenu|beleefd|cort[eé]s|usted)/iu,
  ],
  [
    "friendly",
    /(?<!\p{L})(?:friendly|warm|cheerful|kind|freundlich|herzlich|vriendelijk|hartelijk|amichevole|amical|chaleureu|amable|cordial|cercan)/iu,
  ],
];

function voiceOf(instructions: string): Voice {
  return VOICES.find(([, words]) => words.test(instructions))?.[0] ?? "plain";
}

function told(tool: Tool, parameters: JsonObject, speech: Speech, voice: Voice): readonly string[] {
  const facts = factsOf(parameters, tool.parameters, speech);
  const own = ownResponse(tool.parameters, facts, speech);
  if (own !== null) return [sentence(own)];
  // A value that begins the text is not reworded, not even by a capital.
  const isListed = facts.length > 0 && facts.every(({ value }) => typeof value !== "boolean");
  if (voice === "brief" && isListed) return [ended(facts.map(({ text }) => text).join(", "))];
  const greeting = {
    friendly: [speech.language.greeting],
    formal: [speech.language.formalGreeting],
    brief: [],
    plain: [],
  };
  const whole = spoken(tool, facts, speech);
  const text = whole.length <= RESPONSE_CHARACTERS_AIM ? whole : spoken(tool, facts.filter(isNoDefault), speech);
  return [...greeting[voice], sentence(text)];
}

function spoken(tool: Tool, facts: readonly Fact[], speech: Speech): string {
  const deed = deedOf(tool, facts);
  const { phrases } = speech.language;
  const said = phrases ? phrasedSentence(phrases, deed, facts, speech) : englishSentence(deed, facts);
  return said.trim() === "" ? tool.name : said;
}

function isNoDefault({ steps, value }: Fact): boolean {
  const { default: usual } = steps.at(-1)?.property ?? {};
  return usual === undefined || usual !== value;
}

function asked(
  tool: Tool,
  parameters: JsonObject,
  { missing, unfilled }: Required<Pick<Told, "missing" | "unfilled">>,
  speech: Speech,
  voice: Voice,
): readonly string[] {
  const { language } = speech;
  const refused = unfilled.map((one) => sentence(refusal(one, stepsTo(one.parameter, tool.parameters), speech)));
  const paths = missing.map((path) => stepsTo(path, tool.parameters));
  const own = paths.map((steps) => ownQuestion(steps.at(-1)?.property ?? {}, speech));
  // What can be had is said already of what cannot.
  const isTold = (path: string | undefined) => unfilled.some(({ parameter }) => parameter === path);
  const slots = paths.flatMap((steps, at) => {
    if (own[at] !== null) return [];
    const slot = askedSlot(steps, speech);
    return isTold(missing[at]) ? { ...slot, options: [] } : slot;
  });
  const { phrases } = language;
  const deed = deedOf(tool, factsOf(parameters, tool.parameters, speech));
  const questions = own.filter((question) => question !== null);
  if (slots.length > 0) {
    questions.push(phrases ? phrasedQuestion(phrases, slots, speech) : englishQuestion(slots, deed));
  }
  const question = questions.join(" ");
  return [...refused, voice === "formal" ? language.formally(question) : question];
}

/** The steps of a path such as `address.city`. A name may have a full stop in it: the longest that the schema knows counts. */
function stepsTo(path: string, schema: JsonObject | undefined): readonly Step[] {
  if (path === "") return [];
  const properties = schema?.properties;
  const known = Object.keys(typeof properties === "object" && properties !== null ? properties : {})
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((one, other) => other.length - one.length);
  const name = known[0] ?? path.split(".")[0] ?? path;
  const property = propertyOf(schema, name);
  return [{ name, property }, ...stepsTo(path.slice(name.length + 1), property)];
}

/** With a capital at its start and one full stop at its end. */
function sentence(text: string): string {
  return ended(capitalised(text));
}

/** With a full stop, unless what it ends in has one. */
function ended(text: string): string {
  return /[.!?…]\s*[»«”“"'’)]*$/u.test(text) ? text : `${text}.`;
}

function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
