import { type Static, Type } from "@sinclair/typebox";
import { EXACT } from "./shared-fields.ts";

export const AuthBody = Type.Object({ api_key: Type.String({ description: "The app's API key." }) }, EXACT);

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: "A JWT for the header `Authorization: Bearer`." }),
    token_type: Type.Literal("Bearer", { description: "How the token is sent." }),
    expires_in: Type.Integer({ description: "Seconds. No token outlives its API key." }),
  },
  EXACT,
);

export type TokenWire = Static<typeof TokenAnswer>;
