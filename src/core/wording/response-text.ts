import { isJsonObject, type JsonObject } from "../json.ts";
import type { Tool } from "../toolset.ts";
import { type Language, languageFor } from "./languages.ts";
import { actionOf } from "./response-action.ts";
import { labelOf, propertyOf, type Step } from "./response-labels.ts";
import { refusal, type SaidInVain } from "./response-unfilled.ts";
import { listed, written } from "./response-values.ts";

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

/**
 * A call in whole sentences: what will be done with which values, or a question for what is missing. One line.
 * Values are never reworded, only written as the language writes numbers, dates and lists.
 */
export function responseText({ tool, parameters, missing, unfilled = [] }: Told, manner: Manner): string {
  const language = languageFor(manner.language);
  if (!tool) return language.nothingFits;
  const voice = voiceOf(manner.instructions);
  const action = actionOf(tool, language);
  const sentences =
    missing.length > 0
      ? asked(tool, parameters, { missing, unfilled }, { action, language, voice })
      : told(tool, parameters, { action, language, voice });
  return sentences.join(" ").replace(/[\s--[\u00a0\u202f]]+/gv, " ");
}

type Voice = "brief" | "formal" | "friendly" | "plain";

interface Speech {
  readonly action: string;
  readonly language: Language;
  readonly voice: Voice;
}

/** What instructions ask for, the first that they name. */
const VOICES: readonly (readonly [Voice, RegExp])[] = [
  ["brief", /(?<!\p{L})(?:brief|short|concise|terse|succinct|kurz|knapp|bref|br[eè]ve|concis|conciso)/iu],
  [
    "formal",
    /(?<!\p{L})(?:formal|polite|professional|respectful|förmlich|höflich|formell|poli|soutenu|cort[eé]s|usted)/iu,
  ],
  [
    "friendly",
    /(?<!\p{L})(?:friendly|warm|cheerful|kind|freundlich|herzlich|amical|chaleureu|amable|cordial|cercan)/iu,
  ],
];

function voiceOf(instructions: string): Voice {
  return VOICES.find(([, words]) => words.test(instructions))?.[0] ?? "plain";
}

function told(tool: Tool, parameters: JsonObject, { action, language, voice }: Speech): readonly string[] {
  if (voice === "brief") {
    const facts = factsOf(parameters, tool.parameters, [], language, "brief")
      .map(({ text }) => text)
      .join(", ");
    return [sentence(facts === "" ? language.doneBriefly(action) : `${language.doneBriefly(action)} – ${facts}`)];
  }
  const facts = factsOf(parameters, tool.parameters, [], language, "whole");
  return [
    ...(voice === "friendly" ? [language.greeting] : []),
    ...(voice === "formal" ? [language.formalGreeting] : []),
    sentence(language.done(action)),
    ...sentencesOf(facts, language),
  ];
}

function asked(
  tool: Tool,
  parameters: JsonObject,
  { missing, unfilled }: Required<Pick<Told, "missing" | "unfilled">>,
  { action, language, voice }: Speech,
): readonly string[] {
  const labels = missing.map((path) => labelOf(stepsTo(path, tool.parameters), language));
  const named = listed(labels.map(language.named), language);
  const isOne = labels.length === 1 && !labels[0]?.isPlural;
  const refused = unfilled.map((one) => sentence(refusal(one, stepsTo(one.parameter, tool.parameters), language)));
  if (voice === "brief") return [...refused, capitalised(language.askBriefly(named))];
  const ask = voice === "formal" ? language.askFormally : language.ask;
  const facts = factsOf(parameters, tool.parameters, [], language, "whole");
  return [...sentencesOf(facts, language, language.soFar), ...refused, capitalised(ask(action, named, isOne))];
}

/** The steps of a path such as `address.city`. A name may have a full stop in it: the longest that the schema knows counts. */
function stepsTo(path: string, schema: JsonObject | undefined): readonly Step[] {
  if (path === "") return [];
  const properties = isJsonObject(schema?.properties) ? schema.properties : {};
  const known = Object.keys(properties)
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((one, other) => other.length - one.length);
  const name = known[0] ?? path.split(".")[0] ?? path;
  const property = propertyOf(schema, name);
  return [{ name, property }, ...stepsTo(path.slice(name.length + 1), property)];
}

interface Fact {
  /** Part of a sentence. */
  readonly text: string;
  /** Has an "and" of its own, so that it had better be a sentence of its own. */
  readonly isList: boolean;
}

/** Lists in sentences of their own, everything else in the first one, which `lead` begins. */
function sentencesOf(
  facts: readonly Fact[],
  language: Language,
  lead: (facts: string) => string = (text) => text,
): readonly string[] {
  const plain = facts.filter(({ isList }) => !isList).map(({ text }) => text);
  const lists = facts.filter(({ isList }) => isList).map(({ text }) => text);
  const [first, ...rest] = [...(plain.length === 0 ? [] : [listed(plain, language)]), ...lists];
  return first === undefined ? [] : [lead(first), ...rest].map(sentence);
}

/** "the city is Rome", one for each value; objects by what they hold. */
function factsOf(
  parameters: JsonObject,
  schema: JsonObject | undefined,
  outer: readonly Step[],
  language: Language,
  form: "brief" | "whole",
): readonly Fact[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const step: Step = { name, property: propertyOf(schema, name) };
    const steps = [...outer, step];
    if (value === undefined || value === null || value === "") return [];
    if (isJsonObject(value)) return factsOf(value, step.property, steps, language, form);
    if (Array.isArray(value) && value.length === 0) return [];
    const label = labelOf(steps, language);
    const isList = Array.isArray(value) && value.length > 1;
    const text = () => written(value, step, language);
    if (form === "brief") return [{ text: language.isBriefly(label, text()), isList }];
    if (typeof value === "boolean") return [{ text: language.wanted(label, value), isList }];
    return [{ text: isList ? language.holds(label, text()) : language.is(label, text()), isList }];
  });
}

/** With a capital at its start and one full stop at its end, unless what it ends in has one. */
function sentence(text: string): string {
  const start = capitalised(text);
  return /[.!?…]\s*[»«”“"'’)]*$/u.test(start) ? start : `${start}.`;
}

function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
