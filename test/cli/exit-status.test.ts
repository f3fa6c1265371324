/** What the shell, and whoever reads `--json`, is told of everything that can stop a command. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, OperatorError, type OperatorErrorCode } from "#core/errors.ts";
import { lockFolder } from "#storage/embedded/index.ts";
import { explained } from "../../src/cli/exit-status.ts";
import { run } from "../../src/cli/run.ts";
import { newFolder } from "./dragoman.ts";

let folder: ReturnType<typeof newFolder>;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => folder.remove());

const at = (name: string) => join(folder.path, name);

/** In this process: what it says is asserted, and what it leaves is in a folder of the test's own. */
async function ran(argv: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    redraw: null,
    columns: 80,
    ask: null,
  };
  const status = await run([...argv, "--json"], terminal);
  const { error } = JSON.parse(out.join(""));
  expect(err.join("")).toContain(`dragoman: ${error.message.split("\n")[0]}\n`);
  return { status, code: error.code, message: error.message as string };
}

interface Row {
  readonly name: string;
  readonly argv: () => readonly string[];
  readonly status: 1 | 2;
  readonly code: string;
  readonly message: RegExp;
}

const rows: readonly Row[] = [
  {
    name: "a wrong command line",
    argv: () => ["app", "create"],
    status: 2,
    code: "misuse",
    message: /^NAME is missing: dragoman app create NAME/,
  },
  {
    name: "a wrong setting",
    argv: () => {
      writeFileSync(at("wrong.toml"), "[server]\nport = -1\n");
      return ["validate", "--config", at("wrong.toml")];
    },
    status: 2,
    code: "settings",
    message: /: server\.port: found -1, expected a whole number from 0 to 65535$/,
  },
  {
    name: "no data folder",
    argv: () => ["app", "list", "--data", at("nowhere")],
    status: 1,
    code: "failed",
    message: /^there is no data folder .*: name another with --data/,
  },
  {
    name: "a data folder that is none",
    argv: () => {
      writeFileSync(at("file"), "");
      return ["app", "list", "--data", at("file")];
    },
    status: 1,
    code: "failed",
    message:
      /^the data folder .* cannot be created or written \(EEXIST\): give the user that runs Dragoman \(user \d+\) the right/,
  },
  {
    name: "a damaged database",
    argv: () => {
      mkdirSync(at("damaged"));
      writeFileSync(join(at("damaged"), "dragoman.sqlite"), "no database at all ".repeat(300));
      return ["app", "list", "--data", at("damaged")];
    },
    status: 1,
    code: "failed",
    message: /^.*dragoman\.sqlite .*damaged/,
  },
  {
    name: "a backup without a database",
    argv: () => {
      mkdirSync(at("empty"));
      return ["backup", at("x.backup"), "--data", at("empty")];
    },
    status: 1,
    code: "failed",
    message: /^there is no database in .*: name another folder with --data$/,
  },
  {
    name: "a file that is no backup",
    argv: () => {
      writeFileSync(at("letter"), "Dear all\n");
      return ["restore", at("letter"), "--data", at("restored")];
    },
    status: 1,
    code: "failed",
    message: /^.*letter is no backup of Dragoman: name a file/,
  },
  {
    name: "an app that is not there",
    argv: () => ["app", "show", "app_nobody", "--data", at("made")],
    status: 1,
    code: "not_found",
    message: /app_nobody/,
  },
];

describe("what stops a command is told by status, code and words", () => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", async (_name, { argv, status, code, message }) => {
    mkdirSync(at("made"), { recursive: true });
    expect(await ran(argv())).toEqual({ status, code, message: expect.stringMatching(message) });
  });

  test("a folder that another process works in, after a moment's patience", async () => {
    const lock = lockFolder(at("taken"), "a test");
    try {
      const { status, code, message } = await ran(["app", "list", "--data", at("taken")]);
      expect({ status, code }).toEqual({ status: 1, code: "failed" });
      expect(message).toMatch(/^the data folder .* is in use by "a test" \(process \d+, since .*\): stop that process/);
      expect(message).toEndWith("; if it is starting or stopping, try again in a moment");
    } finally {
      lock.release();
    }
  });

  test("the same folder is refused to a server at once", async () => {
    const lock = lockFolder(at("taken"), "a test");
    try {
      const { status, code, message } = await ran(["serve", "--port", "0", "--data", at("taken")]);
      expect({ status, code }).toEqual({ status: 1, code: "failed" });
      expect(message).toEndWith("stop that process, or choose another folder with --data");
    } finally {
      lock.release();
    }
  });

  test("a port that is in use", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    try {
      const { status, code, message } = await ran(["serve", "--port", String(other.port), "--data", at("listening")]);
      expect({ status, code }).toEqual({ status: 1, code: "failed" });
      expect(message).toBe(
        `cannot listen on 127.0.0.1:${other.port}: the port is in use. Stop what uses it, or choose another with --port`,
      );
    } finally {
      await other.stop(true);
    }
  });
});

describe("each code has its status", () => {
  const told = [
    ["misuse", 2, "misuse"],
    ["settings", 2, "settings"],
    ["folder_in_use", 1, "failed"],
    ["folder_unusable", 1, "failed"],
    ["database_unusable", 1, "failed"],
    ["backup", 1, "failed"],
    ["address_unusable", 1, "failed"],
    ["libraries_unusable", 1, "failed"],
    ["failed", 1, "failed"],
  ] as const satisfies readonly (readonly [OperatorErrorCode, number, string])[];

  test.each(told)("%s: %d", (code, status, says) => {
    const cause = Object.assign(new Error("no space"), { code: "ENOSPC" });
    expect(explained(new OperatorError(code, "words", cause))).toEqual({ status, code: says, message: "words" });
  });

  test("an error of the API keeps its code", () => {
    const message = "there is no app x";
    expect(explained(new AppError("not_found", message))).toEqual({ status: 1, code: "not_found", message });
  });

  test.each(["ENOSPC", "EDQUOT"])("%s: the disk is full", (code) => {
    const { status, message } = explained(Object.assign(new Error("write"), { code }));
    expect({ status, message }).toEqual({
      status: 1,
      message: "the disk is full: make room and try again; nothing that was answered is lost",
    });
  });

  test.each([
    ["an error", new TypeError("x is none")],
    ["an error of the system", Object.assign(new Error("x is none"), { code: "EIO" })],
    ["a text", "x is none"],
  ])("a bug of ours says so: %s", (_name, thrown) => {
    expect(explained(thrown)).toEqual({
      status: 1,
      code: "internal_error",
      message: "something unexpected failed: x is none (DRAGOMAN_DEBUG=1 shows where)",
    });
  });
});
