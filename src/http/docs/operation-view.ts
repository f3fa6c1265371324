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

/** What a success looks like; errors look the same everywhere, and have a page of their own. */
function answersView(components: Components, operation: JsonSchema): Markup {
  const [success, ...refusals] = Object.entries(operation.responses as Readonly<Record<string, JsonSchema>>).map(
    ([status, given]) => [status, resolved(components, given)] as const,
  );
  const errors = refusals.flatMap(([status, response]) =>
    Object.keys(jsonIn(response)?.examples ?? {}).map(
      (code) => html`<li><a href="/docs/errors#${code}">${status} <code>${code}</code></a></li>`,
    ),
  );
  return html`<h4>Answer</h4>${success ? successView(components, success) : ""}
<details class="part"><summary>Errors <span>${errors.length}</span></summary><ul>${errors}</ul></details>`;
}

function successView(
  components: Components,
  [status, response]: readonly [status: string, response: JsonSchema],
): Markup {
  const { schema, example } = jsonIn(response) ?? {};
  const headers = Object.keys((response.headers ?? {}) as object);
  return html`${example === undefined ? "" : examplePre(example)}
<details class="part status"><summary><b class="s2">${status}</b> ${String(response.description)}</summary>
${schema ? fieldsView(components, schema) : ""}<p class="limits">Headers: ${headers.join(", ")}</p></details>`;
}

function examplePre(value: unknown): Markup {
  return html`<pre tabindex="0">${coloured(value)}</pre>`;
}
