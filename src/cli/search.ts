import { loadConfig, readTrustedFile } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure, type Run } from "./command.ts";
import { onceLearned } from "./learned.ts";
import { numberOption } from "./number-option.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { milliseconds, printable } from "./report-text.ts";

/** Which tools of an app are meant: `search WORDS --app ID [--toolset S …] [--limit N] [--language L]`. */
export const search: Run = async (invocation, terminal) => {
  const { operands, options, repeated, json } = invocation;
  const { toolset: toolsets } = repeated;
  const sought = {
    app_id: options.app,
    query: operands.WORDS,
    ...(toolsets && { toolsets }),
    ...(options.language !== undefined && { language: options.language }),
    ...numberOption(invocation, "limit"),
  } as JsonObject;
  const { config } = loadConfig({
    flags: { data: options.data, config: options.config },
    readFile: readTrustedFile,
  });
  refuseMissingFolder(config.dataDir);
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  try {
    const look = async () => foundIn(await access.run("search", sought));
    const found = await onceLearned(look, "the descriptions and examples of the tools", terminal);
    terminal.out(json ? `${JSON.stringify(found)}\n` : foundText(found));
    return 0;
  } finally {
    await access.close();
  }
};

type Found = JsonObject & { readonly learning: { readonly done: number; readonly total: number } | null };

function foundIn(answer: JsonValue): Found {
  if (isJsonObject(answer) && (answer.learning === null || isJsonObject(answer.learning))) return answer as Found;
  throw new Failure("the running server did not answer as one of this version does");
}

function foundText({ tools, none, none_confidence, searched_tools, latency_ms }: Found): string {
  const searched = `${searched_tools} ${searched_tools === 1 ? "tool" : "tools"} searched in ${milliseconds(Number(latency_ms))}`;
  const sure = `(confidence ${shareText(none_confidence)})`;
  const lines = [
    ...objectsIn(tools).flatMap(toolLines),
    none === true ? `none of them seems to be meant ${sure}` : `none of them ${sure}`,
    searched,
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

/** The tool with the toolset to name in a resolve, what it does, and what speaks for it. */
function toolLines({ toolset, tool, confidence, why }: JsonObject): readonly string[] {
  const { name, description } = isJsonObject(tool) ? tool : {};
  const { words, meaning, example } = isJsonObject(why) ? why : {};
  const shared = Array.isArray(words) && words.length > 0 ? `words ${words.join(", ")}; ` : "";
  const near = typeof example === "string" ? `; example "${example}"` : "";
  return [
    `${name} of ${toolset} (confidence ${shareText(confidence)})`,
    ...(typeof description === "string" && description !== "" ? [`  ${description}`] : []),
    `  by ${shared}meaning ${shareText(meaning)}${near}`,
  ];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function shareText(share: JsonValue | undefined): string {
  return Number(share).toFixed(2);
}
