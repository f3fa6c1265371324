import { nearMiss } from "#config";
import { type Command, misused, type Run } from "./command.ts";
import { COMMANDS, usageOf } from "./commands.ts";
import { EXAMPLES } from "./examples.ts";
import { COMMON_OPTIONS, OPTIONS } from "./options.ts";

export const help: Run = async ({ operands, json }, terminal) => {
  const topic = operands.COMMAND ?? "";
  const text = topic === "" ? overview() : helpOn(topic);
  terminal.out(json ? `${JSON.stringify({ help: text })}\n` : text);
  return 0;
};

/** Groups of what is needed once, of what other programs start, and of what says something of this one: one line is enough for all of each. */
const SHORT = ["Setup", "More"];

/** The first words of the commands, in the order of the overview. A test finds every command in one group. */
export const GROUPS: readonly (readonly [title: string, words: readonly string[]])[] = [
  ["Run", ["serve", "demo"]],
  ["Apps", ["app", "key", "ledger"]],
  ["Sets", ["import", "export", "values", "lint", "teach", "case", "test", "diff", "ask", "search", "alias"]],
  ["Watch", ["log", "cache", "graduation", "model", "doctor"]],
  ["Keep", ["backup", "restore", "signing-key", "admin-token", "admin-link"]],
  ["Setup", ["service", "cluster", "migrate", "update"]],
  ["More", ["mcp", "ping", "nodes", "settings", "validate", "completion", "version", "licenses", "help"]],
];

const TITLE_COLUMNS = 6;
const WORD_COLUMNS = 13;
const OPTION_COLUMNS_MIN = 16;

/** Every command on one screen of 80 columns and 30 lines. */
export function overview(): string {
  const lines = GROUPS.flatMap(([title, words]) =>
    SHORT.includes(title)
      ? [`${title.padEnd(TITLE_COLUMNS)}${words.flatMap(namesOf).join(", ")}`]
      : words.map(
          (word, index) =>
            `${(index === 0 ? title : "").padEnd(TITLE_COLUMNS)}${word.padEnd(WORD_COLUMNS)}${gist(word)}`,
        ),
  );
  return `Dragoman: sentences in, tool calls and labels out.
${lines.join("\n")}
Each takes --data DIR, --json and --help. "dragoman help COMMAND" has examples.
`;
}

/** The commands that begin with the word. */
function namesOf(word: string): readonly string[] {
  return COMMANDS.map(({ name }) => name).filter((name) => name.split(" ")[0] === word);
}

/** What a first word is for: its summary, or the second words that it takes. */
function gist(word: string): string {
  const commands = COMMANDS.filter(({ name }) => name.split(" ")[0] === word);
  const [only] = commands;
  const seconds = commands.map(({ name }) => name.split(" ")[1]);
  if (commands.length > 1) return seconds.join(", ");
  return `${seconds[0] === undefined ? "" : `${seconds[0]}: `}${only?.summary}`;
}

/** Help on a command, or on all that begin with the word. Throws a Misuse when there is none. */
function helpOn(topic: string): string {
  const matching = COMMANDS.filter(({ name }) => name === topic || name.startsWith(`${topic} `));
  if (matching.length === 1) return matching.map(describe).join("");
  if (matching.length > 1) return groupHelp(topic, matching);
  const meant = nearMiss(topic, [...COMMANDS.map(({ name }) => name), ...GROUPS.flatMap(([, words]) => words)]);
  throw misused(`there is no command "${topic}"`, { meant });
}

function groupHelp(topic: string, commands: readonly Command[]): string {
  const lines = commands.map((command) => `${usageOf(command)}\n    ${command.summary}`);
  return `${lines.join("\n")}\n\n"dragoman help ${topic} ${commands[0]?.name.split(" ")[1]}" has examples.\n`;
}

function describe(command: Command): string {
  const { name, summary, more } = command;
  const said = `${summary[0]?.toUpperCase()}${summary.slice(1)}.${more === undefined ? "" : ` ${more}`}`;
  const options = optionLines([...(command.requiredOptions ?? []), ...command.options, ...commonOptionsOf(command)]);
  const examples = (EXAMPLES[name] ?? []).map((example) => `  ${example}`);
  return `${wrapped(usageOf(command).split(/ (?=\[)/), 96, "    ")}\n\n${wrapped(said.split(" "), 78)}\n\n${options}\n\nExamples\n${examples.join("\n")}\n`;
}

/** The demo's folder is one of its own. */
export function commonOptionsOf({ name }: Command): readonly string[] {
  return COMMON_OPTIONS.filter((option) => option !== "data" || name !== "demo");
}

function optionLines(names: readonly string[]): string {
  const typed = names.map((name) => {
    const { value, describes } = OPTIONS.get(name) ?? { value: null, describes: "" };
    return { words: `--${name}${value === null ? "" : ` ${value}`}`, describes };
  });
  const columns = Math.max(OPTION_COLUMNS_MIN, ...typed.map(({ words }) => words.length + 2));
  return typed.map(({ words, describes }) => `  ${words.padEnd(columns)}${describes}`).join("\n");
}

/** Words in lines, those after the first with an indent. */
function wrapped(words: readonly string[], columns: number, indent = ""): string {
  const lines = [""];
  for (const word of words) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > columns) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.join("\n");
}
