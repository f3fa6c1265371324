import { AppError } from "#core/errors.ts";
import { ok, type Route } from "../route.ts";
import { HealthAnswer } from "../schemas/health-status.ts";
import type { Services } from "../services.ts";

const open = { method: "GET", caller: "anyone", cost: "free", body: null } as const;
const answers = { tag: "Health", success: { status: 200, schema: HealthAnswer } } as const;
const alive = { ...answers, summary: "Whether the process runs", refuses: [] } as const;
const prepared = {
  ...answers,
  summary: "Whether a request could be answered now",
  description: "Not while the model is still loading.",
  refuses: ["service_unavailable"],
} as const;

/** For whatever watches over the process: whether it runs, and whether it could answer now. */
export function healthRoutes({ readiness }: Services): readonly Route[] {
  return [
    { ...open, path: "/livez", describes: alive, handle: () => ok(() => ({ status: "alive" })) },
    {
      ...open,
      path: "/readyz",
      describes: prepared,
      handle: () => {
        const state = readiness();
        if (!state.ready) throw new AppError("service_unavailable", `not ready: ${state.waitingFor}`);
        return ok(() => ({ status: "ready" }));
      },
    },
  ];
}
