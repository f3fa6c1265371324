import { type Static, Type } from "@sinclair/typebox";
import type { JsonObject } from "#core/json.ts";
import { warnings } from "./lint-report.ts";
import { Backend, sameSignature, stored } from "./set-fields.ts";
import { Description, EXACT, Examples, Name, Signature } from "./shared-fields.ts";

const Parameters = Type.Unsafe<JsonObject>(
  Type.Object({}, { additionalProperties: true, description: "JSON Schema (draft 2020-12) of the tool's parameters." }),
);

export const ToolBody = Type.Object(
  {
    name: Type.String({ description: "1–128 of letters, digits and '_.:/-', unique in its toolset; not `none`." }),
    description: Description,
    parameters: Type.Optional(Parameters),
    examples: Type.Optional(Examples),
  },
  EXACT,
);

const MinConfidence = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    "A call of one of these tools with less confidence is `none`, unless the request has a `min_confidence` of its own.",
});

const toolsetFields = {
  name: Name,
  description: Type.Optional(Description),
  tools: Type.Array(ToolBody, { description: "1–128 tools." }),
  require_evidence: Type.Optional(
    Type.Boolean({
      description: "Count a value that comes from nowhere the server can see as missing. Default false.",
    }),
  ),
  min_confidence: Type.Optional(MinConfidence),
  backend: Type.Optional(Backend),
};

export const ToolsetBody = Type.Object({ signature: Signature, ...toolsetFields }, EXACT);

export const ToolsetReplacement = Type.Object({ ...sameSignature, ...toolsetFields }, EXACT);

export const ToolsetResource = Type.Object(
  {
    signature: Signature,
    ...toolsetFields,
    require_evidence: Type.Boolean({ description: "Whether values without a source count as missing." }),
    ...stored,
  },
  EXACT,
);

/** As create and replace answer. */
export const ToolsetWritten = Type.Object({ ...ToolsetResource.properties, ...warnings }, EXACT);

export type ToolsetReplacementWire = Static<typeof ToolsetReplacement>;
export type ToolsetWire = Static<typeof ToolsetResource>;
