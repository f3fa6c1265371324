/** A request and its answer as they come. Tests send the requests, and check both against the schemas. */
export interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}
