import { checkShape } from "../request/shape.ts";
import { ok, type Route } from "../route.ts";
import { AuthBody, TokenAnswer, type TokenWire } from "../schemas/token.ts";
import type { Services } from "../services.ts";

const describes = {
  tag: "Authentication",
  summary: "Exchange an API key for an access token",
  description: "Free, and limited by client address. The token is a JWT; when it has expired, exchange the key again.",
  success: { status: 200, schema: TokenAnswer },
  refuses: ["bad_request", "validation_error", "unauthorized", "forbidden"],
} as const;

export function authRoutes({ access }: Services): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/v1/auth",
      caller: "address",
      cost: "free",
      body: AuthBody,
      describes,
      handle: async ({ json }) => {
        const { token, expiresInSeconds } = await access.exchange(checkShape(AuthBody, json).api_key);
        return ok((): TokenWire => ({ access_token: token, token_type: "Bearer", expires_in: expiresInSeconds }));
      },
    },
  ];
}
