import { ok, type Route } from "../route.ts";
import { AuthBody, type TokenWire } from "../schemas.ts";
import type { Services } from "../services.ts";
import { checkShape } from "../shape.ts";

export function authRoutes({ access }: Services): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/v1/auth",
      caller: "address",
      cost: "free",
      body: AuthBody,
      handle: async ({ json }) => {
        const { token, expiresInSeconds } = await access.exchange(checkShape(AuthBody, json).api_key);
        return ok((): TokenWire => ({ access_token: token, token_type: "Bearer", expires_in: expiresInSeconds }));
      },
    },
  ];
}
