import type { OpenApiDocument } from "../openapi/document.ts";
import { anchorOf, html, inline, type Markup, prose } from "./markup.ts";
import { operationView } from "./operation-view.ts";
import { entriesOf, type OperationEntry } from "./operations.ts";
import { API, type Site } from "./site.ts";
import { framed } from "./site-page.ts";

interface ApiChapter {
  readonly name: string;
  readonly description: string;
  readonly anchor: string;
  readonly entries: readonly OperationEntry[];
}

/** The contract as a page of the site. `apiElsewhere`: where the API listens when not at the page's own address, else null. */
export function apiPage(site: Site, document: OpenApiDocument, apiElsewhere: string | null): string {
  const { info, components } = document;
  const chapters = chaptersOf(document);
  const canBeTried = apiElsewhere === null;
  const sections = chapters.map(({ name, description, anchor, entries }) => {
    const operations = entries.map((entry) => operationView(components, entry, canBeTried));
    return html`<section id="${anchor}"><h2><a href="#${anchor}">${name}</a></h2><p>${inline(description)}</p>
${operations}</section>`;
  });
  const content = html`<aside class="operations" aria-label="Operations"><p>Operations</p>${chapters.map(linksOf)}</aside>
<main id="top" data-headers="${Object.keys(components.headers).join(",")}"><h1>API</h1>
<p class="lead">${String(info.summary)} This is version ${String(info.version)}.</p>
${apiElsewhere === null ? NEEDS_SCRIPT : asksElsewhere(apiElsewhere)}
<section id="before-you-start">${prose(String(info.description))}</section>
${sections}
<p class="source"><a href="/docs/${API}.md">This page as Markdown</a></p></main>`;
  return framed(site, { here: API, title: "API", query: "", ...(canBeTried && { script: site.script }) }, content);
}

const NEEDS_SCRIPT = html`<noscript><p>The forms that try an operation need JavaScript. All else is here without it.</p></noscript>`;

function asksElsewhere(url: string): Markup {
  return html`<p>Nothing can be tried on this page: the API listens at another address, <code>${url}</code>, and this page asks
none but its own. The commands here ask it after <code>BASE_URL=${url}</code>.</p>`;
}

/** As in the Markdown (`scripts/docs/markdown.ts`), no chapter takes its anchor from an operation. */
function chaptersOf(document: OpenApiDocument): readonly ApiChapter[] {
  const chapters = document.tags.map((tag) => ({ ...tag, entries: entriesOf(document, tag.name) }));
  const operations = new Set(chapters.flatMap(({ entries }) => entries.map(operationIdOf)));
  return chapters.map((chapter) => {
    const anchor = anchorOf(chapter.name);
    return { ...chapter, anchor: operations.has(anchor) ? `${anchor}-1` : anchor };
  });
}

function linksOf({ name, entries }: ApiChapter): Markup {
  const links = entries.map((entry) => {
    const { method, operation } = entry;
    const title = html`<b class="method ${method}">${method.toUpperCase()}</b> ${String(operation.summary)}`;
    return html`<li><a href="#${operationIdOf(entry)}">${title}</a></li>`;
  });
  return html`<details><summary>${name} <span>${entries.length}</span></summary><ul>${links}</ul></details>`;
}

function operationIdOf({ operation }: OperationEntry): string {
  return String(operation.operationId);
}
