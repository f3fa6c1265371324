import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { coloured, html, inline, type Markup, prose } from "./markup.ts";
import { type OperationEntry, whoMay } from "./operations.ts";
import { fieldsView, limitsOf, resolved, typeOf } from "./schema-view.ts";

type Components = OpenApiDocument["components"];
type MediaType = {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};

/** One route: what it does and takes on the left, how that looks on the right. */
export function operationView(components: Components, { method, path, operation }: OperationEntry): Markup {
  const { operationId, summary, description, security } = operation;
  return html`<article id="${String(operationId)}">
<h3><a href="#${String(operationId)}">${String(summary)}</a></h3>
<p class="route"><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code> <span class="who">${whoMay(security)}</span></p>
<div class="columns"><div>${prose(String(description ?? ""))}
${parametersView(components, operation)}${bodyView(components, operation)}${responsesView(components, operation)}</div>
<div class="examples">${curlView(method, path, operation)}${answerView(components, operation)}</div></div>
</article>`;
}

function parametersView(components: Components, operation: JsonSchema): Markup {
  const parameters = (operation.parameters as readonly JsonSchema[]).map((parameter) =>
    resolved(components, parameter),
  );
  const rows = parameters.map((parameter) => {
    const schema = parameter.schema as JsonSchema;
    const limits = limitsOf(components, schema);
    const need = parameter.required === true ? html`<span class="required">required</span>` : html``;
    return html`<div><dt><code class="name">${String(parameter.name)}</code> <span class="type">${String(parameter.in)}, ${typeOf(components, schema)}</span> ${need}</dt>
<dd><p>${inline(String(parameter.description))}</p>${limits === "" ? "" : html`<p class="limits">${limits}</p>`}</dd></div>`;
  });
  return html`<details class="part"><summary>Parameters <span>${rows.length}</span></summary><dl class="fields">${rows}</dl></details>`;
}

function bodyView(components: Components, operation: JsonSchema): Markup {
  const schema = jsonIn(operation.requestBody)?.schema;
  if (!schema) return html``;
  return html`<details class="part" open><summary>Body</summary>${fieldsView(components, schema)}</details>`;
}

function responsesView(components: Components, operation: JsonSchema): Markup {
  const responses = Object.entries(operation.responses as Readonly<Record<string, JsonSchema>>);
  const rows = responses.map(([status, given]) => {
    const response = resolved(components, given);
    const headers = Object.keys((response.headers ?? {}) as object);
    const examples = Object.entries(jsonIn(response)?.examples ?? {});
    const schema = jsonIn(response)?.schema;
    const fields = Number(status) < 400 && schema ? fieldsView(components, schema) : html``;
    return html`<details class="part status"><summary><b class="s${status.charAt(0)}">${status}</b> ${titleOf(
      response,
      examples.map(([code]) => code),
    )}</summary>
${Number(status) >= 400 ? prose(String(response.description)) : ""}${fields}
${headers.length === 0 ? "" : html`<p class="limits">Headers: ${headers.join(", ")}</p>`}
${examples.map(([, { value }]) => html`<pre>${coloured(value)}</pre>`)}</details>`;
  });
  return html`<h4>Answers</h4>${rows}`;
}

function titleOf(response: JsonSchema, codes: readonly string[]): Markup {
  if (codes.length === 0) return html`${String(response.description)}`;
  return html`${codes.map((code) => html`<code>${code}</code> `)}`;
}

function curlView(method: string, path: string, operation: JsonSchema): Markup {
  const [first] = operation.security as readonly JsonSchema[];
  const body = jsonIn(operation.requestBody)?.example;
  const token = first && "adminToken" in first ? "$ADMIN_TOKEN" : "$ACCESS_TOKEN";
  const lines = [
    `curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} "$BASE_URL${path.replace(/\{(\w+)\}/g, "$$$1")}"`,
    ...(first ? [`  -H "Authorization: Bearer ${token}"`] : []),
    ...(body === undefined ? [] : [`  -H "Content-Type: application/json"`]),
  ];
  const data = body === undefined ? html`` : html` \\\n  -d '${coloured(body)}'`;
  return html`<h4>Request</h4><pre tabindex="0">${lines.join(" \\\n")}${data}</pre>`;
}

function answerView(components: Components, operation: JsonSchema): Markup {
  const [success] = Object.entries(operation.responses as Readonly<Record<string, JsonSchema>>);
  if (!success) return html``;
  const [status, response] = success;
  const example = jsonIn(resolved(components, response))?.example;
  return example === undefined
    ? html`<h4>Answer <span>${status}</span></h4>`
    : html`<h4>Answer <span>${status}</span></h4><pre tabindex="0">${coloured(example)}</pre>`;
}

function jsonIn(holder: unknown): MediaType | undefined {
  const { content } = (holder ?? {}) as { readonly content?: Readonly<Record<string, MediaType>> };
  return content?.["application/json"];
}
