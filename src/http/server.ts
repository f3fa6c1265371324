import { Elysia } from "elysia";
import type { Costs } from "#core/access/ledger.ts";
import { RepeatedAnswers } from "#core/answering/repeated-answers.ts";
import { AppError } from "#core/errors.ts";
import { LargeWork } from "#core/large-work.ts";
import type { Log } from "#core/log.ts";
import { logLineOf, toAppError } from "./errors.ts";
import { hostAndPort, type Listener, type ListenerOptions, openListener } from "./listener.ts";
import { Admission } from "./pipeline/admission.ts";
import { ChargedBatchItems } from "./pipeline/batch-items.ts";
import { handledInTurn, type Job, workAndCharge } from "./pipeline/charging.ts";
import { crossOrigin } from "./pipeline/cross-origin.ts";
import { fingerprintOf, once } from "./pipeline/idempotency.ts";
import { LARGE_ANSWERS, LargeAnswers } from "./pipeline/large-answers.ts";
import { failureOutcome, type Outcome, responseOf } from "./pipeline/outcome.ts";
import { givenAgain, isRepeatable, type MadeAnswer, type Repeating, repeatedOr } from "./pipeline/repeating.ts";
import { type RequestContext, reported } from "./pipeline/request-context.ts";
import { type Streaming, streamingResponse } from "./pipeline/streaming.ts";
import { pathsOf, type Unmatched, unmatchedFinder, usualCaller } from "./pipeline/unmatched.ts";
import { clientAddress, plainAddress } from "./request/client-address.ts";
import { RequestBody } from "./request/request-body.ts";
import { hasUnreadBody, takeUnread } from "./request/unread-body.ts";
import { splitUrl } from "./request/url.ts";
import { type Call, type Route, takesIdempotencyKey } from "./route.ts";
import { adminRoutes } from "./routes/admin.ts";
import { adminPageRoutes } from "./routes/admin-page.ts";
import { adminSessionRoutes } from "./routes/admin-session.ts";
import { aliasRoutes } from "./routes/aliases.ts";
import { authRoutes } from "./routes/auth.ts";
import { bankRoutes } from "./routes/banks.ts";
import { batchRoutes } from "./routes/batch.ts";
import { bundleRoutes } from "./routes/bundles.ts";
import { chatCompletionRoutes } from "./routes/chat-completions.ts";
import { chatModelRoutes } from "./routes/chat-models.ts";
import { classificationSetRoutes } from "./routes/classification-sets.ts";
import { classifyRoutes } from "./routes/classify.ts";
import { VERSION, withReference } from "./routes/docs.ts";
import { feedbackRoutes } from "./routes/feedback.ts";
import { graduationRoutes } from "./routes/graduation.ts";
import { healthRoutes } from "./routes/health.ts";
import { mcpRoute } from "./routes/mcp.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { personaRoutes } from "./routes/personas.ts";
import { queryLogRoutes } from "./routes/query-log.ts";
import { resolveRoutes } from "./routes/resolve.ts";
import { searchToolsRoutes } from "./routes/search-tools.ts";
import { setDiffRoutes } from "./routes/set-diffs.ts";
import { startRoutes } from "./routes/start.ts";
import { taughtCaseRoutes } from "./routes/taught-cases.ts";
import { testRoutes } from "./routes/tests.ts";
import { toolsetRoutes } from "./routes/toolsets.ts";
import { valueListRoutes } from "./routes/value-lists.ts";
import type { Services } from "./services.ts";

export interface HttpServerOptions {
  readonly services: Services;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Where health, metrics and the reference are instead, as in `127.0.0.1:9420`; "" for beside the API. */
  readonly operationsListen: string;
  readonly bodyBytesMax: number;
  /** How long a body may take to come. */
  readonly bodySecondsMax: number;
  /** Items of a batch that are worked on at once. */
  readonly batchConcurrencyMax: number;
  readonly costs: Costs;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Whose pages may use the API in a browser; none where CORS is off. */
  readonly corsOrigins: readonly string[];
  readonly log: Log;
  /** Whether each answered request is a line of the log, at the level `debug`. */
  readonly logsRequests: boolean;
}

