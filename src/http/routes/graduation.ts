import { appRoute, ok, paramOf, type Route } from "../route.ts";
import { GraduationResource, type GraduationWire } from "../schemas/tool-graduation.ts";
import type { Services } from "../services.ts";

/** How far the tools of a set are from doing without their language model. */
export function graduationRoutes({ graduationReports }: Services): readonly Route[] {
  const describes = {
    tag: "Toolsets",
    summary: "See which tools do without their language model",
    success: { status: 200, schema: GraduationResource },
    refuses: ["bad_request", "not_found"],
  } as const;
  const path = "/v1/toolsets/:signature/graduation";
  return [
    appRoute({ method: "GET", path, cost: "manage", describes }, async (call) => {
      const signature = paramOf(call, "signature").normalize("NFC");
      const report = await graduationReports.report(call.principal.app, signature);
      return ok((): GraduationWire => report);
    }),
  ];
}
