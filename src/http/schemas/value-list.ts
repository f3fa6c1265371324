import { type Static, Type } from "@sinclair/typebox";
import { At, Description, EXACT, Name } from "./shared-fields.ts";

const Value = Type.Union([
  Type.String({ description: "A value without other words." }),
  Type.Object(
    {
      value: Type.String({ description: "The value, up to 256 characters." }),
      synonyms: Type.Optional(Type.Array(Type.String(), { description: "Other words for it, up to 50." })),
    },
    EXACT,
  ),
]);
const Values = Type.Array(Value, {
  description: "1–100,000 values. No words may mean two of them, whatever their capitals, accents and hyphens.",
});

export const ValueListBody = Type.Object(
  { name: Name, description: Type.Optional(Description), values: Values },
  EXACT,
);
/** In the body of a PUT the name must equal the path's. */
export const ValueListReplacement = Type.Object(
  { name: Type.Optional(Name), description: Type.Optional(Description), values: Values },
  EXACT,
);

export const ValueListResource = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    values: Values,
    content_hash: Type.String({
      description: "`sha256:` and a hex SHA-256: the same for the same values in the same order.",
    }),
    created_at: At,
    updated_at: At,
  },
  EXACT,
);

export type ValueListWire = Static<typeof ValueListResource>;

export const NearestValues = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          value: Type.String({ description: "The value, as it stands in the list." }),
          score: Type.Number({ description: "0–1: 1 for the same words." }),
          words: Type.String({ description: "The value's own words, or the synonym, that are nearest." }),
        },
        EXACT,
      ),
      { description: "The best first; empty where nothing is alike." },
    ),
  },
  EXACT,
);
