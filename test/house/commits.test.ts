/** How a commit is named: one line that a list of commits can show whole, with the room that it is about in front. */
import { describe, expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** When this rule came. By the author's date, which a rebase or a shallow clone leaves as it was. */
const RULE_SINCE = Date.parse("2026-11-23T20:50:00Z");
const SUBJECT_CHARACTERS_MAX = 72;
/** `area(scope): one thing`, or `area: one thing`. */
const FORM = /^[a-z][a-z0-9-]*(\([a-z0-9][a-z0-9_./-]*\))?: \S/;

/** What is wrong with a subject; null when nothing is. */
function faultOf(subject: string): string | null {
  const { length } = [...subject];
  if (length > SUBJECT_CHARACTERS_MAX) return `${length} of at most ${SUBJECT_CHARACTERS_MAX} characters: ${subject}`;
  return FORM.test(subject) ? null : `not "area(scope): …" or "area: …": ${subject}`;
}

/** What git says, or null where it fails: without git, or in a folder that it does not trust. */
function git(...args: readonly string[]): string | null {
  if (Bun.which("git") === null) return null;
  const { exitCode, stdout } = Bun.spawnSync(["git", ...args], { cwd: ROOT, stderr: "ignore" });
  return exitCode === 0 ? stdout.toString().trim() : null;
}

/** The subjects of this checkout that the rule is for, merges left out; null where there is no history of it. */
function subjectsUnderTheRule(): readonly string[] | null {
  // What was unpacked from a tarball may lie in a checkout of something else.
  const top = git("rev-parse", "--show-toplevel");
  if (top === null || realpathSync(top) !== realpathSync(ROOT)) return null;
  const log = git("log", "--no-merges", "--format=%at %s");
  return log === null ? null : subjectsIn(log);
}

function subjectsIn(log: string): readonly string[] {
  return log.split("\n").flatMap((line) => {
    const [, seconds = "", subject = ""] = /^(\d+) (.*)$/.exec(line) ?? [];
    return Number(seconds) * 1000 >= RULE_SINCE ? [subject] : [];
  });
}

test("the commits of this checkout are named as the rule wants it", () => {
  const subjects = subjectsUnderTheRule();
  if (subjects === null) {
    console.log("commits.test.ts: there is no git history here, so no subject was looked at");
    return;
  }
  expect(subjects.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
});

describe("the rule", () => {
  test.each([
    "core(vectors): the inner product and the sigmoid stand once",
    "review(time_zone): a year from the place's own calendar",
    "licence: the code is under the Apache License 2.0",
    `docs: ${"é".repeat(66)}`,
  ])("takes %s", (subject) => {
    expect(faultOf(subject)).toBeNull();
  });

  test.each([
    `docs: ${"é".repeat(67)}`,
    "Fix the cache",
    "core, models: two rooms in one",
    "Core: with a capital",
    "core(): nothing named",
    "core:",
    'Revert "core: a change"',
    "fixup! core: a change",
  ])("refuses %s", (subject) => {
    expect(faultOf(subject)).not.toBeNull();
  });

  test("is for commits from its own day on", () => {
    const [before, after] = [RULE_SINCE / 1000 - 1, RULE_SINCE / 1000];
    expect(subjectsIn(`${after} core: new\n${before} Old and much too long\n`)).toEqual(["core: new"]);
  });
});
