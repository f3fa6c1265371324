/**
 * Writes slot-swap as folders for fit.ts, one for each seed: tools.json, seed.jsonl and probe.jsonl.
 *
 *     bun scripts/train/cache/slot-swap-folders.ts --data FOLDER --out FOLDER SEED…
 *
 * `--data`: as for `bun run eval --cache`. Figures that are reported must come from other seeds.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { slotSwap } from "../../eval/cache/slot-swap.ts";

const { values, positionals } = parseArgs({
  options: { data: { type: "string" }, out: { type: "string" } },
  allowPositionals: true,
});
if (!values.data || !values.out || positionals.length === 0) throw new Error("see the head of this script");
for (const seed of positionals) {
  const { tools, seeds, probes } = slotSwap(values.data, Number(seed));
  const folder = join(values.out, `slot-swap-${seed}`);
  const lines = (asked: readonly { id: string; text: string; call: object }[]) =>
    asked.map(({ id, text, call }) => `${JSON.stringify({ id, text, call })}\n`).join("");
  const schemas = tools.map(({ name, parameters }) => [name, parameters?.properties ?? {}] as const);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tools.json"), JSON.stringify(Object.fromEntries(schemas)));
  writeFileSync(join(folder, "seed.jsonl"), lines(seeds));
  writeFileSync(join(folder, "probe.jsonl"), lines(probes));
  console.log(folder);
}
