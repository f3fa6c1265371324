/** What can stand where somebody presses the tab key. Every shell's script asks here. */
import { FORMATS } from "#core/exchange/formats.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { COMMON_OPTIONS, OPTIONS } from "./options.ts";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** A word, and what it is for; or `:files` and `:folders`, where the shell knows better. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

const FILES: readonly Candidate[] = [{ word: ":files", about: "" }];
const FOLDERS: readonly Candidate[] = [{ word: ":folders", about: "" }];

const NAMED_VALUES: Readonly<Record<string, readonly Candidate[]>> = {
  DIR: FOLDERS,
  FILE: FILES,
  SHELL: SHELLS.map((word) => ({ word, about: "" })),
  F: FORMATS.map((word) => ({ word, about: "" })),
};

/** What may follow `words`, of what begins with `current`. Both are as they were typed, without the program's name. */
export function candidatesFor(words: readonly string[], current: string): readonly Candidate[] {
  const { plain, open } = sorted(words);
  if (open !== null) return matching(NAMED_VALUES[open] ?? [], current);
  const [first = "", second = ""] = plain;
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (!command) return plain.length > 1 ? [] : matching(nextWords(plain), current);
  if (current.startsWith("-")) return matching(optionsOf(command), current);
  return matching(operandAt(command, plain.length - command.name.split(" ").length), current);
}

/** The words that are neither options nor their values; and what the value is called that the next word has to be. */
function sorted(words: readonly string[]): { readonly plain: readonly string[]; readonly open: string | null } {
  const plain: string[] = [];
  let open: string | null = null;
  for (const word of words) {
    if (open !== null) open = null;
    else if (word.startsWith("--") && !word.includes("=")) open = OPTIONS.get(word.slice(2))?.value ?? null;
    else if (!word.startsWith("-")) plain.push(word);
  }
  return { plain, open };
}

/** After nothing, or after the first word of commands that have two. */
function nextWords(plain: readonly string[]): readonly Candidate[] {
  const [first] = plain;
  const next = new Map<string, string>();
  for (const { name, summary } of COMMANDS) {
    const [one = "", other] = name.split(" ");
    if (first === undefined) next.set(one, next.has(one) || other !== undefined ? `${one} …` : summary);
    else if (one === first && other !== undefined) next.set(other, summary);
  }
  return [...next].map(([word, about]) => ({ word, about }));
}

function optionsOf(command: Command): readonly Candidate[] {
  const names = [...(command.requiredOptions ?? []), ...command.options, ...COMMON_OPTIONS];
  const taken = names.filter((name) => name !== "data" || command.name !== "demo");
  return taken.map((name) => ({ word: `--${name}`, about: OPTIONS.get(name)?.describes ?? "" }));
}

function operandAt(command: Command, index: number): readonly Candidate[] {
  const operand = [...command.operands, ...(command.optionalOperands ?? [])][index];
  if (operand === undefined) return [];
  return operand === "COMMAND" ? nextWords([]) : (NAMED_VALUES[operand] ?? []);
}

function matching(candidates: readonly Candidate[], current: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(":") || word.startsWith(current));
}
