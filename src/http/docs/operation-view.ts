import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { curlCommand } from "./curl-command.ts";
import { coloured, html, inline, type Markup, prose } from "./markup.ts";
import { exampleTarget, jsonIn, type OperationEntry, parametersOf, tokenVariableOf, whoMay } from "./operations.ts";
import { fieldsView, limitsOf, resolved, typeOf } from "./schema-view.ts";
import { tryView } from "./try-view.ts";

type Components = OpenApiDocument["components"];

/** One route: what it does, takes and answers, how that looks, and where it can be tried a form for that. */
export function operationView(components: Components, entry: OperationEntry, canBeTried: boolean): Markup {
  const { method, path, operation } = entry;
  const { operationId, summary, description, security } = operation;
  return html`<article id="${String(operationId)}">
<h3><a href="#${String(operationId)}">${String(summary)}</a></h3>
<p class="route"><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code> <span class="who">${whoMay(security)}</span></p>
${prose(String(description ?? ""))}
${parametersView(components, operation)}${bodyView(components, operation)}
<h4>Request</h4>${requestView(components, entry)}
${canBeTried ? tryView(components, entry) : ""}
${answersView(components, operation)}</article>`;
}

function parametersView(components: Components, operation: JsonSchema): Markup {
  const rows = parametersOf(components, operation).map(({ name, place, required, schema, description }) => {
    const limits = limitsOf(components, schema);
    const need = required ? html`<span class="required">required</span>` : html``;
    return html`<div><dt><code class="name">${name}</code> <span class="type">${place}, ${typeOf(components, schema)}</span> ${need}</dt>
<dd><p>${inline(description)}</p>${limits === "" ? "" : html`<p class="limits">${limits}</p>`}</dd></div>`;
  });
  if (rows.length === 0) return html``;
  return html`<details class="part"><summary>Parameters <span>${rows.length}</span></summary><dl class="fields">${rows}</dl></details>`;
}

function bodyView(components: Components, operation: JsonSchema): Markup {
  const schema = jsonIn(operation.requestBody)?.schema;
  if (!schema) return html``;
  return html`<details class="part"><summary>Fields of the body</summary>${fieldsView(components, schema)}</details>`;
}

function requestView(components: Components, entry: OperationEntry): Markup {
  const example = jsonIn(entry.operation.requestBody)?.example;
  const command = curlCommand({
    method: entry.method.toUpperCase(),
    origin: "$BASE_URL",
    target: exampleTarget(components, entry),
    tokenVariable: tokenVariableOf(entry.operation.security),
    headers: [],
    body: example === undefined ? null : JSON.stringify(example, null, 2),
  });
  return html`<pre class="curl" tabindex="0">${command}</pre>`;
}

function answersView(components: Components, operation: JsonSchema): Markup {
  const responses = Object.entries(operation.responses as Readonly<Record<string, JsonSchema>>).map(
    ([status, given]) => [status, resolved(components, given)] as const,
  );
  const [success, ...refusals] = responses;
  const rows = refusals.map((refusal) => answerView(components, refusal));
  return html`<h4>Answers</h4>${success ? answerView(components, success) : ""}
<details class="part"><summary>Errors <span>${refusals.map(([status]) => status).join(", ")}</span></summary>${rows}</details>`;
}

/** What comes with one status, shown where it is a success. */
function answerView(
  components: Components,
  [status, response]: readonly [status: string, response: JsonSchema],
): Markup {
  const { schema, example, examples = {} } = jsonIn(response) ?? {};
  const codes = Object.keys(examples);
  const isSuccess = Number(status) < 400;
  const headers = Object.keys((response.headers ?? {}) as object);
  const shown = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
  const title = codes.length === 0 ? String(response.description) : codes.map((code) => html`<code>${code}</code> `);
  const fields = isSuccess && schema ? fieldsView(components, schema) : html``;
  return html`<details class="part status"><summary><b class="s${status.charAt(0)}">${status}</b> ${title}</summary>
${isSuccess ? "" : prose(String(response.description))}${fields}
<p class="limits">Headers: ${headers.join(", ")}</p>${isSuccess ? "" : shown.map(examplePre)}</details>${
    isSuccess ? shown.map(examplePre) : ""
  }`;
}

function examplePre(value: unknown): Markup {
  return html`<pre tabindex="0">${coloured(value)}</pre>`;
}
