/** The models of the settings, as the server that runs on the folder sees them, or without one the settings. */
import { loadConfig, readTrustedFile } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { ageOf } from "#core/text.ts";
import type { Invocation, Run } from "./command.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { presented } from "./present.ts";
import type { Terminal } from "./terminal.ts";

/** How each stands: `model status [--config FILE] [--json]`. Asks none of them. */
export const modelStatus: Run = async (invocation, terminal) => {
  const listed = await performed(invocation, terminal, { command: "model.status", args: {}, asksModels: false });
  if (invocation.json) terminal.out(`${JSON.stringify(listed)}\n`);
  else {
    const rows = Array.isArray(listed) ? listed.filter(isJsonObject).map(rowOf) : [];
    presented(invocation.command.name, rows, terminal);
  }
  return 0;
};

/** A small question to one: `model try [NAME] [--config FILE] [--json]`. An answer that is wrong is a failure of the command. */
export const tryModel: Run = async (invocation, terminal) => {
  const { NAME } = invocation.operands;
  const args = NAME === undefined ? {} : { backend: NAME };
  const answer = await performed(invocation, terminal, { command: "model.try", args, asksModels: true });
  if (invocation.json) terminal.out(`${JSON.stringify(answer)}\n`);
  else presented(invocation.command.name, answer, terminal);
  return isJsonObject(answer) && answer.is_right === true ? 0 : 1;
};

interface Performance {
  readonly command: string;
  readonly args: JsonObject;
  readonly asksModels: boolean;
}

async function performed(
  { options }: Invocation,
  terminal: Terminal,
  { command, args, asksModels }: Performance,
): Promise<JsonValue> {
  const flags = { data: options.data, config: options.config };
  // Models are asked as it says, which may be to start a program or to send a key.
  const { config } = loadConfig({ flags, readFile: readTrustedFile });
  refuseMissingFolder(config.dataDir);
  const access = new OperatorAccess(config, terminal, { asksModels });
  try {
    return await access.run(command, args);
  } finally {
    await access.close();
  }
}

/** One line of the table, with what a person looks for. */
function rowOf({
  name,
  model,
  address,
  asked,
  key,
  state,
  left_alone_since,
  last_failure,
  found,
}: JsonObject): JsonObject {
  const { variable, is_set } = isJsonObject(key) ? key : {};
  const { message } = isJsonObject(last_failure) ? last_failure : {};
  const { best } = isJsonObject(found) ? found : {};
  return {
    name: name ?? null,
    model: model ?? null,
    asked: asked ?? null,
    state: String(state).replace("_", " "),
    since: typeof left_alone_since === "string" ? ageOf(Date.now() - Date.parse(left_alone_since)) : null,
    best: best ?? null,
    key: typeof variable === "string" ? `${variable} is ${is_set === true ? "set" : "not set"}` : null,
    address: address ?? null,
    last_failure: message ?? null,
  };
}
