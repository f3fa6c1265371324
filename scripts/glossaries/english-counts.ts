/** How often each English word stands in requests to software, and in the descriptions of tools. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Kinds of everyday requests that are in another language. */
const OTHER_LANGUAGES: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl"]);

interface Request {
  readonly query: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

interface Everyday {
  readonly toolset: { readonly tools: Request["tools"] };
  readonly cases: readonly { readonly kind: string; readonly query: string }[];
}

/** By word in small letters. `train`: the folder of training data. */
export function englishCounts(train: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string) => {
    for (const word of text.toLowerCase().match(/[a-z']+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  const calls = Buffer.from(Bun.gunzipSync(readFileSync(join(train, "tool_calls.jsonl.gz")))).toString("utf8");
  for (const line of calls.split("\n")) {
    if (line === "") continue;
    const { query, tools } = JSON.parse(line) as Request;
    count(query);
    for (const { name, description } of tools) count(`${name.replace(/[_.-]/g, " ")} ${description}`);
  }
  for (const line of readFileSync(join(train, "hwu64.jsonl"), "utf8").split("\n")) {
    if (line !== "") count((JSON.parse(line) as { text: string }).text);
  }
  for (const file of readdirSync(join(train, "everyday"))) {
    const { cases, toolset } = JSON.parse(readFileSync(join(train, "everyday", file), "utf8")) as Everyday;
    for (const { kind, query } of cases) if (!OTHER_LANGUAGES.has(kind)) count(query);
    for (const { description } of toolset?.tools ?? []) count(description);
  }
  return counts;
}
