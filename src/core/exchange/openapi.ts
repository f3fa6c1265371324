import { AppError } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { listOr, objectOr, textOr, textsOr } from "./json-fields.ts";
import { counted, type Notes } from "./notes.ts";
import { type Operation, parametersOf } from "./openapi-parameters.ts";
import { References } from "./openapi-references.ts";
import type { ToolCandidate } from "./tool-candidate.ts";
import { Unusable } from "./unusable.ts";

const METHODS = ["get", "put", "post", "delete", "patch"] as const;
/** They ask about the service, not for anything that it does. */
const TECHNICAL_METHODS = ["head", "options", "trace"] as const;

export interface OpenApiReading {
  readonly title: string;
  readonly description: string;
  readonly candidates: readonly ToolCandidate[];
}

/** Which version of OpenAPI a document says that it is; null for anything else. Throws `bad_request` for one that is not read. */
export function openApiVersionOf(document: JsonObject): string | null {
  const swagger = versionText(document.swagger);
  if (swagger !== "") {
    throw new AppError("bad_request", `the file is Swagger ${swagger}: convert it to OpenAPI 3 first`);
  }
  const version = versionText(document.openapi);
  if (version === "") return null;
  if (!/^3\.\d/.test(version))
    throw new AppError("bad_request", `the file is OpenAPI ${version}, and only 3.x is read`);
  return version;
}

/** In YAML a version of two parts is a number unless it is quoted. */
function versionText(value: JsonObject[string]): string {
  return typeof value === "number" ? value.toFixed(1) : textOr(value);
}

/** One candidate for each operation. What has no place in a tool is dropped with a note. */
export function candidatesInOpenApi(document: JsonObject, version: string, notes: Notes): OpenApiReading {
  const references = new References(document);
  const operations = Object.entries(objectOr(document.paths)).flatMap(([path, item]) =>
    operationsOf(path, item, references, notes),
  );
  noteSurroundings(document, operations, notes);
  const info = objectOr(document.info);
  return {
    title: textOr(info.title),
    description: textOr(info.description) || textOr(info.summary),
    candidates: operations.map((operation) => candidateFrom(operation, references, version, notes)),
  };
}

function operationsOf(
  path: string,
  given: JsonObject[string],
  references: References,
  notes: Notes,
): readonly Operation[] {
  if (path.startsWith("x-")) return [];
  try {
    const pathItem = { ...references.object(given), ...withoutReference(given) };
    for (const method of TECHNICAL_METHODS) {
      if (pathItem[method] !== undefined)
        notes.dropped(`${method.toUpperCase()} ${path}`, "asks about the service, not for anything that it does");
    }
    return METHODS.flatMap((method) => {
      const operation = pathItem[method];
      return isJsonObject(operation) ? [{ title: `${method.toUpperCase()} ${path}`, operation, pathItem }] : [];
    });
  } catch (failure) {
    if (!(failure instanceof Unusable)) throw failure;
    notes.dropped(path, failure.message);
    return [];
  }
}

/** What a path item says itself, beside the one that it refers to. */
function withoutReference(value: JsonObject[string]): JsonObject {
  const { $ref: _, ...own } = objectOr(value);
  return own;
}

function candidateFrom(operation: Operation, references: References, version: string, notes: Notes): ToolCandidate {
  const { title, operation: said, pathItem } = operation;
  const [, path = ""] = title.split(" ");
  const summary = textOr(said.summary).trim() || textOr(pathItem.summary).trim();
  const description = textOr(said.description).trim() || textOr(pathItem.description).trim();
  return {
    name: textOr(said.operationId).trim() || nameOfPath(title),
    origin: title,
    choosableBy: [...textsOr(said.tags), path],
    description: description.startsWith(summary) ? description : [summary, description].filter(Boolean).join("\n"),
    parameters: () => parametersOf(operation, references, version, notes),
  };
}

/** A name for an operation without one: `GET /pets/{petId}` is get_pets_petId. */
function nameOfPath(title: string): string {
  const [method = "", path = ""] = title.split(" ");
  return [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/)].filter(Boolean).join("_");
}

function noteSurroundings(document: JsonObject, operations: readonly Operation[], notes: Notes): void {
  const hasServers = [document, ...operations.flatMap(({ operation, pathItem }) => [operation, pathItem])].some(
    ({ servers }) => listOr(servers).length > 0,
  );
  if (hasServers) notes.dropped("servers", "a tool says what is to be done, not where: your program makes the call");
  const { securitySchemes } = objectOr(document.components);
  const hasSecurity = [document, ...operations.map(({ operation }) => operation)].some(
    ({ security }) => listOr(security).length > 0,
  );
  if (hasSecurity || Object.keys(objectOr(securitySchemes)).length > 0) {
    notes.dropped("security", "keys and tokens are your program's to send; they are no parameters");
  }
  const webhooks = Object.keys(objectOr(document.webhooks)).length;
  if (webhooks > 0) notes.dropped(`webhooks (${webhooks})`, "they are calls of the service to you");
  const callbacks = operations.filter(({ operation }) => isJsonObject(operation.callbacks)).length;
  if (callbacks > 0)
    notes.dropped(`callbacks (of ${counted(callbacks, "operation")})`, "they are calls of the service to you");
}
