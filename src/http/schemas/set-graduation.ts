/** How far the tools and classes of a set are from doing without their language model. */
import { type Static, Type } from "@sinclair/typebox";
import { EXACT } from "./shared-fields.ts";

const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const STANDING = {
  inside: Type.String({ description: "The model inside." }),
  model: Type.String({ description: "The language model that it is compared with." }),
  observed: Type.Integer({ description: "Questions of which both models' answers are known, since the last slip." }),
  agreed: Type.Integer({ description: "Of those, the ones of which both said the same." }),
  agreement_lower: Share(
    "The least agreement that has not been ruled out, with 95 % certainty at all times: of the answers that are given alone, and while none are, of all.",
  ),
  opens_at: Type.Union([Type.Null(), Share("A confidence.")], {
    description: "From which confidence on it is answered without the language model; null while it is not.",
  }),
  slips: Type.Integer({ description: "How often it was sent back." }),
  answers: Type.Integer({ description: "What was answered without the language model." }),
  share: Share("Of what was answered so or compared, the former."),
  saved_seconds: Type.Number({
    description: "What the language model would have taken, by what its last answers took.",
  }),
  saved_money: Type.Number({ description: "And cost, in the currency of the settings." }),
};

const SETTINGS = {
  enabled: Type.Boolean({ description: "Whether the server's settings allow it." }),
  agreement_min: Share("What the agreement has to be shown to be."),
  verify_share: Share("Of how many of its answers the language model is asked all the same."),
};

const COMPARED = { description: "Those of which anything was compared, in the set's order." };

const ToolGraduation = Type.Object({ tool: Type.String({ description: "The tool." }), ...STANDING }, EXACT);

const ClassGraduation = Type.Object({ label: Type.String({ description: "The class." }), ...STANDING }, EXACT);

export const ToolsetGraduationResource = Type.Object(
  { ...SETTINGS, by_tool: Type.Array(ToolGraduation, COMPARED) },
  EXACT,
);

export const ClassificationSetGraduationResource = Type.Object(
  { ...SETTINGS, by_label: Type.Array(ClassGraduation, COMPARED) },
  EXACT,
);

export type ToolsetGraduationWire = Static<typeof ToolsetGraduationResource>;
export type ClassificationSetGraduationWire = Static<typeof ClassificationSetGraduationResource>;
