import { type Static, Type } from "@sinclair/typebox";
import { EXACT } from "./shared-fields.ts";

/** What may be named as `model`. */
export const ChatModel = Type.Object(
  {
    id: Type.String({ description: "The name." }),
    object: Type.Literal("model", { description: "What it is." }),
    created: Type.Integer({
      description: "0. `GET /v1/toolsets` says when a toolset was registered.",
    }),
    owned_by: Type.String({ description: "`app` for a toolset and an alias, else `dragoman`." }),
  },
  EXACT,
);

export const ChatModels = Type.Object(
  {
    object: Type.Literal("list", { description: "What it is." }),
    data: Type.Array(ChatModel, {
      description: "The server's own model, its backends, and the app's toolsets and aliases of toolsets.",
    }),
    has_more: Type.Boolean({ description: "Whether others come: behind the last id, as `?after=`." }),
  },
  EXACT,
);

export type ChatModelWire = Static<typeof ChatModel>;
