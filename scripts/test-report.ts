import { existsSync, readFileSync } from "node:fs";

/** What a run of `bun test` says of itself in its JUnit report. */
export interface TestReport {
  readonly total: number;
  readonly failed: number;
  readonly skipped: number;
  /** One line for each test that failed: where it stands, its name, and the beginning of what it said. */
  readonly failures: readonly string[];
  /** What each file took, its set-up included. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
}

/** Characters of what a failure said. */
const MESSAGE_LENGTH_MAX = 500;

/** Not those of a `describe`, which are indented further. */
const FILE_SUITE = /^ {2}<testsuite ([^>]*)>/gm;
const FAILED_CASE = /<testcase ([^>]*)>\s*<(?:failure|error)\b([^>]*)>/g;

/** Of a run that left no report, nothing was counted. */
export function testReportIn(file: string): TestReport {
  return testReportOf(existsSync(file) ? readFileSync(file, "utf8") : "");
}

export function testReportOf(xml: string): TestReport {
  const [root = ""] = /<testsuites[^>]*>/.exec(xml) ?? [];
  const count = (name: string) => Number(attributeOf(root, name));
  const files = [...xml.matchAll(FILE_SUITE)].map(([, suite = ""]) => ({
    file: attributeOf(suite, "file"),
    seconds: Number(attributeOf(suite, "time")),
  }));
  return {
    files,
    total: count("tests"),
    failed: count("failures") + count("errors"),
    skipped: count("skipped"),
    failures: [...xml.matchAll(FAILED_CASE)].map(([, test = "", failure = ""]) => {
      const name = [attributeOf(test, "classname"), attributeOf(test, "name")]
        .filter((part) => part !== "")
        .join(" > ");
      const message = attributeOf(failure, "message").replaceAll(/\s+/g, " ").trim().slice(0, MESSAGE_LENGTH_MAX);
      return `${attributeOf(test, "file")}:${attributeOf(test, "line")}: ${name}: ${message}`;
    }),
  };
}

/** Empty where there is none. */
function attributeOf(tag: string, name: string): string {
  const [, value = ""] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, named?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    return ENTITIES[named ?? ""] ?? entity;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' };
