import { Type } from "@sinclair/typebox";
// biome-ignore lint/style/noRestrictedImports: the version stands in one place.
import manifest from "../../../package.json";
import { CONTENT_SECURITY_POLICY, referencePage } from "../docs/page.ts";
import { type OpenApiDocument, openApiDocument } from "../openapi/document.ts";
import { ok, type Route } from "../route.ts";

const open = { method: "GET", caller: "anyone", cost: "free", body: null } as const;
const tag = "Reference";

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

const forPeople = {
  tag,
  summary: "This contract as a page",
  description: "Whole as it comes: no script, and nothing loaded from elsewhere.",
  success: { status: 200, schema: Type.String({ contentMediaType: "text/html" }) },
  refuses: [],
} as const;

/** The routes and two more, which tell about all of them. */
export function withReference(routes: readonly Route[]): readonly Route[] {
  let made: { readonly document: OpenApiDocument; readonly page: string } | undefined;
  // Made when first asked for: starting has to be quick, and nobody may ever ask.
  const reference = () => {
    if (made) return made;
    const document = openApiDocument(all, { version: manifest.version });
    made = { document, page: referencePage(document) };
    return made;
  };
  const all: readonly Route[] = [
    ...routes,
    { ...open, path: "/openapi.json", describes: forPrograms, handle: () => ok(() => reference().document) },
    {
      ...open,
      path: "/docs",
      describes: forPeople,
      handle: async () => ({ status: 200, headers: PAGE_HEADERS, lines: whole(reference().page) }),
    },
  ];
  return all;
}

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Referrer-Policy": "no-referrer",
};

async function* whole(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}
