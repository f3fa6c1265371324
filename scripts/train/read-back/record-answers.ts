/**
 * What the product calls for queries of records, tools of programs and assistants that others wrote, as pairs. Many of them are
 * asked with their right tool alone, some with others only: an owner may have a single tool, and ask it for what it is not for.
 *
 *     bun scripts/train/read-back/record-answers.ts RECORDS.jsonl OUT.jsonl [PART PARTS]
 *
 * PART of PARTS, from 0: so that two processes can share them.
 */
import { writeFileSync } from "node:fs";
import { inUtc } from "#core/local-time.ts";
import { linesOf } from "../../eval/data-sets.ts";
import { Progress } from "../../eval/progress.ts";
import { Chance, type Pair, pairOf } from "./pair.ts";
import { offeredTools, Product } from "./product.ts";
import { groupOf, type Record, type RecordTool } from "./record-pairs.ts";
import { markOfCall, markOfValue } from "./record-scoring.ts";

const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));
/** So many are asked of each set. Those of `meta` and `idle` have no values to be wrong about. */
const MOST: Readonly<{ [src: string]: number }> = {
  seal: 2_600,
  schema: 1_500,
  sgd: 900,
  topic: 700,
  open: 400,
  hwu64: 500,
  meta: 200,
  idle: 100,
};
const ALONE_SHARE = 0.35;
const STRANGERS_SHARE = 0.15;
const TOOLS_MAX = 6;
/** Shares of parameters that a tool demands: of those that a query gives, and of the others. */
const REQUIRED_SAID_SHARE = 0.7;
const REQUIRED_UNSAID_SHARE = 0.05;

async function main(path: string, out: string, part: number, parts: number): Promise<void> {
  const left = { ...MOST };
  const records = linesOf<Record>(path)
    .filter(({ src }) => {
      left[src] = (left[src] ?? 0) - 1;
      return (left[src] as number) >= 0;
    })
    .filter((_, at) => at % parts === part);
  const product = await Product.open();
  const progress = new Progress();
  const pairs = records.flatMap((record, at) => {
    progress.show("records", at + 1, records.length);
    return askedPair(record, product, new Chance(at * parts + part));
  });
  product.close();
  writeFileSync(out, pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
}

function askedPair(record: Record, product: Product, chance: Chance): readonly Pair[] {
  const right = record.tools[record.gold];
  const drawn = chance.next();
  const others = record.tools.filter((tool) => tool !== right).slice(0, TOOLS_MAX - 1);
  const isAlone = drawn < ALONE_SHARE;
  const isStrange = !right || (drawn >= ALONE_SHARE && drawn < ALONE_SHARE + STRANGERS_SHARE);
  const strangers = chance.next() < 0.5 ? others.slice(-1) : others;
  const given = isStrange ? strangers : isAlone ? [right] : [right, ...others];
  if (given.length === 0) return [];
  const offered = offeredTools(given.map((tool) => functionOf(tool, tool === right ? record.slots : {}, chance)));
  const call = product.call({ query: record.query }, offered, NOW);
  if (!call) return [];
  const { readable: tool, parameters, missing, evidence } = call;
  const isTool = !isStrange && tool.name === right.name;
  const mark = isTool ? markOfCall(record, parameters, tool, missing) : 0;
  if (mark === -1) return [];
  const pair = pairOf({
    source: groupOf(record),
    kind: record.src,
    origin: "product",
    query: record.query,
    tool,
    parameters,
    lacking: missing,
    label: mark,
    toolMark: isTool ? 1 : 0,
    markOf: (name) => {
      const parameter = tool.parameters.find((one) => one.name === name);
      const value = parameters[name];
      return isTool && parameter && value !== undefined
        ? markOfValue(record.query, record.slots[name], value, parameter)
        : -1;
    },
    now: NOW,
  });
  const verdict = missing.length > 0 ? "asked" : mark === 1 ? "right" : "wrong";
  return [{ ...pair, evidence, verdict, verdictOfNone: isStrange ? "right" : "none" }];
}

function functionOf({ name, description, params }: RecordTool, slots: Record["slots"], chance: Chance) {
  const properties = params.map(({ name: own, type, description: about, options }) => {
    const plain = { type, description: about };
    const choices = options && options.length > 0 ? { enum: options } : {};
    const schema = type === "array" ? { ...plain, items: { type: "string", ...choices } } : { ...plain, ...choices };
    return [own, schema] as const;
  });
  const required = params
    .map((one) => one.name)
    .filter((one) => chance.next() < (slots[one] ? REQUIRED_SAID_SHARE : REQUIRED_UNSAID_SHARE));
  return { name, description, parameters: { type: "object", properties: Object.fromEntries(properties), required } };
}

if (import.meta.main) {
  const [records, out, part = "0", parts = "1"] = process.argv.slice(2);
  if (!records || !out)
    throw new Error("usage: bun scripts/train/read-back/record-answers.ts RECORDS.jsonl OUT.jsonl [PART PARTS]");
  await main(records, out, Number(part), Number(parts));
}
