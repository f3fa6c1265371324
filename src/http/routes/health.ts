import { AppError } from "#core/errors.ts";
import { ok, type Route } from "../route.ts";
import type { Services } from "../services.ts";

const open = { method: "GET", caller: "anyone", cost: "free", body: null } as const;

/** For whatever watches over the process: whether it runs, and whether it could answer now. */
export function healthRoutes({ readiness }: Services): readonly Route[] {
  return [
    { ...open, path: "/livez", handle: () => ok(() => ({ status: "alive" })) },
    {
      ...open,
      path: "/readyz",
      handle: () => {
        const state = readiness();
        if (!state.ready) throw new AppError("service_unavailable", `not ready: ${state.waitingFor}`);
        return ok(() => ({ status: "ready" }));
      },
    },
  ];
}
