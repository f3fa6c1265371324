/** Which days are over by what their tool and their parameter are called. */
import { describe, expect, test } from "bun:test";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { liesBehind } from "#models/embedded/values/past-days.ts";

describe("a day lies behind", () => {
  test.each([
    ["hours_log", "day", "", true],
    ["report_defect", "seen_on", "", false],
    ["defect_report", "seen_on", "", true],
    ["defect_report", "fix_by", "", false],
    ["DefectReport", "FixBy", "", false],
    ["add_pet", "born", "", true],
    ["invoice_history", "due", "", false],
    ["claim", "occurred", "When it happened, as told by the customer", true],
  ])("%s: %s is %p", (name, parameterName, description, expected) => {
    const [parameter] = parametersOf({
      type: "object",
      properties: { [parameterName]: { type: "string", format: "date", description } },
    });
    if (!parameter) throw new Error("the schema has one parameter");
    expect(liesBehind({ name, description: "", parameters: [] }, parameter)).toBe(expected);
  });
});
