import type { Services } from "#http/services.ts";

/** For the table of routes where only what it says is wanted, and nobody calls. */
export function nobodysServices(): Services {
  const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
  return nothing as Services;
}
