/** The settings that a server runs with, for its operator. */
import type { OperatorCommand } from "./command.ts";

export const SETTING_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["settings", { takes: [], records: null, run: async ({ settings }) => settings.map((setting) => ({ ...setting })) }],
];
