/**
 * Makes `dist/docs/site.zst`: of `docs/` every page as HTML and as Markdown, with an index for the search; of `src/docs-page/`
 * the script of the API page. The executable serves it under `/docs`. What is wrong with a page is said and does not stop a
 * build; a test fails while there is any.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Section } from "#http/docs/search.ts";
import type { Site, SiteFile, SitePage } from "#http/docs/site.ts";
import { CONTENTS_PATH, type Contents, contentsOf, type Entry } from "./contents.ts";
import {
  headingsOf,
  type LinkTarget,
  type Picture,
  type Rendered,
  renderMarkdown,
  resolvedPath,
  withLinks,
} from "./markdown.ts";
import { PICTURE_ENDINGS, sizeOfPicture } from "./pictures.ts";
import { searchIndexOf } from "./search-index.ts";

const ROOT = join(import.meta.dir, "../..");
const OUT = join(ROOT, "dist/docs/site.zst");
const FILE_TYPES: Readonly<Record<string, string>> = { ".yml": "text/yaml", ".json": "application/json" };

/** A fifth less than the default, in a quarter of a second; the best level takes three, for another eighth. */
const LEVEL = 12;

export interface MadeSite {
  /** Without the script of the API page. */
  readonly site: Omit<Site, "script">;
  /** Links that lead nowhere, and pages that the table of contents lacks. */
  readonly problems: readonly string[];
}

/** Writes the file when the pages have changed; the same pages give the same bytes. */
export async function packSite(): Promise<"packed" | "up to date"> {
  const { site, problems } = makeSite();
  for (const problem of problems) console.error(`docs: ${problem}`);
  const { name, ...script } = await makeApiScript();
  const whole: Site = { ...site, files: { ...site.files, [name]: script }, script: name };
  const packed = Bun.zstdCompressSync(JSON.stringify(whole), { level: LEVEL });
  if (existsSync(OUT) && readFileSync(OUT).equals(packed)) return "up to date";
  mkdirSync(join(ROOT, "dist/docs"), { recursive: true });
  writeFileSync(`${OUT}.new`, packed);
  renameSync(`${OUT}.new`, OUT);
  return "packed";
}

/** The script of the API page, under a name that changes with it. Throws what the bundler has to say. */
async function makeApiScript(): Promise<SiteFile & { readonly name: string }> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [join(ROOT, "src/docs-page/try-it.ts")],
    target: "browser",
    minify: true,
    naming: "[name]-[hash].[ext]",
    throw: false,
  });
  const [script] = outputs;
  if (!success || !script) throw new AggregateError(logs, logs.map(String).join("\n"));
  return { name: basename(script.path), type: "text/javascript; charset=utf-8", text: await script.text() };
}

/** Throws an Error that names the page, for one that is listed and not there, or shows a picture that is not there or has no text. */
export function makeSite(): MadeSite {
  const contents = contentsOf(read(CONTENTS_PATH));
  const home: Entry = { path: CONTENTS_PATH, id: "index", title: "Dragoman", description: contents.summary };
  const entries = [home, ...contents.chapters.flatMap(({ entries }) => entries)];
  const files = new Set(filesBeside());
  const problems = new Set(forgottenIn(contents));
  const surroundings = { entries, files, problems, anchors: new Map() };
  const rendered = entries.map((entry) => ({ entry, ...renderedPage(entry, surroundings) }));
  const pages = Object.fromEntries(rendered.map(({ page }) => [page.id, page]));
  const sections = rendered.flatMap(({ entry, stretches }) => sectionsOf(entry, stretches));
  const site = {
    summary: contents.summary,
    chapters: contents.chapters.map(({ title, entries }) => ({ title, pages: entries.map(({ id }) => id) })),
    pages,
    files: Object.fromEntries([...files].map((path) => [basename(path), fileOf(path)])),
    pictures: Object.fromEntries(
      filesOf("docs")
        .filter(isPicture)
        .map((path) => [basename(path), readFileSync(join(ROOT, path)).toString("base64")]),
    ),
    search: searchIndexOf(sections, (id) => pages[id]?.title ?? ""),
  };
  return { site, problems: [...problems] };
}

interface Surroundings {
  readonly entries: readonly Entry[];
  readonly files: ReadonlySet<string>;
  /** Grows while pages are made. */
  readonly problems: Set<string>;
  /** Of the pages that links with an anchor lead to: thousands lead to the same few. */
  readonly anchors: Map<string, ReadonlySet<string>>;
}