export interface HttpServer {
  readonly url: string;
  /** Of health, metrics and the reference: the same where they are beside the API. */
  readonly operationsUrl: string;
  readonly port: number;
  /** Requests so far. */
  readonly begun: () => number;
  /** Stops accepting, lets what is in flight finish, and after `drainMsMax` closes everything by force. */
  stop(drainMsMax: number): Promise<void>;
}

/** Every route of the contract. Each says who may call it and what it costs. `apiElsewhere`: see `withReference`. */
export function routesOf(services: Services, apiElsewhere: (() => string) | null = null): readonly Route[] {
  const routes = [
    ...startRoutes({ version: VERSION, isReferenceApart: apiElsewhere !== null }),
    ...authRoutes(services),
    ...toolsetRoutes(services),
    ...classificationSetRoutes(services),
    ...aliasRoutes(services),
    ...testRoutes(services),
    ...setDiffRoutes(services),
    ...graduationRoutes(services),
    ...bundleRoutes(services),
    ...resolveRoutes(services),
    ...searchToolsRoutes(services),
    ...classifyRoutes(services),
    ...batchRoutes(services),
    ...chatCompletionRoutes(services),
    ...chatModelRoutes(services),
    ...taughtCaseRoutes(services),
    ...bankRoutes(services),
    ...personaRoutes(services),
    ...valueListRoutes(services),
    ...feedbackRoutes(services),
    ...queryLogRoutes(services),
    ...adminSessionRoutes(services),
    ...adminRoutes(services),
    ...adminPageRoutes(),
    ...healthRoutes(services),
    ...metricsRoutes(services),
  ];
  return withReference(routes, apiElsewhere);
}

/** What watches over a server and tells about it, which may be kept from the network that the API is for. */
const OPERATIONS_TAGS: ReadonlySet<string> = new Set(["Health", "Reference"]);
/** When the drain is over, nobody waits for more than the answer to one look. */
const OPERATIONS_DRAIN_MS_MAX = 1_000;

/** Listens at once, whether or not the model is there yet. Throws an OperatorError when the address cannot be had. */
export function openHttpServer(options: HttpServerOptions): HttpServer {
  const { services, operationsListen } = options;
  const readiness = () =>
    main.draining ? ({ ready: false, waitingFor: "the server is shutting down" } as const) : services.readiness();
  const routes = routesOf({ ...services, readiness }, operationsListen === "" ? null : () => main.url);
  const isApart = ({ describes }: Route) => operationsListen !== "" && OPERATIONS_TAGS.has(describes.tag);
  const apart = routes.filter(isApart);
  const isMoved = pathsOf(apart);
  const callerAt = (path: string) => (isMoved(path) ? "anyone" : usualCaller(path));
  // A door to the same routes in another protocol, which tells its clients itself what it takes.
  const beside = [...routes.filter((route) => !isApart(route)), mcpRoute(routes)];
  const main = openRouter(options, options, beside, unmatchedFinder(beside, callerAt));
  if (operationsListen === "") {
    return { url: main.url, operationsUrl: main.url, port: main.port, begun: () => main.begun, stop: main.stop };
  }
  try {
    const address = { ...hostAndPort(operationsListen), setting: "[server] operations_listen" };
    const operations = openRouter(
      options,
      address,
      apart,
      unmatchedFinder(apart, () => "anyone"),
    );
    const stop = async (drainMsMax: number) => {
      // Whoever watches is told until the end that it is one.
      await main.stop(drainMsMax);
      await operations.stop(OPERATIONS_DRAIN_MS_MAX);
    };
    const begun = () => main.begun + operations.begun;
    return { url: main.url, operationsUrl: operations.url, port: main.port, begun, stop };
  } catch (failure) {
    void main.stop(0);
    throw failure;
  }
}

