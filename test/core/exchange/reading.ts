import type { Class } from "#core/classification-set.ts";
import { type Format, type Reading, type ReadingOptions, readSets } from "#core/exchange/formats.ts";
import type { Making } from "#core/exchange/orphans/orphan-formats.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";

export interface Asked {
  readonly format?: Format;
  readonly signature?: string;
  readonly only?: readonly string[];
  readonly fileName?: string;
  readonly making?: Making;
  readonly language?: string;
}

/** A document as `dragoman import` reads it, out of a file called `things.json`. */
export function read(document: unknown, asked: Asked = {}): Reading {
  return readSets({ kind: "document", document: document as JsonValue }, optionsOf(asked));
}

export function readText(text: string, asked: Asked = {}): Reading {
  return readSets({ kind: "text", text }, optionsOf(asked));
}

/** A folder called `things` with these files: texts are YAML, everything else is what a file holds. */
export function readFolder(files: Readonly<Record<string, unknown>>, asked: Asked = {}): Reading {
  const documents = Object.entries(files).map(([path, content]) => {
    return { path, document: (typeof content === "string" ? yaml(content) : content) as JsonValue };
  });
  return readSets({ kind: "folder", files: documents, unread: [] }, optionsOf(asked));
}

export function yaml(text: string): JsonValue {
  return JSON.parse(JSON.stringify(Bun.YAML.parse(text)));
}

function optionsOf({ format, signature, only = [], fileName = "things", ...asked }: Asked): ReadingOptions {
  return {
    format: format ?? null,
    signature: signature ?? null,
    only,
    fileName,
    ...asked,
  };
}

/** The classes of the one classification set that was read. */
export function classesOf({ resources }: Reading): readonly Class[] {
  return (resources[0] as unknown as { readonly classes: readonly Class[] }).classes;
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
