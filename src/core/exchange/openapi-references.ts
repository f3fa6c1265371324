import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { isList } from "./json-fields.ts";
import { Unusable } from "./unusable.ts";

/** References that lead to references, one after another; more than these go round in a circle. */
const HOPS_MAX = 32;

/** Follows `$ref` inside one document. */
export class References {
  readonly #document: JsonObject;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** What the reference points at. Throws an Unusable for one that leads out of the file or nowhere. */
  target(reference: string): JsonValue {
    if (!reference.startsWith("#")) {
      throw new Unusable(`it refers to another file (${reference}): bundle the files into one first`);
    }
    if (reference !== "#" && !reference.startsWith("#/"))
      throw new Unusable(`"${reference}" is no reference that can be followed`);
    let here: JsonValue | undefined = this.#document;
    for (const token of reference
      .slice(2)
      .split("/")
      .filter((_, index, all) => index > 0 || all[0] !== "")) {
      const key = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
      if (isList(here)) here = here[Number(key)];
      else here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
    }
    if (here === undefined) throw new Unusable(`it refers to ${reference}, which is not in the file`);
    return here;
  }

  /** The object itself, or the one that it refers to in the end; an empty one for what is no object. */
  object(value: JsonValue | undefined): JsonObject {
    let here = value;
    for (let hops = 0; hops <= HOPS_MAX; hops += 1) {
      if (!isJsonObject(here)) return {};
      if (typeof here.$ref !== "string") return here;
      here = this.target(here.$ref);
    }
    throw new Unusable("its references go round in a circle");
  }
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
