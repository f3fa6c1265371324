/**
 * The training data of the read-back: a line for each pair of a sentence and a call in words.
 *
 *     bun scripts/train/read-back/pairs.ts EVERYDAY_FOLDER ANSWERS.jsonl OUT.jsonl [RECORDS.jsonl RECORD_ANSWERS.jsonl…]
 *
 * ANSWERS.jsonl is what `answers.ts` wrote for the same folder; RECORDS.jsonl is what `taken_records.py` wrote, calls of other
 * sets, and RECORD_ANSWERS.jsonl what `record-answers.ts` made of them.
 */
import { writeFileSync } from "node:fs";
import { linesOf } from "../../eval/data-sets.ts";
import { readEveryday } from "../../eval/everyday-data.ts";
import type { SourceAnswers } from "./answers.ts";
import { deedsOf, EverydayPairs } from "./everyday-pairs.ts";
import type { Pair } from "./pair.ts";
import { type Record, recordPairs } from "./record-pairs.ts";

function main(folder: string, answersPath: string, out: string, [recordsPath, ...answered]: readonly string[]): void {
  const sources = readEveryday(folder);
  const answers = new Map(linesOf<SourceAnswers>(answersPath).map((line) => [line.source, line]));
  const records = recordsPath ? linesOf<Record>(recordsPath) : [];
  const names = [...sources, ...records].flatMap(({ tools }) => tools.map(({ name }) => name));
  const deeds = deedsOf(names);
  const pairs: Pair[] = sources.flatMap((source, seed) => {
    const made = new EverydayPairs(source, deeds, seed);
    const given = answers.get(source.name);
    return [...(given ? made.ofProduct(given) : []), ...made.made()];
  });
  pairs.push(...answered.flatMap((path) => linesOf<Pair>(path)), ...recordPairs(records, deeds));
  writeFileSync(out, pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
  for (const [origin, own] of Map.groupBy(
    pairs,
    (pair) => `${pair.origin}${pair.source.includes(":") ? " of records" : ""}`,
  ))
    process.stdout.write(`${origin}: ${own.length}, right ${own.filter(({ label }) => label === 1).length}\n`);
}

if (import.meta.main) {
  const [folder, answers, out, ...records] = process.argv.slice(2);
  if (!folder || !answers || !out)
    throw new Error(
      "usage: bun scripts/train/read-back/pairs.ts EVERYDAY_FOLDER ANSWERS.jsonl OUT.jsonl [RECORDS.jsonl RECORD_ANSWERS.jsonl…]",
    );
  main(folder, answers, out, records);
}
