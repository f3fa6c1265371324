/** Every block of every page is of a kind that some test runs or reads, and every link leads somewhere. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { headingsOf } from "../../scripts/docs/markdown.ts";
import { referencePages } from "../../scripts/docs/references.ts";
import { dragoman } from "../cli/dragoman.ts";
import { blocksIn, isOutput, pagePaths, ROOT, readPage } from "./blocks.ts";
import { DRAWINGS, NOT_RUN, nameOf } from "./not-run.ts";
import type { Session } from "./session.ts";
import { SESSIONS } from "./session-pages.ts";

const BLOCKS = pagePaths().flatMap((page) => blocksIn(readPage(page)).map((block) => ({ page, ...block })));
type PageBlock = (typeof BLOCKS)[number];
const placeOf = ({ page, line }: PageBlock) => `${page}:${line}`;
const ofKind = (kind: string) =>
  BLOCKS.filter((block) => block.kind === kind).map((block) => [placeOf(block), block] as const);

/** The tests that run or read the blocks of a page and kind that are no part of a session. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/how-to/systemd.md console": "test/docs/systemd-page.test.ts",
  "docs/how-to/systemd.md sh": "test/docs/systemd-page.test.ts",
  "docs/how-to/systemd.md ini": "test/cli/service.test.ts",
  "docs/how-to/reverse-proxy.md sh": "test/docs/reverse-proxy.test.ts",
  "docs/how-to/reverse-proxy.md nginx": "test/docs/reverse-proxy.test.ts",
  "docs/how-to/reverse-proxy.md caddyfile": "test/docs/reverse-proxy.test.ts",
  "docs/how-to/openai-clients.md js": "test/docs/openai-clients.test.ts",
  "docs/how-to/openai-clients.md text": "test/docs/openai-clients.test.ts",
  "docs/how-to/install.md sh": "test/release/install-suite.ts",
  "docs/how-to/install.md yaml": "test/release/container-suite.ts",
  "docs/how-to/upgrade.md text": "test/docs/doctor-list.test.ts",
  "docs/how-to/measure.md json": "test/eval/latency-languages.test.ts",
  "docs/how-to/model-servers.md json": "test/http/set-backends.test.ts",
  "docs/how-to/cluster.md sh": "test/cluster/executables.test.ts",
  "docs/how-to/cluster.md sql": "test/cluster/executables.test.ts",
  "docs/how-to/cluster.md text": "test/cluster/executables.test.ts",
  "docs/how-to/move-into-a-cluster.md sh": "test/cluster/moving-executable.test.ts",
  "docs/how-to/mcp.md json": "test/binary/mcp.test.ts",
  "clients/typescript/README.md sh": "test/clients/packed.test.ts",
  "clients/typescript/README.md ts": "test/clients/packed.test.ts",
  "clients/typescript/README.md text": "test/clients/packed.test.ts",
  // What needs Python's index runs behind the gate, in .ci/run.
  "clients/python/README.md sh": "test/clients/python-suite.ts",
  "clients/python/README.md python": "test/clients/python-suite.ts",
  "clients/python/README.md text": "test/clients/python-suite.ts",
};

/** Pages that are written from the code; the examples in them are run where the code has them. */
const WRITTEN: Readonly<Record<string, string>> = {
  "docs/reference/commands.md": "test/cli/examples.test.ts",
  "docs/reference/api.md": "test/openapi/examples.test.ts",
  "docs/reference/errors.md": "test/openapi/examples.test.ts",
};

/** How a block is run or read; null when it is not. */
function accountOf(block: PageBlock): string | null {
  const { page, kind, text } = block;
  const name = nameOf(page, text);
  if (DRAWINGS.includes(name)) return "a drawing";
  if (name in NOT_RUN) return NOT_RUN[name] ?? null;
  if (kind === "toml") return "validated here";
  const session = SESSIONS.find((one) => one.page === page && isIn(one, block));
  if (session) return "sessions.test.ts";
  return ELSEWHERE[`${page} ${kind}`] ?? WRITTEN[page] ?? null;
}

/** Whether a session types it, shows it as an output, or begins with it as a file. */
function isIn({ page, typing, files = {} }: Session, block: PageBlock): boolean {
  if (typing === "console") return block.kind === "console";
  if (block.kind === "sh" || block.kind === "crontab" || Object.values(files).includes(block.kind)) return true;
  const all = BLOCKS.filter((one) => one.page === page);
  return isOutput(block) && all[all.indexOf(block) - 1]?.kind === "sh";
}

describe("every block", () => {
  test("is run or read by a test, is a drawing, or is named with the reason why not", () => {
    expect(
      BLOCKS.filter((block) => accountOf(block) === null).map((block) => `${placeOf(block)} ${block.kind}`),
    ).toEqual([]);
    expect(BLOCKS.length).toBeGreaterThan(80);
  });

  test("that is not run is there, and stands once in the lists", () => {
    const names = BLOCKS.map(({ page, text }) => nameOf(page, text));
    const listed = [...DRAWINGS, ...Object.keys(NOT_RUN)];
    expect(listed.filter((name) => names.filter((other) => other === name).length !== 1)).toEqual([]);
    const kinds = BLOCKS.map(({ page, kind }) => `${page} ${kind}`);
    expect(Object.keys(ELSEWHERE).filter((name) => !kinds.includes(name))).toEqual([]);
  });

  test("that is a drawing has nothing in it to be typed", () => {
    const drawings = BLOCKS.filter(({ page, text }) => DRAWINGS.includes(nameOf(page, text)));
    expect(
      drawings.filter(({ kind, text }) => !["", "text"].includes(kind) || /^(\$ |curl |sudo )/m.test(text)),
    ).toEqual([]);
  });

  test.each(Object.entries(ELSEWHERE))("%s is what %s is about", (name, path) => {
    const [page = ""] = name.split(" ");
    expect(readPage(path)).toContain(basename(page));
  });
});

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

  test("the scraping of Prometheus asks where the server listens, and loads the rules that there are", () => {
    const [, { text }] = ofKind("yaml").find(([place]) => place.startsWith("docs/how-to/watch.md")) ?? [
      "",
      { text: "" },
    ];
    const { scrape_configs: jobs, rule_files: rules } = Bun.YAML.parse(text) as {
      readonly scrape_configs: readonly {
        readonly static_configs: readonly { readonly targets: readonly string[] }[];
      }[];
      readonly rule_files: readonly string[];
    };
    expect(jobs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))).toEqual(["127.0.0.1:8420"]);
    expect(rules.filter((name) => !existsSync(join(ROOT, "docs/monitoring", name)))).toEqual([]);
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
    const pictures = pagePaths().filter((page) => /!\[[^\]]*\]\((?:[a-z]+:|\/\/)/i.test(readPage(page)));
    expect(pictures).toEqual([]);
  });
});

describe("pages made of the code are what the code says", () => {
  // The others are compared where their tables are tested.
  const pages = Object.entries(referencePages()).filter(([path]) => /(?:api|cache-rules|errors)\.md$/.test(path));
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
