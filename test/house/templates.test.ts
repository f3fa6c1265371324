/** What people are asked for when they write to us: forms that a tracker can read, and commands that there are. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "#cli/commands.ts";
import { COMMON_OPTIONS } from "#cli/options.ts";
import manifest from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");
const FOLDER = ".github";
const FORMS = [...new Bun.Glob(`${FOLDER}/ISSUE_TEMPLATE/*.yml`).scanSync({ cwd: ROOT, dot: true })]
  .filter((path) => !path.endsWith("/config.yml"))
  .sort();
const TEMPLATES = [...FORMS, `${FOLDER}/PULL_REQUEST_TEMPLATE.md`];
/** What a form may hold, as GitHub has it. */
const KINDS = ["markdown", "textarea", "input", "dropdown", "checkboxes"];

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string; readonly value?: string };
    readonly validations?: { readonly required: boolean };
  }[];
}

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const formIn = (path: string) => Bun.YAML.parse(textOf(path)) as Form;
const quotedIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);

/** Null for a command with options that there are, else what is wrong with it. */
function faultOf(typed: string): string | null {
  const words = typed.split(" ").slice(1);
  const command = COMMANDS.find(({ name }) => `${words.join(" ")} `.startsWith(`${name} `));
  if (!command) return `${typed}: no such command`;
  const known = [...command.options, ...(command.requiredOptions ?? []), ...COMMON_OPTIONS];
  const unknown = words.filter((word) => word.startsWith("--") && !known.includes(word.slice(2)));
  return unknown.length === 0 ? null : `${typed}: no option ${unknown.join(", ")}`;
}

describe.each(FORMS)("%s", (path) => {
  test("is a form with a name, and fields that each have an id and a label of their own", () => {
    const { name, description, body } = formIn(path);
    expect([name, description].every((text) => text.length > 10)).toBe(true);
    const fields = body.filter(({ type }) => type !== "markdown");
    expect(body.map(({ type }) => type).filter((type) => !KINDS.includes(type))).toEqual([]);
    expect(fields.length).toBeGreaterThan(1);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    expect(fields.filter(({ id, attributes }) => !id || !attributes.label)).toEqual([]);
    expect(fields.some(({ validations }) => validations?.required)).toBe(true);
  });

  test("asks for the version, and for no API key", () => {
    expect(quotedIn(textOf(path))).toContain("dragoman version");
    expect(formIn(path).body[0]?.attributes.value).toContain("Leave out API keys");
  });
});

test("a bug is reported with what the doctor says, and with the cache's own account", () => {
  const text = textOf(`${FOLDER}/ISSUE_TEMPLATE/bug.yml`);
  expect(quotedIn(text)).toContain("dragoman doctor --json");
  expect(quotedIn(text)).toContain("X-Dragoman-Explain: cache");
});

test("commands, scripts and files that the templates name are there", () => {
  const quoted = TEMPLATES.flatMap((path) => quotedIn(textOf(path)));
  const commands = quoted.filter((words) => words.startsWith("dragoman "));
  expect(commands.length).toBeGreaterThan(4);
  expect(commands.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
  const scripts = quoted.flatMap((words) => /^bun run (\S+)$/.exec(words)?.[1] ?? []);
  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
  const files = quoted.filter((words) => /^[\w./-]+\.md$/.test(words));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("a command or an option that there is not would be found", () => {
  expect(faultOf("dragoman doctor --json")).toBeNull();
  expect(faultOf("dragoman diagnose")).toBe("dragoman diagnose: no such command");
  expect(faultOf("dragoman doctor --deep")).toBe("dragoman doctor --deep: no option --deep");
});
