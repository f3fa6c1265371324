import { loadConfig } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure, type Run } from "./command.ts";
import { meantSets, tellMeant } from "./meant-sets.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { presented } from "./present.ts";
import { percent } from "./report-text.ts";

/** Which tools or classes of a set do without their language model: `graduation SET --app ID`. Of an alias, the set that it stands for. */
export const graduation: Run = async ({ operands, options, json }, terminal) => {
  const { config } = loadConfig({ flags: { data: options.data, config: options.config } });
  refuseMissingFolder(config.dataDir);
  const access = new OperatorAccess(config, terminal, { asksModels: false });
  let report: JsonValue;
  try {
    const meant = await meantSets(access, { app_id: options.app, sets: [operands.SET ?? ""] }, null);
    tellMeant(meant, terminal);
    const [signature = ""] = meant.signatures;
    report = await access.run("graduation", {
      app_id: options.app,
      signature,
      ...(meant.kind && { kind: meant.kind }),
    });
  } finally {
    await access.close();
  }
  const members = isJsonObject(report) ? (report.by_tool ?? report.by_label) : null;
  if (!isJsonObject(report) || !Array.isArray(members))
    throw new Failure("the running server did not answer as one of this version does");
  if (json) {
    terminal.out(`${JSON.stringify(report)}\n`);
    return 0;
  }
  const { enabled, agreement_min } = report;
  presented("graduation", members.filter(isJsonObject).map(rowOf), terminal);
  terminal.err(
    enabled === true
      ? `A ${report.by_tool ? "tool" : "class"} is let go alone when more than ${shareOf(agreement_min)} of its answers are shown to be the same.\n`
      : "It is turned off: [graduation] enabled in the settings turns it on.\n",
  );
  return 0;
};

function rowOf({ tool, label, model, observed, agreed, opens_at, ...more }: JsonObject): JsonObject {
  const { agreement_lower, slips, answers, share, saved_seconds, saved_money } = more;
  return {
    ...(label === undefined ? { tool: tool ?? null } : { label }),
    model: model ?? null,
    compared: observed ?? null,
    same: agreed ?? null,
    at_least: shareOf(agreement_lower),
    alone_from: opens_at ?? null,
    slips: slips ?? null,
    alone: answers ?? null,
    share: shareOf(share),
    saved_seconds: rounded(saved_seconds),
    saved_money: rounded(saved_money),
  };
}

function shareOf(value: JsonValue | undefined): string {
  return typeof value === "number" ? percent(value) : "-";
}

function rounded(value: JsonValue | undefined): number | null {
  return typeof value === "number" ? Math.round(100 * value) / 100 : null;
}
