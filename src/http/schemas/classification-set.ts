import { type Static, Type } from "@sinclair/typebox";
import { warnings } from "./lint-report.ts";
import { Backend, sameSignature, stored } from "./set-fields.ts";
import { Description, EXACT, Examples, Name, Signature } from "./shared-fields.ts";

export const ClassBody = Type.Object(
  {
    label: Type.String({ description: "The class's name, 1–128 characters, unique in its set; not `none`." }),
    description: Type.Optional(Description),
    examples: Type.Optional(Examples),
  },
  EXACT,
);

const classificationSetFields = {
  name: Name,
  description: Type.Optional(Description),
  classes: Type.Array(ClassBody, { description: "1–500 classes." }),
  enable_extraction: Type.Optional(
    Type.Boolean({ description: "Split a text of several intents and classify each part. Default false." }),
  ),
  allow_none: Type.Optional(
    Type.Boolean({ description: "Give text that fits no class the label `none`. Default false." }),
  ),
  backend: Type.Optional(Backend),
};

export const ClassificationSetBody = Type.Object({ signature: Signature, ...classificationSetFields }, EXACT);

export const ClassificationSetReplacement = Type.Object({ ...sameSignature, ...classificationSetFields }, EXACT);

export const ClassificationSetResource = Type.Object(
  {
    signature: Signature,
    ...classificationSetFields,
    enable_extraction: Type.Boolean({ description: "Whether a text of several intents is split." }),
    allow_none: Type.Boolean({ description: "Whether text that fits no class gets the label `none`." }),
    ...stored,
  },
  EXACT,
);

/** As create and replace answer. */
export const ClassificationSetWritten = Type.Object({ ...ClassificationSetResource.properties, ...warnings }, EXACT);

export type ClassificationSetReplacementWire = Static<typeof ClassificationSetReplacement>;
export type ClassificationSetWire = Static<typeof ClassificationSetResource>;
