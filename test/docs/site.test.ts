/** The pages that the executable serves under `/docs`, as a browser without any other host sees them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { search } from "#http/docs/search.ts";
import { contentsOf } from "../../scripts/docs/contents.ts";
import { renderMarkdown } from "../../scripts/docs/markdown.ts";
import { searchIndexOf } from "../../scripts/docs/search-index.ts";
import { makeSite } from "../../scripts/docs/site.ts";
import { type RunningServer, startServer } from "../../scripts/dragoman-process.ts";
import { ensureExecutable } from "../binary/kit.ts";
import { openTestApp, type TestApp } from "../kit.ts";
import { observe } from "../openapi/recorder.ts";

const ROOT = join(import.meta.dir, "../..");
const { chapters } = contentsOf(readFileSync(join(ROOT, "docs/README.md"), "utf8"));
const ENTRIES = chapters.flatMap(({ entries }) => entries);

const noPicture = () => {
  throw new Error("no picture was meant");
};

describe("the executable", () => {
  let folder: string;
  let server: RunningServer;
  beforeAll(async () => {
    ensureExecutable();
    folder = mkdtempSync(join(tmpdir(), "dragoman-site-"));
    server = await startServer({ dataDir: folder });
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string) => {
    const response = await fetch(server.url + path);
    const { status, headers } = response;
    return { status, headers, type: headers.get("content-type"), text: await response.text() };
  };
  const idsIn = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
  const linksIn = (page: string) => [...page.matchAll(/ (?:href|action)="([^"]*)"/g)].map(([, link = ""]) => link);

  test("every page of the repository is there, as HTML and as Markdown, in the words of today", async () => {
    const pages = [...new Bun.Glob("docs/**/*.md").scanSync({ cwd: ROOT })].filter((path) => path !== "docs/README.md");
    expect(ENTRIES.map(({ path }) => path).sort()).toEqual([...pages, "CHANGELOG.md"].sort());
    for (const { id, path } of ENTRIES) {
      const [page, markdown] = await Promise.all([get(`/docs/${id}`), get(`/docs/${id}.md`)]);
      expect([id, page.status, page.type]).toEqual([id, 200, "text/html; charset=utf-8"]);
      expect([id, markdown.status, markdown.type]).toEqual([id, 200, "text/markdown; charset=utf-8"]);
      const [title = ""] = readFileSync(join(ROOT, path), "utf8").split("\n");
      expect(markdown.text).toStartWith(`${title}\n`);
    }
    expect((await get("/docs/tutorial.md")).text).toBe(makeSite().site.pages.tutorial?.markdown ?? "");
  });

  test("every link leads to a page, and every anchor to a heading", async () => {
    const seen = new Map<string, string>();
    const waiting = ["/docs", "/docs/search?q=cache", "/docs/index.md"];
    const links: (readonly [from: string, path: string, anchor: string])[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const { status, text, type } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      seen.set(path, text);
      const isPage = type?.startsWith("text/html");
      const found = isPage ? linksIn(text) : [...text.matchAll(/\]\((\/[^)\s]+)\)/g)].map(([, link = ""]) => link);
      for (const link of found.filter((one) => !/^https?:/.test(one))) {
        const url = new URL(link, server.url + path);
        const target = url.pathname + url.search;
        links.push([path, target, url.hash.slice(1)]);
        waiting.push(target);
      }
    }
    expect(seen.size).toBeGreaterThan(2 * ENTRIES.length);
    const lost = links.filter(([, path, anchor]) => {
      const page = seen.get(path) ?? "";
      return anchor !== "" && page.startsWith("<!doctype html>") && !idsIn(page).has(anchor);
    });
    expect(lost).toEqual([]);
  }, 60_000);

  test("no page but the API's loads anything but pictures of this server: no script, no font, and the browser is told so", async () => {
    const isOurs = (tag: string) =>
      /^<img src="\/docs\/[\w-]+\.(?:webp|svg)" alt="[^"]+" width="\d+" height="\d+" loading="lazy">$/.test(tag);
    const others = ENTRIES.filter(({ id }) => id !== "api").map(({ id }) => `/docs/${id}`);
    for (const path of ["/docs", "/docs/search?q=cache", ...others]) {
      const { text, headers } = await get(path);
      const tags = (text.match(/<[a-z][^>]*>/gi) ?? []).filter((tag) => !isOurs(tag));
      expect(tags.join("")).not.toMatch(/<(script|iframe|img|link|object|embed|base|video|audio|source|svg)\b/i);
      expect(tags.filter((tag) => /\s(src|srcset|background|poster|ping|on[a-z]+|style)\s*=/i.test(tag))).toEqual([]);
      expect(text).not.toMatch(/@import|url\(|@font-face/i);
      const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
      const digest = createHash("sha256").update(style).digest("base64");
      expect(headers.get("content-security-policy")).toBe(
        `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  test("every picture that a page shows is there", async () => {
    const shown = new Set<string>();
    for (const { id } of ENTRIES) {
      for (const [, address = ""] of (await get(`/docs/${id}`)).text.matchAll(/<img src="([^"]+)"/g))
        shown.add(address);
    }
    expect(shown.size).toBeGreaterThan(5);
    for (const address of shown) {
      const { status, type } = await get(address);
      const expected = address.endsWith(".svg") ? "image/svg+xml" : "image/webp";
      expect([address, status, type]).toEqual([address, 200, expected]);
    }
  });

  test("every page has its place in the list of pages, and is marked there", async () => {
    const { text } = await get("/docs/backup");
    expect(text).toContain('<a href="/docs/backup" aria-current="page">Back up and restore</a>');
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(text).toContain("prefers-color-scheme:dark");
    for (const { id, title } of ENTRIES) {
      expect(text).toContain(`<a href="/docs/${id}"`);
      expect(text).toContain(title);
    }
  });

  test("a chapter of many pages is folded up, except beside its own", async () => {
    expect((await get("/docs/backup")).text).toContain("<details><summary>Decisions</summary>");
    expect((await get("/docs/decisions")).text).toContain("<details open><summary>Decisions</summary>");
    expect((await get("/docs/backup")).text).not.toContain("<summary>How to</summary>");
  });

  test.each([
    ["trusted_proxies", "/docs/settings"],
    ["reverse proxy", "/docs/reverse-proxy"],
    ["payment_required", "/docs/errors#payment_required"],
    ["idempotency", "/docs/"],
    ["restore a backup", "/docs/backup"],
    ["prometeus", "/docs/watch#prometheus"],
    ["createToolset", "/docs/api#createToolset"],
    ["POST /v1/auth", "/docs/api#auth"],
    ["missing_parameters", "/docs/api#resolve"],
  ])("the search finds %s", async (query, target) => {
    const { status, text } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(status).toBe(200);
    const [, list = ""] = /<ol class="hits">([\s\S]*?)<\/ol>/.exec(text) ?? [];
    expect(linksIn(list).some((link) => link.startsWith(target))).toBe(true);
  });

  test("what is searched for is text, whatever it is", async () => {
    const { text } = await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain("<script>");
    expect(text).toContain("&quot;&gt;&lt;script&gt;");
    const withoutWords = (await get("/docs/search")).text.length;
    expect((await get(`/docs/search?q=${"x".repeat(5_000)}`)).text.length).toBeLessThan(withoutWords + 2_000);
    expect((await get("/docs/search?q=zzzzqqqq")).text).toContain("Nothing was found");
    expect((await get("/docs/search")).text).toContain("Type one or more words");
    expect((await get("/docs/search?q=__proto__+constructor")).status).toBe(200);
  });

  test("/llms.txt lists every page as Markdown, with a line about it", async () => {
    const { text, type } = await get("/llms.txt");
    expect(type).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Dragoman\n\n> Sentences in, .*\n\n## Tutorial\n\n- \[/);
    const listed = [...text.matchAll(/^- \[([^\]]+)\]\(\/docs\/([^)]+)\.md\): (.+)$/gm)];
    expect(listed.map(([, title, id, description]) => ({ title, id, description }))).toEqual(
      ENTRIES.map(({ title, id, description }) => ({ title, id, description })),
    );
  });

  test("what a page links to beside the pages is there under its own type", async () => {
    expect((await get("/docs/alerts.yml")).type).toBe("text/yaml; charset=utf-8");
    const dashboard = await get("/docs/dashboard.json");
    expect(dashboard.type).toBe("application/json; charset=utf-8");
    expect(JSON.parse(dashboard.text)).toHaveProperty("panels");
  });

  test.each(["/docs/nothing", "/docs/nothing.md", "/docs/__proto__", "/docs/..%2fsettings"])(
    "%s is an error object",
    async (path) => {
      const { status, text } = await get(path);
      expect([status, JSON.parse(text).error]).toEqual([404, "not_found"]);
    },
  );
});

describe("as the contract has them", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  test.each([
    ["/docs", 200],
    ["/docs/tutorial", 200],
    ["/docs/search?q=cache", 200],
    ["/llms.txt", 200],
    ["/docs/nothing", 404],
    ["/docs/%ff", 400],
  ])("%s is open, and answered %i as documented", async (path, status) => {
    const response = await fetch(app.url + path);
    const json = status === 200 ? null : await response.json();
    observe(app.app.services, { method: "GET", path, status, headers: response.headers, json });
    expect(response.status).toBe(status);
    expect(response.headers.has("x-ratelimit-limit")).toBe(false);
  });
});

describe("making the site", () => {
  test("finds nothing wrong with the pages", () => {
    expect(makeSite().problems).toEqual([]);
  });

  test("every folder of the pages is one that readers know", () => {
    expect(readdirSync(join(ROOT, "docs")).sort()).toEqual([
      "README.md",
      "decisions",
      "explanation",
      "how-to",
      "measurements",
      "monitoring",
      "reference",
      "tutorial.md",
    ]);
  });

  test("what looks like HTML comes out as text, and headings have GitHub's anchors", () => {
    const { html } = renderMarkdown(
      "# A <b>\n\n## `[server]` & co.\n\n<script>x</script>\n\n[a](b.md)\n",
      () => "/docs/b",
      noPicture,
    );
    expect(html).toContain('<h2 id="server--co">');
    expect(html).toContain('<a href="/docs/b">a</a>');
    expect(html).not.toMatch(/<b>|<script>/);
  });

  test("a picture without words for whoever cannot see it is refused", () => {
    expect(() => renderMarkdown("![](lamp.webp)\n", () => "", noPicture)).toThrow("the picture lamp.webp has no text");
  });

  test("two pages of one name are refused", () => {
    const page = "# D\n\n> S\n\n## A\n\n- [X](a/x.md): one.\n- [Y](b/x.md): two.\n";
    expect(() => contentsOf(page)).toThrow("more than one page named x");
  });
});

describe("the search", () => {
  const sections = [
    { page: "a", anchor: "", title: "Backups", text: "How to back up while serving." },
    { page: "a", anchor: "restore", title: "Restore", text: "Restoring needs an empty folder, and reserves nothing." },
    { page: "b", anchor: "", title: "Money", text: "A reservation is settled or given back. The backup has it too." },
  ];
  const index = searchIndexOf(sections, (page) => (page === "a" ? "Backups" : "Money"));
  const found = (query: string) => search(index, query).map(({ section }) => `${section.page}#${section.anchor}`);

  test("a title says more than a text, and all words more than some", () => {
    expect(found("backup")).toEqual(["a#", "a#restore", "b#"]);
    expect(found("backup reservation")).toEqual(["b#"]);
    expect(found("reservation nonsenseword")).toEqual(["b#"]);
  });

  test("other forms, beginnings and slips of one letter are found; what is not there is not", () => {
    expect(found("restores")).toEqual(["a#restore"]);
    expect(found("reserv")).toEqual(["a#restore", "b#"]);
    expect(found("resrevation")).toEqual(["b#"]);
    expect(found("nonsense")).toEqual([]);
    expect(found("")).toEqual([]);
  });
});
