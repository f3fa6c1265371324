/**
 * What each part of `dist/dragoman` weighs, and what it costs that weights lie packed in it: CPU time to have all networks' files in
 * memory, packed and as they are in `data/models`, in turns. `bun run build` comes first.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { PackedWeights, PLAIN_WEIGHTS, type Weights } from "#models/embedded/networks/packed-weights.ts";
import { EXECUTABLE } from "../dragoman-process.ts";
import { packWeights } from "../models/pack-weights.ts";

const ROOT = join(import.meta.dir, "../..");
const MODELS = join(ROOT, "data/models");
const ROUNDS = 10;
/** Opened at the first label or search; the others at each start. */
const LATE = "label-embedder-int8.onnx";
const SHARED = ["joint-extractor-int8.onnx", "sentence-embedder-int8.onnx"];
const MEGABYTE = 1_000_000;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function readingMs(weights: Weights, folder: string, names: readonly string[]): Promise<number> {
  const startedAt = cpuMs();
  for (const name of names) await weights.use(join(folder, name), (file) => file.byteLength);
  return cpuMs() - startedAt;
}

const folder = mkdtempSync(join(tmpdir(), "dragoman-weights-"));
try {
  await packWeights(folder);
  const names = readdirSync(folder);
  const early = [...SHARED, ...names.filter((name) => name !== LATE && !SHARED.includes(name))];
  const bytesIn = (at: string, some: readonly string[]) =>
    some.reduce((sum, name) => sum + statSync(join(at, name)).size, 0);
  const native = readdirSync(join(ROOT, "dist/native")).filter((name) => /\.(zst|bin)$/.test(name));
  const parts: Record<string, number> = {
    Bun: statSync(process.execPath).size,
    "weights, packed": bytesIn(folder, names),
    "native libraries, packed": bytesIn(join(ROOT, "dist/native"), native),
    "pages and licences": bytesIn(join(ROOT, "dist"), ["docs/site.zst", "admin-page/page.zst", "licenses/notices.zst"]),
    "lists of words": bytesIn(join(ROOT, "data/glossaries"), ["de.zst", "es.zst", "fr.zst", "it.zst", "nl.zst"]),
    "maps and vocabulary": bytesIn(MODELS, ["tool-search-maps.bin", "tokenizer.json"]),
  };
  const all = statSync(EXECUTABLE).size;
  parts["scripts, and what is compiled of them"] = all - Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  for (const [part, bytes] of Object.entries({ ...parts, all })) {
    console.log(`${part.padEnd(40)} ${(bytes / MEGABYTE).toFixed(1).padStart(6)} MB`);
  }
  console.log(`weights as they are in data/models: ${(bytesIn(MODELS, names) / MEGABYTE).toFixed(1)} MB`);

  const ms: Record<"packed" | "plain" | "packedLate" | "plainLate", number[]> = {
    packed: [],
    plain: [],
    packedLate: [],
    plainLate: [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const packed = new PackedWeights(Object.fromEntries(SHARED.map((name) => [name, join(folder, name)])));
    ms.packed.push(await readingMs(packed, folder, early));
    await packed.letGo();
    ms.plain.push(await readingMs(PLAIN_WEIGHTS, MODELS, early));
    ms.packedLate.push(await readingMs(packed, folder, [LATE]));
    ms.plainLate.push(await readingMs(PLAIN_WEIGHTS, MODELS, [LATE]));
  }
  const median = (of: keyof typeof ms) => (percentile(ms[of], 50) ?? Number.NaN).toFixed(0);
  console.log(`read at the start: ${median("packed")} ms of CPU packed, ${median("plain")} as they are`);
  console.log(`read for the first label: ${median("packedLate")} ms packed, ${median("plainLate")} as they are`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
