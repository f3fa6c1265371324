/** What is searched, and what is asked, in English words. Nothing of the tools chooses a word of the query: there are thousands. */
import type { SearchGlosses } from "#core/ports/models.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import type { Tool } from "#core/toolset.ts";
import { turn } from "#core/turn.ts";
import { labelGlossOf } from "./gloss.ts";
import { type GlossedLanguage, isGlossed, openedFor } from "./glossaries.ts";
import { inEnglish, languageIn, languageOfAll } from "./offered-in-english.ts";
import { NO_SET } from "./set-words.ts";

/** Tools in English that are looked at in one step: some 0.1 ms each, and each of their examples 0.02. */
const TOOLS_OF_STEP = 8;

export class SearchedInEnglish implements SearchGlosses {
  async query(text: string, language: string): Promise<string | null> {
    return isGlossed(language) ? glossIn(text, language) : null;
  }

  async tools(tools: readonly Tool[]): Promise<readonly Tool[] | null> {
    const ofAll = languageOfAll(tools);
    const english: Tool[] = [];
    for (const [at, tool] of tools.entries()) {
      if (at % TOOLS_OF_STEP === 0) await turn();
      english.push(await toolInEnglish(tool, ofAll));
    }
    return english.every((tool, at) => tool === tools[at]) ? null : english;
  }
}

/** The tool itself where all of it is in English. */
async function toolInEnglish(tool: Tool, ofAll: string): Promise<Tool> {
  const language = languageIn(tool, ofAll);
  const examples = tool.examples && (await examplesInEnglish(tool.examples));
  if (language === null) return examples === tool.examples ? tool : { ...tool, ...(examples && { examples }) };
  await openedFor(language);
  await turn();
  return { ...inEnglish(tool, language).tool, ...(examples && { examples }) };
}

/** The same list where all of them are in English. */
async function examplesInEnglish(examples: readonly string[]): Promise<readonly string[]> {
  const english: string[] = [];
  for (const example of examples) {
    const language = languageOf(example);
    english.push(isGlossed(language) ? await glossIn(example, language) : example);
  }
  return english.every((text, at) => text === examples[at]) ? examples : english;
}

/** Every word of a text tells what it means, as it does of one that gets a label. */
async function glossIn(text: string, language: GlossedLanguage): Promise<string> {
  await openedFor(language);
  return labelGlossOf(text, language, NO_SET).text;
}
