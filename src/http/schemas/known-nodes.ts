import { type Static, Type } from "@sinclair/typebox";
import { NODE_STATES } from "#core/ports/node-store.ts";
import { counted } from "./admin-overview.ts";
import { At, EXACT } from "./shared-fields.ts";

const count = (description: string) => Type.Integer({ description });

const NodeResource = Type.Object(
  {
    name: Type.String({ description: "As `[server] node_name` has it; two may have the same." }),
    state: Type.Union(
      [...NODE_STATES, "gone" as const].map((state) => Type.Literal(state)),
      {
        description:
          "`starting`: it cannot answer yet, or not at the moment; `draining`: it takes no more requests; `gone`: nothing was heard of it for 15 seconds.",
      },
    ),
    version: Type.String({ description: "Of the program." }),
    address: Type.String({ description: "Where it listens, as it knows it itself." }),
    ...counted,
    in_flight: count("Requests that it is working on."),
    minutes: Type.Array(
      Type.Object(
        {
          requests: count("Calls of the API."),
          failed: count("Those answered with a 5xx."),
          p95_ms: Type.Union([Type.Number(), Type.Null()], {
            description: "95 % of the questions took no longer, in milliseconds; null where there were none.",
          }),
        },
        EXACT,
      ),
      {
        description:
          "The last hour by whole minutes, the oldest first. The last one ended at `heard_at`, or up to 10 seconds before.",
      },
    ),
    memory_bytes: count("Memory of its process."),
    cpu_seconds: Type.Number({ description: "Processor time of its process." }),
    clock_ahead_ms: Type.Union([Type.Integer(), Type.Null()], {
      description:
        "How far its clock is ahead of the database's, below 0 where it is behind; null while it does not know, and on a data folder.",
    }),
    started_at: At,
    heard_at: At,
    schema: count("The newest version of the database's schema that it knows."),
    node_id: Type.String({ description: "Of this start of it: started again it is another." }),
  },
  EXACT,
);

export const NodesAnswer = Type.Object(
  { data: Type.Array(NodeResource, { description: "By name; those that are gone for up to a day." }) },
  EXACT,
);

export type NodesWire = Static<typeof NodesAnswer>;
