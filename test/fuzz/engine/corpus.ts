/** Inputs that are kept: one file for each target, one input a line. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDER = join(import.meta.dir, "..");
/** Of a corpus, so that all together stay small. */
export const CORPUS_BYTES_MAX = 12_000;

/** `regressions`: those that once broke something. They are never taken out. */
export type Kind = "corpus" | "regressions";

export function keptInputs(kind: Kind, target: string): readonly Uint8Array[] {
  const file = fileOf(kind, target);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => inputOf(JSON.parse(line)));
}

export function keep(kind: Kind, target: string, inputs: readonly Uint8Array[]): void {
  const file = fileOf(kind, target);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, inputs.map((input) => `${lineOf(input)}\n`).join(""));
}

/** A text as a text, so that it can be read; `{"base64"}` for bytes that are none. */
export function lineOf(input: Uint8Array): string {
  const text = Buffer.from(input).toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(Buffer.from(input));
  return asciiJson(isText ? text : { base64: Buffer.from(input).toString("base64") });
}

/** Nobody sees what a direction mark or a lone mark does to a line. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function inputOf(line: string | { readonly base64: string }): Uint8Array {
  return typeof line === "string" ? Buffer.from(line, "utf8") : Buffer.from(line.base64, "base64");
}

function fileOf(kind: Kind, target: string): string {
  return join(FOLDER, kind, `${target}.jsonl`);
}
