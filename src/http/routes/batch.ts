import { inOrder } from "#core/answering/batch.ts";
import { type AppError, invalid } from "#core/errors.ts";
import { LIMITS } from "#core/limits.ts";
import { acceptsLines, NDJSON } from "../request/headers.ts";
import { appRouteWithBody, type BatchItems, ok, type Route } from "../route.ts";
import {
  BatchAnswer,
  BatchBody,
  type BatchItemWire,
  type BatchMetadataWire,
  type BatchResultWire,
} from "../schemas/batch-request.ts";
import type { Services } from "../services.ts";
import { classifyRoutes } from "./classify.ts";
import { resolveRoutes } from "./resolve.ts";

const describes = {
  tag: "Batch",
  summary: "Send up to 100 requests at once",
  description:
    "Each goes its own way, fails on its own and is charged on its own; the results are in the order asked. With " +
    "`Accept: application/x-ndjson` each result is a line, sent as soon as it and all before it are there, and a last " +
    "line holds `metadata`; what is not done when the client goes away is not done and not charged.",
  success: { status: 200, schema: BatchAnswer },
  refuses: ["bad_request", "validation_error"],
} as const;

export function batchRoutes(services: Services): readonly Route[] {
  const declared = { method: "POST", path: "/v1/batch", cost: "items", body: BatchBody, describes } as const;
  const offered = [...resolveRoutes(services), ...classifyRoutes(services)];
  const routes = new Map(offered.map((route) => [route.path.slice("/v1/".length), route]));
  return [
    appRouteWithBody(declared, async ({ body, headers, signal, items }) => {
      checkCount(body.requests.length);
      const results = resultsOf(body.requests, routes, items);
      if (acceptsLines(headers)) {
        return { status: 200, headers: { "Content-Type": NDJSON }, lines: linesOf(results, items) };
      }
      const all: BatchResultWire[] = [];
      for await (const result of results) {
        signal.throwIfAborted();
        all.push(result);
      }
      const metadata = await metadataOf(all, items);
      return ok(() => ({ results: all, metadata }));
    }),
  ];
}

function checkCount(count: number): void {
  const { batchItemsMax: max } = LIMITS;
  if (count === 0) throw invalid("requests", "needs at least 1 request");
  if (count > max) throw invalid("requests", `${count} requests, at most ${max} are allowed`);
}

type Results = AsyncGenerator<BatchResultWire, void, undefined>;

function resultsOf(requests: readonly BatchItemWire[], routes: ReadonlyMap<string, Route>, items: BatchItems): Results {
  return inOrder(requests, items.concurrencyMax, async ({ id = null, type, body }, index, signal) => {
    const route = routes.get(type);
    const result = route
      ? await items.run({ route, json: body }, index, signal)
      : items.refuse(unknownType(type, routes), index);
    return { id, status: result.status, request_id: result.requestId, body: result.body as BatchResultWire["body"] };
  });
}

async function* linesOf(results: Results, items: BatchItems): AsyncGenerator<string, void, undefined> {
  const statuses: Pick<BatchResultWire, "status">[] = [];
  for await (const result of results) {
    statuses.push({ status: result.status });
    yield `${JSON.stringify(result)}\n`;
  }
  yield `${JSON.stringify({ metadata: await metadataOf(statuses, items) })}\n`;
}

async function metadataOf(
  results: readonly Pick<BatchResultWire, "status">[],
  items: BatchItems,
): Promise<BatchMetadataWire> {
  const { requestsUsed, requestsRemaining, latencyMs } = await items.bill();
  const succeeded = results.filter(({ status }) => status < 300).length;
  return {
    requests_used: requestsUsed,
    requests_remaining: requestsRemaining,
    latency_ms: latencyMs,
    succeeded,
    failed: results.length - succeeded,
  };
}

function unknownType(type: string, routes: ReadonlyMap<string, Route>): AppError {
  return invalid("type", `"${type}" is none of ${[...routes.keys()].join(", ")}`);
}
