import { checkFitting, type ExaminedKind } from "#core/examination/examiner.ts";
import { reportJson } from "#core/examination/report-json.ts";
import { placesOf, testCaseIn } from "#core/examination/test-case.ts";
import { reportOf } from "#core/examination/test-report.ts";
import type { JsonObject } from "#core/json.ts";
import { type Answer, type AppCallWithBody, appRouteWithBody, ok, paramOf, type Route } from "../route.ts";
import {
  LabelTestBody,
  LabelTestReport,
  type TestReportWire,
  ToolTestBody,
  ToolTestReport,
} from "../schemas/examination.ts";
import type { Services } from "../services.ts";

const describes = {
  description:
    "Each case is asked of the model, whatever the cache knows, and nothing of it is kept. A case that gets no answer is counted as one.",
  refuses: ["bad_request", "validation_error", "not_found"],
} as const;

/** How often a set is right, by cases that say what is. */
export function testRoutes({ examiner }: Services): readonly Route[] {
  const common = { method: "POST", cost: "manage" } as const;
  const tools = {
    ...common,
    path: "/v1/toolsets/:signature/test",
    describes: {
      ...describes,
      tag: "Toolsets",
      summary: "Test a toolset",
      success: { status: 200, schema: ToolTestReport },
    },
  } as const;
  const labels = {
    ...common,
    path: "/v1/classification-sets/:signature/test",
    describes: {
      ...describes,
      tag: "Classification sets",
      summary: "Test a classification set",
      success: { status: 200, schema: LabelTestReport },
    },
  } as const;
  return [
    appRouteWithBody({ ...tools, body: ToolTestBody }, (call) => tested(examiner, "toolset", call, call.body)),
    appRouteWithBody({ ...labels, body: LabelTestBody }, (call) =>
      tested(examiner, "classification_set", call, call.body),
    ),
  ];
}

interface Sent {
  readonly cases: readonly object[];
  readonly backend?: string;
  readonly banks?: readonly string[];
}

async function tested(
  examiner: Services["examiner"],
  kind: ExaminedKind,
  call: Pick<AppCallWithBody<unknown>, "params" | "principal" | "signal">,
  { cases: sent, backend, banks = [] }: Sent,
): Promise<Answer> {
  const { app } = call.principal;
  const signature = paramOf(call, "signature").normalize("NFC");
  const placeOf = (index: number) => placesOf(`cases.${index}`);
  const cases = sent.map((one, index) => testCaseIn(one as JsonObject, placeOf(index)));
  const examined = await examiner.examined(app, [signature], kind);
  checkFitting(cases, examined, placeOf);
  const outcomes = await examiner.examine(app, examined, cases, { backend: backend ?? null, banks }, call.signal);
  const report = reportOf({ kind, signatures: [signature], backend: backend ?? null }, outcomes);
  const { learning } = examined;
  return ok((): TestReportWire => ({ ...reportJson(report), learning }));
}
