import { createHash } from "node:crypto";
import { html, Markup } from "./markup.ts";
import { type Hit, isWanted, SEARCH_CHARACTERS_MAX, wordsOf } from "./search.ts";
import { addressOf, HOME, type Site, type SitePage } from "./site.ts";
import { SITE_STYLE } from "./site-style.ts";

/** Nothing from anywhere but the page's own style, pictures of this server, and the search form, which asks it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(SITE_STYLE).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
export const SITE_SECURITY_POLICY = POLICY.join("; ");
/** The page whose script asks this server, and no other: a file of its own, nothing that stands in the page. */
export const SCRIPTED_SECURITY_POLICY = [...POLICY, "script-src 'self'", "connect-src 'self'"].join("; ");

/** Longer chapters are folded up, except beside their own pages: nobody looks for the others among sixty of them. */
const OPEN_CHAPTER_PAGES_MAX = 32;

/** A page of the documentation. Whole as it comes, without a script. */
export function sitePage(site: Site, page: SitePage): string {
  const { id, title, html: body, outline } = page;
  const sections =
    outline.length < 2
      ? html``
      : html`<aside aria-label="On this page"><p>On this page</p><ul>${outline.map(
          ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`,
        )}</ul></aside>`;
  const markdown = html`<p class="source"><a href="/docs/${id}.md">This page as Markdown</a></p>`;
  return framed(
    site,
    { here: id, title, query: "" },
    html`<main id="top">${new Markup(body)}${markdown}</main>${sections}`,
  );
}

/** What a search has found. */
export function searchPage(site: Site, query: string, hits: readonly Hit[]): string {
  const found = hits.map(({ section, excerpt }) => {
    const page = site.pages[section.page];
    const target = `${addressOf(section.page)}${section.anchor === "" ? "" : `#${section.anchor}`}`;
    return html`<li><p><a href="${target}">${section.title}</a>${
      section.anchor === "" ? "" : html` <span>${page?.title ?? ""}</span>`
    }</p><p class="excerpt">${marked(excerpt, wordsOf(query))}</p></li>`;
  });
  const said =
    query.trim() === ""
      ? html`<p>Type one or more words above.</p>`
      : html`<p>${hits.length === 0 ? "Nothing was found" : `${hits.length} found`} for <strong>${query}</strong>.</p>`;
  const main = html`<main id="top"><h1>Search</h1>${said}<ol class="hits">${found}</ol></main>`;
  return framed(site, { here: "search", title: "Search", query }, main);
}

interface Frame {
  /** The id of the page. */
  readonly here: string;
  readonly title: string;
  /** What stands in the search field. */
  readonly query: string;
  /** The name of its script among the files of the site, where it has one. */
  readonly script?: string;
}

/** What all pages have: search above, the pages at the side. */
export function framed(site: Site, { here, title, query, script }: Frame, content: Markup): string {
  const name = here === HOME ? "Dragoman" : `${title} · Dragoman`;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><style>${new Markup(SITE_STYLE)}</style>${
    script === undefined ? "" : html`<script type="module" src="/docs/${script}"></script>`
  }</head>
<body><header class="bar"><a class="brand" href="/docs">Dragoman</a><a class="skip" href="#pages">All pages</a>
<form action="/docs/search" method="get" role="search"><input type="search" name="q" value="${query}" maxlength="${SEARCH_CHARACTERS_MAX}" placeholder="Search" aria-label="Search the pages"></form></header>
${content}
<nav id="pages" aria-label="Pages">${site.chapters.map((chapter) => chapterLinks(site, chapter, here))}
<p>For programs</p><ul><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li></ul></nav>
</body></html>
`;
  return page.html;
}

function chapterLinks({ pages }: Site, chapter: Site["chapters"][number], here: string): Markup {
  const links = chapter.pages.map((id) => {
    const current = id === here ? html` aria-current="page"` : html``;
    return html`<li><a href="${addressOf(id)}"${current}>${pages[id]?.title ?? id}</a></li>`;
  });
  const list = html`<ul>${links}</ul>`;
  if (links.length <= OPEN_CHAPTER_PAGES_MAX) return html`<p>${chapter.title}</p>${list}`;
  const open = chapter.pages.includes(here) ? html` open` : html``;
  return html`<details${open}><summary>${chapter.title}</summary>${list}</details>`;
}

/** A text with the words that were looked for standing out. */
function marked(text: string, wanted: readonly string[]): Markup {
  const pieces = text.split(/([\p{L}\p{N}]+)/u);
  return html`${pieces.map((piece) => (piece !== "" && isWanted(piece, wanted) ? html`<mark>${piece}</mark>` : piece))}`;
}
