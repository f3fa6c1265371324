/**
 * A cluster that nobody here has, simulated from what one on this machine was measured to cost:
 * `bun scripts/bench/scale/main.ts`. Prints the tables of `docs/explanation/scale.md` and writes its pictures.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "./costs.ts";
import { costsOf } from "./costs.ts";
import { edgesTable, entriesTable, pictures, ratesTable } from "./tables.ts";

const ROOT = join(import.meta.dir, "../../..");
const FIGURES = join(ROOT, "scripts/bench/cluster/measured.json");
const PICTURES = join(ROOT, "docs/explanation/pictures");

const figures = JSON.parse(readFileSync(process.argv[2] ?? FIGURES, "utf8")) as Figures;
const { nodeUs, turnUs, chargeUs, appUs } = costsOf(figures);
console.log(
  `a node ${nodeUs.toFixed(0)} us, a turn ${turnUs.toFixed(0)} us and ${chargeUs.toFixed(1)} us for each charge, ${appUs.toFixed(1)} us for each app more\n`,
);
for (const made of [ratesTable, edgesTable, entriesTable]) console.log(`${made(figures)}\n`);
mkdirSync(PICTURES, { recursive: true });
for (const [name, svg] of Object.entries(pictures(figures))) writeFileSync(join(PICTURES, name), svg);
