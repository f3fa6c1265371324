/** What may stand where in a set, for the editor that proposes it. */
import type { JsonPath } from "../json-path.ts";
import type { SetKind } from "../shapes.ts";

/** As much of JSON Schema as proposing needs. */
export interface LanguageSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, LanguageSchema>>;
  readonly items?: LanguageSchema;
  readonly additionalProperties?: LanguageSchema | boolean;
  /** It is itself a schema, as `schema` of the language says. */
  readonly isSchema?: true;
}

/** Made of the wire's own schemas when the page is bundled, see `scripts/set-language.ts`. */
export interface SetLanguage extends Readonly<Record<SetKind, LanguageSchema>> {
  /** What may stand in a schema of a tool's parameters, and within that. */
  readonly schema: LanguageSchema;
}

export interface Expected {
  readonly schema: LanguageSchema;
  /** What stands there belongs to the schema of a tool's parameters: its names are keywords. */
  readonly isOfSchema: boolean;
}

/** What is expected at a place of a set; null where anything goes. */
export function expectedAt(language: SetLanguage, kind: SetKind, path: JsonPath): Expected | null {
  let current: LanguageSchema | undefined = language[kind];
  let isOfSchema = false;
  for (const step of path) {
    const next: LanguageSchema | boolean | undefined =
      current?.items ??
      (Object.hasOwn(current?.properties ?? {}, step) ? current?.properties?.[step] : undefined) ??
      current?.additionalProperties;
    if (typeof next !== "object") return null;
    isOfSchema ||= next.isSchema === true;
    current = next.isSchema ? { ...next, ...language.schema } : next;
  }
  return current ? { schema: current, isOfSchema } : null;
}

export interface Proposal {
  /** As it stands in JSON, with its quotes. */
  readonly written: string;
  /** What it is. */
  readonly description: string | null;
  /** Name of a type. */
  readonly type: string | null;
}

/** Names that an object at the place may have, without those that it has. */
export function proposedNames(expected: Expected | null, present: readonly string[]): readonly Proposal[] {
  const properties = Object.entries(expected?.schema.properties ?? {});
  return properties
    .filter(([name]) => !present.includes(name))
    .map(([name, { type = null, description = null }]) => ({ written: JSON.stringify(name), type, description }));
}

/** Values that may stand at the place, where they are few. */
export function proposedValues(expected: Expected | null): readonly Proposal[] {
  const { type, enum: values = type === "boolean" ? [true, false] : [] } = expected?.schema ?? {};
  return values.map((value) => ({ written: JSON.stringify(value), type: null, description: null }));
}

/** What a value of the type begins with, and how far behind its first character the writing goes on. */
export function begunValue(type: string | null): string {
  return { array: "[]", object: "{}", string: '""' }[type ?? ""] ?? "";
}
