import { type Static, Type } from "@sinclair/typebox";
import { EXACT } from "./shared-fields.ts";

const Id = Type.String({ description: "Comes back with the result." });

const BatchItem = Type.Object(
  {
    id: Type.Optional(Id),
    type: Type.String({ description: "`resolve`, `resolve-respond`, `resolve-quick` or `classify`." }),
    body: Type.Object({}, { additionalProperties: true, description: "The body that the route of that name takes." }),
  },
  EXACT,
);

export const BatchBody = Type.Object({ requests: Type.Array(BatchItem, { description: "1–100 requests." }) }, EXACT);

const BatchResult = Type.Object(
  {
    id: Type.Union([Type.Null(), Id], { description: "As it was sent; null when none was." }),
    status: Type.Integer({ description: "The HTTP status that the request would have had on its own." }),
    request_id: Type.String({ description: "For feedback: the batch's `X-Request-Id` and the place in it." }),
    body: Type.Object({}, { additionalProperties: true, description: "What the route answers, or an error object." }),
  },
  EXACT,
);

export const BatchMetadata = Type.Object(
  {
    requests_used: Type.Integer({ description: "What the successful requests have cost together." }),
    requests_remaining: Type.Integer({ description: "The balance after the batch." }),
    latency_ms: Type.Integer({ description: "The server's own time, rounded up." }),
    succeeded: Type.Integer({ description: "Requests with a status of 2xx." }),
    failed: Type.Integer({ description: "All others." }),
  },
  EXACT,
);

export const BatchAnswer = Type.Object(
  { results: Type.Array(BatchResult, { description: "In the order asked." }), metadata: BatchMetadata },
  EXACT,
);

export type BatchItemWire = Static<typeof BatchItem>;
export type BatchResultWire = Static<typeof BatchResult>;
export type BatchMetadataWire = Static<typeof BatchMetadata>;
