/** Every block of every page is of a kind that some test runs or reads, and every link leads somewhere. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseInvocation } from "#cli/parse.ts";
import { routesOf } from "#http/server.ts";
import type { Services } from "#http/services.ts";
import manifest from "../../package.json";
import { headingsOf } from "../../scripts/docs/markdown.ts";
import { referencePages } from "../../scripts/docs/references.ts";
import { dragoman } from "../cli/dragoman.ts";
import { blocksIn, pagePaths, ROOT, readPage } from "./blocks.ts";
import { SESSIONS } from "./session-pages.ts";

const BLOCKS = pagePaths().flatMap((page) => blocksIn(readPage(page)).map((block) => ({ page, ...block })));
const nameOf = ({ page, line }: { readonly page: string; readonly line: number }) => `${page}:${line}`;
const ofKind = (kind: string) =>
  BLOCKS.filter((block) => block.kind === kind).map((block) => [nameOf(block), block] as const);

/** What no test runs, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  "docs/how-to/systemd.md console":
    "needs root and a running systemd; what is installed is tested in test/cli/service.test.ts",
  "docs/how-to/systemd.md ini": "a piece of a unit for systemd; its keys are its own",
};

/** Blocks of the kinds that programs read are read by them here or in the test that is named. */
const READERS: Readonly<Record<string, string>> = {
  sh: "here, and in sessions.test.ts",
  console: "sessions.test.ts",
  toml: "here",
  yaml: "here",
  json: "here",
  nginx: "reverse-proxy.test.ts",
  caddyfile: "reverse-proxy.test.ts",
  // Outputs are compared where they stand directly behind their command; the rest are drawings.
  text: "sessions.test.ts, doctor-list.test.ts, ../cli/exchange.test.ts, ../cli/examples.test.ts",
  "": "drawings",
};

test("every block is of a kind that is read by some test, or exempt for a reason", () => {
  const unread = BLOCKS.filter(({ page, kind }) => !(kind in READERS) && !(`${page} ${kind}` in EXEMPT));
  expect(unread.map(nameOf)).toEqual([]);
  const consoles = BLOCKS.filter(({ page, kind }) => kind === "console" && !(`${page} ${kind}` in EXEMPT));
  expect(consoles.filter(({ page }) => !(page in SESSIONS)).map(nameOf)).toEqual([]);
  const needless = Object.keys(EXEMPT).filter((name) => !BLOCKS.some(({ page, kind }) => `${page} ${kind}` === name));
  expect(needless).toEqual([]);
  expect(BLOCKS.length).toBeGreaterThan(80);
});

describe("commands that no session runs", () => {
  const commands = BLOCKS.filter(
    ({ page, kind }) => kind === "sh" && (!(page in SESSIONS) || page === "README.md"),
  ).flatMap(({ page, line, text }) => commandsIn(text).map((command) => [`${page}:${line}`, command] as const));
  const own = commands.filter(([, command]) => command.startsWith("dragoman "));
  const scripts = commands.filter(([, command]) => /\bbun(@[\d.]+)? run /.test(command));
  const curls = commands.filter(([, command]) => /^curl http:\/\/127\.0\.0\.1:8420\S+$/.test(command));

  test("are of kinds that are tested here", () => {
    const known = new Set([...own, ...scripts, ...curls]);
    expect(commands.filter((command) => !known.has(command))).toEqual([]);
    expect(own.length).toBeGreaterThan(5);
  });

  test.each(own)("%s: %s is one that the executable takes", (_, command) => {
    const words = (command.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', ""));
    expect(() => parseInvocation(words)).not.toThrow();
  });

  test.each(scripts)("%s: %s names a script of this version of Bun", (_, command) => {
    const [, version, script = ""] = /\bbun(?:@([\d.]+))? run ([\w-]+)/.exec(command) ?? [];
    expect(Object.keys(manifest.scripts)).toContain(script);
    if (version !== undefined) expect(Bun.version).toBe(version);
  });

  test.each(curls)("%s: %s asks for a route that there is", (_, command) => {
    const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
    const path = new URL(command.slice("curl ".length)).pathname;
    expect(routesOf(nothing as Services).map((route) => route.path as string)).toContain(path);
  });
});

/** The lines of a block, continued lines joined, comments gone. */
function commandsIn(block: string): readonly string[] {
  return block
    .replace(/\\\n\s*/g, "")
    .split(/\n(?=\S)/)
    .map((line) => line.trim().replace(/\s+#\s.*$/, ""))
    .filter((line) => line !== "");
}

describe("what programs read", () => {
  test.each(ofKind("toml"))("%s: the settings are taken as they stand", async (_, { text }) => {
    const folder = mkdtempSync(join(tmpdir(), "dragoman-settings-"));
    try {
      const file = join(folder, "dragoman.toml");
      // Programs and models of the reader's own are not on this machine: a file that is there stands for them.
      writeFileSync(file, text.replace(/^(executable|path) = ".*"$/gm, `$1 = "${file}"`));
      const { status, out, err } = await dragoman(["validate", "--config", file, "--data", folder]);
      expect({ status, said: status === 0 ? "" : out + err }).toEqual({ status: 0, said: "" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each(ofKind("json"))("%s: each value is JSON", (_, { text }) => {
    const whole = () => JSON.parse(text);
    const lines = () =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(/^\{.*\}\n./.test(text) ? lines : whole).not.toThrow();
  });

  test.each(ofKind("yaml"))("%s: it is YAML", (_, { text }) => {
    expect(typeof Bun.YAML.parse(text)).toBe("object");
  });
});

describe("links", () => {
  const links = pagePaths().flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map((match) => [page, match[1] ?? ""] as const),
  );
  test.each(links)("%s: %s is there", (page, link) => {
    const [file = "", anchor] = link.split("#");
    const path = join(dirname(page), file);
    const target = file === "" ? page : path;
    expect(existsSync(join(ROOT, target))).toBe(true);
    if (anchor === undefined) return;
    expect(headingsOf(readPage(target)).map((heading) => heading.anchor)).toContain(anchor);
  });

  test("lead out of the repository to nothing that a page would load", () => {
    const pictures = pagePaths().filter((page) => /!\[[^\]]*\]\(/.test(readPage(page)));
    expect(pictures).toEqual([]);
  });
});

describe("pages made of the code are what the code says", () => {
  // The others are compared where their tables are tested.
  const pages = Object.entries(referencePages()).filter(([path]) => /(?:api|errors)\.md$/.test(path));
  test.each(pages)("%s (bun scripts/docs/references.ts writes it)", (path, page) => {
    expect(readPage(path)).toBe(page);
  });

  test("every error has a place of its own, and the contract names no route that is not in the API", () => {
    const api = readPage("docs/reference/api.md");
    const named = readPage("docs/reference/contract.md").matchAll(/`(GET|POST|PUT|DELETE) (\/[^`]+)`/g);
    const routes = [...named].map(([, method, path]) => `\`${method} ${path}\``);
    expect(routes.length).toBeGreaterThan(3);
    expect(routes.filter((route) => !api.includes(`${route} ·`))).toEqual([]);
    const errors = readPage("docs/reference/errors.md");
    const codes = [...api.matchAll(/errors\.md#(\w+)/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => !errors.includes(`\n## \`${code}\`\n`))).toEqual([]);
  });
});
