/** Each shell loads its script and completes, in a process of its own, as far as that shell is installed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Language, Parser } from "@vscode/tree-sitter-wasm";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { candidatesFor } from "../../src/cli/complete.ts";
import { dragoman, newFolder } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());

beforeAll(async () => {
  symlinkSync(EXECUTABLE, join(folder.path, "dragoman"));
  mkdirSync(join(folder.path, "place"));
  writeFileSync(join(folder.path, "place", "my tools.json"), "");
  mkdirSync(join(folder.path, "place", "my folder"));
  for (const shell of ["bash", "zsh", "fish"]) {
    writeFileSync(join(folder.path, shell), (await dragoman(["completion", shell])).out);
  }
});

/** What the script prints, line by line, in a folder with a file and a folder in it. */
async function linesOf(shell: string, ...args: readonly string[]): Promise<readonly string[]> {
  const env = { ...process.env, PATH: `${folder.path}${delimiter}${process.env.PATH}`, HOME: folder.path };
  const child = Bun.spawn([shell, ...args], { cwd: join(folder.path, "place"), env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(err).toBe("");
  return out.split("\n").filter((line) => line !== "");
}

/** Typed words, the last of them unfinished, and what a shell has to offer then. */
const OFFERS: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
  [["sig"], ["signing-key"]],
  [["app", "su"], ["suspend"]],
  [
    ["key", ""],
    ["create", "list", "revoke"],
  ],
  [
    ["serve", "--p"],
    ["--port", "--print-config"],
  ],
  [["serve", "--data", "place", "--po"], ["--port"]],
  [["export", "--format", "openapi"], ["openapi"]],
  [["completion", "z"], ["zsh"]],
  [["app", "list", ""], []],
  [
    ["import", "my"],
    ["my folder", "my tools.json"],
  ],
  [["serve", "--data", "my"], ["my folder"]],
];

describe("bash", () => {
  test.each(OFFERS)("%p", async (typed, offered) => {
    const words = ["dragoman", ...typed].map((word) => `'${word}'`).join(" ");
    const script = `source ${join(folder.path, "bash")}
      COMP_WORDS=(${words}); COMP_CWORD=${typed.length}
      _dragoman dragoman '${typed.at(-1)}' ''
      printf '%s\\n' "\${COMPREPLY[@]}"
      complete -p dragoman >/dev/null`;
    expect([...(await linesOf("bash", "--norc", "-c", script))].sort()).toEqual([...offered].sort());
  });
});

describe.if(Bun.which("fish") !== null)("fish", () => {
  test.each(OFFERS)("%p", async (typed, offered) => {
    const line = ["dragoman", ...typed].join(" ");
    const script = `source ${join(folder.path, "fish")}; complete -C ${JSON.stringify(line)}`;
    const lines = await linesOf("fish", "--no-config", "-c", script);
    const words = lines.map((each) => (each.split("\t")[0] ?? "").replaceAll("\\", "").replace(/\/$/, ""));
    expect(words.sort()).toEqual([...offered].sort());
  });
});

describe.if(Bun.which("zsh") !== null)("zsh", () => {
  // Its own completion needs a terminal: what the script hands to it is written down instead.
  const SPY = `compdef() { : }
    _files() { print -r -- ":files $*" }
    _describe() { print -rl -- "\${(@P)argv[-1]%%:*}" }`;

  test.each(OFFERS)("%p", async (typed, offered) => {
    const words = ["dragoman", ...typed].map((word) => `'${word}'`).join(" ");
    const script = `${SPY}\nsource ${join(folder.path, "zsh")}\nwords=(${words}); CURRENT=$#words; _dragoman; true`;
    const lines = await linesOf("zsh", "-f", "-c", script);
    const wantsFolder = typed.includes("--data") && typed.at(-1) === "my";
    const files = wantsFolder ? [":files -/"] : [":files "];
    expect([...lines].sort()).toEqual(offered.some((word) => word.startsWith("my ")) ? files : [...offered].sort());
  });
});

/** No PowerShell runs here: its grammar at least reads the script, and finds what is broken in it. */
describe("PowerShell", () => {
  let script: string;
  let parser: Parser;
  beforeAll(async () => {
    script = (await dragoman(["completion", "powershell"])).out;
    await Parser.init();
    const grammar = "@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm";
    parser = new Parser();
    parser.setLanguage(await Language.load(Bun.resolveSync(grammar, import.meta.dir)));
  });
  const isSound = (text: string) => parser.parse(text)?.rootNode.hasError === false;

  test("its grammar reads the script", () => {
    expect(isSound(script)).toBe(true);
  });

  test.each(["{", "@(", ")", '"', "-split", "} else"])("without its first %s the script is none", (part) => {
    expect(script).toContain(part);
    expect(isSound(script.replace(part, ""))).toBe(false);
  });

  test("the script asks the same question as the others", () => {
    expect(script).toContain("Register-ArgumentCompleter -Native -CommandName dragoman");
    expect(script).toContain('& $words[0] complete-words @before "=$current"');
  });
});

test("every word of every command is offered where it can stand, and so is every option of it", () => {
  for (const { name, options } of COMMANDS) {
    const words = name.split(" ");
    for (const [index, word] of words.entries()) {
      expect(candidatesFor(words.slice(0, index), word).map((candidate) => candidate.word)).toContain(word);
    }
    for (const option of options) expect(candidatesFor(words, `--${option}`)).not.toEqual([]);
  }
});

test("another shell is refused, with those there are", async () => {
  const { status, err } = await dragoman(["completion", "tcsh"]);
  expect(status).toBe(2);
  expect(err).toContain("SHELL is one of bash, zsh, fish, powershell");
});
