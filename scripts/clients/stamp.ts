/** A generated file says what it was made from and what came out, so that nobody needs the generator to see whether it still holds. */
import { createHash } from "node:crypto";

const HEAD_LINES = 3;

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** `comment`: what begins one in the language of the file. */
export function stamped(comment: string, source: string, text: string): string {
  return [
    `${comment} Made by scripts/clients/generate.ts: change the document and run it again.`,
    `${comment} of ${digestOf(source)}`,
    `${comment} as ${digestOf(text)}`,
    text,
  ].join("\n");
}

/** Whether a file was made from `source`, and nobody changed it since. */
export function isUpToDate(file: string, source: string): boolean {
  const lines = file.split("\n");
  const text = lines.slice(HEAD_LINES).join("\n");
  return lines[1]?.endsWith(` of ${digestOf(source)}`) === true && lines[2]?.endsWith(` as ${digestOf(text)}`) === true;
}
