/**
 * What the product calls for everyday requests when it has to call something, written down once for `pairs.ts`.
 *
 *     bun scripts/train/read-back/answers.ts EVERYDAY_FOLDER OUT.jsonl
 */
import { writeFileSync } from "node:fs";
import { inUtc, timeZoneNamed } from "#core/local-time.ts";
import { readEveryday } from "../../eval/everyday-data.ts";
import { Progress } from "../../eval/progress.ts";
import { offeredTools, Product, type ProposedCall } from "./product.ts";

type Answer = Omit<ProposedCall, "readable"> | null;

/** One for each request of each source, in their order; null where no tool could be called. */
export interface SourceAnswers {
  readonly source: string;
  readonly calls: readonly Answer[];
  /** What is called of the other tools. */
  readonly rivals: readonly Answer[];
}

async function main(folder: string, out: string): Promise<void> {
  const product = await Product.open();
  const progress = new Progress();
  const sources = readEveryday(folder);
  const lines = sources.map(({ name, now, timeZone, tools, cases }, index): SourceAnswers => {
    const offered = offeredTools(tools);
    const zone = timeZoneNamed(timeZone);
    const at = { ...inUtc(now), ...(zone && { zone }) };
    progress.show("everyday sources", index + 1, sources.length);
    const others = new Map(tools.map((own) => [own.name, offeredTools(tools.filter((tool) => tool !== own))]));
    const calls = cases.map((one) => answerOf(product.call(one, offered, at)));
    const rivals = cases.map((one, position) => {
      const rest = others.get(calls[position]?.tool ?? "");
      return rest ? answerOf(product.call(one, rest, at)) : null;
    });
    return { source: name, calls, rivals };
  });
  product.close();
  writeFileSync(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function answerOf(call: ProposedCall | null): Answer {
  return call && { tool: call.tool, parameters: call.parameters, missing: call.missing, evidence: call.evidence };
}

if (import.meta.main) {
  const [folder, out] = process.argv.slice(2);
  if (!folder || !out) throw new Error("usage: bun scripts/train/read-back/answers.ts EVERYDAY_FOLDER OUT.jsonl");
  await main(folder, out);
}
