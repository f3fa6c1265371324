/**
 * How often an order is carried out that stands in a frame where nobody asks for it ("I was told never to lock the front
 * door"), and how often one is in a frame where somebody does, over HTTP:
 *
 *     bun scripts/eval/framed.ts [--frames seen,measured] [--orders 40] [--seed 1] [--kinds] [--show FILE] [--out FOLDER]
 *
 * The orders are those among `trades`, `unasked`, `hazards` and `values` that are answered rightly as they stand, so many
 * by lot. Writes `framed.md` and `framed.json` into FOLDER, with --kinds by kind of frame, and with --show every answer into
 * FILE, a line of JSON each: both of `seen` alone, for nobody who works on the model looks into `measured`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openClockedServer } from "./clocked-server.ts";
import { readEveryday } from "./everyday-data.ts";
import { askFramed, rightOrders, shownAnswers } from "./framed/asking-framed.ts";
import { framedMarkdown, framedRows } from "./framed/framed-figures.ts";
import { FRAME_FILES, framesOf } from "./framed/frames.ts";
import { byLot, ordersIn } from "./framed/orders.ts";
import { Progress } from "./progress.ts";

const SOURCES = ["trades", "unasked", "hazards", "values"];

const { values } = parseArgs({
  options: {
    frames: { type: "string", default: FRAME_FILES.join(",") },
    orders: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    kinds: { type: "boolean", default: false },
    show: { type: "string" },
    out: { type: "string", default: join(import.meta.dir, "../../dist/eval") },
  },
});

function wholeNumber(option: "orders" | "seed"): number {
  const value = Number(values[option]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${option} ${values[option]}: expected a whole number, at least 1`);
}

const files = values.frames.split(",").map((name) => {
  const file = FRAME_FILES.find((known) => known === name);
  if (!file) throw new Error(`--frames ${name}: expected some of ${FRAME_FILES.join(",")}`);
  return file;
});
const count = wholeNumber("orders");
const seed = wholeNumber("seed");
const candidates = ordersIn(SOURCES.flatMap((folder) => readEveryday(join(import.meta.dir, folder))));
const server = await openClockedServer();
try {
  const on = { server, progress: new Progress() };
  const right = await rightOrders(byLot(candidates, seed), on);
  const orders = right.slice(0, count);
  const texts = [
    `Model ${server.model}, without the cache: ${orders.length} orders by lot (seed ${seed}) of the ${right.length} of ${candidates.length} that are answered rightly as they stand.\n`,
  ];
  const parts = [];
  for (const file of files) {
    const asked = await askFramed(framesOf(file), orders, on);
    const rows = framedRows(file, asked, values.kinds);
    texts.push(framedMarkdown(file, rows));
    parts.push({ file, rows });
    if (file === "seen" && values.show !== undefined) {
      const shown = asked.flatMap(shownAnswers).map((answer) => `${JSON.stringify(answer)}\n`);
      writeFileSync(values.show, shown.join(""));
    }
  }
  const of = { model: server.model, seed, candidates: candidates.length, right: right.length, orders: orders.length };
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, "framed.json"), `${JSON.stringify({ ...of, parts }, null, 2)}\n`);
  writeFileSync(join(values.out, "framed.md"), texts.join("\n"));
  console.log(texts.join("\n"));
} finally {
  await server.close();
}
