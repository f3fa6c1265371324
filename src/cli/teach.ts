import { loadConfig } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { type Invocation, misused, type Run } from "./command.ts";
import { STANDARD_STREAM, writeNewFile } from "./exchange-file.ts";
import { perform, refuseMissingFolder } from "./operate.ts";
import { presented } from "./present.ts";

/** `teach SET SENTENCE --app ID`, with what is right for it. */
export const teach: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const args = { app_id: options.app, signature: operands.SET, query: operands.SENTENCE, ...rightIn(invocation) };
  const result = await perform(configOf(invocation), "teach", args as JsonObject, terminal);
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented("teach", result, terminal);
  return 0;
};

/** `case list SET [FILE] --app ID`: what it was taught; into FILE as test cases, a JSON object a line. */
export const listCases: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const args = { app_id: options.app ?? "", signature: operands.SET ?? "" };
  const result = await perform(configOf(invocation), "case.list", args, terminal);
  const { FILE } = operands;
  if (FILE !== undefined) {
    const lines = (Array.isArray(result) ? result : []).filter(isJsonObject).map((one) => `${testCaseOf(one)}\n`);
    if (FILE !== STANDARD_STREAM) writeNewFile(FILE, lines.join(""));
    else terminal.out(lines.join(""));
    terminal.err(`${lines.length} ${lines.length === 1 ? "case" : "cases"}.\n`);
  } else if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented("case list", result, terminal);
  return 0;
};

/** `case remove SET CASE --app ID`. */
export const removeCase: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const args = { app_id: options.app ?? "", signature: operands.SET ?? "", case_id: operands.CASE ?? "" };
  const result = await perform(configOf(invocation), "case.remove", args, terminal);
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented("case remove", result, terminal);
  return 0;
};

function configOf({ options }: Invocation) {
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  return config;
}

/** What is right, in one of the ways to say it. */
function rightIn({ options, command }: Invocation): JsonObject {
  const { tool, parameters, calls, label } = options;
  const see = command.name;
  if ([tool, calls, label].filter((given) => given !== undefined).length !== 1)
    throw misused("what is right is said by one of --tool, --calls and --label", { see });
  if (parameters !== undefined && tool === undefined) throw misused("--parameters belong to --tool", { see });
  if (label !== undefined) return { label };
  if (calls !== undefined) return { calls: jsonIn("calls", calls, see) };
  return {
    tool: tool as string,
    ...(parameters !== undefined && { parameters: jsonIn("parameters", parameters, see) }),
  };
}

function jsonIn(option: string, text: string, see: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (failure) {
    throw misused(`--${option} is no JSON (${failure instanceof Error ? failure.message : "unreadable"})`, { see });
  }
}

function testCaseOf({ case_id: _, taught_at: __, ...rest }: JsonObject): string {
  return JSON.stringify(rest);
}
