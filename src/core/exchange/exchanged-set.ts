import type { Class } from "../classification-set.ts";
import { invalid } from "../errors.ts";
import { writtenFor } from "../field-faults.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import type { ClassificationSetInput, ToolsetInput } from "../sets/registry.ts";
import type { Instant } from "../tenant.ts";
import type { Tool } from "../toolset.ts";
import { Fields } from "./fields.ts";
import { classificationSetOfOthers, explained, toolsetOfOthers } from "./other-forms.ts";

interface Exchanged {
  readonly signature: string;
  /** What the content's hash has to be; null where the file does not say. */
  readonly contentHash: string | null;
}

export interface ExchangedToolset extends Exchanged {
  readonly kind: "toolset";
  readonly input: ToolsetInput;
}

export interface ExchangedClassificationSet extends Exchanged {
  readonly kind: "classification_set";
  readonly input: ClassificationSetInput;
}

/** A set on its way from one place to another, its shape checked, its content not yet. */
export type ExchangedSet = ExchangedToolset | ExchangedClassificationSet;

/** In messages. */
export function titleOf({ kind, signature }: Pick<ExchangedSet, "kind" | "signature">): string {
  return `the ${kind === "toolset" ? "toolset" : "classification set"} "${signature}"`;
}

/** What only the server says of a set. */
export const SERVERS_OWN = ["content_hash", "created_at", "updated_at", "learning", "warnings"] as const;
const HEAD = ["signature", "name", "description", ...SERVERS_OWN];
const OF_TOOLSET = [...HEAD, "tools", "require_evidence", "min_confidence", "backend"];
const CLASSIFICATION_OPTIONS = ["enable_extraction", "allow_none"];
const OF_CLASSIFICATION_SET = [...HEAD, "classes", ...CLASSIFICATION_OPTIONS, "backend"];
const OF_TOOL = ["name", "description", "parameters", "examples"];
const OF_CLASS = ["label", "description", "examples"];

/**
 * A set as it stands in our own JSON: the resource as the API gives it. Throws `bad_request` for a field that is missing,
 * `validation_error` for one that is unknown or of the wrong type, each named as in `weather-v1.tools.3.name`.
 */
export function setFromResource(resource: JsonValue, position: string): ExchangedSet {
  if (!isJsonObject(resource)) throw invalid(position, "must be a set: an object with `tools` or `classes`");
  const fields = new Fields(resource, typeof resource.signature === "string" ? resource.signature : position);
  return isToolset(resource) ? toolsetFrom(fields, resource) : classificationSetFrom(fields, resource);
}

/** By the field that has its content, or the one that was probably meant to, or one that only classification sets have. */
function isToolset(resource: JsonObject): boolean {
  if (resource.tools !== undefined || resource.classes !== undefined) return resource.tools !== undefined;
  const names = Object.keys(resource);
  return writtenFor("classes", names) === undefined && !names.some((name) => CLASSIFICATION_OPTIONS.includes(name));
}

function toolsetFrom(fields: Fields, resource: JsonObject): ExchangedToolset {
  const tools = explained(toolsetOfOthers(resource), () => {
    fields.allow(OF_TOOLSET, ["name", "signature", "tools"]);
    return fields.objects("tools").map(toolFrom);
  });
  const options = { requireEvidence: fields.flag("require_evidence"), ...fields.minConfidence() };
  return { kind: "toolset", ...identityOf(fields), input: { ...headOf(fields), tools, ...options } };
}

function classificationSetFrom(fields: Fields, resource: JsonObject): ExchangedClassificationSet {
  const classes = explained(classificationSetOfOthers(resource), () => {
    fields.allow(OF_CLASSIFICATION_SET, ["name", "signature", "classes"]);
    return fields.objects("classes").map(classFrom);
  });
  const options = { enableExtraction: fields.flag("enable_extraction"), allowNone: fields.flag("allow_none") };
  return { kind: "classification_set", ...identityOf(fields), input: { ...headOf(fields), classes, ...options } };
}

function identityOf(fields: Fields): Pick<Exchanged, "contentHash" | "signature"> {
  const { content_hash: contentHash = null } = fields.optionalText("content_hash");
  return { signature: fields.text("signature"), contentHash };
}

function headOf(fields: Fields): Pick<ToolsetInput, "backend" | "description" | "name"> {
  return { name: fields.text("name"), ...fields.optionalText("description"), ...fields.optionalText("backend") };
}

function toolFrom(fields: Fields): Tool {
  fields.allow(OF_TOOL, ["name", "description"]);
  const name = fields.text("name");
  return {
    name,
    description: fields.text("description"),
    ...fields.optionalObject("parameters"),
    ...fields.optionalTexts("examples"),
  };
}

function classFrom(fields: Fields): Class {
  fields.allow(OF_CLASS, ["label"]);
  return { label: fields.text("label"), ...fields.optionalText("description"), ...fields.optionalTexts("examples") };
}

/** The resource as `setFromResource` reads it, without what only the server says. */
export function resourceOf(set: ExchangedSet): JsonObject {
  const { signature, contentHash, input } = set;
  const { name, description, backend } = input;
  return {
    signature,
    name,
    ...(description !== undefined && { description }),
    ...(backend !== undefined && { backend }),
    ...(set.kind === "toolset" ? toolsetFields(set.input) : classificationSetFields(set.input)),
    ...(contentHash !== null && { content_hash: contentHash }),
  };
}

/** The resource of a set that is stored, as the API shows it but for how far it is learned. */
export function resourceOfStored(
  kind: ExchangedSet["kind"],
  stored: StoredDefinition<ExchangedSet["kind"]>,
): JsonObject {
  const { signature, name, description, definition, contentHash } = stored;
  const input = { name, ...(description !== null && { description }), ...definition };
  return {
    ...resourceOf({ kind, signature, contentHash, input } as ExchangedSet),
    created_at: timeOf(stored.createdAt),
    updated_at: timeOf(stored.updatedAt),
  };
}

function toolsetFields({ tools, requireEvidence = false, minConfidence }: ToolsetInput): JsonObject {
  const threshold = minConfidence === undefined ? {} : { min_confidence: minConfidence };
  return { tools, require_evidence: requireEvidence, ...threshold };
}

function classificationSetFields(input: ClassificationSetInput): JsonObject {
  const { classes, enableExtraction = false, allowNone = false } = input;
  return { classes, enable_extraction: enableExtraction, allow_none: allowNone };
}

function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}
