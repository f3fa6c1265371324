import { Type } from "@sinclair/typebox";
import { AppError } from "#core/errors.ts";
import { encodedAsset, openPage } from "../admin-page/page-files.ts";
import { paramOf, type Route } from "../route.ts";

const open = { method: "GET", caller: "anyone", cost: "free", body: null } as const;
const tag = "Administration";

const shell = {
  tag,
  summary: "The admin page",
  description: "One page for every path below; what it shows it asks of `/admin/api`, once somebody is signed in.",
  success: { status: 200, schema: Type.String({ contentMediaType: "text/html" }) },
  refuses: [],
} as const;
const shellBelow = { ...shell, summary: "A page of the admin page", refuses: ["not_found"] } as const;
const asset = {
  tag,
  summary: "A file of the admin page",
  description: "Scripts and styles. Their names change with their content, so each may be kept for ever.",
  success: { status: 200, schema: Type.String({ contentMediaType: "text/javascript" }) },
  refuses: ["not_found"],
} as const;

/** Nothing from anywhere but this server, no script and no style within the page, and no frame around it. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const SHELL_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": SECURITY_POLICY,
  "Referrer-Policy": "no-referrer",
  // The page's own address names apps and sets.
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** Names below `/admin/` that are no page's. */
const RESERVED: ReadonlySet<string> = new Set(["api", "assets"]);

/** The page itself. Nothing in it is secret: it is the same for everybody, and shows nothing before somebody is signed in. */
export function adminPageRoutes(): readonly Route[] {
  const page = () => ({ status: 200 as const, headers: SHELL_HEADERS, body: null, bytes: openPage().shell });
  return [
    { ...open, path: "/admin", describes: shell, handle: page },
    {
      ...open,
      path: "/admin/:page",
      describes: shellBelow,
      handle: (call) => {
        const name = paramOf(call, "page");
        if (RESERVED.has(name)) throw new AppError("not_found", `there is no page /admin/${name}`);
        return page();
      },
    },
    {
      ...open,
      path: "/admin/assets/:file",
      describes: asset,
      handle: (call) => {
        const name = paramOf(call, "file");
        const found = encodedAsset(name, call.headers.get("accept-encoding"));
        if (!found) throw new AppError("not_found", `the admin page has no file ${name}: load the page again`);
        return { status: 200, ...found, body: null };
      },
    },
  ];
}
