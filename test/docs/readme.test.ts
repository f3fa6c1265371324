import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import manifest from "../../package.json";
import {
  EXECUTABLE,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";

const ROOT = join(import.meta.dir, "../..");
const PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...markdownIn("docs")];

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** The lines of the shell blocks of a page, continued lines joined, comments gone. */
function commandsIn(page: string): string[] {
  const blocks = [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  return blocks.flatMap((block) =>
    block
      .replace(/\\\n\s*/g, "")
      .split(/\n(?=\S)/)
      .map((line) => line.trim().replace(/\s+#\s.*$/, ""))
      .filter((line) => line !== ""),
  );
}

describe("every command in the pages", () => {
  const commands = PAGES.flatMap((page) => commandsIn(page).map((command) => [page, command] as const));
  const scripts = commands.filter(([, command]) => /\bbun(@[\d.]+)? run /.test(command));
  const own = commands.filter(([, command]) => command.startsWith("dragoman "));

  test("is of a kind that is tested here", () => {
    const curl = commands.filter(([, command]) => /^(curl|TOKEN=)/.test(command));
    const known = new Set([...scripts, ...own, ...curl]);
    expect(commands.filter((command) => !known.has(command))).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
    expect(curl.length).toBeGreaterThan(0);
  });

  test.each(scripts)("%s: %s names a script of this version of Bun", (_, command) => {
    const [, version, script = ""] = /\bbun(?:@([\d.]+))? run ([\w-]+)/.exec(command) ?? [];
    expect(Object.keys(manifest.scripts)).toContain(script);
    if (version !== undefined) expect(Bun.version).toBe(version);
  });

  test.each(own)("%s: %s is one that the executable knows", async (_, command) => {
    const [, name = ""] = command.split(" ");
    const { status, stdout } = await runDragoman(["help", name]);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining(`dragoman ${name}`) as unknown as string,
    });
  });
});

describe("the README's first minutes", () => {
  let folder: string;
  let server: RunningServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dragoman-readme-"));
    server = await startServer({ dataDir: folder });
    await waitUntilReady(server);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test("an app is created, a token exchanged, a sentence resolved, as it stands there", async () => {
    const [create = ""] = commandsIn("README.md").filter((command) => command.startsWith("dragoman app create"));
    const asked = commandsIn("README.md").filter((command) => /^(curl|TOKEN=)/.test(command));
    const script = [`${create} | tee app.txt`, `KEY=$(grep -o 'dgm_[0-9A-Za-z_]*' app.txt)`, ...asked]
      .join("\n")
      .replaceAll("dragoman app", `"${EXECUTABLE}" app`)
      .replaceAll("http://127.0.0.1:8420", server.url)
      .replaceAll('"dgm_…"', `"'$KEY'"`);
    const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", script], {
      cwd: folder,
      env: { ...process.env, DRAGOMAN_DATA: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output = await child.stdout.text();
    expect(await child.exited).toBe(0);
    const answer = JSON.parse(output.slice(output.lastIndexOf('{"resolved"')));
    expect(answer.resolved).toEqual({ tool: "book_table", parameters: { city: "Rome", people: 4 } });
  });
});

describe("links", () => {
  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => [page, match[1] ?? ""] as const),
  );
  test.each(links)("%s: %s is there", (page, link) => {
    expect(existsSync(join(ROOT, dirname(page), link))).toBe(true);
  });
});
