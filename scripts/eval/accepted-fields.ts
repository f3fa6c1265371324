/** What the server takes in a POST /v1/resolve, as its own reference says: fields that it does not know are refused. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { ApiClient } from "./api-client.ts";
import { refusalIn } from "./outcome.ts";

/** Asked for where the reference names no maximum; no set of the evaluation wants more. */
const CALLS_ASKED = 16;

export interface AcceptedFields {
  /** How many calls to ask for; null where an answer is one call. */
  readonly callsMax: number | null;
  /** Fields of an entry of `history`. */
  readonly historyFields: readonly string[];
}

/** Throws when the server gives no reference. */
export async function acceptedFields(client: Pick<ApiClient, "get">): Promise<AcceptedFields> {
  const answer = await client.get("/openapi.json");
  if (answer.status !== 200) throw new Error(`GET /openapi.json: ${refusalIn(answer)}`);
  return fieldsIn(answer.body);
}

export function fieldsIn(document: JsonObject): AcceptedFields {
  const fields = at(document, "components", "schemas", "ResolveBody", "properties");
  if (!isJsonObject(fields)) throw new Error("/openapi.json does not say what POST /v1/resolve takes");
  const maximum = at(fields, "calls_max", "maximum");
  const several = typeof maximum === "number" ? Math.min(maximum, CALLS_ASKED) : CALLS_ASKED;
  const entry = at(fields, "history", "items");
  const known = isJsonObject(entry) && typeof entry.$ref === "string" ? schemaNamed(document, entry.$ref) : entry;
  return {
    callsMax: fields.calls_max === undefined ? null : several,
    historyFields: Object.keys(at(known, "properties") ?? {}),
  };
}

function schemaNamed(document: JsonObject, reference: string): JsonValue | undefined {
  return at(document, "components", "schemas", reference.slice(reference.lastIndexOf("/") + 1));
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);
}
