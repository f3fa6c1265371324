/**
 * How other languages are read beside English, the same things said in each, over HTTP:
 *
 *     bun scripts/eval/spoken.ts [--data FOLDER] [--languages de,fr] [--examples 0,3] [--only requests,labels,xsid] [--show FILE]
 *
 * Everyday requests and labels are those of `spoken/`: without examples, and the requests with three examples a tool in the speaker's
 * language, or one of both with --examples. With --data its `xsid` is asked as well, also with three examples a tool, which are none of the sentences that are measured.
 * With --show every answer to a request goes into FILE, a line of JSON each. Writes tables in Markdown.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ApiClient } from "./api-client.ts";
import { openClockedServer } from "./clocked-server.ts";
import { inDigestOrder, type LabelledText } from "./data-sets.ts";
import { askEveryday, judgedIn, savedAnswers } from "./everyday.ts";
import type { Judgement } from "./everyday-scoring.ts";
import { classify, registerLabels } from "./labels.ts";
import { evaluateLanguages, type LanguageTest } from "./languages.ts";
import { CONCURRENCY, inParallel } from "./parallel.ts";
import { Progress } from "./progress.ts";
import {
  SPOKEN_AT,
  SPOKEN_LABEL_SETS,
  SPOKEN_LANGUAGES,
  type SpokenLanguage,
  spokenLabels,
  spokenRequests,
} from "./spoken-data.ts";
import { readXsid } from "./xsid.ts";

const EXAMPLES_PER_TOOL = 3;
const COUNTS = [0, EXAMPLES_PER_TOOL] as const;
const ALL = Number.MAX_SAFE_INTEGER;

interface Measured {
  /** At the moment that the requests are made. */
  readonly client: ApiClient;
  readonly languages: readonly SpokenLanguage[];
  /** Examples a tool: without any, with three, or both. */
  readonly counts: readonly (typeof COUNTS)[number][];
  readonly progress: Progress;
  /** Takes a line for each answer to a request. */
  readonly show: (answer: object) => void;
}

/** Of all requests of a language, in the order of their kinds of tools. */
async function requestRows({ client, languages, counts, progress, show }: Measured): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const count of counts) {
    for (const language of languages) {
      const server = { clientAt: async () => client };
      const { sources } = await askEveryday(server, spokenRequests(language, count), ALL, progress);
      for (const source of sources) for (const answer of savedAnswers(source)) show({ language, ...answer });
      const parts = [
        sources,
        ...[false, true].map((isIn) =>
          sources.filter(({ source }) => "isInLanguage" in source && source.isInLanguage === isIn),
        ),
      ];
      const shares = parts.map((part) => judgedIn(part).map(({ judgement }) => judgement));
      const [all = [], english = [], own = []] = shares;
      const cells = [share(all, "right"), share(english, "right"), share(own, "right"), share(all, "wrong")];
      rows.push(row([String(count), language, String(all.length), ...cells]));
    }
  }
  return rows;
}

function share(judgements: readonly Judgement[], wanted: Judgement): string {
  return percent(judgements.filter((judgement) => judgement === wanted).length / judgements.length);
}

async function labelRows({ client, languages, progress }: Measured): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const set of SPOKEN_LABEL_SETS) {
    for (const language of languages) {
      const { english, inLanguage, texts } = spokenLabels(language, set);
      const own = new Map(english.map((label, at) => [label, inLanguage[at] ?? label]));
      const inOwn = texts.map(({ text, label }) => ({ text, label: own.get(label) ?? label }));
      const name = `${set.replaceAll(" ", "-")}-${language}`;
      const cells = [
        await rightLabels(client, `${name}-english`, english, texts, progress),
        await rightLabels(client, `${name}-own`, inLanguage, inOwn, progress),
      ];
      rows.push(row([set, language, String(texts.length), ...cells.map(percent)]));
    }
  }
  return rows;
}

async function rightLabels(
  client: ApiClient,
  signature: string,
  labels: readonly string[],
  texts: readonly LabelledText[],
  progress: Progress,
): Promise<number> {
  const set = { signature, part: signature, classes: labels.map((label) => ({ label })), allowNone: false };
  const refused = await registerLabels(client, set, progress);
  if (refused !== null) throw new Error(`${signature}: ${refused}`);
  const rights = await inParallel(
    texts,
    CONCURRENCY,
    async ({ text, label }) => (await classify(client, signature, text)).labels[0]?.label === label,
    (done) => progress.show(signature, done, texts.length),
  );
  return rights.filter(Boolean).length / rights.length;
}

