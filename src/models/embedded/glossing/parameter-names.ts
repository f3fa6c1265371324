/** The names of a tool's parameters in English, where it has them in another language, and back. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

interface Renamed {
  readonly to: string;
  readonly inside: Names;
}

/** By the name that is given. What is not there keeps its name, as all that it holds. */
type Names = ReadonlyMap<string, Renamed>;

/** A parameter by both of its names. */
export interface ParameterName {
  readonly own: string;
  readonly english: string;
  /** Of what its value holds. */
  readonly inside: ParameterNames;
}

export class ParameterNames {
  readonly #own: Names;
  readonly #english: Names;

  /** Of one object. No two have the same English name. */
  constructor(names: readonly ParameterName[]) {
    this.#english = new Map(names.map(({ own, english, inside }) => [own, { to: english, inside: inside.#english }]));
    this.#own = new Map(names.map(({ own, english, inside }) => [english, { to: own, inside: inside.#own }]));
  }

  inEnglish(parameters: JsonObject): JsonObject {
    return renamed(parameters, this.#english);
  }

  /** As the tool has them. */
  asOwn(parameters: JsonObject): JsonObject {
    return renamed(parameters, this.#own);
  }

  /** Of a parameter or of what stands in it: "address.city". */
  asOwnPath(path: string): string {
    let names = this.#own;
    const keys = path.split(".").map((key) => {
      const known = names.get(key);
      names = known?.inside ?? new Map();
      return known?.to ?? key;
    });
    return keys.join(".");
  }
}

/** Of a tool whose parameters are in English. */
export const SAME_NAMES = new ParameterNames([]);

function renamed(value: JsonObject, names: Names): JsonObject {
  // A parameter may be called `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const known = names.get(key);
      return [known?.to ?? key, known ? renamedInside(inner as JsonValue, known.inside) : (inner as JsonValue)];
    }),
  );
}

function renamedInside(value: JsonValue, names: Names): JsonValue {
  if (names.size === 0) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => renamedInside(item, names));
  return isJsonObject(value) ? renamed(value, names) : value;
}
