import { type Static, Type } from "@sinclair/typebox";
import { EXACT } from "./shared-fields.ts";

/** What may be named as `model`. */
export const ChatModel = Type.Object(
  {
    id: Type.String({ description: "The name." }),
    object: Type.Literal("model", { description: "What it is." }),
    created: Type.Integer({ description: "Of a toolset, when it was registered, in Unix time; else 0." }),
    owned_by: Type.String({ description: "`app` for a toolset, else `dragoman`." }),
  },
  EXACT,
);

export const ChatModels = Type.Object(
  {
    object: Type.Literal("list", { description: "What it is." }),
    data: Type.Array(ChatModel, { description: "The server's own model, its backends, and the first 100 toolsets." }),
  },
  EXACT,
);

export type ChatModelWire = Static<typeof ChatModel>;
