import { describe, expect, test } from "bun:test";
import type { Config } from "#config";
import type { Log } from "#core/log.ts";
import { openJournal } from "../../src/cli/journal.ts";

type LogSettings = Config["log"];

/** What a journal with these settings writes, on a terminal or into a pipe, line by line. */
async function written(
  log: LogSettings,
  say: (log: Log) => void,
  { json = false, onTerminal = true } = {},
): Promise<{ readonly out: readonly string[]; readonly err: readonly string[] }> {
  const texts = { out: "", err: "" };
  const into = (name: keyof typeof texts) => ({
    write: (text: string) => {
      texts[name] += text;
    },
    flush: () => {},
  });
  const sinks = { out: into("out"), err: into("err") };
  const journal = openJournal({ log }, json, { columns: onTerminal ? 80 : null }, sinks);
  say(journal.log);
  await journal.close();
  return { out: texts.out.match(/.*\n/g) ?? [], err: texts.err.match(/.*\n/g) ?? [] };
}

describe("the format", () => {
  test.each<[LogSettings["format"], { readonly json?: boolean; readonly onTerminal?: boolean }, "text" | "json"]>([
    ["auto", {}, "text"],
    ["auto", { onTerminal: false }, "json"],
    ["auto", { json: true }, "json"],
    ["text", { onTerminal: false }, "text"],
    ["json", {}, "json"],
  ])("%s, %p: %s", async (format, circumstances, expected) => {
    const { out, err } = await written({ format, level: "info" }, (log) => log("something happened"), circumstances);
    expect(out.length + err.length).toBe(1);
    expect(out.length === 1 ? "json" : "text").toBe(expected);
  });

  test("text has the time, the level where it is not info, and the request; JSON has the same as fields", async () => {
    const about = { level: "warn", requestId: "r1" } as const;
    const text = await written({ format: "text", level: "info" }, (log) => log("it failed", about));
    expect(text.err.join("")).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn: it failed \(request r1\)\n$/);
    const json = await written({ format: "json", level: "info" }, (log) => log("it failed\nin two lines", about));
    expect(json.out.length).toBe(1);
    const [line = ""] = json.out;
    expect(JSON.parse(line)).toEqual({
      time: expect.any(String),
      level: "warn",
      event: "log",
      message: "it failed\nin two lines",
      request_id: "r1",
    });
  });
});

test.each([
  ["debug", ["debug", "info", "warn", "error"]],
  ["info", ["info", "warn", "error"]],
  ["warn", ["warn", "error"]],
  ["error", ["error"]],
] as const)("at level %s these are written: %p", async (level, levels) => {
  const { out } = await written({ format: "json", level }, (log) => {
    for (const each of ["debug", "info", "warn", "error"] as const) log("x", { level: each });
  });
  expect(out.map((line) => JSON.parse(line).level)).toEqual([...levels]);
});

test("a key in somebody else's words is masked", async () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhcHBfMSJ9.c2lnbmF0dXJlLXRoYXQtaXM";
  const said = `a library said dgm_0123456789abcdefghij, dga_0123456789abcdefghij, ${token} and "Bearer opaque-thing"`;
  const { err } = await written({ format: "text", level: "info" }, (log) => log(said));
  expect(err.join("")).toContain('a library said dgm_•••, dga_•••, ••• and "Bearer •••"');
});

test("a message of several lines can be taken for no other one, and commands no terminal", async () => {
  const forged =
    "a file said\n2026-01-01T00:00:00.000Z operator (user 0): app.credit\r\u001b[2J\u009b2J\u202eend\r\nof it\u2028x\ty";
  const { err } = await written({ format: "text", level: "info" }, (log) => log(forged));
  const [first = "", ...others] = err;
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z a file said\n$/);
  expect(others).toEqual([
    "    2026-01-01T00:00:00.000Z operator (user 0): app.credit\n",
    "    \\u001b[2J\\u009b2J\\u202eend\n",
    "    of it\n",
    "    x\ty\n",
  ]);
  const json = await written({ format: "json", level: "info" }, (log) => log(forged));
  expect(json.out).toHaveLength(1);
});
