import { describe, expect, test } from "bun:test";
import type { ExitStatus } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { EXAMPLES, wordsOf } from "../../src/cli/examples.ts";
import { parseInvocation } from "../../src/cli/parse.ts";
import { run } from "../../src/cli/run.ts";

/** A command that opens no folder, on a terminal of the test's own. */
async function typed(
  line: string,
): Promise<{ readonly status: ExitStatus; readonly out: string; readonly err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    redraw: null,
    columns: 80,
    ask: null,
  };
  const status = await run(line === "" ? [] : line.split(" "), terminal);
  return { status, out: out.join(""), err: err.join("") };
}

describe("a wrong command line gets exit status 2, one line, what was probably meant, and which help to read", () => {
  test.each([
    ["sreve", 'there is no command "sreve": did you mean "serve"? See "dragoman help".'],
    ["frobnicate", 'there is no command "frobnicate". See "dragoman help".'],
    ["app crate x", 'there is no command "app crate": did you mean "app create"? See "dragoman help app".'],
    ["--json=", '--json takes no value. See "dragoman help".'],
    ["--data x", 'a command is missing. See "dragoman help".'],
    ["key", '"key" alone is no command: there is "key create", "key list", "key revoke". See "dragoman help key".'],
    ["serve --prot 1", '"dragoman serve" has no option --prot: did you mean "--port"? See "dragoman help serve".'],
    ["app list --port 1", '"dragoman app list" has no option --port. See "dragoman help app list".'],
    ["app create", 'NAME is missing: dragoman app create NAME [--plan PLAN]. See "dragoman help app create".'],
    ["app list x", '"x" is one word too many: dragoman app list. See "dragoman help app list".'],
    ["serve --port", '--port needs a value, PORT. See "dragoman help serve".'],
    ["app list --json=yes", '--json takes no value. See "dragoman help".'],
    ["app credit app_x many", 'N is a whole number of requests, and "many" is none. See "dragoman help app credit".'],
    ["app credit app_x -5", '"dragoman app credit" has no option -5. See "dragoman help app credit".'],
    [
      "key create app_x --expires soon",
      '--expires takes a time such as 90d, 12h or 30m, and "soon" is none. See "dragoman help key create".',
    ],
    ["demo --data x", '"dragoman demo" has no option --data. See "dragoman help demo".'],
    ["help sreve", 'there is no command "sreve": did you mean "serve"? See "dragoman help".'],
  ])("%s", async (line, message) => {
    expect(await typed(line)).toEqual({ status: 2, out: "", err: `dragoman: ${message}\n` });
  });

  test("with --json the message is the one JSON value on standard output, too", async () => {
    const { status, out } = await typed("sreve --json");
    expect(status).toBe(2);
    expect(JSON.parse(out).error).toEqual({
      code: "misuse",
      message: 'there is no command "sreve": did you mean "serve"? See "dragoman help".',
    });
  });

  test("without a command, the overview is shown as an error", async () => {
    const { status, out, err } = await typed("");
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toStartWith("Dragoman: sentences in");
  });
});

describe("help", () => {
  test.each(["help", "--help", "-h"])(
    "%s shows every command on one screen of 80 columns and 30 lines",
    async (line) => {
      const { status, out } = await typed(line);
      expect(status).toBe(0);
      const lines = out.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(30);
      expect(Math.max(...lines.map((each) => each.length))).toBeLessThanOrEqual(80);
      for (const { name } of COMMANDS) {
        const [first = "", second = ""] = name.split(" ");
        // One line has several: with their second word, where they have one.
        const told = lines.filter((each) =>
          /^(Setup|More) /.test(each)
            ? each.slice(6).split(", ").includes(name)
            : each.slice(6).split(" ")[0] === first,
        );
        expect(told).toHaveLength(1);
        expect(told[0]).toContain(second);
      }
    },
  );

  test.each(["help app create", "app create --help", "app create Shop -h"])("%s shows that command", async (line) => {
    const { status, out } = await typed(line);
    expect(status).toBe(0);
    expect(out).toStartWith("dragoman app create NAME [--plan PLAN]\n");
    expect(out).toContain("--data DIR");
  });

  test("has examples for every command, each of which is a command line of that command", () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    for (const [name, examples] of Object.entries(EXAMPLES)) {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        const [program, ...words] = wordsOf(example);
        expect([program, parseInvocation(words).command.name]).toEqual(["dragoman", name]);
      }
    }
  });

  test("with --json is one JSON value", async () => {
    expect(JSON.parse((await typed("help app create --json")).out)).toEqual({
      help: (await typed("help app create")).out,
    });
  });

  test("fits a terminal of 100 columns", async () => {
    for (const topic of ["", " app", " key", " serve", " demo", " signing-key", " admin-token"]) {
      const { out } = await typed(`help${topic}`);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    }
  });
});

test("version names what is built in", async () => {
  const { out } = await typed("version --json");
  const facts = JSON.parse(out);
  expect(Object.keys(facts)).toEqual(["version", "commit", "bun", "sqlite", "models"]);
  expect(facts.bun).toBe(Bun.version);
  for (const { file, sha256 } of facts.models) {
    const content = await Bun.file(new URL(`../../data/models/${file}`, import.meta.url)).arrayBuffer();
    expect(sha256).toBe(new Bun.CryptoHasher("sha256").update(content).digest("hex"));
  }
  expect(facts.models.length).toBeGreaterThan(0);
});
