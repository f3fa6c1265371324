/** What toolsets and classification sets have in common. */
import { Type } from "@sinclair/typebox";
import { At, EXACT, Signature } from "./shared-fields.ts";

export const Backend = Type.String({
  description:
    "The model that answers for this set: `embedded`, or a name of `[backends.<name>]` in the settings. Left out, it is the server's own.",
});

/** In the body of a PUT: it must equal the path's. */
export const sameSignature = { signature: Type.Optional(Signature) };

const Progress = Type.Object(
  {
    done: Type.Integer({ description: "Examples that are learned." }),
    total: Type.Integer({ description: "Examples that there are." }),
  },
  EXACT,
);

export const stored = {
  content_hash: Type.String({
    description: "`sha256:` and the hex SHA-256 of the canonical JSON of tools or classes.",
  }),
  created_at: At,
  updated_at: At,
  learning: Type.Union([Type.Null(), Progress], {
    description: "How many of the examples are learned; null when all are.",
  }),
};
