import { invalid } from "#core/errors.ts";
import type { Turn } from "#core/examination/changes.ts";
import type { ExaminedKind } from "#core/examination/examiner.ts";
import type { Given, Outcome } from "#core/examination/outcome.ts";
import { placesOf, testCaseIn } from "#core/examination/test-case.ts";
import type { JsonObject } from "#core/json.ts";
import { type Answer, type AppCallWithBody, appRouteWithBody, ok, paramOf, type Route } from "../route.ts";
import { ClassesDiffBody, SetDiff, type SetDiffWire, ToolsetDiffBody } from "../schemas/set-diff.ts";
import type { Services } from "../services.ts";

const common = { method: "POST", cost: "manage" } as const;
const describes = {
  description:
    "Each sentence is asked of the set as it is and as it would be, whatever the cache knows, once the examples of both are learned. Nothing is replaced or kept.",
  success: { status: 200, schema: SetDiff },
} as const;

/** What would be answered otherwise if a set were replaced. */
export function setDiffRoutes(services: Services): readonly Route[] {
  const ofTools = {
    ...common,
    path: "/v1/toolsets/:signature/diff",
    body: ToolsetDiffBody,
    describes: {
      ...describes,
      tag: "Toolsets",
      summary: "Try a toolset before it is replaced",
      refuses: ["bad_request", "validation_error", "not_found", "tool_limit_reached", "service_unavailable"],
    },
  } as const;
  const ofClasses = {
    ...common,
    path: "/v1/classification-sets/:signature/diff",
    body: ClassesDiffBody,
    describes: {
      ...describes,
      tag: "Classification sets",
      summary: "Try a classification set before it is replaced",
      refuses: ["bad_request", "validation_error", "not_found", "class_limit_reached", "service_unavailable"],
    },
  } as const;
  return [
    appRouteWithBody(ofTools, (call) => compared(services, "toolset", call, call.body)),
    appRouteWithBody(ofClasses, (call) => compared(services, "classification_set", call, call.body)),
  ];
}

async function compared(
  { proposals }: Services,
  kind: ExaminedKind,
  { params, principal, signal }: Pick<AppCallWithBody<unknown>, "params" | "principal" | "signal">,
  {
    proposed,
    cases: sent,
    log,
  }: { readonly proposed: object; readonly cases?: readonly object[]; readonly log?: boolean },
): Promise<Answer> {
  const signature = paramOf({ params }, "signature").normalize("NFC");
  if (sent && log) throw invalid("log", "stands beside `cases`: send one of them");
  const cases = sent?.map((one, index) => testCaseIn(one as JsonObject, placesOf(`cases.${index}`)));
  const which = cases ?? (log ? "logged" : "taught");
  const set = { kind, signature };
  const found = await proposals.compare(principal, set, proposed as JsonObject, which, signal);
  const { replayed, leftOut, changes } = found;
  const count = (turn: Turn) => changes.filter((change) => change.turn === turn).length;
  return ok(
    (): SetDiffWire => ({
      replayed,
      left_out: leftOut,
      changed: changes.length,
      broken: count("broken"),
      mended: count("mended"),
      learning: null,
      changes: changes.map(({ turn, before, after }) => {
        const sides = { before: before.given.map(said), after: after.given.map(said) };
        return { query: before.sentence, turn, ...failedOf(before, after), ...sides };
      }),
    }),
  );
}

function failedOf(before: Outcome, after: Outcome): Pick<SetDiffWire["changes"][number], "failed"> {
  if (!before.failure && !after.failure) return {};
  return { failed: before.failure && after.failure ? "both" : before.failure ? "before" : "after" };
}

function said({ name, call }: Given): SetDiffWire["changes"][number]["after"][number] {
  return call ? { name, parameters: call.parameters, missing: [...call.missing] } : { name };
}
