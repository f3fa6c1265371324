/**
 * What the product calls for BFCL's questions and SNIPS's sentences when it has to call something, as pairs: nothing is trained
 * or chosen on them, they say what a read-back would do there.
 *
 *     bun scripts/train/read-back/measured.ts DATA_FOLDER OUT.jsonl
 */
import { writeFileSync } from "node:fs";
import { inUtc } from "#core/local-time.ts";
import { scoreCall } from "../../eval/bfcl-scoring.ts";
import { inDigestOrder, readBfcl, readSnips } from "../../eval/data-sets.ts";
import { SNIPS_TOOLS } from "../../eval/snips-tools.ts";
import { type Pair, pairOf } from "./pair.ts";
import { offeredTools, Product } from "./product.ts";

const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));
const SNIPS_TEXTS_MAX = 60;

async function main(folder: string, out: string): Promise<void> {
  const product = await Product.open();
  const pairs = [...bfclPairs(folder, product), ...snipsPairs(folder, product)];
  product.close();
  writeFileSync(out, pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
}

function bfclPairs(folder: string, product: Product): readonly Pair[] {
  return readBfcl(folder).flatMap(({ name, tests }) =>
    tests
      .filter(({ groundTruth }) => groundTruth.length <= 1)
      .flatMap(({ query, context, functions, groundTruth }) => {
        const call = product.call({ query, context }, offeredTools(functions));
        if (!call) return [];
        const isRight = scoreCall(call, groundTruth, functions).correct;
        return measuredPair(name, query, call, isRight, groundTruth.length === 0);
      }),
  );
}

function snipsPairs(folder: string, product: Product): readonly Pair[] {
  const tools = Object.values(SNIPS_TOOLS).map(({ name, description, slots }) => ({
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(slots).map(([slot, description]) => [slot, { type: "string", description }]),
      ),
    },
  }));
  const offered = offeredTools(tools);
  const tests = readSnips(folder);
  return Object.keys(SNIPS_TOOLS).flatMap((intent) =>
    inDigestOrder(tests.filter((test) => test.intent === intent))
      .slice(0, SNIPS_TEXTS_MAX)
      .flatMap(({ text }) => {
        const call = product.call({ query: text }, offered);
        return call ? measuredPair("snips", text, call, call.tool === SNIPS_TOOLS[intent]?.name, false) : [];
      }),
  );
}

function measuredPair(
  source: string,
  query: string,
  call: NonNullable<ReturnType<Product["call"]>>,
  isRight: boolean,
  isNoneRight: boolean,
): readonly Pair[] {
  const { readable: tool, parameters, evidence, missing } = call;
  const label = isRight ? 1 : 0;
  const pair = pairOf({
    source,
    kind: missing.length > 0 ? "asks back" : "whole",
    origin: "product",
    query,
    tool,
    parameters,
    lacking: missing,
    label,
    toolMark: -1,
    markOf: () => -1,
    now: NOW,
  });
  return [{ ...pair, evidence, verdict: isRight ? "right" : "wrong", verdictOfNone: isNoneRight ? "right" : "none" }];
}

if (import.meta.main) {
  const [folder, out] = process.argv.slice(2);
  if (!folder || !out) throw new Error("usage: bun scripts/train/read-back/measured.ts DATA_FOLDER OUT.jsonl");
  await main(folder, out);
}
