import { checkFitting, type ExaminedKind } from "#core/examination/examiner.ts";
import { reportJson } from "#core/examination/report-json.ts";
import { runHeadJson } from "#core/examination/run-json.ts";
import { placesOf, testCaseIn } from "#core/examination/test-case.ts";
import { reportOf } from "#core/examination/test-report.ts";
import { digestOf } from "#core/examination/test-run.ts";
import type { JsonObject } from "#core/json.ts";
import { cursorOf, pageRequestOf } from "../request/paging.ts";
import { type Answer, type AppCallWithBody, appRoute, appRouteWithBody, ok, paramOf, type Route } from "../route.ts";
import {
  LabelTestBody,
  LabelTestReport,
  type TestReportWire,
  TestRunResource,
  type TestRunWire,
  ToolTestBody,
  ToolTestReport,
} from "../schemas/examination.ts";
import { pageOf } from "../schemas/shared-fields.ts";
import type { Services } from "../services.ts";

const describes = {
  description:
    "Each case is asked of the model once the examples are learned, whatever the cache knows, and no answer of it is kept: only what the test came to, which the history has. A case that gets no answer is counted as one.",
  refuses: ["bad_request", "validation_error", "not_found", "service_unavailable"],
} as const;

const history = {
  description:
    "Newest first, a page at a time, of the set alone. The newest 100 tests of a set are kept, and go with it.",
  success: { status: 200, schema: pageOf(TestRunResource) },
  refuses: ["bad_request", "validation_error", "not_found"],
} as const;

type Testing = Pick<Services, "examiner" | "testRuns">;

/** How often a set is right, by cases that say what is; and how often it was. */
export function testRoutes({ examiner, testRuns }: Services): readonly Route[] {
  const testing = { examiner, testRuns };
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
    appRouteWithBody({ ...tools, body: ToolTestBody }, (call) => tested(testing, "toolset", call, call.body)),
    appRouteWithBody({ ...labels, body: LabelTestBody }, (call) =>
      tested(testing, "classification_set", call, call.body),
    ),
    historyRoute(testRuns, "toolset", {
      path: "/v1/toolsets/:signature/tests",
      describes: { ...history, tag: "Toolsets", summary: "List the tests of a toolset" },
    }),
    historyRoute(testRuns, "classification_set", {
      path: "/v1/classification-sets/:signature/tests",
      describes: { ...history, tag: "Classification sets", summary: "List the tests of a classification set" },
    }),
  ];
}

function historyRoute(
  testRuns: Testing["testRuns"],
  kind: ExaminedKind,
  route: { readonly path: `/v1/${string}`; readonly describes: Route["describes"] },
): Route {
  return appRoute({ ...route, method: "GET", cost: "manage" }, async (call) => {
    const sets = { kind, signatures: [paramOf(call, "signature").normalize("NFC")] };
    const { items, next } = await testRuns.list(call.principal.app, sets, pageRequestOf(call.query));
    return ok(() => ({
      data: items.map((run): TestRunWire => runHeadJson(run)),
      next_cursor: cursorOf(next),
    }));
  });
}

interface Sent {
  readonly cases: readonly object[];
  readonly backend?: string;
  readonly banks?: readonly string[];
}

async function tested(
  { examiner, testRuns }: Testing,
  kind: ExaminedKind,
  call: Pick<AppCallWithBody<unknown>, "params" | "principal" | "signal">,
  { cases: sent, backend, banks = [] }: Sent,
): Promise<Answer> {
  const { app, key } = call.principal;
  const signature = paramOf(call, "signature").normalize("NFC");
  const placeOf = (index: number) => placesOf(`cases.${index}`);
  const cases = sent.map((one, index) => testCaseIn(one as JsonObject, placeOf(index)));
  // What is refused is refused at once, and no answer is another one for want of an example.
  checkFitting(cases, await examiner.examined(app, [signature], kind), placeOf);
  const examined = await examiner.onceLearned(app, { kind, signatures: [signature] }, call.signal);
  const outcomes = await examiner.examine(app, examined, cases, { backend: backend ?? null, banks }, call.signal);
  const asked = { sets: { kind, signatures: [signature] }, contentHashes: examined.contentHashes };
  const digests = sent.map((one) => digestOf(one as JsonObject));
  const run = await testRuns.keep(app, `key ${key}`, { ...asked, backend: backend ?? null, digests, outcomes });
  const report = reportOf({ kind, signatures: [signature], backend: backend ?? null }, outcomes);
  return ok((): TestReportWire => ({ run_id: run.id, ...reportJson(report), learning: null }));
}
