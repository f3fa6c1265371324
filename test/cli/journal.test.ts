import { describe, expect, test } from "bun:test";
import type { Config } from "#config";
import { openJournal } from "../../src/cli/journal.ts";

type LogSettings = Config["log"];

/** What a journal with these settings writes, on a terminal or into a pipe. */
function written(log: LogSettings, { json = false, onTerminal = true } = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const columns = onTerminal ? 80 : null;
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text), columns };
  const journal = openJournal({ log }, json, terminal);
  return { ...journal, out, err };
}

describe("the format", () => {
  test.each<[LogSettings["format"], { readonly json?: boolean; readonly onTerminal?: boolean }, "text" | "json"]>([
    ["auto", {}, "text"],
    ["auto", { onTerminal: false }, "json"],
    ["auto", { json: true }, "json"],
    ["text", { onTerminal: false }, "text"],
    ["json", {}, "json"],
  ])("%s, %p: %s", (format, circumstances, expected) => {
    const { log, out, err } = written({ format, level: "info" }, circumstances);
    log("something happened");
    expect(out.length + err.length).toBe(1);
    expect(out.length === 1 ? "json" : "text").toBe(expected);
  });

  test("text has the time, the level where it is not info, and the request; JSON has the same as fields", () => {
    const about = { level: "warn", requestId: "r1" } as const;
    const text = written({ format: "text", level: "info" });
    text.log("it failed", about);
    expect(text.err.join("")).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn: it failed \(request r1\)\n$/);
    const json = written({ format: "json", level: "info" });
    json.log("it failed\nin two lines", about);
    const [line = ""] = json.out;
    expect(line.indexOf("\n")).toBe(line.length - 1);
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
] as const)("at level %s these are written: %p", (level, levels) => {
  const { log, out } = written({ format: "json", level });
  for (const each of ["debug", "info", "warn", "error"] as const) log("x", { level: each });
  expect(out.map((line) => JSON.parse(line).level)).toEqual([...levels]);
});

test("a key in somebody else's words is masked", () => {
  const { log, err } = written({ format: "text", level: "info" });
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhcHBfMSJ9.c2lnbmF0dXJlLXRoYXQtaXM";
  log(`a library said dgm_0123456789abcdefghij, dga_0123456789abcdefghij, ${token} and "Bearer opaque-thing"`);
  expect(err.join("")).toContain('a library said dgm_•••, dga_•••, ••• and "Bearer •••"');
});
