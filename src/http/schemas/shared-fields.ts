/** What several shapes have in common. Limits and meanings are checked by the core, which says more than a shape can. */
import { type TSchema, Type } from "@sinclair/typebox";
import type { JsonObject } from "#core/json.ts";

export const EXACT = { additionalProperties: false } as const;

export const Name = Type.String({ description: "What people call it, 1–128 characters." });

export const Description = Type.String({ description: "What it is for, up to 2,048 characters." });

export const Signature = Type.String({
  description:
    "The set's unique, case-sensitive name: letters, digits, '.', '_' and '-', by convention `<topic>-v<N>`.",
});

export const Examples = Type.Array(Type.String(), {
  description: "Up to 50 real phrases that mean this, 1–500 characters each.",
});

export const At = Type.String({ format: "date-time", description: "RFC 3339, UTC." });

/** Parameters as a call has them: by name, each of the type that the tool's schema says. */
export const Values = Type.Unsafe<JsonObject>(
  Type.Object({}, { additionalProperties: true, description: "The values, by parameter name." }),
);

export const Caller = Type.String({
  description:
    "For whom it is asked, in your own words, 1–256 characters: one caller stays on one side of an alias that is split. Left out, the same words do. It is not stored, and changes nothing else.",
});

export const Language = Type.String({
  description:
    "What it is in, as a language tag such as `de` or `fr-CA`. Left out, its words tell; of a few words they may tell wrong.",
});

/** What a model would have said next. */
export function runnerUp(description: string) {
  const next = Type.Object(
    {
      name: Type.String({ description: "The tool or label, or `none`." }),
      margin: Type.Number({
        minimum: 0,
        maximum: 1,
        description: "How far behind, as a difference of probabilities; 0 is a tie.",
      }),
    },
    EXACT,
  );
  return Type.Union([Type.Null(), next], { description });
}

/** A page of a list. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object(
    {
      data: Type.Array(item, { description: "The items of the page." }),
      next_cursor: Type.Union([Type.Null(), Type.String()], {
        description: "For `?cursor=`, to get the next page; null after the last one.",
      }),
    },
    EXACT,
  );
}