/** The same sentences are examples in each language: of each intent the first by the digest of the English one. */
async function xsidRows({ client, counts, progress }: Measured, dataDir: string): Promise<readonly string[]> {
  const byLanguage = Map.groupBy(readXsid(dataDir, ALL), ({ lang }) => lang);
  const english = byLanguage.get("en") ?? [];
  const taken = examplesAmong(english);
  const rows: string[] = [];
  for (const count of counts) {
    for (const [lang, tests] of byLanguage) {
      const asked = tests
        .filter((_, at) => !taken.has(at))
        .map((test) => ({
          ...test,
          toolset: `xsid-${lang}-${count}`,
          functions: count === 0 ? test.functions : withExamples(tests, taken),
        }));
      const { lines } = await evaluateLanguages(client, asked, progress, "xSID");
      const cells = ["exact call", "right tool", "another tool"].map((name) =>
        percent(lines.find(({ measure }) => measure === name)?.value ?? 0),
      );
      rows.push(row([String(count), lang, String(asked.length), ...cells]));
    }
  }
  return rows;
}

/** By their places among the sentences. */
function examplesAmong(english: readonly LanguageTest[]): ReadonlySet<number> {
  const placed = english.map(({ query, groundTruth }, at) => ({ text: query, at, tool: toolOf({ groundTruth }) }));
  const byTool = Map.groupBy(inDigestOrder(placed), ({ tool }) => tool);
  return new Set([...byTool.values()].flatMap((all) => all.slice(0, EXAMPLES_PER_TOOL).map(({ at }) => at)));
}

function withExamples(tests: readonly LanguageTest[], taken: ReadonlySet<number>): LanguageTest["functions"] {
  const [first] = tests;
  const examples = tests.filter((_, at) => taken.has(at));
  return (first?.functions ?? []).map((tool) => {
    const own = examples.filter((test) => toolOf(test) === tool.name).map(({ query }) => query);
    return own.length === 0 ? tool : { ...tool, examples: own };
  });
}

function toolOf({ groundTruth }: Pick<LanguageTest, "groundTruth">): string {
  return Object.keys(groundTruth[0] ?? {})[0] ?? "";
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(title: string, columns: readonly string[], rows: readonly string[]): string {
  return [title, "", row(columns), row(columns.map(() => "---")), ...rows, ""].join("\n");
}

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    languages: { type: "string" },
    examples: { type: "string" },
    only: { type: "string" },
    show: { type: "string" },
  },
});
const languages = SPOKEN_LANGUAGES.filter((one) => values.languages?.split(",").includes(one) ?? true);
const counts = COUNTS.filter((one) => values.examples?.split(",").includes(String(one)) ?? true);
const isWanted = (part: string) => values.only?.split(",").includes(part) ?? true;
const shown: string[] = [];
const server = await openClockedServer();
try {
  const measured = {
    client: await server.clientAt(SPOKEN_AT),
    languages,
    counts,
    progress: new Progress(),
    show: (answer: object) => shown.push(`${JSON.stringify(answer)}\n`),
  };
  console.log(`Model ${server.model}, without the cache.\n`);
  if (isWanted("requests")) {
    const shares = ["right, %", "tools in English", "in the language", "wrong executions, %"];
    console.log(table("Everyday requests", ["examples", "language", "n", ...shares], await requestRows(measured)));
  }
  if (isWanted("labels")) {
    const columns = ["set", "language", "n", "classes in English, %", "in the language, %"];
    console.log(table("Labels", columns, await labelRows(measured)));
  }
  if (values.data !== undefined && isWanted("xsid")) {
    const columns = ["examples", "language", "n", "exact call, %", "right tool, %", "another tool, %"];
    console.log(table("xSID", columns, await xsidRows(measured, values.data)));
  }
} finally {
  await server.close();
}
if (values.show !== undefined) writeFileSync(values.show, shown.join(""));
