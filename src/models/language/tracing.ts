/** What a trace tells of model servers, in the words of OpenTelemetry's conventions for generative AI. */
import type { SpanStart, Tracer } from "#core/ports/tracer.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/** One call of a server. `name`: of the model, as the server knows it. */
export function chatSpan(of: {
  readonly provider: "openai" | "anthropic" | "llama-server" | "gguf";
  readonly baseUrl: string;
  readonly name: string;
}): SpanStart {
  const { provider, baseUrl, name } = of;
  return {
    name: `chat ${name}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      // What it was called before; not every tool knows the new name.
      "gen_ai.system": provider,
      "gen_ai.request.model": name,
      ...(provider !== "llama-server" && provider !== "gguf" && addressOf(baseUrl)),
    },
  };
}

/** The same fetch, which says of which trace a call is a part. */
export function withTraceparent(fetch: GuardedFetch, tracer: Tracer): GuardedFetch {
  return (url, init) => {
    const traceparent = tracer.traceparent();
    if (traceparent === null) return fetch(url, init);
    const headers = new Headers(init?.headers);
    headers.set("traceparent", traceparent);
    return fetch(url, { ...init, headers });
  };
}

function addressOf(baseUrl: string): { readonly "server.address": string; readonly "server.port": number } {
  const { hostname, port, protocol } = new URL(baseUrl);
  return { "server.address": hostname, "server.port": Number(port) || (protocol === "https:" ? 443 : 80) };
}
