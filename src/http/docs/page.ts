import { createHash } from "node:crypto";
import type { OpenApiDocument } from "../openapi/document.ts";
import { anchorOf, html, inline, Markup, prose } from "./markup.ts";
import { operationView } from "./operation-view.ts";
import { entriesOf, type OperationEntry } from "./operations.ts";
import { STYLE } from "./style.ts";

/** Nothing from anywhere, not even from here: no script, no font, no image; the one style is the page's own. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The document as a page for people: whole as it comes, without a script. */
export function referencePage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const title = `${String(info.title)} ${String(info.version)}`;
  const sections = tags.map((tag) => ({ ...tag, entries: entriesOf(document, tag.name) }));
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: reference</title><style>${new Markup(STYLE)}</style></head>
<body><nav aria-label="Routes"><p class="brand"><a href="/docs">All pages</a></p>
<p class="brand"><a href="#top">${String(info.title)}</a> <span>${String(info.version)}</span></p>
${sections.map(({ name, entries }) => navigation(name, entries))}
<p class="brand"><a href="/openapi.json">openapi.json</a></p></nav>
<main id="top"><header><h1>${String(info.title)}</h1><p class="lead">${String(info.summary)}</p></header>
<section class="about" id="before-you-start">${prose(String(info.description))}</section>
${sections.map(
  ({ name, description, entries }) => html`<section id="${anchorOf(name)}"><h2>${name}</h2><p>${inline(description)}</p>
${entries.map((entry) => operationView(components, entry))}</section>`,
)}</main></body></html>
`;
  return page.html;
}

function navigation(name: string, entries: readonly OperationEntry[]): Markup {
  const links = entries.map(({ method, operation }) => {
    const id = String(operation.operationId);
    return html`<li><a href="#${id}"><b class="method ${method}">${method.toUpperCase()}</b>${String(operation.summary)}</a></li>`;
  });
  return html`<p><a href="#${anchorOf(name)}">${name}</a></p><ul>${links}</ul>`;
}
