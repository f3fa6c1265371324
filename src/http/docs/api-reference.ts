/** `docs/reference/api.md`, from the OpenAPI document. A test compares the two. */
import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { entriesOf, type OperationEntry, whoMay } from "./operations.ts";
import { type FieldRow, fieldRowsOf, limitsOf, resolved, typeOf } from "./schema-view.ts";

type Components = OpenApiDocument["components"];
type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

const FIELDS_HEAD = "| field | type | limits | what it is |\n| --- | --- | --- | --- |";

/** The whole document as Markdown, for people who read it in the repository and for programs that read \`/docs/api.md\`. */
export function renderApiReference(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const about = String(info.description).replaceAll(/^## /gm, "### ");
  const head = [
    "# API",
    `${String(info.summary)} This page is made from the OpenAPI document that a running server has at \`/openapi.json\`.`,
    "A field in bold is required. A field of a field is written with a dot; `[]` stands for each item of a list.",
    "## Before you start",
    about,
  ];
  const chapters = tags.flatMap(({ name, description }) => [
    `## ${name}`,
    description,
    ...entriesOf(document, name).flatMap((entry) => operationLines(components, entry)),
  ]);
  return `${[...head, ...chapters].join("\n\n")}\n`;
}

function operationLines(components: Components, { method, path, operation }: OperationEntry): readonly string[] {
  const { summary, description, operationId, security, requestBody } = operation;
  return [
    `### ${String(summary)}`,
    `\`${method.toUpperCase()} ${path}\` · ${whoMay(security)} · operation \`${String(operationId)}\``,
    String(description),
    ...parameterLines(components, operation),
    ...bodyLines(components, "Body", requestBody),
    ...answerLines(components, operation),
  ];
}

/** Those of its own: every route takes an \`X-Request-Id\`. */
function parameterLines(components: Components, operation: JsonSchema): readonly string[] {
  const all = (operation.parameters as readonly JsonSchema[]).map((one) => resolved(components, one));
  const own = all.filter(({ name }) => name !== "X-Request-Id");
  if (own.length === 0) return [];
  const rows = own.map(({ name, in: place, schema, description, required }) => {
    const shape = schema as JsonSchema;
    return row({
      name: `${String(name)} (${String(place)})`,
      type: typeOf(components, shape),
      limits: limitsOf(components, shape),
      meaning: String(description),
      required: required === true,
    });
  });
  return ["Parameters:", `${FIELDS_HEAD}\n${rows.join("\n")}`];
}

function bodyLines(components: Components, title: string, holder: unknown): readonly string[] {
  const { content = {} } = (holder ?? {}) as { readonly content?: Content };
  const { schema, example } = content["application/json"] ?? {};
  if (!schema) return [];
  const rows = fieldRowsOf(components, schema).map(row);
  return [
    ...(rows.length === 0 ? [] : [`${title}:`, `${FIELDS_HEAD}\n${rows.join("\n")}`]),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
  ];
}

function answerLines(components: Components, { responses }: JsonSchema): readonly string[] {
  const all = Object.entries(responses as Readonly<Record<string, JsonSchema>>).map(([status, given]) => {
    return [status, resolved(components, given)] as const;
  });
  const [success] = all;
  const errors = all.flatMap(([status, response]) => (Number(status) < 400 ? [] : codesOf(response)));
  const types = Object.keys((success?.[1].content ?? {}) as Content).map((type) => `\`${type}\``);
  const kind = types.length === 0 ? "without a body" : `as ${types.join(" or ")}`;
  return [
    `Answers ${success?.[0]} ${kind}.`,
    ...bodyLines(components, "Answer", success?.[1]),
    `Errors: ${errors.map((code) => `[\`${code}\`](errors.md#${code})`).join(", ")}.`,
  ];
}

function codesOf({ content }: JsonSchema): readonly string[] {
  const { examples = {} } =
    (content as Readonly<Record<string, { readonly examples?: object }>>)["application/json"] ?? {};
  return Object.keys(examples);
}

function row({ name, type, limits, meaning, required }: FieldRow): string {
  const cells = [required ? `**\`${name}\`**` : `\`${name}\``, type, limits, meaning];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
