import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname } from "node:path";
import type { Format, Source } from "#core/exchange/formats.ts";
import type { JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";

/** In the place of a file: standard input or output. */
export const STANDARD_STREAM = "-";

const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Values that a YAML document may come to: a few lines of it can stand for billions. */
const YAML_VALUES_MAX = 2_000_000;
const YAML_ENDINGS = [".yaml", ".yml"];

/**
 * What a file holds: JSON or YAML as a document, anything else as text. Its shape says which, where neither its ending nor
 * `format` does. Throws a Failure for a file that is not there, is too large, is no UTF-8, or whose JSON or YAML is broken.
 */
export async function readSource(file: string, format: Format | null): Promise<Source> {
  const text = await readText(file);
  if (text.trim() === "") throw new Failure(`${nameOf(file)} is empty`);
  const ending = extname(file).toLowerCase();
  if (format === "csv" || (format === null && ending === ".csv")) return { kind: "text", text };
  const isYaml = YAML_ENDINGS.includes(ending);
  if (!isYaml && /^\s*[[{]/.test(text)) return { kind: "document", document: parsedJson(file, text) };
  if (!isYaml && format === null && !looksLikeYaml(text)) return { kind: "text", text };
  return { kind: "document", document: parsedYaml(file, text) };
}

/** What a file says. Throws as `readSource` does for one that is not there, too large or no UTF-8. */
export async function readText(file: string): Promise<string> {
  return textOf(file, await bytesOf(file));
}

/** Throws a Failure when the file exists already: what somebody has is not written over. */
export function writeNewFile(file: string, text: string): void {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, "wx");
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (cause) {
    // Half a file would be in the way of the next try, or be taken for a whole one.
    if (descriptor !== null) rmSync(file, { force: true });
    throw new Failure(whyNotWritten(file, codeOf(cause) ?? cause), cause);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/**
 * Writes it beside what is there, and then puts it in its place: whoever reads has the old one or the new one whole. What a link leads
 * to is replaced, and the link stays.
 */
export function replaceFile(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const beside = `${target}.${process.pid}.new`;
  writeNewFile(beside, text);
  try {
    renameSync(beside, target);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new Failure(whyNotWritten(file, codeOf(cause) ?? cause), cause);
  }
}

/** Throws a Failure where a file could not be made, for whoever works long before there is something to write. */
export function refuseUnwritable(file: string, replaces: boolean): void {
  if (!existsSync(dirname(file))) throw new Failure(whyNotWritten(file, "ENOENT"));
  if (!existsSync(file)) return;
  const there = statSync(file);
  if (there.isDirectory()) throw new Failure(whyNotWritten(file, "EISDIR"));
  // A device or a pipe would be gone, and a file in its place.
  if (!there.isFile()) throw new Failure(`${file} is no plain file, and nothing else is replaced: name another file`);
  if (!replaces) throw new Failure(`${file} exists already: name another file, or add --force`);
}

function whyNotWritten(file: string, code: unknown): string {
  if (code === "EEXIST") return `${file} exists already: name another file, or remove it first`;
  if (code === "ENOENT")
    return `there is no folder ${dirname(file)} for ${basename(file)}: make it first, or name another`;
  if (code === "EISDIR") return `${file} is a folder: name a file in it`;
  if (code === "ENOSPC" || code === "EDQUOT")
    return "the disk is full: make room, or name a file on another; nothing was left";
  return `${file} cannot be written (${code}): give this user the right to, or name another file`;
}

async function bytesOf(file: string): Promise<Uint8Array> {
  if (file === STANDARD_STREAM) return Bun.stdin.bytes();
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT") throw new Failure(`there is no file ${file}`, cause);
    if (code === "EISDIR") throw new Failure(`${file} is a folder: name a file in it`, cause);
    throw new Failure(`${file} cannot be read (${code ?? cause}): give this user the right to`, cause);
  }
}

function textOf(file: string, bytes: Uint8Array): string {
  if (bytes.length > FILE_BYTES_MAX)
    throw new Failure(`${nameOf(file)} has ${bytes.length} bytes, and at most ${FILE_BYTES_MAX} are read`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure(`${nameOf(file)} is no UTF-8 text: save it as UTF-8 first`, cause);
  }
}

/** A first line such as `openapi: 3.1.0`; a comma-separated header has no colon before its first comma. */
function looksLikeYaml(text: string): boolean {
  const first = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  return first.startsWith("---") || first.startsWith("- ") || /^[^,;\t]+:(\s|$)/.test(first);
}

function parsedJson(file: string, text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure(
      `${nameOf(file)} is no JSON: ${cause instanceof Error ? cause.message.replace(/^JSON Parse error: /, "") : cause}`,
      cause,
    );
  }
}

function parsedYaml(file: string, text: string): JsonValue {
  let document: unknown;
  try {
    document = Bun.YAML.parse(text);
  } catch (cause) {
    throw new Failure(
      `${nameOf(file)} is no YAML: ${cause instanceof Error ? cause.message.replace(/^YAML Parse error: /, "") : cause}`,
      cause,
    );
  }
  checkYamlSize(file, document);
  try {
    return JSON.parse(JSON.stringify(document));
  } catch (cause) {
    throw new Failure(`${nameOf(file)} has a YAML alias that holds itself`, cause);
  }
}

/** Aliases of aliases are a handful of objects, and billions of them once they are written out. */
function checkYamlSize(file: string, document: unknown): void {
  const open: unknown[] = [document];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > YAML_VALUES_MAX)
      throw new Failure(`${nameOf(file)} has more than ${YAML_VALUES_MAX} values once its YAML aliases are followed`);
    const value = open.pop();
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) open.push(inner);
  }
}

export function nameOf(file: string): string {
  return file === STANDARD_STREAM ? "standard input" : file;
}

function codeOf(failure: unknown): unknown {
  return failure instanceof Error && "code" in failure ? failure.code : undefined;
}
