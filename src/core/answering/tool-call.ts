import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { preparedSchema } from "../schema/json-schema.ts";
import type { Violation } from "../schema/validating/validation.ts";
import { ValidationWork } from "../schema/validating/validation-work.ts";
import type { Tool } from "../toolset.ts";
import type { EvidenceMap } from "./evidence.ts";

/** Parameters that fit their tool's schema, apart from those that are missing. */
export interface CheckedParameters {
  readonly parameters: JsonObject;
  /** Required ones that nothing gave, and those that cannot have what was said: their paths, as in `address.city`. */
  readonly missing: readonly string[];
  /** Those that the schema's `default` filled. */
  readonly defaultsApplied: readonly string[];
}

/** Without the values that come from nowhere: they count as missing, required or not. */
export function withoutInferred(
  checked: CheckedParameters,
  evidence: EvidenceMap,
): CheckedParameters & { readonly evidence: EvidenceMap } {
  const isInferred = (name: string) => evidence[name]?.kind === "inferred";
  const inferred = Object.keys(checked.parameters).filter(isInferred);
  const known = <Value>(map: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(map).filter(([name]) => !inferred.includes(name)));
  const isGone = (path: string) => inferred.includes(path.split(".")[0] as string);
  return {
    parameters: known(checked.parameters) as JsonObject,
    missing: [...inferred, ...checked.missing.filter((path) => !isGone(path))],
    defaultsApplied: checked.defaultsApplied.filter((path) => !isGone(path)),
    evidence: known(evidence),
  };
}

type MutableObject = { [key: string]: JsonValue | undefined };

/**
 * What a model proposed, made to fit: defaults filled in, whatever contradicts the schema dropped. A dropped required
 * parameter counts as missing: better to ask than to act on a value that cannot be right. So does each of `unfilled`,
 * paths of what was said and cannot be had, required or not.
 */
export function checkParameters(tool: Tool, proposed: JsonObject, unfilled: readonly string[] = []): CheckedParameters {
  const schema = tool.parameters;
  if (!schema) return { parameters: {}, missing: [], defaultsApplied: [] };
  const validate = preparedSchema(schema, tool.name);
  const work = new ValidationWork();
  const errorsIn = (value: JsonObject) => validate(value, work);
  const parameters = structuredClone(proposed) as MutableObject;
  for (const path of unfilled) dropAt(parameters, path);
  dropUnknown(schema, parameters);
  dropInvalid(errorsIn, parameters);
  const defaultsApplied = fillDefaults(schema, parameters, "", new Set(unfilled));
  // A default that contradicts its own schema is no value either.
  const dropped = dropInvalid(errorsIn, parameters);
  return {
    parameters: parameters as JsonObject,
    missing: [...new Set([...missingIn(schema, parameters, ""), ...unfilled])],
    defaultsApplied: defaultsApplied.filter((path) => !dropped.has(path.split(".")[0] as string)),
  };
}

/** A model may invent parameters where the schema leaves the door open; a call has only what the tool declares. */
function dropUnknown(schema: JsonObject, parameters: MutableObject): void {
  const { properties } = schema;
  if (!isJsonObject(properties) || schema.patternProperties !== undefined) return;
  if (isJsonObject(schema.additionalProperties) || schema.additionalProperties === true) return;
  for (const name of Object.keys(parameters)) if (!Object.hasOwn(properties, name)) delete parameters[name];
}

/** Drops the top-level parameters that errors point at, until only `required` errors are left. Returns the dropped names. */
function dropInvalid(
  errorsIn: (parameters: JsonObject) => readonly Violation[],
  parameters: MutableObject,
): ReadonlySet<string> {
  const dropped = new Set<string>();
  for (;;) {
    const names = errorsIn(parameters as JsonObject)
      .map(culpritOf)
      .filter((name) => name !== null && Object.hasOwn(parameters, name));
    if (names.length === 0) return dropped;
    for (const name of names as string[]) {
      delete parameters[name];
      dropped.add(name);
    }
  }
}

function culpritOf(error: Violation): string | null {
  if (error.keyword === "required") return null;
  const [, first] = error.instancePath.split("/");
  if (first !== undefined) return first.replaceAll("~1", "/").replaceAll("~0", "~");
  const { additionalProperty, unevaluatedProperty } = error.params as Record<string, string | undefined>;
  return additionalProperty ?? unevaluatedProperty ?? null;
}

/** Without what stands at the path. A name may have a full stop in it. */
function dropAt(parameters: MutableObject, path: string): void {
  delete parameters[path];
  for (const [name, value] of Object.entries(parameters)) {
    if (path.startsWith(`${name}.`) && isJsonObject(value)) dropAt(value as MutableObject, path.slice(name.length + 1));
  }
}

function fillDefaults(
  schema: JsonObject,
  parameters: MutableObject,
  prefix: string,
  unfilled: ReadonlySet<string>,
): readonly string[] {
  if (!isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (isJsonObject(value)) return fillDefaults(property, value as MutableObject, `${prefix}${name}.`, unfilled);
    if (value !== undefined || property.default === undefined || unfilled.has(prefix + name)) return [];
    parameters[name] = structuredClone(property.default) as JsonValue;
    return [`${prefix}${name}`];
  });
}

function missingIn(schema: JsonObject, parameters: MutableObject, prefix: string): readonly string[] {
  const required = Array.isArray(schema.required) ? (schema.required as readonly JsonValue[]) : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const here = required.filter((name): name is string => typeof name === "string" && !Object.hasOwn(parameters, name));
  const within = Object.entries(properties).flatMap(([name, property]) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return isJsonObject(property) && isJsonObject(value)
      ? missingIn(property, value as MutableObject, `${prefix}${name}.`)
      : [];
  });
  return [...here.map((name) => prefix + name), ...within];
}
