import type { Dialect, DialectReply, Question, ServerFacts } from "../backend/dialect.ts";
import { NO_FACTS } from "./capabilities.ts";
import type { ChildServer } from "./child-server.ts";

/** The dialect of a child, which answers at another port each time it is started. */
export class ChildDialect implements Dialect {
  readonly #server: ChildServer;
  readonly #dialectAt: (baseUrl: string) => Dialect;
  #current: { readonly baseUrl: string; readonly dialect: Dialect } | null = null;

  constructor(server: ChildServer, dialectAt: (baseUrl: string) => Dialect) {
    this.#server = server;
    this.#dialectAt = dialectAt;
  }

  /** Starts the child, and resolves when it answers. */
  load(): Promise<void> {
    return this.#server.started();
  }

  async ask(question: Question, signal: AbortSignal): Promise<DialectReply> {
    return this.#speaking().ask(question, signal);
  }

  async facts(signal: AbortSignal): Promise<ServerFacts> {
    return (await this.#speaking().facts?.(signal)) ?? NO_FACTS;
  }

  #speaking(): Dialect {
    const baseUrl = this.#server.baseUrl();
    if (this.#current?.baseUrl !== baseUrl) this.#current = { baseUrl, dialect: this.#dialectAt(baseUrl) };
    return this.#current.dialect;
  }
}
