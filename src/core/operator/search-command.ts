/** The operator's search among the tools of an app. Nobody is charged for it. */

import type { JsonObject, JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { AppId } from "../tenant.ts";
import { foundJson } from "../tool-search/found-json.ts";
import { EVERY_TOOLSET } from "../tool-search/search-request.ts";
import type { Arguments } from "./arguments.ts";
import type { Asking } from "./asking.ts";

/** What a request to `/v1/search-tools` would be given. `toolsets` left out are all of the app. */
export async function searchForTools({ toolSearch, clock }: Asking, app: AppId, args: Arguments): Promise<JsonValue> {
  const query = args.text("query");
  const toolsets = args.has("toolsets") ? args.texts("toolsets") : EVERY_TOOLSET;
  const k = args.limit({ byDefault: LIMITS.foundToolsDefault, max: LIMITS.foundToolsMax });
  const said = args.has("language") ? { language: args.text("language") } : {};
  const startedMs = clock.monotonicMs();
  // A command is over when it is done, whoever waits for it.
  const found = await toolSearch.search(app, { query, toolsets, k, ...said }, new AbortController().signal);
  const { searched, learning, language } = found;
  return {
    query,
    ...foundJson(found),
    searched_tools: searched,
    learning: learning && { ...learning },
    language,
    latency_ms: clock.monotonicMs() - startedMs,
  } as JsonObject;
}
