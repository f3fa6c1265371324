/** The fenced blocks of our pages, and the terminal sessions that they make. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

export interface Block {
  /** The word behind the fence; "" for none. */
  readonly kind: string;
  readonly text: string;
  /** Of its first line in the page. */
  readonly line: number;
  /** Whether nothing but blank lines is between it and the block before. */
  readonly isDirectlyBehind: boolean;
}

/** Something typed, and what the page says comes out of it. */
export interface Step {
  readonly command: string;
  /** Null where the page shows nothing. */
  readonly shown: { readonly kind: string; readonly text: string } | null;
  readonly line: number;
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Every page of the repository that people read, from its root. */
export function pagePaths(): readonly string[] {
  const under = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name))
      .sort();
  return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...under("docs"), ...under("examples"), ...under("clients")];
}

export function blocksIn(page: string): readonly Block[] {
  let end = 0;
  return [...page.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [whole, indent = "", kind = "", text = ""] = match;
    const isDirectlyBehind = end > 0 && page.slice(end, match.index).trim() === "";
    end = match.index + whole.length;
    const line = page.slice(0, match.index).split("\n").length + 1;
    return { kind, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""), line, isDirectlyBehind };
  });
}

/** How a page shows what is typed: as blocks of commands, or as a terminal. */
export type Typing = "sh" | "console";

/**
 * What a reader types, from top to bottom. As `sh`: each `sh` block, whose output is the `text` or `json` block directly behind it,
 * and each line for cron. As `console`: in `console` blocks each line behind `$ ` (lines behind `> ` go on with it), whose output
 * are the lines up to the next one.
 */
export function stepsIn(page: string, typing: Typing): readonly Step[] {
  const blocks = blocksIn(page);
  if (typing === "console") return blocks.filter(({ kind }) => kind === "console").flatMap(consoleSteps);
  return blocks.flatMap((block, index) => {
    if (block.kind === "crontab") return [{ command: asCronRuns(block.text), shown: null, line: block.line }];
    if (block.kind !== "sh") return [];
    const next = blocks[index + 1];
    const shown = next !== undefined && isOutput(next) ? next : null;
    return [{ command: block.text.trimEnd(), shown, line: block.line }];
  });
}

/** Whether it can be what the block before it writes. */
export function isOutput({ kind, isDirectlyBehind }: Block): boolean {
  return isDirectlyBehind && (kind === "text" || kind === "json");
}

/** A line of a crontab: at any time, by `sh`, with what cron leaves of the environment, and `%` unescaped. */
function asCronRuns(line: string): string {
  const [, command] = /^(?:[\d*,/-]+ ){5} *(\S.*)\n$/.exec(line) ?? [];
  if (command === undefined) throw new Error(`no line of a crontab: ${line}`);
  if (/(?<!\\)%/.test(command)) throw new Error(`cron ends the command at the first % without a backslash: ${line}`);
  const environment = 'HOME="$HOME" LOGNAME=reader SHELL=/bin/sh PATH=/usr/bin:/bin';
  return `env -i ${environment} /bin/sh -c '${command.replaceAll("\\%", "%").replaceAll("'", "'\\''")}'`;
}

function consoleSteps({ text, line }: Block): readonly Step[] {
  const steps: { command: string; output: string[]; line: number }[] = [];
  for (const [index, written] of text.trimEnd().split("\n").entries()) {
    const step = steps.at(-1);
    if (written.startsWith("$ ")) steps.push({ command: written.slice(2), output: [], line: line + index });
    else if (written.startsWith("> ") && step?.output.length === 0) step.command += `\n${written.slice(2)}`;
    else step?.output.push(written);
  }
  return steps.map(({ command, output, line }) => {
    return { command, shown: output.length === 0 ? null : { kind: "text", text: output.join("\n") }, line };
  });
}