function openRouter(
  options: HttpServerOptions,
  address: Pick<ListenerOptions, "host" | "port" | "setting">,
  routes: readonly Route[],
  findUnmatched: (request: Request) => Unmatched,
): Listener {
  const answer = answering(options, routes, () => listener);
  // By default Elysia takes a host of fewer than four letters for part of the path.
  const router = new Elysia({ strictPath: true, handler: { standardHostname: false } });
  for (const route of routes) {
    // A body is read only after admission, and with a limit that Elysia's own parsers do not have. GET stands for HEAD too.
    router.route(route.method, route.path, ({ request, params }) => answer(request, route, params), { parse: "none" });
  }
  router.all("/*", ({ request }) => answer(request, findUnmatched(request), {}), { parse: "none" });

  /** Only a bug of ours comes here: it ends as an error object all the same. */
  const lastResort = (failure: unknown) => {
    const error = toAppError(failure);
    options.log(logLineOf(error) ?? error.message, { level: "error" });
    return responseOf(failureOutcome(error), {});
  };
  router.onError(({ error }) => lastResort(error));

  const { host, port, setting } = address;
  const named = setting === undefined ? {} : { setting };
  const refuse = (request: Request, failure: AppError) =>
    answer(request, { caller: "anyone", failure, headers: {} }, {});
  const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => !path.includes(":") && path !== "/");
  const listening = { host, port, paths, ...named };
  const listener: Listener = openListener({ ...listening, answer: router.fetch, refuse, onError: lastResort });
  return listener;
}

