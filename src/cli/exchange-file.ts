import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import type { Format, Source } from "#core/exchange/formats.ts";
import { Failure } from "./command.ts";
import { parsedJson, parsedYaml, utf8Text } from "./documents.ts";
import { archiveSource, FILE_BYTES_MAX, folderSource, tomlSource } from "./export-folder.ts";
import { isArchive } from "./zip-archive.ts";

/** In the place of a file: standard input or output. */
export const STANDARD_STREAM = "-";

const YAML_ENDINGS = [".yaml", ".yml"];

/**
 * What a file holds: JSON or YAML as a document, a folder or an archive as its files, anything else as text. Its shape says
 * which, where neither its ending nor `format` does. Throws a Failure for a file that is not there, is too large, is no
 * UTF-8, or whose JSON, YAML or TOML is broken.
 */
export async function readSource(file: string, format: Format | null): Promise<Source> {
  if (isFolder(file)) return folderSource(file);
  const bytes = await bytesOf(file);
  if (isArchive(bytes)) return archiveSource(nameOf(file), bytes);
  const text = utf8Text(nameOf(file), bytes);
  if (text.trim() === "") throw new Failure(`${nameOf(file)} is empty`);
  const ending = extname(file).toLowerCase();
  if (ending === ".toml") return tomlSource(file, text);
  if (format === "csv" || (format === null && ending === ".csv")) return { kind: "text", text };
  const isYaml = YAML_ENDINGS.includes(ending);
  if (!isYaml && /^\s*[[{]/.test(text)) return { kind: "document", document: parsedJson(nameOf(file), text) };
  if (!isYaml && format === null && !looksLikeYaml(text)) return { kind: "text", text };
  return { kind: "document", document: parsedYaml(nameOf(file), text) };
}

/** The text of a file, or of standard input. Throws a Failure for one that is not there, is too large, is empty or no UTF-8. */
export async function readText(file: string): Promise<string> {
  const text = utf8Text(nameOf(file), await bytesOf(file));
  if (text.trim() === "") throw new Failure(`${nameOf(file)} is empty`);
  return text;
}

/** Throws a Failure when the file exists already, as `writeNewFile` does, before anything else is done. */
export function refuseExisting(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })) throw new Failure(whyNotWritten(file, "EEXIST"));
}

/** The same when the file exists already: then it is replaced at once, or stays what it is. */
export function replaceFile(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  writeNewFile(beside, text);
  try {
    renameSync(beside, file);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new Failure(whyNotWritten(file, codeOf(cause) ?? cause), cause);
  }
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

function whyNotWritten(file: string, code: unknown): string {
  if (code === "EEXIST") return `${file} exists already: name another file, or remove it first`;
  if (code === "ENOENT")
    return `there is no folder ${dirname(file)} for ${basename(file)}: make it first, or name another`;
  if (code === "ENOSPC" || code === "EDQUOT")
    return "the disk is full: make room, or name a file on another; nothing was left";
  return `${file} cannot be written (${code}): give this user the right to, or name another file`;
}

function isFolder(file: string): boolean {
  return file !== STANDARD_STREAM && (statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

async function bytesOf(file: string): Promise<Uint8Array> {
  const bytes = file === STANDARD_STREAM ? await Bun.stdin.bytes() : bytesIn(file);
  if (bytes.length <= FILE_BYTES_MAX) return bytes;
  throw new Failure(`${nameOf(file)} has ${bytes.length} bytes, and at most ${FILE_BYTES_MAX} are read`);
}

function bytesIn(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT") throw new Failure(`there is no file ${file}`, cause);
    throw new Failure(`${file} cannot be read (${code ?? cause}): give this user the right to`, cause);
  }
}

/** A first line such as `openapi: 3.1.0`; a comma-separated header has no colon before its first comma. */
function looksLikeYaml(text: string): boolean {
  const first = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  return first.startsWith("---") || first.startsWith("- ") || /^[^,;\t]+:(\s|$)/.test(first);
}

function nameOf(file: string): string {
  return file === STANDARD_STREAM ? "standard input" : file;
}

function codeOf(failure: unknown): unknown {
  return failure instanceof Error && "code" in failure ? failure.code : undefined;
}
