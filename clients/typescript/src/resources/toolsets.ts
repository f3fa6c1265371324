import type {
  CreateToolsetCaseAnswer,
  CreateToolsetCaseBody,
  GetToolsetGraduationAnswer,
  ListToolsetCasesAnswer,
  TestRun,
  Toolset,
  ToolsetBody,
  ToolsetReplacement,
  ToolsetsDiffAnswer,
  ToolsetsDiffBody,
  ToolsetsLintAnswer,
  ToolsetWritten,
  ToolTestBody,
  ToolTestReport,
} from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions, ConditionalOptions, PostOptions } from "../options.ts";
import { call, LONG_TIMEOUT_MS } from "../routes.ts";
import type { Transport } from "../transport.ts";

const SET = "/v1/toolsets/{signature}";

/** Sets of tools that sentences are turned into calls of. */
export class Toolsets {
  /** What a set was taught. */
  readonly cases: ToolsetCases;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.cases = new ToolsetCases(transport);
  }

  create(body: ToolsetBody, options: PostOptions = {}): Promise<ToolsetWritten> {
    return call(this.#transport, "POST", "/v1/toolsets", { body, options });
  }

  list(options: ListOptions = {}): Listing<Toolset> {
    return new Listing((query) => call(this.#transport, "GET", "/v1/toolsets", { query, options }), options);
  }

  retrieve(signature: string, options: CallOptions = {}): Promise<Toolset> {
    return call(this.#transport, "GET", SET, { places: { signature }, options });
  }

  /** All of it: what is left out goes back to its default. */
  replace(signature: string, body: ToolsetReplacement, options: ConditionalOptions = {}): Promise<ToolsetWritten> {
    return call(this.#transport, "PUT", SET, { places: { signature }, body, options });
  }

  delete(signature: string, options: ConditionalOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", SET, { places: { signature }, options });
  }

  /** What would make the set understood worse. `besides`: other toolsets that requests name together with this one. */
  lint(
    signature: string,
    options: PostOptions & { readonly besides?: readonly string[] | undefined } = {},
  ): Promise<ToolsetsLintAnswer> {
    const query = options.besides === undefined ? {} : { with: options.besides.join(",") };
    return call(this.#transport, "POST", `${SET}/lint`, { places: { signature }, query, options });
  }

  /** Asks the cases, and tells how many were answered rightly. */
  test(signature: string, body: ToolTestBody, options: PostOptions = {}): Promise<ToolTestReport> {
    const places = { signature };
    return call(this.#transport, "POST", `${SET}/test`, { places, body, options, timeoutMs: LONG_TIMEOUT_MS });
  }

  /** What came of its tests, page by page. */
  tests(signature: string, options: ListOptions = {}): Listing<TestRun> {
    const places = { signature };
    return new Listing((query) => call(this.#transport, "GET", `${SET}/tests`, { places, query, options }), options);
  }

  /** Which answers would be others if the set were as proposed. */
  diff(signature: string, body: ToolsetsDiffBody, options: PostOptions = {}): Promise<ToolsetsDiffAnswer> {
    const places = { signature };
    return call(this.#transport, "POST", `${SET}/diff`, { places, body, options, timeoutMs: LONG_TIMEOUT_MS });
  }

  /** Which tools the model inside answers in place of the language model. */
  graduation(signature: string, options: CallOptions = {}): Promise<GetToolsetGraduationAnswer> {
    return call(this.#transport, "GET", `${SET}/graduation`, { places: { signature }, options });
  }
}

export class ToolsetCases {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(signature: string, body: CreateToolsetCaseBody, options: PostOptions = {}): Promise<CreateToolsetCaseAnswer> {
    return call(this.#transport, "POST", `${SET}/cases`, { places: { signature }, body, options });
  }

  list(signature: string, options: ListOptions = {}): Listing<ListToolsetCasesAnswer["data"][number]> {
    const places = { signature };
    return new Listing((query) => call(this.#transport, "GET", `${SET}/cases`, { places, query, options }), options);
  }

  delete(signature: string, id: string, options: CallOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", `${SET}/cases/{case}`, { places: { signature, case: id }, options });
  }
}
