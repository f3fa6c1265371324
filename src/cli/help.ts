import { nearMiss } from "#config";
import { type Command, misused, type Run } from "./command.ts";
import { COMMANDS, COMMON_OPTIONS, OPTIONS, usageOf } from "./commands.ts";

export const help: Run = async ({ operands, json }, terminal) => {
  const topic = operands.COMMAND ?? "";
  const text = topic === "" ? overview() : helpOn(topic);
  terminal.out(json ? `${JSON.stringify({ help: text })}\n` : text);
  return 0;
};

export function overview(): string {
  const usages = COMMANDS.map((command) => [usageOf(command), command.summary] as const);
  return `Dragoman: sentences in, tool calls and labels out.

${usages.map(([usage, summary]) => `  ${usage}\n      ${summary}`).join("\n")}

Every command takes
${optionLines(COMMON_OPTIONS)}

"dragoman help COMMAND" says more about one of them.
`;
}

/** Help on a command, or on all that begin with the word. Throws a Misuse when there is none. */
function helpOn(topic: string): string {
  const matching = COMMANDS.filter(({ name }) => name === topic || name.startsWith(`${topic} `));
  if (matching.length > 0) return matching.map(describe).join("\n");
  const meant = nearMiss(topic, [...COMMANDS.map(({ name }) => name), "app", "key"]);
  throw misused(`there is no command "${topic}"`, { meant });
}

function describe(command: Command): string {
  const { summary, more } = command;
  const said = `${summary[0]?.toUpperCase()}${summary.slice(1)}.${more === undefined ? "" : ` ${more}`}`;
  const options = optionLines([...command.options, ...COMMON_OPTIONS]);
  return `${usageOf(command)}\n\n${wrapped(said, 78)}\n\n${options}\n`;
}

function optionLines(names: readonly string[]): string {
  return names
    .map((name) => {
      const { value, describes } = OPTIONS.get(name) ?? { value: null, describes: "" };
      return `  ${`--${name}${value === null ? "" : ` ${value}`}`.padEnd(16)}${describes}`;
    })
    .join("\n");
}

function wrapped(text: string, columns: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.join("\n");
}
