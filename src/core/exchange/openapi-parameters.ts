import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { listOr, objectOr, textOr, textsOr } from "./json-fields.ts";
import type { Notes } from "./notes.ts";
import type { References } from "./openapi-references.ts";
import { nameOfReference, OpenApiSchemas } from "./openapi-schema.ts";

/** What an operation takes, wherever OpenAPI lets it stand. */
interface Field {
  readonly name: string;
  readonly from: "path" | "query" | "body";
  readonly schema: JsonValue;
  readonly isRequired: boolean;
}

/** An operation of a document, with the path item that it stands in. */
export interface Operation {
  /** As in `GET /pets/{petId}`. */
  readonly title: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
}

/** The parameter that holds a body which is no plain object. */
const BODY = "body";
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)$/;
const JSON_TYPE = /^(application\/(.+\+)?json|\*\/\*|application\/\*)$/;
/** A body's own keywords that lose nothing when its properties become parameters. */
const PLAIN_BODY = new Set([
  "type",
  "properties",
  "required",
  "title",
  "description",
  "default",
  "deprecated",
  "examples",
]);

/**
 * Path, query and body of an operation as the parameters of one tool; undefined when it takes nothing. What is dropped,
 * renamed or wrapped is noted. Throws an Unusable when a reference or a schema cannot be read.
 */
export function parametersOf(
  operation: Operation,
  references: References,
  version: string,
  notes: Notes,
): JsonObject | undefined {
  const schemas = new OpenApiSchemas(references, version);
  const { title } = operation;
  const fields = [
    ...listedFields(operation, references, schemas, notes),
    ...bodyFields(operation, references, schemas, notes),
  ];
  for (const reference of schemas.cut) {
    notes.changed(
      title,
      `${nameOfReference(reference)} refers to itself: it is cut where it does, and anything may stand there`,
    );
  }
  if (fields.length === 0) return undefined;
  const names = fieldNames(fields);
  for (const [index, { name, from }] of fields.entries()) {
    const given = names[index] ?? name;
    if (given !== name)
      notes.renamed(`${name} of ${title}`, given, `its ${from} has a parameter of a name that is taken`);
  }
  const required = fields.flatMap(({ isRequired }, index) => (isRequired ? [names[index] ?? ""] : []));
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ schema }, index) => [names[index] ?? "", schema])),
    ...(required.length > 0 && { required }),
  };
}

/** Those of the list: the operation's own go before the path's of the same name and place. */
function listedFields(
  { title, operation, pathItem }: Operation,
  references: References,
  schemas: OpenApiSchemas,
  notes: Notes,
): readonly Field[] {
  const listed = new Map<string, JsonObject>();
  for (const given of [...listOr(pathItem.parameters), ...listOr(operation.parameters)]) {
    const parameter = references.object(given);
    listed.set(JSON.stringify([parameter.in, parameter.name]), parameter);
  }
  const fields = [...listed.values()].flatMap((parameter): readonly Field[] => {
    const { name, in: place } = parameter;
    if (typeof name !== "string" || name === "") return [];
    if (place !== "path" && place !== "query") {
      notes.droppedOf(
        title,
        name,
        `stands in the ${textOr(place) || "request"}: who makes the call sets it, not who asks for it`,
      );
      return [];
    }
    const isRequired = place === "path" || parameter.required === true;
    return [{ name, from: place, schema: schemaOf(parameter, schemas), isRequired }];
  });
  // What makes the path comes first, as people say it.
  return [...fields.filter(({ from }) => from === "path"), ...fields.filter(({ from }) => from === "query")];
}

function schemaOf(parameter: JsonObject, schemas: OpenApiSchemas): JsonObject {
  const [content] = Object.values(objectOr(parameter.content));
  const given = isJsonObject(parameter.schema) ? parameter.schema : objectOr(objectOr(content).schema);
  const schema = schemas.read(given);
  const description = textOr(parameter.description);
  return description === "" || schema.description !== undefined ? schema : { ...schema, description };
}

