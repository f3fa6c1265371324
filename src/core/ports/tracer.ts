/** A word of a short list or several, a number, or a name of the settings: never what a client said. */
export type SpanAttribute = boolean | number | string | readonly string[];
export type SpanAttributes = Readonly<Record<string, SpanAttribute>>;

/** A piece of work within a request, from its beginning to its end. */
export interface Span {
  /** Tells more of it. A name that was told before gets the new value. */
  add(attributes: SpanAttributes): void;
  /** It failed; `errorType` is a word of a short list. What a failure says in words is told to nobody. */
  fail(errorType: string): void;
}

/** What is known of a piece of work when it begins. */
export interface SpanStart {
  readonly name: string;
  /** `client`: another server is asked. */
  readonly kind: "client" | "internal";
  readonly attributes?: SpanAttributes;
}

/** A request that came in. */
export interface RequestSpan {
  /** Does the work in its name: the parts that begin in there are parts of it. */
  run<Result>(work: () => Result): Result;
  /** Once. Of `route` and `method` as an `Observer` is told them. */
  end(request: {
    readonly method: string;
    readonly route: string | null;
    readonly status: number;
    readonly requestId: string;
    /** Null where nobody was identified. */
    readonly app: string | null;
  }): void;
}

/** Follows requests through their parts. Its methods return at once and never throw on their own account. */
export interface Tracer {
  /** @param headers of the request: a `traceparent` among them makes it a part of somebody else's trace. */
  request(headers: Headers): RequestSpan;
  /**
   * Does a part of the work; its result, or its failure, is that of `work`. Outside of a request, and after its end, it is
   * just done.
   */
  part<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** What a server that is asked in this moment is told as `traceparent`; null for nothing. */
  traceparent(): string | null;
}

const NO_SPAN: Span = { add() {}, fail() {} };
const NO_REQUEST: RequestSpan = { run: (work) => work(), end() {} };

/** Follows nothing. */
export const UNTRACED: Tracer = {
  request: () => NO_REQUEST,
  part: (_start, work) => work(NO_SPAN),
  traceparent: () => null,
};
