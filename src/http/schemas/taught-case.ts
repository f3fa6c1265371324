import { type Static, Type } from "@sinclair/typebox";
import { At, EXACT, Language, Values } from "./shared-fields.ts";

export const RightCalls = Type.Array(
  Type.Object({ tool: Type.String({ description: "The tool's name." }), parameters: Values }, EXACT),
  {
    description: "All calls that are right, in the order said; none where nothing is to be called.",
  },
);

const query = Type.String({ description: "The sentence, as people say it." });
const language = Type.Optional(Language);
const forToolset = {
  query,
  language,
  tool: Type.Optional(
    Type.String({ description: "The tool that is right; `none` where nothing is to be called. Or `calls`." }),
  ),
  parameters: Type.Optional(Values),
  calls: Type.Optional(RightCalls),
};
const forClasses = {
  query,
  language,
  label: Type.String({ description: "The label that is right; `none` where the set allows that none fits." }),
};
const made = { id: Type.String({ description: "Made by the server." }), taught_at: At };
const beside = Type.Array(Type.String(), {
  description: "The toolsets that were asked together. That nothing is to be called holds where no other one is asked.",
});

export const ToolsetCaseBody = Type.Object(forToolset, EXACT);
export const ToolsetCaseResource = Type.Object({ ...made, ...forToolset, beside }, EXACT);
export const ClassCaseBody = Type.Object(forClasses, EXACT);
export const ClassCaseResource = Type.Object({ ...made, ...forClasses }, EXACT);

export type ToolsetCaseWire = Static<typeof ToolsetCaseResource>;
export type ClassCaseWire = Static<typeof ClassCaseResource>;