/** Everything that happens to a request, in the order in which it happens; beside each step, what it may refuse with. */
function answering(options: HttpServerOptions, routes: readonly Route[], listener: () => Listener) {
  const { services, costs, bodyBytesMax, bodySecondsMax, batchConcurrencyMax, trustedProxies, log, logsRequests } =
    options;
  const trusted = new Set(trustedProxies.map(plainAddress));
  const addressOf = (request: Request) => clientAddress(listener().peerOf(request), request.headers, trusted);
  const bodyLimits = { bytesMax: bodyBytesMax, msMax: bodySecondsMax * 1_000 };
  const context = {
    services,
    costs,
    crossOrigin: crossOrigin(options.corsOrigins, routes),
    batchConcurrencyMax,
    log,
    addressOf,
    largeAnswers: new LargeAnswers(LARGE_ANSWERS),
    largeWork: new LargeWork(services.mainThread),
    repeatedAnswers: new RepeatedAnswers<MadeAnswer>(services),
  };

  return async (request: Request, target: Route | Unmatched, params: Call["params"]): Promise<Response> => {
    const admission = new Admission(context, request);
    const { requestId, startedMs } = admission;
    services.observer.requestBegan();
    const span = services.tracer.request(request.headers);
    const { response, ended } = await span.run(() => answered(admission, request, target, params));
    const end = () => {
      // The route's path, not the client's: what somebody types into an address is nobody's business.
      const route = "path" in target ? target.path : null;
      const { method } = request;
      const ms = services.clock.monotonicMs() - startedMs;
      const { status } = response;
      services.observer.requestEnded({ method, route, status, ms });
      span.end({ method, route, status, requestId, app: admission.principal?.app ?? null });
      if (!logsRequests) return;
      log(`${method} ${route ?? "(no route)"} ${status}, ${Math.ceil(ms)} ms`, { level: "debug", requestId });
    };
    if (ended) void ended.then(end);
    else end();
    if (hasUnreadBody(request)) await takeUnread(request);
    return response;
  };

  async function answered(
    admission: Admission,
    request: Request,
    target: Route | Unmatched,
    params: Call["params"],
  ): Promise<Sent> {
    try {
      if (listener().draining) throw new AppError("service_unavailable", "the server is shutting down"); // 503
      // A browser sends no token with it.
      const preflight = context.crossOrigin.preflight(request); // 403
      if (preflight) return respond(preflight, admission, request);
      context.crossOrigin.checkOrigin(request); // 403
      const isKnown = admission.recognise(target);
      if (!isKnown) await admission.identify(target); // 401, 403, 429 for an address with wrong API keys
      if ("failure" in target) return { response: await admission.turnAway(target), ended: null }; // 404, 405
      const body = new RequestBody(request, bodyLimits);
      const again = isRepeatable(target, request.headers) ? await givenAgain(context, admission, body, target) : null;
      if (again) return respond(again, admission, request);
      if (isKnown) await admission.confirm(target); // as above
      await admission.count(target.caller); // 429
      return respond(await work(context, { admission, request, route: target, params, body }), admission, request);
    } catch (failure) {
      const { requestId, signal } = admission;
      const occasion = { requestId, signal, method: request.method, path: splitUrl(request.url).path };
      return respond(failureOutcome(reported(context, occasion, failure), target), admission, request);
    }
  }

  function respond(outcome: Outcome | Streaming, admission: Admission, { method }: Request): Sent {
    const headers = listener().draining ? { ...admission.headers(), Connection: "close" } : admission.headers();
    if (!("lines" in outcome)) return { response: responseOf(outcome, headers), ended: null };
    // Nobody would ever ask for its lines.
    if (method === "HEAD") return { response: responseOf({ ...outcome, body: null }, headers), ended: null };
    const { response, ended } = streamingResponse(outcome, headers, admission.signal);
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
  readonly admission: Admission;
  readonly request: Request;
  readonly route: Route;
  readonly params: Call["params"];
  readonly body: RequestBody;
}

interface Memories extends Repeating {
  readonly largeAnswers: LargeAnswers;
  readonly largeWork: LargeWork;
}

/** What an admitted request is answered with. Under an `Idempotency-Key` the same request is worked on once. */
function work(
  context: RequestContext & Memories,
  { admission, request, route, params, body }: Admitted,
): Promise<Outcome | Streaming> {
  const { headers, method, url } = request;
  const { principal, subject, requestId, startedMs, signal } = admission;
  const { path, query } = splitUrl(url);
  const key = takesIdempotencyKey(route) ? headers.get("idempotency-key") : null;
  const call = { principal, requestId, params, query: new URLSearchParams(query), headers, signal };
  const items = new ChargedBatchItems(context, { call, requestId, startedMs, bytes: () => body.bytes, key });
  const job = { route, call: { ...call, items }, subject, requestId, startedMs };
  // 402, 413, 400, then what the route refuses with
  if (!principal || key === null) {
    const work = unkeyedWork(context, job, body, path);
    const answered = () => workAndCharge(context, { ...job, work, keeper: null });
    // What was stored is read in any amount; all else is as large as what was sent.
    if (!principal || route.method !== "GET") return answered();
    return context.largeAnswers.answer({ app: principal.app, signal, isRead: method !== "HEAD" }, answered); // 503
  }
  // 413, then 400 for the key or what was answered before, then 402, 400 and what the route refuses with: a repetition is
  // told by its body, and costs nothing.
  return body.readRaw().then((bytes) => {
    const fingerprint = fingerprintOf(method, path, bytes);
    const work = () => handledInTurn(context, job, body);
    return once(context, { app: principal.app, key, fingerprint }, (keeper) =>
      workAndCharge(context, { ...job, work, keeper }),
    );
  });
}

/** The route's own work; of a question that was answered before in the same bytes, that answer. */
function unkeyedWork(
  context: RequestContext & Memories,
  job: Pick<Job, "call" | "route">,
  body: RequestBody,
  path: string,
): Job["work"] {
  const { principal, headers } = job.call;
  const work = () => handledInTurn(context, job, body);
  if (!principal || !isRepeatable(job.route, headers)) return work;
  return async () => {
    const raw = await body.readRaw();
    return repeatedOr(context.repeatedAnswers, { app: principal.app, path, body: raw }, work);
  };
}
