import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
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

test("the page shows every operation, and its links lead somewhere", async () => {
  const { json: document } = await server.request("GET", "/openapi.json");
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(ids.filter((id) => !page.includes(`<article id="${id}">`))).toEqual([]);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(ids.length);
  expect(targets.filter((target) => !page.includes(`id="${target}"`))).toEqual([]);
});

test("nothing is loaded from anywhere: no script, and no address but the document's", () => {
  expect(page).not.toMatch(/<(script|iframe|img|link|object|embed|form|base|video|audio|source)\b/i);
  expect(page).not.toMatch(/\s(src|srcset|action|background|poster|ping|on[a-z]+|style)\s*=\s*["']/i);
  expect(page).not.toMatch(/@import|url\(|@font-face/i);
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, target = ""]) => target);
  expect([...new Set(links.filter((link) => !link.startsWith("#")))]).toEqual(["/docs", "/openapi.json"]);
});

test("the browser is told to load nothing, and the one style is the page's own", () => {
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const digest = createHash("sha256").update(style).digest("base64");
  expect(style.length).toBeGreaterThan(1_000);
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test("what descriptions say is text, not markup", () => {
  expect(page).toContain("Authorization: Bearer &lt;ACCESS_TOKEN&gt;");
  expect(page).not.toContain("<ACCESS_TOKEN>");
});
