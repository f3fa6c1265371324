import { Type } from "@sinclair/typebox";
// biome-ignore lint/style/noRestrictedImports: the version stands in one place.
import manifest from "../../../package.json";
import type { ReferencePages } from "../docs/reference-pages.ts";
import { SEARCH_CHARACTERS_MAX } from "../docs/search.ts";
import { acceptedEncoding } from "../request/accepted-encoding.ts";
import { ok, paramOf, type Route } from "../route.ts";

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
  let opened: Promise<ReferencePages> | undefined;
  // Loaded and made when first asked for: starting has to be quick, and nobody may ever ask.
  const pages = () => {
    opened ??= import("../docs/reference-pages.ts").then((reference) =>
      reference.openReferencePages({ routes: all, version: VERSION, apiElsewhere }),
    );
    return opened;
  };
  const all: readonly Route[] = [
    ...routes,
    { ...open, path: "/openapi.json", describes: forPrograms, handle: async () => ok((await pages()).document) },
    { ...open, path: "/llms.txt", describes: forReaders, handle: async () => (await pages()).list() },
    { ...open, path: "/docs", describes: firstPage, handle: async () => (await pages()).home() },
    {
      ...open,
      path: "/docs/search",
      describes: foundPages,
      handle: async ({ query }) => (await pages()).found(query.get("q") ?? ""),
    },
    {
      ...open,
      path: "/docs/:page",
      describes: onePage,
      handle: async (call) =>
        (await pages()).called(paramOf(call, "page"), acceptedEncoding(call.headers.get("accept-encoding"))),
    },
  ];
  return all;
}