/** The properties of a body that is a plain object; any other body as one field. */
function bodyFields(
  { title, operation }: Operation,
  references: References,
  schemas: OpenApiSchemas,
  notes: Notes,
): readonly Field[] {
  const body = references.object(operation.requestBody);
  const content = Object.entries(objectOr(body.content));
  if (content.length === 0) return [];
  const ofType = (wanted: RegExp) => content.find(([type]) => wanted.test(mediaTypeOf(type)));
  const read = ofType(JSON_TYPE) ?? ofType(FORM_TYPE);
  if (!read) {
    notes.droppedOf(
      title,
      "the body",
      `is ${content.map(([type]) => type).join(" or ")}: only bodies of JSON and of forms become parameters`,
    );
    return [];
  }
  const [type, media] = read;
  const isForm = FORM_TYPE.test(mediaTypeOf(type));
  const { schema: given, encoding } = objectOr(media);
  const schema = schemas.read(objectOr(given));
  if (encoding !== undefined)
    notes.droppedOf(title, "`encoding`", "how values are written into the form is your program's part");
  if (isForm && Object.keys(schema).length === 0) {
    notes.droppedOf(title, "the body", `is ${type}, and nothing says which fields it has`);
    return [];
  }
  if (!isPlainBody(schema)) {
    const isRequired = body.required === true;
    const { description } = body;
    const worded =
      schema.description === undefined && typeof description === "string" ? { ...schema, description } : schema;
    notes.changed(title, `its body is no object with plain properties: it is the parameter \`${BODY}\``);
    return [{ name: BODY, from: "body", schema: worded, isRequired }];
  }
  // Many who list a body's required properties forget that bodies may be left out unless they say otherwise.
  const required = body.required === false ? [] : textsOr(schema.required);
  return Object.entries(objectOr(schema.properties)).flatMap(([name, property]): readonly Field[] => {
    if (isJsonObject(property) && property.readOnly === true) {
      notes.droppedOf(title, name, "is read-only: the service sets it");
      return [];
    }
    if (isForm && isFile(property)) {
      notes.droppedOf(title, name, "is a file: nobody says it, so your program adds it");
      return [];
    }
    return [{ name, from: "body", schema: property ?? {}, isRequired: required.includes(name) }];
  });
}

/** Without its parameters: `multipart/form-data; boundary=x` is a form. */
function mediaTypeOf(type: string): string {
  return type.toLowerCase().split(";")[0]?.trim() ?? "";
}

/** What a form uploads: bytes, or a list of them. 3.1 says so by the type of their content. */
function isFile(property: JsonValue | undefined): boolean {
  const { format, contentMediaType, contentEncoding, items } = objectOr(property);
  if (format === "binary" || contentEncoding !== undefined) return true;
  if (typeof contentMediaType === "string" && !/^text\/|json/.test(contentMediaType)) return true;
  return isJsonObject(items) && isFile(items);
}

function isPlainBody(schema: JsonObject): boolean {
  const { type, properties, additionalProperties = true } = schema;
  const isObject = type === undefined || type === "object";
  if (!isObject || !isJsonObject(properties) || Object.keys(properties).length === 0) return false;
  if (typeof additionalProperties !== "boolean") return false;
  return Object.keys(schema).every((keyword) => PLAIN_BODY.has(keyword) || keyword === "additionalProperties");
}

/** Each field's own name; one that is taken already says where it is from: `query_id`, `body_id`. */
function fieldNames(fields: readonly Field[]): readonly string[] {
  const taken = new Set(fields.map(({ name }) => name));
  const seen = new Set<string>();
  return fields.map(({ name, from }) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let free = `${from}_${name}`;
    for (let number = 2; taken.has(free); number += 1) free = `${from}_${name}_${number}`;
    taken.add(free);
    return free;
  });
}
