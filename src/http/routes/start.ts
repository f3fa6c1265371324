import { Type } from "@sinclair/typebox";
import { iconIco, iconSvg } from "../docs/icon.ts";
import { START_SECURITY_POLICY, startPage, type Way } from "../docs/start-page.ts";
import type { Answer, Call, Lines, Route } from "../route.ts";

const open = { method: "GET", caller: "anyone", cost: "free", body: null } as const;
const tag = "Start";

/** For a day: a newer server may have another picture. */
const ICON_CACHING = { "Cache-Control": "public, max-age=86400" };

const DOCUMENTATION: Way = {
  path: "/docs",
  title: "Documentation",
  says: "A tutorial of ten minutes, how-tos and the reference",
};
const ADMINISTRATION: Way = { path: "/admin", title: "Administration", says: "What the server does, for its operator" };

const first = {
  tag,
  summary: "What this is, and where to go on",
  description:
    "A page for people where `Accept` has `text/html`, as browsers send it: whole as it comes, no script, and nothing loaded from elsewhere. For programs the same links as a line of JSON.",
  success: {
    status: 200,
    schema: Type.Object(
      {
        name: Type.Literal("dragoman", { description: "What this is." }),
        version: Type.String({ description: "Of the server." }),
        admin: Type.String({ description: "The operator's pages." }),
        docs: Type.Optional(
          Type.String({ description: "The documentation; missing where it has an address of its own." }),
        ),
        openapi: Type.Optional(
          Type.String({ description: "This contract; missing where it has an address of its own." }),
        ),
        auth: Type.String({ description: "Where an API key is exchanged for an access token." }),
        resolve: Type.String({ description: "Where a question is asked." }),
      },
      { additionalProperties: false },
    ),
  },
  refuses: [],
} as const;

const icon = (contentMediaType: string) =>
  ({
    tag,
    summary: `The picture in a browser's tab, as ${contentMediaType.includes("svg") ? "SVG" : "ICO"}`,
    success: { status: 200, schema: Type.String({ contentMediaType }) },
    refuses: [],
  }) as const;

export interface StartOptions {
  readonly version: string;
  /** The reference and the pages have an address of their own, which is none of this one's business. */
  readonly isReferenceApart: boolean;
}

/** What is at the server's address itself. */
export function startRoutes({ version, isReferenceApart }: StartOptions): readonly Route[] {
  const ways = isReferenceApart ? [ADMINISTRATION] : [DOCUMENTATION, ADMINISTRATION];
  const references = isReferenceApart ? {} : { docs: DOCUMENTATION.path, openapi: "/openapi.json" };
  const links = {
    name: "dragoman",
    version,
    admin: ADMINISTRATION.path,
    ...references,
    auth: "/v1/auth",
    resolve: "/v1/resolve",
  };
  const line = `${JSON.stringify(links)}\n`;
  // Whatever stands between must not give a program what a browser was given.
  const varied = { Vary: "Accept" };
  const forPrograms: Answer = { status: 200, headers: varied, body: null, text: () => line };
  const forPeople = (headers: Headers) =>
    whole(startPage({ version, address: addressIn(headers), ways }), { ...varied, ...PAGE_HEADERS });
  return [
    {
      ...open,
      path: "/",
      describes: first,
      handle: async ({ headers }) => (wantsPage(headers) ? forPeople(headers) : forPrograms),
    },
    ...icons(),
  ];
}

function icons(): readonly Route[] {
  const forms = [
    ["/favicon.ico", "image/x-icon", iconIco],
    ["/favicon.svg", "image/svg+xml", iconSvg],
  ] as const;
  return forms.map(([path, type, made]) => ({
    ...open,
    path,
    describes: icon(type),
    handle: async () => whole(made(), { "Content-Type": type, ...ICON_CACHING }),
  }));
}

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": START_SECURITY_POLICY,
};

function wantsPage(headers: Headers): boolean {
  return (headers.get("accept") ?? "").split(",").some((type) => /^\s*text\/html\s*(;|$)/i.test(type));
}

/** What a shell and a browser both take for a host, and nothing that either would take for more. */
const HOST = /^(\[[0-9A-Fa-f:.]{2,64}\]|[A-Za-z0-9._-]{1,253})(:\d{1,5})?$/;

/** As whoever asks has written it; a proxy that speaks TLS says so. */
function addressIn(headers: Call["headers"]): string {
  const host = headers.get("host") ?? "";
  const scheme = headers.get("x-forwarded-proto") === "https" ? "https" : "http";
  return `${scheme}://${HOST.test(host) ? host : "HOST:PORT"}`;
}

function whole(content: string | Uint8Array, headers: Lines["headers"]): Lines {
  return { status: 200, headers, lines: once(content) };
}

async function* once(content: string | Uint8Array): AsyncGenerator<string | Uint8Array, void, undefined> {
  yield content;
}
