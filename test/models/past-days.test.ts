/** Which days are over by what their tool and their parameter are called. */
import { describe, expect, test } from "bun:test";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { aheadDaysMax, liesBehind } from "#models/embedded/values/past-days.ts";

function dayCalled(name: string, description: string) {
  const [parameter] = parametersOf({
    type: "object",
    properties: { [name]: { type: "string", format: "date", description } },
  });
  if (!parameter) throw new Error("the schema has one parameter");
  return parameter;
}

describe("a day lies behind", () => {
  test.each([
    ["hours_log", "day", "", true],
    ["report_defect", "seen_on", "", false],
    ["defect_report", "seen_on", "", true],
    ["defect_report", "fix_by", "", false],
    ["DefectReport", "FixBy", "", false],
    ["add_pet", "born", "", true],
    ["invoice_history", "due", "", false],
    ["RecordProgramme", "start", "", false],
    ["restore_backup", "moment", "", true],
    ["claim", "occurred", "When it happened, as told by the customer", true],
  ])("%s: %s is %p", (name, parameterName, description, expected) => {
    expect(liesBehind({ name, description: "", parameters: [] }, dayCalled(parameterName, description))).toBe(expected);
  });
});

describe("a day and a month alone may lie ahead", () => {
  test.each([
    ["find_orders", "day", "", 182],
    ["report_change", "day", "Day of the change", 210],
    ["report_change", "due", "", null],
    ["book_room", "day", "", null],
    ["room_booking", "day", "", null],
    ["request_leave", "from", "", null],
  ])("%s: %s by %p days", (name, parameterName, description, expected) => {
    const tool = { name, description: "", parameters: [] };
    expect(aheadDaysMax(tool, dayCalled(parameterName, description))).toBe(expected);
  });
});
