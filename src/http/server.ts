import { Elysia } from "elysia";
import { AppError } from "#core/errors.ts";
import type { Costs } from "#core/ledger.ts";
import { readJson } from "./body.ts";
import { clientAddress, plainAddress } from "./client-address.ts";
import { logLineOf, toAppError } from "./errors.ts";
import { type Listener, openListener } from "./listener.ts";
import { splitUrl } from "./request-url.ts";
import { answerResponse, errorResponse } from "./responses.ts";
import type { Call, Route } from "./route.ts";
import { authRoutes } from "./routes/auth.ts";
import { classificationSetRoutes } from "./routes/classification-sets.ts";
import { classifyRoutes } from "./routes/classify.ts";
import { healthRoutes } from "./routes/health.ts";
import { resolveRoutes } from "./routes/resolve.ts";
import { toolsetRoutes } from "./routes/toolsets.ts";
import type { Services } from "./services.ts";
import { type Stray, strayFinder } from "./stray.ts";
import { Visit } from "./visit.ts";

export interface HttpServerOptions {
  readonly services: Services;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly bodyBytesMax: number;
  readonly costs: Costs;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly log: (message: string) => void;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets what is in flight finish, and after `drainMsMax` closes everything by force. */
  stop(drainMsMax: number): Promise<void>;
}

/** Every route there is. Each says who may call it and what it costs. */
export function routesOf(services: Services): readonly Route[] {
  return [
    ...authRoutes(services),
    ...toolsetRoutes(services),
    ...classificationSetRoutes(services),
    ...resolveRoutes(services),
    ...classifyRoutes(services),
    ...healthRoutes(services),
  ];
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
    log(logLineOf(error) ?? error.message);
    return errorResponse(error, {});
  };
  router.onError(({ error }) => lastResort(error));

  const listener: Listener = openListener({ host, port, answer: router.fetch, onError: lastResort });
  return { url: listener.url, port: listener.port, stop: listener.stop };
}

/** Everything that happens to a request, in the order in which it happens; beside each step, what it may refuse with. */
function answering(
  { services, costs, bodyBytesMax, trustedProxies, log }: HttpServerOptions,
  listener: () => Listener,
) {
  const trusted = new Set(trustedProxies.map(plainAddress));
  const addressOf = (request: Request) => clientAddress(listener().peerOf(request), request.headers, trusted);
  const desk = { services, costs, log, addressOf };

  return async (request: Request, target: Route | Stray, params: Call["params"]): Promise<Response> => {
    const { signal, headers } = request;
    const { path, query } = splitUrl(request.url);
    const visit = new Visit(desk, request);
    try {
      if (listener().draining) throw new AppError("service_unavailable", "the server is shutting down"); // 503
      await visit.identify(target.caller); // 401, 403
      if ("failure" in target) return await visit.turnAway(target); // 404, 405
      await visit.count(target.caller); // 429
      await visit.reserve(target.cost); // 402
      const json = target.body === null ? null : await readJson(request, bodyBytesMax); // 413, 400
      const call = { principal: visit.principal, params, query: new URLSearchParams(query), headers, json, signal };
      const answer = await target.handle(call); // 400, 404, 412, 409, 502, 503
      const bill = await visit.settle();
      return answerResponse(answer, bill, { ...visit.headers(), ...closing() });
    } catch (failure) {
      await visit.giveBack();
      const error = toAppError(failure);
      // When the client is gone, what fails next is no news, and nobody reads this answer.
      const line = signal.aborted ? null : logLineOf(error);
      if (line !== null) log(`${visit.requestId} ${request.method} ${path}: ${line}`);
      return errorResponse(error, { ...visit.headers(), ...closing() });
    }
  };

  function closing() {
    return listener().draining ? { Connection: "close" } : {};
  }
}
