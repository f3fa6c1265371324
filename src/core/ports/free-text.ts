import type { JsonObject } from "../json.ts";
import type { AppId } from "../tenant.ts";

/** A language model that answers what is no tool call, where an owner has set one up for that. */
export interface FreeTextModel {
  /** As the settings call it. */
  readonly name: string;
  /**
   * The answer to a request for a chat completion, both in OpenAI's words; the model's name and whether it is streamed are put in
   * here. Rejects with `bad_gateway` when the server cannot be reached, answers an error or no completion, and with
   * `service_unavailable` when too much waits for it. `app`: whose request it is, for a queue that is fair between apps.
   */
  complete(request: JsonObject, app: AppId, signal: AbortSignal): Promise<JsonObject>;
}
