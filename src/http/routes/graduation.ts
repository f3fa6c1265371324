import { appRoute, ok, paramOf, type Route } from "../route.ts";
import {
  ClassificationSetGraduationResource,
  type ClassificationSetGraduationWire,
  ToolsetGraduationResource,
  type ToolsetGraduationWire,
} from "../schemas/set-graduation.ts";
import type { Services } from "../services.ts";

const REFUSES = ["bad_request", "not_found"] as const;

/** How far the tools and classes of a set are from doing without their language model. */
export function graduationRoutes({ graduationReports }: Services): readonly Route[] {
  const ofTools = {
    tag: "Toolsets",
    summary: "See which tools do without their language model",
    success: { status: 200, schema: ToolsetGraduationResource },
    refuses: REFUSES,
  } as const;
  const ofClasses = {
    tag: "Classification sets",
    summary: "See which classes do without their language model",
    success: { status: 200, schema: ClassificationSetGraduationResource },
    refuses: REFUSES,
  } as const;
  const at = (sets: string) => `/v1/${sets}/:signature/graduation` as const;
  return [
    appRoute({ method: "GET", path: at("toolsets"), cost: "manage", describes: ofTools }, async (call) => {
      const signature = paramOf(call, "signature").normalize("NFC");
      const report = await graduationReports.ofTools(call.principal.app, signature);
      return ok((): ToolsetGraduationWire => report);
    }),
    appRoute({ method: "GET", path: at("classification-sets"), cost: "manage", describes: ofClasses }, async (call) => {
      const signature = paramOf(call, "signature").normalize("NFC");
      const report = await graduationReports.ofClasses(call.principal.app, signature);
      return ok((): ClassificationSetGraduationWire => report);
    }),
  ];
}
