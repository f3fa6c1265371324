import { Type } from "@sinclair/typebox";
import type { Route } from "../route.ts";
import type { Services } from "../services.ts";

const describes = {
  tag: "Health",
  summary: "What was counted, for Prometheus",
  description: "In its text format, 0.0.4. No label holds an app, a path, a key or a text.",
  success: { status: 200, schema: Type.String({ contentMediaType: "text/plain" }) },
  refuses: [],
} as const;

const HEADERS = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };

/** For whatever watches how the server does. */
export function metricsRoutes({ metricsPage }: Services): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/metrics",
      caller: "anyone",
      cost: "free",
      body: null,
      describes,
      handle: async () => ({ status: 200, headers: HEADERS, lines: whole(metricsPage) }),
    },
  ];
}

async function* whole(page: () => string): AsyncGenerator<string, void, undefined> {
  yield page();
}
