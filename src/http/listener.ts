import { type AppError, messageOf, OperatorError } from "#core/errors.ts";
import { TARGET_PATTERNS, targetFault } from "./request/target.ts";

export interface Listener {
  readonly url: string;
  readonly port: number;
  readonly draining: boolean;
  /** Requests so far. */
  readonly begun: number;
  /** The address of whoever is connected. */
  peerOf(request: Request): string | null;
  /** Counts what goes on behind an answer that is out already as in flight. `work` must not reject. */
  hold(work: Promise<void>): void;
  /** Stops accepting, waits for what is in flight, and after `drainMsMax` closes what is left by force. */
  stop(drainMsMax: number): Promise<void>;
}

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Of its routes, those without parameters. */
  readonly paths: readonly string[];
  /** The setting that names the address; where there is none, flags do. */
  readonly setting?: string;
  readonly answer: (request: Request) => Response | Promise<Response>;
  /** Answers instead where a target or host could mean one thing to a proxy in front and another to us. */
  readonly refuse: (request: Request, fault: AppError) => Promise<Response>;
  /** For what `answer` let through. */
  readonly onError: (failure: unknown) => Response;
}

/** `[::1]:9420` as host and port. */
export function hostAndPort(address: string): Pick<ListenerOptions, "host" | "port"> {
  const colon = address.lastIndexOf(":");
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(address.slice(colon + 1)) };
}

/** Bun's longest. A model may think for a while, and Bun would cut the connection of whoever waits silently. */
const IDLE_SECONDS_MAX = 255;
const DRAIN_LOOK_MS = 10;
/** After connections are cut, requests in flight notice and give back what they hold: soon, or not at all. */
const NOTICE_MS_MAX = 1_000;

/** Listens at once. Throws an OperatorError, `address_unusable`, when the address cannot be had. */
export function openListener(options: ListenerOptions): Listener {
  const { host, port, answer, refuse } = options;
  let draining = false;
  let inFlight = 0;
  let begun = 0;
  const counted: Answering = async (request, sent) => {
    inFlight += 1;
    begun += 1;
    try {
      const fault = targetFault(request, sent);
      return await (fault ? refuse(request, fault) : answer(request));
    } finally {
      inFlight -= 1;
    }
  };
  const server = listen(options, counted);
  const until = async (done: () => boolean, msMax: number) => {
    const deadline = performance.now() + msMax;
    while (!done() && performance.now() < deadline) await Bun.sleep(DRAIN_LOOK_MS);
  };
  const boundPort = server.port ?? port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    get draining() {
      return draining;
    },
    get begun() {
      return begun;
    },
    peerOf: (request) => server.requestIP(request)?.address ?? null,
    hold(work) {
      inFlight += 1;
      void work.finally(() => {
        inFlight -= 1;
      });
    },
    async stop(drainMsMax) {
      draining = true;
      void server.stop();
      await until(() => inFlight === 0 && server.pendingRequests === 0, drainMsMax);
      await server.stop(true);
      await until(() => inFlight === 0, NOTICE_MS_MAX);
    },
  };
}

type Answering = (request: Request, sent: string | readonly string[] | null) => Promise<Response>;

function listen({ host: hostname, port, onError: error, setting, paths }: ListenerOptions, answer: Answering) {
  // Found without taking the target apart.
  const known = paths.map((path) => [path, (request: Request) => answer(request, path)] as const);
  const withSegments = (request: Bun.BunRequest) => answer(request, Object.values<string>(request.params));
  try {
    return Bun.serve({
      hostname,
      port,
      routes: Object.fromEntries([...TARGET_PATTERNS.map((pattern) => [pattern, withSegments] as const), ...known]),
      fetch: (request) => answer(request, null),
      error,
      idleTimeout: IDLE_SECONDS_MAX,
      // Bun answers what is larger with an empty 413. Ours counts while it reads, and has words.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    });
  } catch (cause) {
    throw new OperatorError("address_unusable", reasonNotListening(`${hostname}:${port}`, setting, cause), cause);
  }
}

function reasonNotListening(address: string, setting: string | undefined, cause: unknown): string {
  const code = (cause as { readonly code?: string }).code;
  const withPort = setting ?? "--port";
  if (code === "EADDRINUSE") {
    return `cannot listen on ${address}: the port is in use. Stop what uses it, or choose another with ${withPort}`;
  }
  if (code === "EACCES") {
    return `cannot listen on ${address}: this user may not use that port. Choose one above 1023 with ${withPort}`;
  }
  const reason = messageOf(cause);
  return `cannot listen on ${address}: ${reason}. Choose another with ${setting ?? "--host"}`;
}
