import type { LintReport } from "#core/linting/linter.ts";
import type { AppId } from "#core/tenant.ts";
import { appRoute, ok, type Route } from "../route.ts";
import { LintReportResource } from "../schemas/lint-report.ts";
import { lintReportResource } from "../schemas/resources.ts";
import { keyOf } from "./definitions.ts";

/** What is wrong with a registered set, and with those that `?with=` names beside it. */
export function linting(
  called: string,
  tag: string,
  path: `/${string}`,
  lint: (app: AppId, signatures: readonly string[], signal: AbortSignal) => Promise<LintReport>,
): Route {
  // Classification sets are never asked together: none is named beside another.
  const refuses = ["bad_request", "not_found", "service_unavailable"] as const;
  const describes = {
    tag,
    summary: `Lint a ${called}`,
    success: { status: 200, schema: LintReportResource },
    refuses: path === "/v1/toolsets" ? [...refuses, "validation_error" as const] : refuses,
  } as const;
  return appRoute({ method: "POST", path: `${path}/:signature/lint`, cost: "manage", describes }, async (call) => {
    const { principal, query, signal } = call;
    const others = (query.get("with") ?? "").split(",").map((signature) => signature.trim());
    const signatures = [keyOf(call, "signature"), ...others.filter((signature) => signature !== "")];
    const report = await lint(principal.app, signatures, signal);
    return ok(() => lintReportResource(report));
  });
}
