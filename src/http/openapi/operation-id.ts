import type { Route } from "../route.ts";

type Named = Pick<Route, "method" | "path"> & { readonly describes: Pick<Route["describes"], "success"> };

/** What several kinds of resource have of their own: the kind stands before it, as in `listToolsetCases`. */
const OF_SEVERAL: ReadonlySet<string> = new Set(["cases", "tests", "entries", "graduation"]);

/** What generated clients call the operation, as in `createToolset`, `listMemories`, `resolveRespond`. */
export function operationIdOf({ method, path, describes }: Named): string {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "v1");
  const nouns = segments.filter((segment) => !segment.startsWith(":"));
  const of = nouns[0] === "admin" && nouns.length > 1 ? "Admin" : "";
  const own = nouns.at(-1) ?? "start";
  const noun = OF_SEVERAL.has(own) ? `${singular(nouns.at(-2) ?? "")}-${own}` : own;
  const isOne = segments.at(-1)?.startsWith(":") ?? false;
  if (method === "PUT") return `replace${of}${pascal(singular(noun))}`;
  if (method === "DELETE") return `delete${of}${pascal(isOne ? singular(noun) : noun)}`;
  if (method === "POST" && describes.success.status === 201) return `create${of}${pascal(singular(noun))}`;
  if (method === "POST") return camel(nouns.join("-"));
  // What is called the same for one and for all is told by its parameter, as in `getAdminPage`.
  const told = isOne && singular(noun) === noun ? pascal(segments.at(-1) ?? "") : "";
  if (isOne) return `get${of}${pascal(singular(noun))}${told}`;
  return `${isPage(describes.success.schema) ? "list" : "get"}${of}${pascal(noun)}`;
}

/** Whether a schema is that of a page of a list. */
export function isPage(schema: Route["describes"]["success"]["schema"]): boolean {
  const properties: unknown = schema?.properties;
  return typeof properties === "object" && properties !== null && "next_cursor" in properties;
}

function singular(noun: string): string {
  return noun
    .replace(/iases$/, "ias")
    .replace(/ies$/, "y")
    .replace(/(?<!ia)s$/, "");
}

function pascal(words: string): string {
  const parts = words.split(/[^A-Za-z0-9]+/);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}

function camel(words: string): string {
  const joined = pascal(words);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}
