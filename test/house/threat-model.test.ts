/** docs/explanation/threat-model.md: each threat is answered by a test that is there, or says that it is not defended. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const PAGE = readFileSync(join(ROOT, "docs/explanation/threat-model.md"), "utf8");
const LETTERS = ["S", "T", "R", "I", "D", "E"];
const NONE = "–";

interface Row {
  readonly component: string;
  readonly letter: string;
  readonly threat: string;
  readonly answer: string;
  readonly shown: string;
}

const COMPONENTS = PAGE.split(/^## /m)
  .slice(1)
  .map((text) => ({ component: text.split("\n", 1)[0] ?? "", rows: text.match(/^\| [STRIDE] \|.*$/gm) ?? [] }))
  .filter(({ component }) => component !== "What is worth attacking");
const ROWS = COMPONENTS.flatMap(({ component, rows }) => rows.map((line) => rowOf(component, line)));

function rowOf(component: string, line: string): Row {
  const cells = line.slice(2, -2).split(" | ");
  const [letter = "", threat = "", answer = "", shown = ""] = cells;
  if (cells.length !== 4) throw new Error(`${component}: ${cells.length} cells in ${line}`);
  return { component, letter, threat, answer, shown };
}

/** What a cell says is no evidence; empty when it is. A name in quotes has to stand in the file named before it. */
function problemsOf({ shown }: Pick<Row, "shown">): readonly string[] {
  let file = "";
  const problems: string[] = [];
  for (const [, path, name = ""] of shown.matchAll(/`(test\/[^`]+)`|"([^"]+)"/g)) {
    if (path !== undefined) {
      file = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
      if (file === "") problems.push(`there is no ${path}`);
    } else if (!file.includes(name)) problems.push(`no test before it says "${name}"`);
  }
  return file === "" && problems.length === 0 ? ["names no test"] : problems;
}

test("the page is read: every component has a table of threats", () => {
  expect(COMPONENTS.length).toBeGreaterThanOrEqual(13);
  expect(ROWS.length).toBeGreaterThan(110);
  const lines = PAGE.match(/^\| (?!asset|\| threat|---|\*\*)/gm) ?? [];
  expect(lines.length).toBeGreaterThanOrEqual(ROWS.length);
});

describe.each(COMPONENTS.map(({ component }) => component))("%s", (component) => {
  const rows = ROWS.filter((row) => row.component === component);

  test("has all six letters, in their order", () => {
    const letters = rows.map(({ letter }) => letter);
    expect([...new Set(letters)]).toEqual(LETTERS);
    expect(letters).toEqual([...letters].sort((one, other) => LETTERS.indexOf(one) - LETTERS.indexOf(other)));
  });

  test("answers each threat by a test that is there, or says that it does not", () => {
    const wrong = rows.flatMap((row) => {
      const { letter, threat, answer, shown } = row;
      const isEmpty = answer.length < 10 || threat === "";
      if (isEmpty) return [`${letter} ${threat}: says nothing`];
      if (shown === NONE)
        return threat === NONE || answer.includes("**not defended**") ? [] : [`${letter} ${threat}: shows nothing`];
      return problemsOf(row).map((problem) => `${letter} ${threat}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });
});

test("the check sees what is wrong", () => {
  expect(problemsOf({ shown: "`test/house/nowhere.test.ts`" })).toEqual(["there is no test/house/nowhere.test.ts"]);
  const gone = '`test/house/threat-model.test.ts`: "the check sees what is wrong"; "a test that'.concat(' is gone"');
  expect(problemsOf({ shown: gone })).toHaveLength(1);
  expect(problemsOf({ shown: "tests" })).toEqual(["names no test"]);
});
