/** `docs/reference/api.md`, from the OpenAPI document. A test compares the two. */
import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { entriesOf, jsonIn, type MediaType, type OperationEntry, parametersOf, whoMay } from "./operations.ts";
import { type FieldRow, fieldRowsOf, limitsOf, resolved, typeOf } from "./schema-view.ts";

type Components = OpenApiDocument["components"];
type Content = Readonly<Record<string, MediaType>>;

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

function parameterLines(components: Components, operation: JsonSchema): readonly string[] {
  const rows = parametersOf(components, operation).map(({ name, place, schema, description, required }) =>
    row({
      name: `${name} (${place})`,
      type: typeOf(components, schema),
      limits: limitsOf(components, schema),
      meaning: description,
      required,
    }),
  );
  return rows.length === 0 ? [] : ["Parameters:", `${FIELDS_HEAD}\n${rows.join("\n")}`];
}

function bodyLines(components: Components, title: string, holder: unknown): readonly string[] {
  const { schema, example } = jsonIn(holder) ?? {};
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

function codesOf(response: JsonSchema): readonly string[] {
  return Object.keys(jsonIn(response)?.examples ?? {});
}

function row({ name, type, limits, meaning, required }: FieldRow): string {
  const cells = [required ? `**\`${name}\`**` : `\`${name}\``, type, limits, meaning];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
