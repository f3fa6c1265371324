import type { Config } from "#config";
import { reportOf } from "#core/examination/test-report.ts";
import type { JsonObject } from "#core/json.ts";
import { outcomesOf } from "./asked-cases.ts";
import { OperatorAccess } from "./operator-access.ts";
import { countsOn } from "./progress.ts";
import { reportText } from "./report-text.ts";
import type { Terminal } from "./terminal.ts";
import { learnedSets } from "./tested-sets.ts";

/** How the set that was imported does on the test cases that came along with it, in words. Its examples are learned first. */
export async function reportOnImported(
  config: Config,
  {
    app,
    resource,
    cases,
  }: { readonly app: string; readonly resource: JsonObject; readonly cases: readonly JsonObject[] },
  terminal: Terminal,
): Promise<string> {
  const kind = resource.tools === undefined ? "classification_set" : "toolset";
  const signature = String(resource.signature);
  const target = { app_id: app, sets: [signature], kind };
  const written = cases.map((json, index) => ({ json, place: `case ${index + 1}` }));
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  try {
    await learnedSets(access, target, kind, terminal);
    // Another platform may have had labels that did not come along: they are misses here, and no fault of the file.
    const counts = countsOn(terminal, "tested");
    const { outcomes } = await outcomesOf(access, { ...target, lenient: true }, written, counts);
    const places = written.map(({ place }) => place);
    const report = reportOf({ kind, signatures: [signature], backend: null }, outcomes);
    return reportText(report, places, terminal.columns);
  } finally {
    await access.close();
  }
}
