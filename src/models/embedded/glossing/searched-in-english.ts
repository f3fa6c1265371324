/** What is searched, and what is asked, in English words. Nothing of the tools chooses a word of the query: there are thousands. */
import type { SearchGlosses } from "#core/ports/models.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import type { Tool } from "#core/toolset.ts";
import { turn } from "#core/turn.ts";
import { labelGlossOf } from "./gloss.ts";
import { glossedInSteps } from "./gloss-steps.ts";
import { type GlossedLanguage, isGlossed, openedFor } from "./glossaries.ts";
import { inEnglish, languageIn, languageOfAll } from "./offered-in-english.ts";
import { NO_SET } from "./set-words.ts";

/** Tools whose language is told in one step: some 0.1 ms each, and each of their examples 0.02. */
const TOOLS_OF_STEP = 8;
/** UTF-16 code units of a tool, and of all its examples, that are glossed: a search takes no more than a thousand words of it. */
const UNITS_MAX = 8_000;

/** What a tool is in; null for English, and for what nobody prepared. */
interface Told {
  readonly tool: Tool;
  readonly language: GlossedLanguage | null;
  readonly examples: readonly (GlossedLanguage | null)[];
}

export class SearchedInEnglish implements SearchGlosses {
  async query(text: string, language: string): Promise<string | null> {
    if (!isGlossed(language)) return null;
    await openedFor(language);
    return glossOf(text, language);
  }

  async tools(tools: readonly Tool[]): Promise<Generator<void, readonly Tool[] | null>> {
    const ofAll = languageOfAll(tools);
    const told: Told[] = [];
    for (const [at, tool] of tools.entries()) {
      if (at % TOOLS_OF_STEP === 0) await turn();
      const examples = (tool.examples ?? []).map((example) => glossedLanguageOf(example));
      told.push({ tool, language: languageIn(tool, ofAll), examples });
    }
    const spoken = new Set(told.flatMap(({ language, examples }) => [language, ...examples]));
    for (const language of spoken) if (language !== null) await openedFor(language);
    return allInEnglish(told);
  }
}

function* allInEnglish(told: readonly Told[]): Generator<void, readonly Tool[] | null> {
  const english: Tool[] = [];
  for (const one of told) english.push(yield* toolInEnglish(one));
  return english.every((tool, at) => tool === told[at]?.tool) ? null : english;
}

/** The tool itself where all of it is in English. */
function* toolInEnglish({ tool, language, examples }: Told): Generator<void, Tool> {
  const own = language === null ? tool : (yield* inEnglish(tool, language, UNITS_MAX)).tool;
  if (examples.every((one) => one === null))
    return own === tool || !tool.examples ? own : { ...own, examples: tool.examples };
  return { ...own, examples: yield* examplesInEnglish(tool.examples ?? [], examples) };
}

function* examplesInEnglish(
  examples: readonly string[],
  languages: readonly (GlossedLanguage | null)[],
): Generator<void, readonly string[]> {
  const english: string[] = [];
  let unitsLeft = UNITS_MAX;
  for (const [at, example] of examples.entries()) {
    const language = languages[at] ?? null;
    if (language !== null) unitsLeft -= example.length;
    const isRead = language !== null && unitsLeft >= 0;
    english.push(isRead ? yield* glossedInSteps(example, (piece) => glossOf(piece, language)) : example);
  }
  return english;
}

function glossedLanguageOf(text: string): GlossedLanguage | null {
  const language = languageOf(text);
  return isGlossed(language) ? language : null;
}

/** Every word of a text tells what it means, as it does of one that gets a label. */
function glossOf(text: string, language: GlossedLanguage): string {
  return labelGlossOf(text, language, NO_SET).text;
}
