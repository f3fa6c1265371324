import { Elysia } from "elysia";
import { AppError } from "#core/errors.ts";
import type { Costs } from "#core/ledger.ts";
import type { Log } from "#core/log.ts";
import { parseJson, readBytes, readJson } from "./body.ts";
import { clientAddress, plainAddress } from "./client-address.ts";
import { type Desk, reported } from "./desk.ts";
import { RequestErrands } from "./errands.ts";
import { logLineOf, toAppError } from "./errors.ts";
import { type Listener, openListener } from "./listener.ts";
import { failureOutcome, type Outcome, responseOf } from "./outcome.ts";
import { perform } from "./perform.ts";
import { fingerprintOf, once } from "./repeat.ts";
import { splitUrl } from "./request-url.ts";
import type { Call, Route } from "./route.ts";
import { adminRoutes } from "./routes/admin.ts";
import { authRoutes } from "./routes/auth.ts";
import { bankRoutes } from "./routes/banks.ts";
import { batchRoutes } from "./routes/batch.ts";
import { classificationSetRoutes } from "./routes/classification-sets.ts";
import { classifyRoutes } from "./routes/classify.ts";
import { withReference } from "./routes/docs.ts";
import { feedbackRoutes } from "./routes/feedback.ts";
import { healthRoutes } from "./routes/health.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { personaRoutes } from "./routes/personas.ts";
import { resolveRoutes } from "./routes/resolve.ts";
import { toolsetRoutes } from "./routes/toolsets.ts";
import type { Services } from "./services.ts";
import { type Stray, strayFinder } from "./stray.ts";
import { type Streaming, streamingResponse } from "./streaming.ts";
import { Visit } from "./visit.ts";

export interface HttpServerOptions {
  readonly services: Services;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly bodyBytesMax: number;
  /** Items of a batch that are worked on at once. */
  readonly batchConcurrencyMax: number;
  readonly costs: Costs;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets what is in flight finish, and after `drainMsMax` closes everything by force. */
  stop(drainMsMax: number): Promise<void>;
}

/** Every route there is. Each says who may call it and what it costs. */
export function routesOf(services: Services): readonly Route[] {
  return withReference([
    ...authRoutes(services),
    ...toolsetRoutes(services),
    ...classificationSetRoutes(services),
    ...resolveRoutes(services),
    ...classifyRoutes(services),
    ...batchRoutes(services),
    ...bankRoutes(services),
    ...personaRoutes(services),
    ...feedbackRoutes(services),
    ...adminRoutes(services),
    ...healthRoutes(services),
    ...metricsRoutes(services),
  ]);
}

/** Listens at once, whether or not the model is there yet. Throws an Error of one line when the address cannot be had. */
export function openHttpServer(options: HttpServerOptions): HttpServer {
  const { services, host, port, log } = options;
  const routes = routesOf(services);
  const findStray = strayFinder(routes);
  const answer = answering(options, () => listener);

  // By default Elysia takes a host of fewer than four letters for part of the path.
  const router = new Elysia({ strictPath: true, handler: { standardHostname: false } });
  for (const route of routes) {
    // A body is read only after admission, and with a limit that Elysia's own parsers do not have. GET stands for HEAD too.
    router.route(route.method, route.path, ({ request, params }) => answer(request, route, params), { parse: "none" });
  }
  router.all("/*", ({ request }) => answer(request, findStray(request), {}), { parse: "none" });

  /** Only a bug of ours comes here: it ends as an error object all the same. */
  const lastResort = (failure: unknown) => {
    const error = toAppError(failure);
    log(logLineOf(error) ?? error.message, { level: "error" });
    return responseOf(failureOutcome(error), {});
  };
  router.onError(({ error }) => lastResort(error));

  const listener: Listener = openListener({ host, port, answer: router.fetch, onError: lastResort });
  return { url: listener.url, port: listener.port, stop: listener.stop };
}

