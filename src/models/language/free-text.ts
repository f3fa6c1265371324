/** Requests that are handed on to a server of chat completions as they are, for what is no tool call. */
import { saidInTime } from "#core/deadline.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import type { FreeTextModel } from "#core/ports/free-text.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import { Bulkhead } from "./bulkhead.ts";
import { keyHeader } from "./chat-dialect.ts";
import { withoutKey } from "./discreet-dialect.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { loggedDetail } from "./logged-detail.ts";
import type { ModelServer, Surroundings } from "./model-server.ts";
import { addressUnder } from "./server-context.ts";

type Around = Pick<Surroundings, "allow" | "log" | "timeoutMs">;

/** Contacts nobody before it is asked. Its queue is its own: prose takes longer than a call, which is not to wait for it. */
export function openFreeText(called: string, server: ModelServer, { allow, log, timeoutMs }: Around): FreeTextModel {
  const { baseUrl, responseBytesMax, concurrencyMax, queueMax, name: model } = server;
  const fetch = guardedFetch({ baseUrl, allow, responseBytesMax });
  const bulkhead = new Bulkhead(concurrencyMax, queueMax);
  const url = addressUnder(baseUrl, "/chat/completions");
  const headers = { "content-type": "application/json", ...keyHeader(server) };
  const ask = async (request: JsonObject, signal: AbortSignal) => {
    const { stream: _, stream_options: _options, ...rest } = request;
    const body = JSON.stringify({ ...rest, model });
    const response = await fetch(url, { method: "POST", headers, body, signal });
    return completionIn(await response.text());
  };
  return {
    name: called,
    complete: (request, app, signal) =>
      saidInTime(timeoutMs, signal, (until) => bulkhead.run(app, until, () => ask(request, until))).catch(
        (failure: unknown) => {
          if (failure instanceof BackendFailure) log(lineOf(called, failure, server, request), { level: "warn" });
          throw failure;
        },
      ),
  };
}

function completionIn(body: string): JsonObject {
  const completion = parsed(body);
  const choices = isJsonObject(completion) && Array.isArray(completion.choices) ? completion.choices : [];
  const isWhole = choices.length > 0 && choices.every((choice) => isJsonObject(choice) && isJsonObject(choice.message));
  if (isJsonObject(completion) && isWhole) return completion;
  throw unreadable(body);
}

function parsed(body: string): JsonObject[string] {
  try {
    return JSON.parse(body);
  } catch {
    throw unreadable(body);
  }
}

function unreadable(body: string): BackendFailure {
  return new BackendFailure("unreadable", "the model server's answer cannot be read", { detail: body });
}

/** In one line, without the key and without what the client wrote, both of which servers repeat. */
function lineOf(
  called: string,
  { message, detail }: BackendFailure,
  { apiKey }: ModelServer,
  request: JsonObject,
): string {
  const key = apiKey.reveal();
  const shown = loggedDetail(key === "" ? detail : withoutKey(detail, key), JSON.stringify(request.messages));
  return `${called}: ${message}${shown === "" ? "" : `: ${shown}`}`;
}
