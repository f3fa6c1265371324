import { parseArgs } from "node:util";
import { nearMiss } from "#config";
import { type Command, type Invocation, misused } from "./command.ts";
import { COMMANDS, usageOf } from "./commands.ts";
import { COMMON_OPTIONS, OPTIONS } from "./options.ts";

/** The command that was typed. Throws a Misuse of one line that says what was probably meant, and which help to read. */
export function parseInvocation(argv: readonly string[]): Invocation {
  const { words, values, repeated, switches, typed } = sorted(argv);
  const command = commandOf(words);
  const see = command.name;
  for (const option of typed) refuseUnknownOption(command, option);
  for (const [name, value] of values) {
    if (value === undefined) throw misused(`--${name} needs a value, ${OPTIONS.get(name)?.value}`, { see });
  }
  const operands = operandsOf(command, words.slice(command.name.split(" ").length));
  const missing = command.requiredOptions?.find((name) => !values.has(name));
  if (missing !== undefined) throw misused(`--${missing} is missing: ${usageOf(command)}`, { see });
  const options = Object.fromEntries([...values].map(([name, value]) => [name, value ?? ""]));
  return { command, operands, options, repeated: Object.fromEntries(repeated), switches, json: switches.has("json") };
}

/** Words, options with a value, and switches, wherever they stand in the line. */
function sorted(argv: readonly string[]) {
  const known = Object.fromEntries(
    [...OPTIONS].map(([name, { value }]) => [
      name,
      { type: value === null ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const options = { ...known, help: { type: "boolean" as const, short: "h" } };
  const { tokens } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  const words: string[] = [];
  const values = new Map<string, string | undefined>();
  const repeated = new Map<string, readonly string[]>();
  const switches = new Set<string>();
  const typed = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    typed.add(token.rawName);
    if (OPTIONS.get(token.name)?.value === null) {
      if (token.value !== undefined) throw misused(`--${token.name} takes no value`, {});
      switches.add(token.name);
    } else if (OPTIONS.has(token.name)) {
      values.set(token.name, token.value);
      const { repeats = false } = OPTIONS.get(token.name) ?? {};
      if (repeats) repeated.set(token.name, [...(repeated.get(token.name) ?? []), token.value ?? ""]);
    }
  }
  return { words, values, repeated, switches, typed };
}

function commandOf(words: readonly string[]): Command {
  const [first = "", second = ""] = words;
  const found = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found) return found;
  if (first === "") throw misused("a command is missing", {});
  const group = COMMANDS.map(({ name }) => name).filter((name) => name.startsWith(`${first} `));
  if (group.length === 0) {
    const names = new Set(COMMANDS.flatMap(({ name }) => [name, name.split(" ")[0] ?? name]));
    throw misused(`there is no command "${first}"`, { meant: nearMiss(first, names) });
  }
  if (second === "") throw misused(`"${first}" alone is no command: there is "${group.join('", "')}"`, { see: first });
  throw misused(`there is no command "${first} ${second}"`, {
    meant: nearMiss(`${first} ${second}`, group),
    see: first,
  });
}

function refuseUnknownOption(command: Command, typed: string): void {
  // The demo's folder is one of its own: a folder named on the line would be believed to be used.
  const own = [...(command.requiredOptions ?? []), ...command.options];
  const taken = [...own, ...COMMON_OPTIONS].filter((name) => name !== "data" || command.name !== "demo");
  if (typed === "-h" || taken.some((name) => typed === `--${name}`)) return;
  const names = taken.map((name) => `--${name}`);
  throw misused(`"dragoman ${command.name}" has no option ${typed}`, {
    meant: nearMiss(typed, names),
    see: command.name,
  });
}

function operandsOf(command: Command, words: readonly string[]): Invocation["operands"] {
  const { operands, optionalOperands = [], name: see } = command;
  const missing = operands[words.length];
  if (missing !== undefined) throw misused(`${missing} is missing: ${usageOf(command)}`, { see });
  const names = [...operands, ...optionalOperands];
  // The name of a command may have two words.
  const given = see === "help" && words.length > 1 ? [words.join(" ")] : words;
  const excess = given[names.length];
  if (excess !== undefined) throw misused(`"${excess}" is one word too many: ${usageOf(command)}`, { see });
  return Object.fromEntries(given.map((word, index) => [names[index] ?? "", word]));
}
