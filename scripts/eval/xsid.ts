/** xSID: the same sentences in several languages, as calls of tools that are described in English. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { linesOf } from "./data-sets.ts";
import type { LanguageTest } from "./languages.ts";
import { XSID_TOOLS } from "./xsid-tools.ts";

/** Danish is there for what becomes of a language that nobody prepared. */
const LANGUAGES = ["en", "de", "it", "nl", "da"] as const;
/** Whose it is may be left out: the tools are the speaker's own. */
const LEFT_OUT: ReadonlySet<string> = new Set(["reference"]);

export interface XsidLine {
  readonly text: string;
  readonly intent: string;
  readonly tokens: readonly string[];
  /** As in "B-weather/attribute", "I-datetime", "O". */
  readonly tags: readonly string[];
}

/** At most `testsMax` of each language. `dataDir` has a folder `xsid`; of languages that it lacks there are none. */
export function readXsid(dataDir: string, testsMax: number): readonly LanguageTest[] {
  return LANGUAGES.flatMap((lang) => {
    const path = join(dataDir, "xsid", `${lang}.jsonl`);
    return existsSync(path) ? xsidTests(lang, linesOf<XsidLine>(path).slice(0, testsMax)) : [];
  });
}

export function xsidTests(lang: string, lines: readonly XsidLine[]): readonly LanguageTest[] {
  const functions = Object.values(XSID_TOOLS).map(({ name, description, slots }) => ({
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(slots).map(([slot, what]) => [slot, { type: "string", description: what }]),
      ),
      required: [],
    },
  }));
  return lines.flatMap((line) => {
    const tool = XSID_TOOLS[line.intent];
    return tool
      ? [{ lang, query: line.text, toolset: "xsid", functions, groundTruth: [{ [tool.name]: slotsOf(line) }] }]
      : [];
  });
}

/** What may be said for each slot: the first words that are marked so, or the others. */
function slotsOf({ text, tokens, tags }: XsidLine): Readonly<Record<string, readonly string[]>> {
  const slots = new Map<string, string[]>();
  let from = 0;
  let open: { readonly slot: string; readonly start: number; end: number } | null = null;
  const close = () => {
    if (open) slots.set(open.slot, [...(slots.get(open.slot) ?? []), text.slice(open.start, open.end)]);
    open = null;
  };
  for (const [at, token] of tokens.entries()) {
    const start = Math.max(from, text.indexOf(token, from));
    from = start + token.length;
    const tag = tags[at] ?? "O";
    if (tag.startsWith("I-") && open) (open as { end: number }).end = from;
    else {
      close();
      if (tag !== "O") open = { slot: tag.slice(2).replace("/", "_"), start, end: from };
    }
  }
  close();
  return Object.fromEntries(
    [...slots].map(([slot, said]) => [slot, LEFT_OUT.has(slot) ? [...said, ""] : said] as const),
  );
}
