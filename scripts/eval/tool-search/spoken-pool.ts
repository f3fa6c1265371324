/** What is asked in other languages than English: of the tools of all pools together, and of some that are in the language or have examples in it. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { LIMITS } from "#core/limits.ts";
import { type EverydaySource, readEveryday } from "../everyday-data.ts";
import { type SpokenLanguage, spokenRequests } from "../spoken-data.ts";
import { readXsid } from "../xsid.ts";
import type { NamedTools } from "./offline-search.ts";
import { readPool, TRADES_KEPT_APART, withoutDoubles } from "./pool.ts";

export const OTHER_LANGUAGES = ["de", "fr", "es", "it", "nl"] as const satisfies readonly SpokenLanguage[];
type OtherLanguage = (typeof OTHER_LANGUAGES)[number];
const EXAMPLES_PER_TOOL = 3;

export interface SpokenQuery {
  readonly source: string;
  readonly language: OtherLanguage;
  readonly text: string;
  readonly tool: string;
  /** Signatures of the sets that are searched. */
  readonly among: readonly string[];
  /** Whether it is of the half by which was decided how it is done. */
  readonly isLookedAt: boolean;
}

export interface SpokenPool {
  readonly sets: readonly NamedTools[];
  readonly asked: readonly SpokenQuery[];
}

export function readSpokenPool(data: string): SpokenPool {
  const xsid = readXsid(data, Number.MAX_SAFE_INTEGER).filter(({ lang }) => isOther(lang));
  const all = withoutDoubles([
    ...readPool(data, "trades kept apart").sets,
    { signature: "xsid", tools: xsid[0]?.functions ?? [] },
  ]);
  const among = all.map(({ signature }) => signature);
  const everyday = [join(data, "everyday"), join(data, "train", "everyday"), TRADES_KEPT_APART].flatMap(readEveryday);
  const asked: SpokenQuery[] = everyday.flatMap((source) =>
    queriesOf(source).map((one) => ({
      ...one,
      source: "Everyday requests",
      among,
      isLookedAt: isOfFirstHalf(source.name),
    })),
  );
  const places = new Map<string, number>();
  for (const { lang, query: text, groundTruth } of xsid) {
    const at = places.get(lang) ?? 0;
    places.set(lang, at + 1);
    const tool = Object.keys(groundTruth[0] ?? {})[0] ?? "";
    asked.push({ source: "xSID", language: lang as OtherLanguage, text, tool, among, isLookedAt: at % 2 === 0 });
  }
  const sets = [...all];
  for (const language of OTHER_LANGUAGES) {
    const own = spokenRequests(language, 0).filter(({ isInLanguage }) => isInLanguage);
    const withExamples = spokenRequests(language, EXAMPLES_PER_TOOL).filter(({ isInLanguage }) => !isInLanguage);
    for (const [source, some] of [
      ["Tools in the language", own],
      ["Tools with examples in it", withExamples],
    ] as const) {
      const alone = some.map(({ name }) => name);
      sets.push(...some.map(({ name, tools }) => ({ signature: name, tools })));
      for (const one of some.flatMap((each) => queriesOf({ ...each, language }))) {
        const query = { ...one, isLookedAt: isOfFirstHalf(one.text) };
        asked.push({ ...query, source: `${source}, alone`, among: alone });
        asked.push({ ...query, source: `${source}, among all`, among: [...among, ...alone] });
      }
    }
  }
  return { sets, asked: asked.filter(({ text }) => text.length <= LIMITS.queryCharactersMax) };
}

/** Those that mean one tool. `language`: of all of them; else their kind says it. */
function queriesOf({
  cases,
  language,
}: Pick<EverydaySource, "cases"> & { readonly language?: OtherLanguage }): readonly Pick<
  SpokenQuery,
  "language" | "text" | "tool"
>[] {
  return cases.flatMap(({ kind, history, query: text, calls = [] }) => {
    const [tool, ...others] = new Set(calls.map((call) => call.tool));
    const spoken = language ?? kind;
    return tool && others.length === 0 && !history && isOther(spoken) ? [{ language: spoken, text, tool }] : [];
  });
}

function isOther(language: string): language is OtherLanguage {
  return (OTHER_LANGUAGES as readonly string[]).includes(language);
}

function isOfFirstHalf(name: string): boolean {
  return (createHash("sha256").update(name).digest()[0] ?? 0) % 2 === 0;
}
