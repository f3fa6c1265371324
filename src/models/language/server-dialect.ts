/** The dialect of a server of the settings, and what it is called. */
import { basename } from "node:path";
import { type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { Dialect } from "../backend/dialect.ts";
import { GgufDialect } from "../gguf/gguf-dialect.ts";
import { AnthropicDialect } from "./anthropic-dialect.ts";
import { ChatDialect } from "./chat-dialect.ts";
import { ChildDialect } from "./child-dialect.ts";
import { ChildServer } from "./child-server.ts";
import { discreetDialect } from "./discreet-dialect.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { ModelServer, Surroundings } from "./model-server.ts";
import { withTraceparent } from "./tracing.ts";

/** What the model is called in answers and metrics. */
export function idOf(server: ModelServer): string {
  return `${server.provider}/${nameOf(server)}`;
}

/** A file is one model, which is called as it is. */
export function nameOf({ provider, name, path }: ModelServer): string {
  return provider === "llama-server" || provider === "gguf" ? basename(path, ".gguf") : name;
}

/** Starts a child where it is one, and contacts nobody. */
export function dialectOf(
  options: ModelServer & Pick<Surroundings, "allow" | "log" | "runtimeDir"> & { readonly tracer?: Tracer },
): {
  readonly dialect: Dialect;
  close(): Promise<void>;
} {
  if (options.provider === "gguf") {
    const dialect = new GgufDialect(options);
    return { dialect, close: () => dialect.close() };
  }
  const dialectAt = (baseUrl: string) => {
    const at = { ...options, name: nameOf(options), baseUrl };
    const speaking = { ...at, fetch: withTraceparent(guardedFetch(at), options.tracer ?? UNTRACED) };
    const dialect = options.provider === "anthropic" ? new AnthropicDialect(speaking) : new ChatDialect(speaking);
    return discreetDialect(dialect, options.apiKey.reveal());
  };
  if (options.provider !== "llama-server") return { dialect: dialectAt(options.baseUrl), close: async () => {} };
  const child = new ChildServer(options);
  void child.started().catch(() => {});
  return { dialect: new ChildDialect(child, dialectAt), close: () => child.close() };
}
