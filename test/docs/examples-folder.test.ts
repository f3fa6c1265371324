/** The examples are whole, and small. That their commands work and print what they say is shown by sessions.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Dragoman, DragomanError } from "../../examples/typescript-client/dragoman.ts";
import { weather } from "../http/samples.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { blocksIn, ROOT, readPage } from "./blocks.ts";
import { SESSIONS } from "./session-pages.ts";

const README_LINES_MAX = 30;
const PROGRAM_LINES_MAX = 80;
const FOLDERS = readdirSync(join(ROOT, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
/** What examples of a client may import. */
const WITH_A_CLIENT: Readonly<Record<string, RegExp>> = {
  "command-palette": /^(@dragoman\/client|node:path)$/,
  "home-assistant": /^(dragoman_client|homeassistant[.\w]*|voluptuous|\.|__future__)$/,
};
const linesOf = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n").length;

test("the list of the examples names each of them", () => {
  expect(FOLDERS.length).toBeGreaterThan(4);
  const listed = [...readPage("examples/README.md").matchAll(/^\| \[([\w-]+)\]\(([^)]+)\) \|/gm)];
  expect(listed.map(([, name, link]) => [name, link]).sort()).toEqual(
    FOLDERS.map((name) => [name, `${name}/README.md`]),
  );
});

describe.each(FOLDERS)("examples/%s", (name) => {
  const folder = join(ROOT, "examples", name);
  const page = `examples/${name}/README.md`;

  test("is run as its page shows it, and what it prints is compared", () => {
    const kinds = blocksIn(readPage(page)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "sh").length).toBeGreaterThan(0);
    expect(kinds.filter((kind) => kind === "text")).toHaveLength(kinds.filter((kind) => kind === "sh").length);
    expect(SESSIONS.map((session) => session.page)).toContain(page);
  });

  test("is small, and names each of its files", () => {
    const entries = readdirSync(folder).filter((file) => !["README.md", "__pycache__"].includes(file));
    const files = readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== "README.md" && !entry.parentPath.endsWith("__pycache__"))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(linesOf(join(folder, "README.md"))).toBeLessThanOrEqual(README_LINES_MAX);
    expect(entries.filter((entry) => !readPage(page).includes(`(${entry})`))).toEqual([]);
    expect(files.filter((file) => linesOf(file) > PROGRAM_LINES_MAX)).toEqual([]);
  });

  test("needs nothing but its language, or our client and what it is a part of", () => {
    const imported = readdirSync(folder)
      .filter((file) => /\.(ts|js|py)$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), "utf8").matchAll(/^import .*?"([^"]+)"|^(?:import|from) ([\w.]+)/gm),
      ])
      .map(([, module, package_]) => module ?? package_ ?? "");
    const own = ["./dragoman.ts", "dragoman", "json", "os", "urllib.error", "urllib.request"];
    const allowed = WITH_A_CLIENT[name];
    expect(imported.filter((module) => !(own.includes(module) || allowed?.test(module)))).toEqual([]);
  });
});

describe("the clients", () => {
  let server: TestApp;
  let owner: Tenant;
  const ask = { query: 'weather in "Berlin"', toolsets: ["weather-v1"] };
  beforeAll(async () => {
    server = await openTestApp();
    owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
  });
  afterAll(() => server.close());

  /** A token lives for 900 seconds. */
  const outliveTokens = () => server.clock.advance(901_000);

  describe("in TypeScript", () => {
    test("renews its token when it has ended, once for all that wait", async () => {
      const dragoman = new Dragoman(server.url, owner.apiKey);
      expect((await dragoman.resolve(ask.query, ask.toolsets)).resolved.tool).toBe("get_weather");
      outliveTokens();
      const before = await exchanges();
      const all = await Promise.all([1, 2, 3].map(() => dragoman.resolve(ask.query, ask.toolsets)));
      expect(all.map(({ resolved }) => resolved.parameters.city)).toEqual(["Berlin", "Berlin", "Berlin"]);
      expect((await exchanges()) - before).toBe(1);
    });

    test("says what was refused, and tries again after a key that was none", async () => {
      const stranger = new Dragoman(server.url, "dgm_nobody");
      const refusal = await stranger.resolve(ask.query, ask.toolsets).catch((failure: unknown) => failure);
      expect(refusal).toBeInstanceOf(DragomanError);
      expect(refusal).toMatchObject({ status: 401, code: "unauthorized" });
      expect(await stranger.resolve(ask.query, ask.toolsets).catch(({ code }) => code)).toBe("unauthorized");
      const known = new Dragoman(server.url, owner.apiKey);
      expect(await known.resolve(ask.query, ["nope"]).catch(({ code }) => code)).toBe("not_found");
    });
  });

  test("in Python renews its token when it has ended, and says what was refused", async () => {
    const python = Bun.spawn(["python3", "-c", PYTHON, server.url, owner.apiKey], {
      cwd: join(ROOT, "examples/python-client"),
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const reader = python.stdout.getReader();
    let said = "";
    const hear = async (lines: number) => {
      while (said.split("\n").length <= lines) {
        const { value, done } = await reader.read();
        if (done) return;
        said += new TextDecoder().decode(value);
      }
    };
    await hear(1);
    outliveTokens();
    python.stdin.write("go on\n");
    python.stdin.end();
    const [error] = await Promise.all([python.stderr.text(), hear(2)]);
    expect({ said, error }).toEqual({ said: "get_weather\nBerlin not_found\n", error: "" });
    expect(await python.exited).toBe(0);
  });

  /** How often a key was exchanged, as the server counts. */
  async function exchanges(): Promise<number> {
    const page = await (await fetch(`${server.url}/metrics`)).text();
    const counted = page.matchAll(/^dragoman_http_requests_total\{[^}]*route="\/v1\/auth"[^}]*\} (\d+)$/gm);
    return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
  }
});

/** Asks, waits for a line, asks again, and asks what there is not; one line for each of the two steps. */
const PYTHON = `
import sys
from dragoman import Dragoman, DragomanError

dragoman = Dragoman(sys.argv[1], sys.argv[2])
print(dragoman.resolve('weather in "Berlin"', ["weather-v1"])[0], flush=True)
sys.stdin.readline()
city = dragoman.resolve('weather in "Berlin"', ["weather-v1"])[1]["city"]
try:
    dragoman.resolve("weather", ["nope"])
except DragomanError as refused:
    print(city, refused.code, flush=True)
`;
