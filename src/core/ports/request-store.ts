import type { JsonObject } from "../json.ts";
import type { TaughtKind } from "../teaching/taught-case.ts";
import type { AppId, Instant } from "../tenant.ts";

/** A request that was answered, for the feedback that may come. */
export interface AnsweredRequest {
  /** As the client knows it from `X-Request-Id`: it may choose the same one twice, then the newest counts. */
  readonly requestId: string;
  /** The cache entry that answered or was made; null where there is none. */
  readonly entry: { readonly partition: string; readonly key: string } | null;
  /** How the answer was made from one to other words; null when it was not. The core alone looks inside. */
  readonly reuse: JsonObject | null;
  /** The query or the data. */
  readonly text: string;
  readonly answer: JsonObject;
  /** Whom the right answer would teach; null where definitions came along, or something was said before. */
  readonly asked: AskedSets | null;
  readonly createdAt: Instant;
}

/** The sets that answered a request, in the order named. A type, not an interface: so the compiler sees that it is JSON. */
export type AskedSets = {
  readonly kind: TaughtKind;
  readonly signatures: readonly string[];
  /** What the request said that it is in; left out where its words told. */
  readonly language?: string;
};

export interface RequestStore {
  /** Durable no later than the next change that this storage acknowledges. Over `requestsMax` of the app the oldest go. */
  record(app: AppId, request: AnsweredRequest, requestsMax: number): Promise<void>;
  find(app: AppId, requestId: string): Promise<AnsweredRequest | null>;
  /** Drops those of all apps made before `before`. Returns how many went. */
  expire(before: Instant): Promise<number>;
}
