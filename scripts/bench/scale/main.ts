/**
 * A cluster that nobody here has, simulated from what one on this machine was measured to cost:
 * `bun scripts/bench/scale/main.ts`. Prints the tables of `docs/explanation/scale.md`, and writes them, its pictures, and the tables of
 * `docs/measurements/cluster-cost.md` that show the same figures. Of another file of figures, `main.ts FILE`, it prints the tables alone.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NodesFigures } from "../cluster/nodes/figures.ts";
import { NODES_PICTURE, nodesPicture, nodesTable, placedTable } from "../cluster/nodes/tables.ts";
import { costTable, type ShownLoad } from "../cluster/tables.ts";
import { writeTables } from "../pages.ts";
import type { Figures } from "./costs.ts";
import { costsOf } from "./costs.ts";
import { edgesTable, entriesTable, pictures, ratesTable } from "./tables.ts";

const ROOT = join(import.meta.dir, "../../..");
const FIGURES = join(ROOT, "scripts/bench/cluster/measured.json");
const NODES = join(ROOT, "scripts/bench/cluster/measured-nodes.json");
const PICTURES = join(ROOT, "docs/explanation/pictures");

const [, , other] = process.argv;
const figures = readJson<Figures & { readonly loads: readonly ShownLoad[] }>(other ?? FIGURES);
const costs = costsOf(figures);
const { nodeUs, turnUs, chargeUs, appUs } = costs;
console.log(
  `a node ${nodeUs.toFixed(0)} us, a turn ${turnUs.toFixed(0)} us and ${chargeUs.toFixed(1)} us for each charge, ${appUs.toFixed(1)} us for each app more\n`,
);
const tables = [ratesTable, edgesTable, entriesTable].map((made) => made(figures));
for (const table of tables) console.log(`${table}\n`);
if (other === undefined) {
  const nodes = readJson<NodesFigures>(NODES);
  writeTables(ROOT, "docs/measurements/cluster-cost.md", [costTable(figures), nodesTable(nodes)]);
  writeTables(ROOT, "docs/explanation/scale.md", [...tables, placedTable(nodes, costs)]);
  mkdirSync(PICTURES, { recursive: true });
  for (const [name, svg] of Object.entries(pictures(figures))) writeFileSync(join(PICTURES, name), svg);
  writeFileSync(join(ROOT, NODES_PICTURE), nodesPicture(nodes, costs));
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, "utf8")) as Content;
}
