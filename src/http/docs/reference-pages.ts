/** What the routes of the reference answer with: the contract as a document and as a page, and the documentation. */
import { AppError } from "#core/errors.ts";
import { type OpenApiDocument, openApiDocument } from "../openapi/document.ts";
import { type Encoding, encodingHeaders } from "../request/accepted-encoding.ts";
import type { Answer, Lines, Route } from "../route.ts";
import { apiPage } from "./api-page.ts";
import { llmsText } from "./llms.ts";
import { SEARCH_CHARACTERS_MAX, search } from "./search.ts";
import { API, HOME, openSite } from "./site.ts";
import { SCRIPTED_SECURITY_POLICY, SITE_SECURITY_POLICY, searchPage, sitePage } from "./site-page.ts";

export interface ReferencePages {
  /** Made when first asked for. */
  readonly document: () => OpenApiDocument;
  home(): Lines;
  /** For programs. */
  list(): Lines;
  found(query: string): Lines;
  /** A page, or what lies beside the pages. Throws `not_found` for any other name. */
  called(name: string, encoding: Encoding): Answer | Lines;
}

/** `apiElsewhere`: as `withReference` has it. */
export function openReferencePages(options: {
  readonly routes: readonly Route[];
  readonly version: string;
  readonly apiElsewhere: (() => string) | null;
}): ReferencePages {
  const { routes, version, apiElsewhere } = options;
  let made: { readonly document: OpenApiDocument; readonly page: EncodedPage } | undefined;
  const reference = () => {
    if (made) return made;
    const document = openApiDocument(routes, { version });
    made = { document, page: new EncodedPage(apiPage(openSite(), document, apiElsewhere?.() ?? null)) };
    return made;
  };
  const apiHeaders = apiElsewhere === null ? SCRIPTED_HEADERS : PAGE_HEADERS;
  return {
    document: () => reference().document,
    home: () => shown(HOME),
    list: () => text(llmsText(openSite())),
    found,
    called: (name, encoding) =>
      name === API ? reference().page.as(encoding, apiHeaders) : (picture(name) ?? file(name) ?? shown(name)),
  };
}

/** The contract as a page, which is far larger than any other: compressed once in each way that somebody asks for, 3–15 ms. */
class EncodedPage {
  readonly #text: string;
  readonly #made = new Map<Encoding, Uint8Array>();

  constructor(text: string) {
    this.#text = text;
  }

  as(encoding: Encoding, headers: Answer["headers"]): Answer {
    const bytes = this.#made.get(encoding) ?? this.#encoded(encoding);
    this.#made.set(encoding, bytes);
    return { status: 200, headers: { ...headers, ...encodingHeaders(encoding) }, body: null, bytes };
  }

  #encoded(encoding: Encoding): Uint8Array {
    const bytes = Buffer.from(this.#text);
    if (encoding === "zstd") return Bun.zstdCompressSync(bytes);
    return encoding === "gzip" ? Bun.gzipSync(bytes) : bytes;
  }
}

/** Throws `not_found` for a name that no page has. */
function shown(id: string): Lines {
  const site = openSite();
  const page = Object.hasOwn(site.pages, id) ? site.pages[id] : undefined;
  if (!page) throw new AppError("not_found", `there is no page "${id}": /docs lists them all`);
  return whole(sitePage(site, page), PAGE_HEADERS);
}

/** A page as Markdown, or what lies beside the pages; undefined for anything else. */
function file(name: string): Lines | undefined {
  const { files, pages, script } = openSite();
  const id = name.endsWith(".md") ? name.slice(0, -".md".length) : "";
  if (Object.hasOwn(pages, id))
    return whole(pages[id]?.markdown ?? "", { "Content-Type": "text/markdown; charset=utf-8" });
  const beside = Object.hasOwn(files, name) ? files[name] : undefined;
  return beside && whole(beside.text, { "Content-Type": beside.type, ...(name === script && KEPT_FOR_GOOD) });
}

/** What pages show; undefined for any other name. */
function picture(name: string): Answer | undefined {
  const { pictures } = openSite();
  if (!Object.hasOwn(pictures, name)) return undefined;
  const bytes = Buffer.from(pictures[name] ?? "", "base64");
  const headers = name.endsWith(".svg") ? DRAWING_HEADERS : PHOTOGRAPH_HEADERS;
  return { status: 200, headers, body: null, bytes };
}

function found(query: string): Lines {
  const site = openSite();
  const asked = query.slice(0, SEARCH_CHARACTERS_MAX);
  return whole(searchPage(site, asked, search(site.search, asked)), PAGE_HEADERS);
}

const HTML = { "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer" };
const PAGE_HEADERS = { ...HTML, "Content-Security-Policy": SITE_SECURITY_POLICY };
const SCRIPTED_HEADERS = { ...HTML, "Content-Security-Policy": SCRIPTED_SECURITY_POLICY };
/** For a file whose name changes with what it holds. */
const KEPT_FOR_GOOD = { "Cache-Control": "public, max-age=31536000, immutable" };

/** For an hour: a newer server may have another under the same name. */
const PICTURE_CACHING = { "Cache-Control": "public, max-age=3600" };
const PHOTOGRAPH_HEADERS = { "Content-Type": "image/webp", ...PICTURE_CACHING };
/** Opened by itself, a drawing is a document: it may load and run nothing. */
const DRAWING_HEADERS = {
  "Content-Type": "image/svg+xml",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  ...PICTURE_CACHING,
};

function text(content: string): Lines {
  return whole(content, { "Content-Type": "text/plain; charset=utf-8" });
}

function whole(content: string, headers: Lines["headers"]): Lines {
  return { status: 200, headers, lines: once(content) };
}

async function* once(content: string): AsyncGenerator<string, void, undefined> {
  yield content;
}
