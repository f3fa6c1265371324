import type {
  ClassificationSet,
  ClassificationSetBody,
  ClassificationSetReplacement,
  ClassificationSetsDiffAnswer,
  ClassificationSetsDiffBody,
  ClassificationSetsLintAnswer,
  ClassificationSetWritten,
  CreateClassificationSetCaseAnswer,
  CreateClassificationSetCaseBody,
  GetClassificationSetGraduationAnswer,
  LabelTestBody,
  LabelTestReport,
  ListClassificationSetCasesAnswer,
  TestRun,
} from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions, ConditionalOptions, PostOptions } from "../options.ts";
import { call, LONG_TIMEOUT_MS } from "../routes.ts";
import type { Transport } from "../transport.ts";

const SET = "/v1/classification-sets/{signature}";

/** Sets of labels that texts are given. */
export class ClassificationSets {
  /** What a set was taught. */
  readonly cases: ClassificationSetCases;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.cases = new ClassificationSetCases(transport);
  }

  create(body: ClassificationSetBody, options: PostOptions = {}): Promise<ClassificationSetWritten> {
    return call(this.#transport, "POST", "/v1/classification-sets", { body, options });
  }

  list(options: ListOptions = {}): Listing<ClassificationSet> {
    return new Listing((query) => call(this.#transport, "GET", "/v1/classification-sets", { query, options }), options);
  }

  retrieve(signature: string, options: CallOptions = {}): Promise<ClassificationSet> {
    return call(this.#transport, "GET", SET, { places: { signature }, options });
  }

  /** All of it: what is left out goes back to its default. */
  replace(
    signature: string,
    body: ClassificationSetReplacement,
    options: ConditionalOptions = {},
  ): Promise<ClassificationSetWritten> {
    return call(this.#transport, "PUT", SET, { places: { signature }, body, options });
  }

  delete(signature: string, options: ConditionalOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", SET, { places: { signature }, options });
  }

  /** What would make the set understood worse. */
  lint(signature: string, options: PostOptions = {}): Promise<ClassificationSetsLintAnswer> {
    return call(this.#transport, "POST", `${SET}/lint`, { places: { signature }, options });
  }

  /** Asks the cases, and tells how many were answered rightly. */
  test(signature: string, body: LabelTestBody, options: PostOptions = {}): Promise<LabelTestReport> {
    const places = { signature };
    return call(this.#transport, "POST", `${SET}/test`, { places, body, options, timeoutMs: LONG_TIMEOUT_MS });
  }

  /** What came of its tests, page by page. */
  tests(signature: string, options: ListOptions = {}): Listing<TestRun> {
    const places = { signature };
    return new Listing((query) => call(this.#transport, "GET", `${SET}/tests`, { places, query, options }), options);
  }

  /** Which answers would be others if the set were as proposed. */
  diff(
    signature: string,
    body: ClassificationSetsDiffBody,
    options: PostOptions = {},
  ): Promise<ClassificationSetsDiffAnswer> {
    const places = { signature };
    return call(this.#transport, "POST", `${SET}/diff`, { places, body, options, timeoutMs: LONG_TIMEOUT_MS });
  }

  /** Which classes the model inside gives in place of the language model. */
  graduation(signature: string, options: CallOptions = {}): Promise<GetClassificationSetGraduationAnswer> {
    return call(this.#transport, "GET", `${SET}/graduation`, { places: { signature }, options });
  }
}

export class ClassificationSetCases {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(
    signature: string,
    body: CreateClassificationSetCaseBody,
    options: PostOptions = {},
  ): Promise<CreateClassificationSetCaseAnswer> {
    return call(this.#transport, "POST", `${SET}/cases`, { places: { signature }, body, options });
  }

  list(signature: string, options: ListOptions = {}): Listing<ListClassificationSetCasesAnswer["data"][number]> {
    const places = { signature };
    return new Listing((query) => call(this.#transport, "GET", `${SET}/cases`, { places, query, options }), options);
  }

  delete(signature: string, id: string, options: CallOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", `${SET}/cases/{case}`, { places: { signature, case: id }, options });
  }
}
