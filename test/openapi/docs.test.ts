import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { openSite } from "#http/docs/site.ts";
import { openTestApp, type TestApp } from "../kit.ts";
import { observe } from "./recorder.ts";

let server: TestApp;
let response: Response;
let page: string;

beforeAll(async () => {
  server = await openTestApp();
  response = await fetch(`${server.url}/docs/api`);
  page = await response.text();
});
afterAll(() => server.close());

test("the reference is a page, open to everyone", () => {
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  observe(server.app.services, {
    method: "GET",
    path: "/docs/api",
    status: 200,
    headers: response.headers,
    json: null,
  });
  expect(page).toStartWith("<!doctype html>");
});

test("the page shows every operation under a name of its own, and its links lead somewhere", async () => {
  const { json: document } = await server.request("GET", "/openapi.json");
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
  const operations = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(operations.filter((id) => !page.includes(`<article id="${id}">`))).toEqual([]);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(operations.length);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test("it has the layout of the other pages: search, the list of pages with its own place in it, and the operations", () => {
  expect(page).toContain('<form action="/docs/search" method="get" role="search">');
  expect(page).toContain('<a href="/docs/api" aria-current="page">');
  expect(page).toContain('<aside class="operations" aria-label="Operations">');
});

test("what the search finds of the API has its place on the page", () => {
  const found = openSite().search.sections.filter(({ page: id, anchor }) => id === "api" && anchor !== "");
  expect(found.length).toBeGreaterThan(70);
  expect(found.filter(({ anchor }) => !page.includes(` id="${anchor}"`))).toEqual([]);
});

test("every operation that is charged says what it costs beside the button that sends it", () => {
  const forms = page.match(/<form data-method[\s\S]*?<\/form>/g) ?? [];
  expect(forms.length).toBe(page.match(/<article /g)?.length ?? 0);
  const charged = forms.filter((form) => form.includes('data-who="access token"'));
  expect(charged.length).toBeGreaterThan(40);
  expect(page).toContain("<noscript><p>The forms that try an operation need JavaScript.");
  expect(charged.filter((form) => !/<p class="limits">(A success costs|Costs what) .*<\/p>/.test(form))).toEqual([]);
});

test("nothing is loaded but the one script, a file of this server whose name changes with it", async () => {
  const [script, ...others] = [...page.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  const [, address = ""] = /^<script type="module" src="(\/docs\/try-it-\w+\.js)">$/.exec(script ?? "") ?? [];
  expect(others).toEqual([]);
  const { headers, status } = await fetch(server.url + address);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("cache-control")).toContain("immutable");
  expect(page).not.toMatch(/<(iframe|img|link|object|embed|base|video|audio|source)\b/i);
  const tags = page.match(/<[a-z][^>]*>/gi) ?? [];
  expect(tags.filter((tag) => /\s(srcset|background|poster|ping|on[a-z]+|style)\s*=/i.test(tag))).toEqual([]);
  expect(page).not.toMatch(/@import|url\(|@font-face/i);
});

test("the browser is told to run that file and nothing in the page, and to ask this server alone", () => {
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const digest = createHash("sha256").update(style).digest("base64");
  expect(style.length).toBeGreaterThan(1_000);
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'`,
  );
});

/** As browsers ask for it; whoever takes no encoding gets ten times as much. */
const SENT_BYTES_MAX = 90_000;

test.each(["gzip", "zstd"])("the page stays small enough for a telephone, as %s", async (encoding) => {
  const headers = { "Accept-Encoding": encoding };
  const encoded = await fetch(`${server.url}/docs/api`, { headers, decompress: false });
  const bytes = Buffer.from(await encoded.arrayBuffer());
  expect(encoded.headers.get("content-encoding")).toBe(encoding);
  expect(encoded.headers.get("vary")).toBe("Accept-Encoding");
  expect(bytes.length).toBeLessThan(SENT_BYTES_MAX);
  const plain = encoding === "gzip" ? Bun.gunzipSync(bytes) : Bun.zstdDecompressSync(bytes);
  expect(Buffer.from(plain).toString()).toBe(page);
});

test("whoever refuses encodings has the page as it is", async () => {
  const headers = { "Accept-Encoding": "zstd;q=0, identity" };
  const plain = await fetch(`${server.url}/docs/api`, { headers, decompress: false });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(page);
});

test("what descriptions say is text, not markup", () => {
  expect(page).toContain("Authorization: Bearer &lt;ACCESS_TOKEN&gt;");
  expect(page).not.toContain("<ACCESS_TOKEN>");
});
