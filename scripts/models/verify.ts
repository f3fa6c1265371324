/** Checks the files of `data/models/` against `SHA256SUMS`. Exit status 1 when a file is missing or another one. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MODELS = join(import.meta.dir, "../../data/models");

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

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function main(args: readonly string[]): void {
  if (args.length > 0) throw new Error("usage: bun scripts/models/verify.ts");
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
