/** The Model Context Protocol for commands. Its SDK is loaded when a command uses it: no other waits for it. */
import type { Config } from "#config";
import { OperatorError } from "#core/errors.ts";
import type { Secret } from "#core/secret.ts";
import type { Bridged, BridgeOptions } from "#mcp/bridge.ts";
import type { ListedTools, McpServerPlace } from "#mcp/listed-tools.ts";
import { BackendFailure } from "#models/backend/backend-failure.ts";
import { guardedFetch } from "#models/language/guarded-fetch.ts";
import manifest from "../../package.json";

export type { ListedTools };

/** As `bridgeOverStdio` of `#mcp/bridge.ts`. */
export async function bridgeOverStdio(options: BridgeOptions): Promise<Bridged> {
  return (await import("#mcp/bridge.ts")).bridgeOverStdio(options);
}

/** An address, or the words of a command line. */
export type AskedMcpServer = URL | readonly [program: string, ...args: string[]];

/**
 * The tools that a server lists, as `listedTools` gives them. Throws also for an address whose host is not allowed by the settings.
 * @param token what a server at an address is shown; "" for nothing.
 * @param msMax for everything together; `LISTING_MS_MAX` unless a test has less time.
 */
export async function listMcpTools(
  server: AskedMcpServer,
  { network }: Pick<Config, "network">,
  token: Secret,
  msMax?: number,
): Promise<ListedTools> {
  const { LISTING_MS_MAX, listedTools, MESSAGE_BYTES_MAX } = await import("#mcp/listed-tools.ts");
  const place = placeOf(server, network.allow, token, MESSAGE_BYTES_MAX);
  return listedTools(place, manifest.version, msMax ?? LISTING_MS_MAX);
}

function placeOf(
  server: AskedMcpServer,
  allow: readonly string[],
  token: Secret,
  responseBytesMax: number,
): McpServerPlace {
  if (!(server instanceof URL)) {
    const [program, ...args] = server;
    return { kind: "command", program, arguments: args };
  }
  const host = server.hostname.replace(/^\[|\]$/g, "");
  if (!allow.some((other) => other.toLowerCase() === host)) {
    throw new OperatorError(
      "failed",
      `the host ${host} is not among those of [network] allow: add it to the settings, or set DRAGOMAN_NETWORK_ALLOW=${host} for this command`,
    );
  }
  const called = "the server";
  const guarded = guardedFetch({ baseUrl: server.href, allow, responseBytesMax, called });
  return { kind: "url", url: server, fetch: withStatuses(guarded, token) };
}

/** The protocol reads more out of a status than that something failed; where to is no redirect's to say. */
function withStatuses(guarded: ReturnType<typeof guardedFetch>, token: Secret): typeof guarded {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (token.reveal() !== "") headers.set("Authorization", `Bearer ${token.reveal()}`);
    try {
      return await guarded(url, { ...init, headers });
    } catch (failure) {
      const status = failure instanceof BackendFailure ? (failure.status ?? 0) : 0;
      if (!(failure instanceof BackendFailure) || status < 400) throw failure;
      if (status === 401 || status === 403) {
        const hint = "set DRAGOMAN_MCP_TOKEN to a token that it takes";
        throw new OperatorError("failed", `${failure.message}: ${hint}`, failure);
      }
      return new Response(failure.detail, { status });
    }
  };
}
