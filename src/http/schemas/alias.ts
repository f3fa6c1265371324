import { type Static, Type } from "@sinclair/typebox";
import { At, EXACT, Signature } from "./shared-fields.ts";

const Kind = Type.Union([Type.Literal("toolset"), Type.Literal("classification_set")], {
  description: "What it is a name for. Left out, the kind of which the app has all sets that are named.",
});

const Percent = Type.Integer({ minimum: 0, maximum: 100, description: "Of the callers." });

const Split = Type.Array(Type.Object({ signature: Signature, percent: Percent }, EXACT), {
  minItems: 2,
  maxItems: 2,
  description: "Two sets between which callers are shared out; their percentages are 100 together.",
});

const standsFor = { signature: Type.Optional(Signature), split: Type.Optional(Split) };

export const AliasBody = Type.Object(
  {
    name: Type.Optional(Type.String({ description: "Must be the path's." })),
    kind: Type.Optional(Kind),
    ...standsFor,
  },
  EXACT,
);

const SideAnswers = Type.Object(
  {
    signature: Signature,
    answers: Type.Integer({ description: "To questions that named the alias." }),
    none: Type.Integer({ description: "Of those, the ones where no tool or class fitted." }),
  },
  EXACT,
);

const Answered = Type.Object(
  {
    since: Type.Union([Type.Null(), At], { description: "The first that was counted; null before it." }),
    sides: Type.Array(SideAnswers, { description: "By the set that was asked, one or both." }),
  },
  {
    ...EXACT,
    description:
      "What was answered since the alias was put last: by all nodes of a cluster, those of the last second may be missing; by a server alone, since it started.",
  },
);

export const AliasResource = Type.Object(
  {
    name: Type.String({ description: "As signatures are." }),
    kind: Kind,
    ...standsFor,
    answered: Answered,
    created_at: At,
    updated_at: At,
  },
  EXACT,
);

export type AliasWire = Static<typeof AliasResource>;
