/**
 * Asks the product with nothing withheld, and writes down what it would call and what speaks for it:
 *
 *     nice -n 10 bun scripts/train/confidence/table.ts OUT.jsonl --everyday FOLDER [--sources left-out|all] [--languages en|others|all]
 *     nice -n 10 bun scripts/train/confidence/table.ts OUT.jsonl --programs DATA_FOLDER
 *
 * One line for each request, appended: what stands in the file is not asked again. `left-out` are the trades that no network learned
 * from. A request takes 0.1 s of a quiet core.
 */
import { appendFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { Progress } from "../../eval/progress.ts";
import { isLeftOut } from "../trades/trades.ts";
import { AskedProduct } from "./asked.ts";
import { everydayRequests, programRequests, type SourceRequest } from "./asked-sources.ts";
import { type Row, rowsIn } from "./rows.ts";

/** Two to this power of answers are judged. */
const JUDGED_MAX = 4;
const OTHERS: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl"]);

async function rowOf(request: SourceRequest, product: AskedProduct): Promise<Row> {
  const { source, at, kind, asking, tools, now } = request;
  const { language, calls } = await product.answer(asking, tools, now);
  const given = calls.map((one) => one.given);
  const judgement = (mask: number) => request.judge(given.filter((_, index) => (mask & (2 ** index)) !== 0));
  const masks = Array.from({ length: 2 ** Math.min(calls.length, JUDGED_MAX) }, (_, mask) => mask);
  return {
    ...{ source, at, kind, language },
    ofNone: judgement(0),
    calls: calls.map((one) => {
      const alone = request.judge([one.given]);
      const isRight = alone === "right" || alone === "part";
      const slots = request.slots?.(one.given);
      return { ...one.row, isRight, isTool: request.isTool(one.given), ...(slots && { slots }) };
    }),
    ofSome: calls.length > JUDGED_MAX ? null : masks.map(judgement),
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      everyday: { type: "string" },
      programs: { type: "string" },
      sources: { type: "string", default: "all" },
      languages: { type: "string", default: "all" },
    },
    allowPositionals: true,
  });
  const [out] = positionals;
  const { everyday, programs } = values;
  if (!out || (everyday === undefined) === (programs === undefined))
    throw new Error(
      "usage: bun scripts/train/confidence/table.ts OUT.jsonl --everyday FOLDER | --programs DATA_FOLDER",
    );
  const isSource = (name: string) => values.sources === "all" || isLeftOut(name);
  const isWanted = ({ kind }: SourceRequest) =>
    values.languages === "all" || OTHERS.has(kind) === (values.languages === "others");
  const requests = everyday === undefined ? programRequests(programs ?? "") : everydayRequests(everyday, isSource);
  const known = new Set(existsSync(out) ? rowsIn(out).map(({ source, at }) => `${source} ${at}`) : []);
  const product = await AskedProduct.open();
  const progress = new Progress();
  for (const [index, request] of requests.entries()) {
    if (known.has(`${request.source} ${request.at}`) || !isWanted(request)) continue;
    appendFileSync(out, `${JSON.stringify(await rowOf(request, product))}\n`);
    progress.show("requests", index + 1, requests.length);
  }
  product.close();
}

await main();
