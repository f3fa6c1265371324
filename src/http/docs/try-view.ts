import type { OpenApiDocument } from "../openapi/document.ts";
import { html, inline, type Markup } from "./markup.ts";
import {
  type FilledParameter,
  jsonIn,
  type OperationEntry,
  parametersOf,
  tokenVariableOf,
  whoMay,
} from "./operations.ts";

/** Longer bodies scroll in their field. */
const BODY_ROWS_MAX = 18;

/**
 * A form that asks this server, filled with the documented example. Hidden, since without its script it could do nothing: that
 * is `src/docs-page/`, which reads the request from the `data-` attributes here.
 */
export function tryView(
  components: OpenApiDocument["components"],
  { method, path, operation }: OperationEntry,
): Markup {
  const { security, requestBody, description } = operation;
  const body = requestBody === undefined ? html`` : bodyField(jsonIn(requestBody)?.example);
  const { required = [], optional = [] } = Object.groupBy(parametersOf(components, operation), (parameter) =>
    parameter.required ? "required" : "optional",
  );
  return html`<details class="part try" hidden><summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" data-who="${whoMay(security)}" data-token="${tokenVariableOf(security) ?? ""}" autocomplete="off">
${required.map(parameterField)}${body}${optionalFields(optional)}<p class="limits">${inline(costOf(String(description)))}</p>
<p class="deeds"><button type="submit">Send</button></p></form></details>`;
}

function optionalFields(parameters: readonly FilledParameter[]): Markup {
  if (parameters.length === 0) return html``;
  const names = parameters.map(({ name }) => name).join(", ");
  return html`<details><summary>May be left out: ${names}</summary>${parameters.map(parameterField)}</details>
`;
}

/** Filled where it has to be; else an example stands behind the empty field. */
function parameterField({ name, place, required, example }: FilledParameter): Markup {
  const filled = required ? html` value="${example}" required` : html` placeholder="as in ${example}"`;
  return html`<label><span><code class="name">${name}</code> ${place}</span><input name="${name}" data-in="${place}"${filled} spellcheck="false" autocapitalize="off"></label>
`;
}

function bodyField(example: unknown): Markup {
  const text = JSON.stringify(example ?? {}, null, 2);
  const rows = Math.min(text.split("\n").length, BODY_ROWS_MAX);
  return html`<label><span>Body, as JSON</span><textarea data-in="body" rows="${rows}" spellcheck="false" autocapitalize="off">${text}</textarea></label>
`;
}

/** Every description closes with what a call costs, see `openapi/operation.ts`. */
function costOf(description: string): string {
  return description.slice(description.lastIndexOf("\n\n") + 1).trim();
}
