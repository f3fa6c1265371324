/** Every command there is. Help, parsing and suggestions read this table. */
import { APP_COMMANDS } from "./app-commands.ts";
import type { Command } from "./command.ts";
import { OPTIONS } from "./options.ts";
import { SET_COMMANDS } from "./set-commands.ts";
import { UPKEEP_COMMANDS } from "./upkeep-commands.ts";

/** The command that the scripts of shells call. It is no command for people, so it stands in no help. */
export const COMPLETE_WORDS = "complete-words";

export const COMMANDS: readonly Command[] = [...APP_COMMANDS, ...SET_COMMANDS, ...UPKEEP_COMMANDS];

/** The usage line, without the options that every command takes. */
export function usageOf({ name, operands, optionalOperands = [], requiredOptions = [], options }: Command): string {
  const typed = (option: string) => {
    const value = OPTIONS.get(option)?.value ?? null;
    return value === null ? `--${option}` : `--${option} ${value}`;
  };
  const words = [...requiredOptions.map(typed), ...options.map((option) => `[${typed(option)}]`)];
  const optional = optionalOperands.map((operand) => `[${operand}]`);
  return ["dragoman", name, ...operands, ...optional, ...words].join(" ");
}
