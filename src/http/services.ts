import type { Access } from "#core/access.ts";
import type { Classifier } from "#core/classification.ts";
import type { Ledger } from "#core/ledger.ts";
import type { Clock } from "#core/ports.ts";
import type { Registry } from "#core/registry.ts";
import type { Resolver } from "#core/resolution.ts";

/** The slice of the core that requests reach. The composition root hands it in. */
export interface Services {
  readonly access: Pick<Access, "authenticate" | "countCall" | "countExchange" | "exchange" | "windowOf">;
  readonly ledger: Pick<Ledger, "giveBack" | "reserve" | "settle">;
  readonly toolsets: Pick<Registry<"toolset">, "create" | "get" | "list" | "remove" | "replace">;
  readonly classificationSets: Pick<Registry<"classification_set">, "create" | "get" | "list" | "remove" | "replace">;
  readonly resolver: Pick<Resolver, "resolve" | "resolveQuick">;
  readonly classifier: Pick<Classifier, "classify">;
  readonly clock: Clock;
  /** Whether a request could be answered now; else what is not there yet, in words. */
  readonly readiness: () => { readonly ready: true } | { readonly ready: false; readonly waitingFor: string };
}
