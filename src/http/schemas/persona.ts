import { type Static, Type } from "@sinclair/typebox";
import { At, EXACT, Name } from "./shared-fields.ts";

const Instructions = Type.String({ description: "How it speaks, up to 2,000 characters." });
const Language = Type.String({ description: "BCP 47, as in `en` or `de-AT`." });

const manner = { instructions: Instructions, language: Type.Optional(Language) };

export const PersonaBody = Type.Object({ name: Name, ...manner }, EXACT);
/** In the body of a PUT the name must equal the path's. */
export const PersonaReplacement = Type.Object({ name: Type.Optional(Name), ...manner }, EXACT);

export const PersonaResource = Type.Object(
  {
    name: Name,
    instructions: Instructions,
    language: Type.Union([Type.Null(), Language]),
    created_at: At,
    updated_at: At,
  },
  EXACT,
);

export type PersonaWire = Static<typeof PersonaResource>;
