import { cacheModeOf } from "../request-headers.ts";
import { resolutionAnswer } from "../resources.ts";
import { appRouteWithBody, ok, type Route } from "../route.ts";
import { ResolveBody, ResolveQuickBody } from "../schemas.ts";
import type { Services } from "../services.ts";

export function resolveRoutes({ resolver }: Services): readonly Route[] {
  const declared = { method: "POST", cost: "resolve" } as const;
  return [
    appRouteWithBody({ ...declared, path: "/v1/resolve", body: ResolveBody }, async (call) => {
      const { principal, body, headers, signal } = call;
      const resolution = await resolver.resolve(principal, body, cacheModeOf(headers), signal);
      return ok((bill) => resolutionAnswer(resolution, bill));
    }),
    appRouteWithBody({ ...declared, path: "/v1/resolve-quick", body: ResolveQuickBody }, async ({ body, signal }) => {
      const resolution = await resolver.resolveQuick(body, signal);
      return ok((bill) => resolutionAnswer(resolution, bill));
    }),
  ];
}
