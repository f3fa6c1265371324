import { type Format, type Reading, readSets } from "#core/exchange/formats.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";

export interface Asked {
  readonly format?: Format;
  readonly signature?: string;
  readonly only?: readonly string[];
  readonly fileName?: string;
}

/** A document as `dragoman import` reads it, out of a file called `things.json`. */
export function read(document: unknown, asked: Asked = {}): Reading {
  const { format = null, signature = null, only = [], fileName = "things" } = asked;
  return readSets({ kind: "document", document: document as JsonValue }, { format, signature, only, fileName });
}

export function readText(text: string, asked: Asked = {}): Reading {
  const { format = null, signature = null, only = [], fileName = "things" } = asked;
  return readSets({ kind: "text", text }, { format, signature, only, fileName });
}

/** The tools of the one toolset that was read. */
export function toolsOf({ resources }: Reading): readonly Tool[] {
  return (resources[0] as unknown as { readonly tools: readonly Tool[] }).tools;
}

/** The notes as the command line shows them. */
export function told({ notes }: Reading): readonly string[] {
  return notes.map(({ action, what, detail }) => `${action} ${what}: ${detail}`);
}

/** An OpenAPI document with these paths. */
export function openApi(paths: JsonObject, beside: JsonObject = {}, version = "3.1.0"): JsonObject {
  return { openapi: version, info: { title: "Pet Store", version: "1" }, paths, ...beside };
}