/** Everything that happens to a request, in the order in which it happens; beside each step, what it may refuse with. */
function answering(
  { services, costs, bodyBytesMax, batchConcurrencyMax, trustedProxies, log }: HttpServerOptions,
  listener: () => Listener,
) {
  const trusted = new Set(trustedProxies.map(plainAddress));
  const addressOf = (request: Request) => clientAddress(listener().peerOf(request), request.headers, trusted);
  const desk = { services, costs, batchConcurrencyMax, log, addressOf };

  return async (request: Request, target: Route | Stray, params: Call["params"]): Promise<Response> => {
    const visit = new Visit(desk, request);
    const { requestId, startedMs } = visit;
    services.observer.requestBegan();
    const { response, ended } = await answered(visit, request, target, params);
    const end = () => {
      // The route's path, not the client's: what somebody types into an address is nobody's business.
      const route = "path" in target ? target.path : null;
      const { method } = request;
      const ms = services.clock.monotonicMs() - startedMs;
      services.observer.requestEnded({ method, route, status: response.status, ms });
      log(`${method} ${route ?? "(no route)"} ${response.status}, ${Math.ceil(ms)} ms`, { level: "debug", requestId });
    };
    if (ended) void ended.then(end);
    else end();
    return response;
  };

  async function answered(
    visit: Visit,
    request: Request,
    target: Route | Stray,
    params: Call["params"],
  ): Promise<Sent> {
    try {
      if (listener().draining) throw new AppError("service_unavailable", "the server is shutting down"); // 503
      await visit.identify(target.caller); // 401, 403
      if ("failure" in target) return { response: await visit.turnAway(target), ended: null }; // 404, 405
      await visit.count(target.caller); // 429
      return respond(await work(desk, bodyBytesMax, { visit, request, route: target, params }), visit);
    } catch (failure) {
      const { requestId, signal } = visit;
      const occasion = { requestId, signal, method: request.method, path: splitUrl(request.url).path };
      return respond(failureOutcome(reported(desk, occasion, failure)), visit);
    }
  }

  function respond(outcome: Outcome | Streaming, visit: Visit): Sent {
    const headers = { ...visit.headers(), ...(listener().draining ? { Connection: "close" } : {}) };
    if (!("lines" in outcome)) return { response: responseOf(outcome, headers), ended: null };
    const { response, ended } = streamingResponse(outcome, headers, visit.signal);
    listener().hold(ended);
    return { response, ended };
  }
}

interface Sent {
  readonly response: Response;
  /** When its last line was sent; null where it is sent as a whole. */
  readonly ended: Promise<void> | null;
}

interface Admitted {
  readonly visit: Visit;
  readonly request: Request;
  readonly route: Route;
  readonly params: Call["params"];
}

/** What an admitted request is answered with. Under an `Idempotency-Key` the same request is worked on once. */
function work(
  desk: Desk,
  bodyBytesMax: number,
  { visit, request, route, params }: Admitted,
): Promise<Outcome | Streaming> {
  const { headers, method, url } = request;
  const { principal, requestId, startedMs, signal } = visit;
  const { path, query } = splitUrl(url);
  const key = principal && method === "POST" ? headers.get("idempotency-key") : null;
  const call = { principal, params, query: new URLSearchParams(query), headers, signal };
  const errands = new RequestErrands(desk, { call, requestId, startedMs, key });
  const job = { route, call: { ...call, errands }, requestId, startedMs };
  // 402, 413, 400, then what the route refuses with
  if (!principal || key === null) {
    return perform(desk, { ...job, readBody: () => readJson(request, bodyBytesMax), keeper: null });
  }
  // 413, then 400 for the key or what was answered before, then 402, 400 and what the route refuses with: a repetition is
  // told by its body, and costs nothing.
  return readBytes(request, bodyBytesMax).then((bytes) => {
    const fingerprint = fingerprintOf(method, path, bytes);
    const readBody = async () => parseJson(headers, bytes);
    return once(desk, { app: principal.app, key, fingerprint }, (keeper) =>
      perform(desk, { ...job, readBody, keeper }),
    );
  });
}
