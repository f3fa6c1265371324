/** The server's address itself: a page for people, a line for programs, and the picture in the tab. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { observe } from "../openapi/recorder.ts";
import { openRaw } from "./raw.ts";

/** As browsers send it. */
const BROWSER = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const LINKS = {
  name: "dragoman",
  version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  admin: "/admin",
  docs: "/docs",
  openapi: "/openapi.json",
  auth: "/v1/auth",
  resolve: "/v1/resolve",
};

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp({ hasShippedModels: true });
  owner = await server.tenant();
});
afterAll(() => server.close());

async function pageOf(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers: { ...BROWSER, ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const unescaped = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const commandsIn = (page: string) =>
  [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, text = ""]) => unescaped(text));

describe("for programs", () => {
  test("it is one line of JSON with where to go, open and uncounted [O-6]", async () => {
    const { status, json, headers } = await server.request("GET", "/");
    expect({ status, json }).toEqual({ status: 200, json: LINKS });
    expect(await (await fetch(server.url)).text()).toMatch(/^\{.*\}\n$/);
    expect([headers.get("content-type"), headers.get("vary"), headers.has("x-ratelimit-limit")]).toEqual([
      "application/json",
      "Accept",
      false,
    ]);
  });

  test.each(["application/json", "*/*", "text/htmlx", "application/json, text/plain"])(
    "that accept %s too",
    async (Accept) => {
      const response = await fetch(server.url, { headers: { Accept } });
      expect(response.headers.get("content-type")).toBe("application/json");
    },
  );

  test("the links lead somewhere", async () => {
    for (const path of ["/docs", "/openapi.json"]) expect((await fetch(server.url + path)).status).toBe(200);
    for (const path of ["/v1/auth", "/v1/resolve"])
      expect([401, 405]).toContain((await fetch(server.url + path)).status);
  });
});

describe("in a browser", () => {
  test("it is a page that loads nothing and runs nothing, with the links", async () => {
    const { status, headers, text } = await pageOf(server.url);
    expect([status, headers.get("content-type"), headers.get("vary")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "Accept",
    ]);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    for (const link of ['href="/docs"', 'href="/admin"']) expect(text).toContain(link);
    expect(text).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)|\bon[a-z]+=/);
  });

  test("what it says to paste works as it stands, key put in", async () => {
    const { text } = await pageOf(server.url);
    const commands = commandsIn(text);
    expect(commands).toHaveLength(3);
    const script = commands.join("\n").replace("dgm_…", owner.apiKey);
    const shell = Bun.spawn(["bash", "-c", script], { stdout: "pipe", stderr: "pipe" });
    const out = await new Response(shell.stdout).text();
    expect(JSON.parse(out).resolved).toMatchObject({ tool: "book_table", parameters: { guests: 4 } });
  }, 60_000);

  test("the commands name the address as the browser has it", async () => {
    const port = new URL(server.url).port;
    expect((await pageOf(`http://localhost:${port}`)).text).toContain(`curl -s http://localhost:${port}/v1/auth`);
    const proxied = await pageOf(server.url, { Host: "dragoman.example", "X-Forwarded-Proto": "https" });
    expect(proxied.text).toContain("curl -s https://dragoman.example/v1/auth");
  });

  test.each(["x;id", "x$(id)", "x`id`", "x'id'", 'x"', "x<b>", "x&y"])(
    "a Host of %s is no part of a command",
    async (host) => {
      const raw = await openRaw(server.app.server.port);
      raw.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
      const { status, body } = await raw.until();
      if (status === 200) expect(body).toContain("curl -s http://HOST:PORT/v1/auth");
      else expect(status).toBe(400);
      expect(body).not.toContain(host);
    },
  );

  test("HEAD has the headers and no body", async () => {
    const response = await fetch(server.url, { method: "HEAD", headers: BROWSER });
    expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/html; charset=utf-8",
    ]);
  });
});

/** Held against the document, as answers in JSON are by themselves. */
function observed(path: string, { status, headers }: Response): void {
  observe(server.app.services, { method: "GET", path, status, headers, json: null });
}

describe("the picture in the tab", () => {
  test("is a picture of 16 points as ICO, which may be kept for a day", async () => {
    const response = await fetch(`${server.url}/favicon.ico`);
    observed("/favicon.ico", response);
    const bytes = new DataView(await response.arrayBuffer());
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      200,
      "image/x-icon",
      "public, max-age=86400",
    ]);
    expect([bytes.getUint16(2, true), bytes.getUint16(4, true), bytes.getUint8(6), bytes.getUint8(7)]).toEqual([
      1, 1, 16, 16,
    ]);
    const [size, offset] = [bytes.getUint32(14, true), bytes.getUint32(18, true)];
    expect(offset + size).toBe(bytes.byteLength);
    expect([
      bytes.getUint32(offset, true),
      bytes.getInt32(offset + 8, true),
      bytes.getUint16(offset + 14, true),
    ]).toEqual([40, 32, 32]);
  });

  test("and as SVG", async () => {
    const response = await fetch(`${server.url}/favicon.svg`);
    observed("/favicon.svg", response);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(await response.text()).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 16 16".*<\/svg>\n$/s,
    );
  });
});

test("where the reference has an address of its own, it is not linked to", async () => {
  const apart = await openTestApp({ operationsListen: "127.0.0.1:0" });
  const { admin, auth, resolve, name, version } = LINKS;
  expect((await apart.request("GET", "/")).json).toEqual({ admin, auth, resolve, name, version });
  const { text } = await pageOf(apart.url);
  expect(text).toContain('href="/admin"');
  expect(text).not.toContain('href="/docs"');
  expect((await fetch(`${apart.url}/favicon.ico`)).status).toBe(200);
  await apart.close();
});
