import { type Static, Type } from "@sinclair/typebox";
import { At, EXACT } from "./shared-fields.ts";

export const SessionBody = Type.Object(
  {
    token: Type.Optional(Type.String({ description: "The admin token. Either this or `code`." })),
    code: Type.Optional(Type.String({ description: "The code of a link that `dragoman admin-link` printed." })),
  },
  EXACT,
);

export const SessionAnswer = Type.Object(
  {
    ends_at: Type.Union([At, Type.Null()], {
      description: "When the session is over at the latest; null with the admin token, which has none.",
    }),
    version: Type.String({ description: "Of the server." }),
    plans: Type.Array(Type.String(), { description: "Of the settings, by name." }),
    backends: Type.Array(Type.String(), { description: "The models that can be asked, by name." }),
  },
  EXACT,
);

export type SessionWire = Static<typeof SessionAnswer>;
