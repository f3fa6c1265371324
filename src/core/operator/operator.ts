/** What an operator can do, by the name that the control socket carries. */

import { AppError } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { ALIAS_COMMANDS } from "./alias-commands.ts";
import { APP_COMMANDS } from "./app-commands.ts";
import { Arguments } from "./arguments.ts";
import { ASKING_COMMANDS } from "./asking-commands.ts";
import { BACKEND_COMMANDS } from "./backend-commands.ts";
import { BUNDLE_COMMANDS } from "./bundle-commands.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";
import { FOLLOWING_COMMANDS } from "./following-commands.ts";
import { GRADUATION_COMMANDS } from "./graduation-commands.ts";
import { LEDGER_COMMANDS } from "./ledger-commands.ts";
import { LOG_COMMANDS } from "./log-commands.ts";
import { NODE_COMMANDS } from "./node-commands.ts";
import { RUN_COMMANDS } from "./run-commands.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { SET_COMMANDS } from "./set-commands.ts";
import { SETTING_COMMANDS } from "./setting-commands.ts";
import { TEACHING_COMMANDS } from "./teaching-commands.ts";

const COMMANDS: ReadonlyMap<string, OperatorCommand> = new Map([
  ...APP_COMMANDS,
  ...SERVER_COMMANDS,
  ...SET_COMMANDS,
  ...ALIAS_COMMANDS,
  ...BACKEND_COMMANDS,
  ...SETTING_COMMANDS,
  ...NODE_COMMANDS,
  ...FOLLOWING_COMMANDS,
  ...BUNDLE_COMMANDS,
  ...GRADUATION_COMMANDS,
  ...TEACHING_COMMANDS,
  ...LOG_COMMANDS,
  ...LEDGER_COMMANDS,
  ...RUN_COMMANDS,
  ...ASKING_COMMANDS,
]);

/** The operator's commands. What goes in and comes out is JSON, the same over the control socket as on the command line. */
export class Operator {
  readonly #options: OperatorOptions;

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  /**
   * Throws `bad_request` for an unknown command and for an argument that is missing, unknown or of the wrong type, and
   * whatever the command itself throws: `not_found`, `validation_error`, `service_unavailable`. What it did is in the audit log.
   * @param by who wants it, in words.
   */
  async run(command: string, args: JsonObject, by: string): Promise<JsonValue> {
    const found = COMMANDS.get(command);
    if (!found) throw new AppError("bad_request", `there is no command "${command}"`);
    const unknown = Object.keys(args).find((name) => !found.takes.includes(name));
    if (unknown !== undefined) throw new AppError("bad_request", `${command} takes no argument "${unknown}"`);
    const result = await found.run(this.#options, new Arguments(args), by);
    const record = recordOf(command, args, result);
    if (record !== null) await this.#options.audit.record(by, record);
    return result;
  }
}

/**
 * What a command that has been run did, in one line without secrets, as in `app.credit app_id="app_1" requests=50`; a list is
 * told by its length. Null where it changed nothing and showed no data of an app.
 */
export function recordOf(command: string, args: JsonObject, result: JsonValue): string | null {
  const named = COMMANDS.get(command)?.records ?? null;
  if (named === null) return null;
  const values = { ...args, ...(isJsonObject(result) ? result : {}) };
  const told = named
    .filter((name) => (values[name] ?? null) !== null)
    .map((name) => `${name}=${JSON.stringify(Array.isArray(values[name]) ? values[name].length : values[name])}`);
  return [command, ...told].join(" ");
}
