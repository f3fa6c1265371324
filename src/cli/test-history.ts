import { loadConfig } from "#config";
import type { RunHeadJson } from "#core/examination/run-json.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure, misused, type Run } from "./command.ts";
import { withSetsMeant } from "./meant-sets.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { presented } from "./present.ts";
import { percent } from "./report-text.ts";
import { targetIn } from "./tested-sets.ts";

/** The tests that were made of a set, newest first: `test SET --app ID --history`. */
export const testHistory: Run = async (invocation, terminal) => {
  const { command, operands, options, json } = invocation;
  if (operands.CASES !== undefined) {
    throw misused(`--history lists tests, and "${operands.CASES}" is for one: leave one of the two`, {
      see: command.name,
    });
  }
  const { config } = loadConfig({ flags: { data: options.data, config: options.config } });
  refuseMissingFolder(config.dataDir);
  const access = new OperatorAccess(config, terminal, { asksModels: false });
  try {
    const { app_id, sets } = await withSetsMeant(access, targetIn(invocation), terminal);
    const result = await access.run("test.history", { app_id, sets });
    if (!isJsonObject(result) || !isListOf(result.runs, isRun)) {
      throw new Failure("the running server did not answer as one of this version does");
    }
    if (json) terminal.out(`${JSON.stringify(result.runs)}\n`);
    else presented(command.name, result.runs.map(rowOf), terminal);
    return 0;
  } finally {
    await access.close();
  }
};

function isRun(value: JsonValue): value is RunHeadJson {
  return isJsonObject(value) && isText(value.run_id ?? null) && isJsonObject(value.accuracy);
}

function rowOf(run: RunHeadJson): JsonObject {
  const { run_id, at, cases, accuracy, wrong, models, by } = run;
  return {
    run_id,
    at,
    cases,
    right: percent(accuracy.share),
    wrongly_done: percent(wrong.share),
    models: models.join(", "),
    by,
  };
}
