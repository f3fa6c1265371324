import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type TestApp } from "../kit.ts";
import { observe } from "../openapi/recorder.ts";

/** Of everything together, as it goes out compressed: what is promised. */
const COMPRESSED_BYTES_MAX = 300_000;

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** As a browser asks for it; the answer is what the reference says. */
const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await fetch(server.url + path, {
    headers: { "Accept-Encoding": "identity", ...headers },
    decompress: false,
  });
  if (reply.ok)
    observe(server.app.services, { method: "GET", path, status: reply.status, headers: reply.headers, json: null });
  return reply;
};
const assetsOf = (html: string) => [...html.matchAll(/\/admin\/assets\/[\w.-]+/g)].map(([path]) => path);

/** What the page loads, and what those files load. */
async function allAssets(): Promise<readonly string[]> {
  const found = new Set(assetsOf(await (await get("/admin")).text()));
  for (const path of found) {
    const text = await (await get(path)).text();
    for (const [, name] of text.matchAll(/["']\.\/([\w-]+\.(?:js|css))["']/g)) found.add(`/admin/assets/${name}`);
  }
  return [...found];
}

test("is one page for every path, which loads nothing from elsewhere and runs in no frame", async () => {
  for (const path of ["/admin", "/admin/playground", "/admin/apps?app=app_x"]) {
    const reply = await get(path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(reply.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const html = await reply.text();
    expect(html).not.toMatch(/<script(?![^>]* src="\/admin\/)|<style|style=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  }
});

test("takes no names from its API", async () => {
  for (const path of ["/admin/api", "/admin/assets", "/admin/assets/nope.js"]) {
    expect((await server.request("GET", path)).json).toMatchObject({ code: 404, error: "not_found" });
  }
  expect((await get("/admin/api/nope")).status).toBe(401);
});

test("has files that may be kept for ever, in what encoding the client takes", async () => {
  const encodings = [
    ["zstd, gzip", "zstd"],
    ["gzip, deflate, br", "gzip"],
    ["zstd;q=0, gzip;q=0.5", "gzip"],
    ["br", null],
    ["identity", null],
  ] as const;
  for (const path of await allAssets()) {
    const plain = await (await get(path)).text();
    for (const [accepted, encoding] of encodings) {
      const reply = await get(path, { "Accept-Encoding": accepted });
      expect([reply.status, reply.headers.get("content-encoding")]).toEqual([200, encoding]);
      expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(reply.headers.get("vary")).toBe("Accept-Encoding");
      const bytes = new Uint8Array(await reply.arrayBuffer());
      const decoded =
        encoding === "zstd" ? Bun.zstdDecompressSync(bytes) : encoding === "gzip" ? Bun.gunzipSync(bytes) : bytes;
      expect(new TextDecoder().decode(decoded)).toBe(plain);
    }
  }
  expect((await get("/admin/assets/nope.js")).status).toBe(404);
  expect((await get("/admin/assets/__proto__")).status).toBe(404);
});

test("weighs less than 300 kB compressed, all pages together", async () => {
  const assets = await allAssets();
  expect(assets.length).toBeGreaterThan(5);
  const sizes = await Promise.all(
    assets.map(async (path) => (await (await get(path, { "Accept-Encoding": "gzip" })).arrayBuffer()).byteLength),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(COMPRESSED_BYTES_MAX);
});
