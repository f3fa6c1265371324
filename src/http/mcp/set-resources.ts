/** The sets of an app as resources of the Model Context Protocol: a client's user picks one, and the model reads what is in it. */
import type { JsonObject } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import type { ItemResult } from "../route.ts";
import type { Api } from "./api.ts";

const SCHEME = "dragoman://";
export const SET_TYPE = "application/json";

/** In the order in which they are listed. */
const KINDS = [
  { called: "toolset", path: "toolsets" },
  { called: "classification set", path: "classification-sets" },
] as const;
type Kind = (typeof KINDS)[number];

export interface ListedSet {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** How all sets of a kind are addressed. */
export const SET_TEMPLATES = KINDS.map(({ called, path }) => ({
  uriTemplate: `${SCHEME}${path}/{signature}`,
  name: called,
  description: `A ${called} of the app, by its signature.`,
  mimeType: SET_TYPE,
}));

/**
 * A page of the app's sets, toolsets first; each page is one request of its kind's list. Resolves to that request's failure where it
 * failed. Null for a cursor that no page has given.
 */
export async function listedSets(
  api: Api,
  cursor: string | undefined,
): Promise<{ readonly sets: readonly ListedSet[]; readonly nextCursor?: string } | ItemResult | null> {
  const [path, after] = (cursor ?? `${KINDS[0].path}:`).split(":", 2);
  const index = KINDS.findIndex((one) => one.path === path);
  const kind = KINDS[index];
  if (!kind || after === undefined) return null;
  const query = new URLSearchParams({ limit: String(LIMITS.pageItemsMax), ...(after !== "" && { cursor: after }) });
  const result = await api.ask(`GET /v1/${kind.path}`, { query });
  if (result.status !== 200) return result;
  const { data, next_cursor } = result.body as {
    readonly data: readonly JsonObject[];
    readonly next_cursor: string | null;
  };
  const next = KINDS[index + 1];
  const nextCursor = next_cursor === null ? next && `${next.path}:` : `${kind.path}:${next_cursor}`;
  return { sets: data.map((set) => listed(kind, set)), ...(nextCursor !== undefined && { nextCursor }) };
}

/** What a set's address leads to, as a request would read it; null for an address that no set can have. */
export async function readSet(api: Api, uri: string): Promise<ItemResult | null> {
  const kind = KINDS.find(({ path }) => uri.startsWith(`${SCHEME}${path}/`));
  if (!kind) return null;
  const signature = uri.slice(`${SCHEME}${kind.path}/`.length);
  return api.ask(`GET /v1/${kind.path}/:signature`, { params: { signature } });
}

function listed({ called, path }: Kind, { signature, name, description }: JsonObject): ListedSet {
  return {
    uri: `${SCHEME}${path}/${signature}`,
    name: String(signature),
    title: String(name),
    description: typeof description === "string" && description !== "" ? description : `A ${called}.`,
  };
}
