import { Type } from "@sinclair/typebox";
import { AppError } from "#core/errors.ts";
// biome-ignore lint/style/noRestrictedImports: the version stands in one place.
import manifest from "../../../package.json";
import { apiPage } from "../docs/api-page.ts";
import { llmsText } from "../docs/llms.ts";
import { SEARCH_CHARACTERS_MAX, search } from "../docs/search.ts";
import { API, HOME, openSite } from "../docs/site.ts";
import { SCRIPTED_SECURITY_POLICY, SITE_SECURITY_POLICY, searchPage, sitePage } from "../docs/site-page.ts";
import { type OpenApiDocument, openApiDocument } from "../openapi/document.ts";
import { acceptedEncoding, type Encoding, encodingHeaders } from "../request/accepted-encoding.ts";
import { type Answer, type Lines, ok, paramOf, type Route } from "../route.ts";

/** Of the program. */
export const VERSION = manifest.version;

const open = { method: "GET", caller: "anyone", cost: "free", body: null } as const;
const tag = "Reference";
const page = { status: 200, schema: Type.String({ contentMediaType: "text/html" }) } as const;

const forPrograms = {
  tag,
  summary: "This contract as an OpenAPI document",
  description: "Made of the table of routes and of the very schemas that check requests.",
  success: {
    status: 200,
    schema: Type.Object(
      {
        openapi: Type.String({ description: "Version of the OpenAPI specification." }),
        info: Type.Object({}, { additionalProperties: true, description: "Title, version and introduction." }),
        paths: Type.Object({}, { additionalProperties: true, description: "The routes." }),
      },
      { additionalProperties: true },
    ),
  },
  refuses: [],
} as const;

const firstPage = {
  tag,
  summary: "The documentation",
  description: "A page for people, whole as it comes: no script, and nothing loaded from elsewhere.",
  success: page,
  refuses: [],
} as const;

const onePage = {
  tag,
  summary: "A page of the documentation",
  description:
    "As HTML; with `.md` behind its name as Markdown. `/docs/api` is this contract as a page, with a form to try each operation. A file that a page links to is here too, under its own type.",
  success: page,
  refuses: ["not_found"],
} as const;

const foundPages = {
  tag,
  summary: "Search in the documentation",
  description: `What has all the words of \`q\`, best first; without it, an empty form. At most ${SEARCH_CHARACTERS_MAX} characters of it count.`,
  success: page,
  refuses: [],
} as const;

const forReaders = {
  tag,
  summary: "The pages of the documentation as a list for programs",
  description: "In the form of llmstxt.org: each page as Markdown, with one line about it.",
  success: { status: 200, schema: Type.String({ contentMediaType: "text/plain" }) },
  refuses: [],
} as const;

/** The routes and those that tell about all of them. `apiElsewhere`: the API's address where the reference has another, which is known once it listens. */
export function withReference(routes: readonly Route[], apiElsewhere: (() => string) | null): readonly Route[] {
  let made: { readonly document: OpenApiDocument; readonly page: EncodedPage } | undefined;
  // Made when first asked for: starting has to be quick, and nobody may ever ask.
  const reference = () => {
    if (made) return made;
    const document = openApiDocument(all, { version: VERSION });
    made = { document, page: new EncodedPage(apiPage(openSite(), document, apiElsewhere?.() ?? null)) };
    return made;
  };
  const all: readonly Route[] = [
    ...routes,
    { ...open, path: "/openapi.json", describes: forPrograms, handle: () => ok(() => reference().document) },
    { ...open, path: "/llms.txt", describes: forReaders, handle: async () => text(llmsText(openSite())) },
    { ...open, path: "/docs", describes: firstPage, handle: async () => shown(HOME) },
    { ...open, path: "/docs/search", describes: foundPages, handle: async ({ query }) => found(query.get("q") ?? "") },
    {
      ...open,
      path: "/docs/:page",
      describes: onePage,
      handle: async (call) => {
        const name = paramOf(call, "page");
        const apiHeaders = apiElsewhere === null ? SCRIPTED_HEADERS : PAGE_HEADERS;
        if (name === API) return reference().page.as(acceptedEncoding(call.headers.get("accept-encoding")), apiHeaders);
        return picture(name) ?? file(name) ?? shown(name);
      },
    },
  ];
  return all;
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