function renderedPage(
  entry: Entry,
  surroundings: Surroundings,
): { readonly page: SitePage; readonly stretches: Rendered["stretches"] } {
  const { id, title, description, path } = entry;
  const text = read(path);
  try {
    const { html, stretches } = renderMarkdown(
      text,
      (link) => targetOf(path, link, surroundings, ""),
      (link) => pictureOf(path, link),
    );
    const outline = stretches.filter(({ depth }) => depth === 2).map(({ anchor, title }) => ({ anchor, title }));
    const markdown = withLinks(text, (link) => targetOf(path, link, surroundings, ".md"));
    for (const anchor of lostAnchors(text, stretches))
      surroundings.problems.add(`${path}: #${anchor} leads to no heading`);
    return { page: { id, title, description, html, markdown, outline }, stretches };
  } catch (failure) {
    throw new Error(`${path}: ${(failure as Error).message}`, { cause: failure });
  }
}

/** Where a link leads on the site; one that leads nowhere stays as it is. */
function targetOf(
  page: string,
  link: string,
  { entries, files, problems, anchors }: Surroundings,
  ending: string,
): ReturnType<LinkTarget> {
  if (/^https?:/.test(link)) return link;
  const { path, anchor } = resolvedPath(page, link);
  if (files.has(path) || isPicture(path)) return `/docs/${basename(path)}`;
  const entry = entries.find((one) => one.path === path);
  if (!entry) {
    problems.add(`${page}: ${link} leads to no page`);
    return link;
  }
  if (anchor !== "" && !anchorsOf(path, anchors).has(anchor)) {
    problems.add(`${page}: ${link} leads to no heading`);
  }
  const home = entry.path === CONTENTS_PATH && ending === "";
  return `${home ? "/docs" : `/docs/${entry.id}${ending}`}${anchor}`;
}

function pictureOf(page: string, link: string): Picture {
  const { path } = resolvedPath(page, link);
  if (!isPicture(path)) throw new Error(`${link} is no picture: pages show ${PICTURE_ENDINGS.join(" and ")}`);
  return { address: `/docs/${basename(path)}`, ...sizeOfPicture(readFileSync(join(ROOT, path))) };
}

function isPicture(path: string): boolean {
  return PICTURE_ENDINGS.includes(extname(path));
}

/** As links write them. */
function anchorsOf(path: string, known: Surroundings["anchors"]): ReadonlySet<string> {
  const anchors = known.get(path) ?? new Set(headingsOf(read(path)).map((heading) => `#${heading.anchor}`));
  known.set(path, anchors);
  return anchors;
}

function lostAnchors(text: string, headings: Rendered["stretches"]): readonly string[] {
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
  return links.filter((anchor) => !headings.some((heading) => heading.anchor === anchor));
}

/** Pages of the folder that the table of contents lacks. */
function forgottenIn(contents: Contents): readonly string[] {
  const listed = new Set(contents.chapters.flatMap(({ entries }) => entries.map(({ path }) => path)));
  return filesOf("docs")
    .filter((path) => path.endsWith(".md") && path !== CONTENTS_PATH && !listed.has(path))
    .map((path) => `${CONTENTS_PATH} does not list ${path}`);
}

function sectionsOf({ id, title }: Entry, stretches: Rendered["stretches"]): readonly Section[] {
  return stretches.map((stretch) => {
    const isWholePage = stretch.depth === 1;
    return {
      page: id,
      anchor: isWholePage ? "" : stretch.anchor,
      title: isWholePage ? title : `${stretch.title}${routeIn(stretch.text)}`,
      text: stretch.text,
    };
  });
}

/** The route of an operation of the API, behind its title: people look for it. "" for any other stretch. */
function routeIn(text: string): string {
  const [, route] = /^\s*([A-Z]+ \/\S*) · .* · operation /.exec(text) ?? [];
  return route === undefined ? "" : `: ${route}`;
}

function filesBeside(): readonly string[] {
  return filesOf("docs").filter((path) => extname(path) in FILE_TYPES);
}

function fileOf(path: string): SiteFile {
  return { type: `${FILE_TYPES[extname(path)]}; charset=utf-8`, text: read(path) };
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => extname(path) !== "")
    .sort();
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
