import { AppError, invalid } from "../errors.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "../json.ts";
import { isList } from "./json-fields.ts";

/** Reads the fields of an object by type, and names them by where the object stands. */
export class Fields {
  readonly #object: JsonObject;
  readonly #place: string;

  constructor(object: JsonObject, place: string) {
    this.#object = object;
    this.#place = place;
  }

  allow(names: readonly string[]): void {
    const unknown = Object.keys(this.#object).find((name) => !names.includes(name));
    if (unknown !== undefined) throw invalid(this.#at(unknown), "is not a known field");
  }

  text(name: string): string {
    const value = this.#present(name);
    if (typeof value !== "string") throw invalid(this.#at(name), "must be a string");
    return value;
  }

  optionalText<Name extends string>(name: Name): { readonly [key in Name]?: string } {
    if (this.#object[name] === undefined) return {};
    return { [name]: this.text(name) } as { readonly [key in Name]: string };
  }

  optionalTexts<Name extends string>(name: Name): { readonly [key in Name]?: readonly string[] } {
    if (this.#object[name] === undefined) return {};
    return { [name]: this.texts(name) } as { readonly [key in Name]: readonly string[] };
  }

  texts(name: string): readonly string[] {
    const value = this.#present(name);
    if (isListOf(value, isText)) return value;
    throw invalid(this.#at(name), "must be an array of strings");
  }

  optionalObject<Name extends string>(name: Name): { readonly [key in Name]?: JsonObject } {
    const value = this.#object[name];
    if (value === undefined) return {};
    if (!isJsonObject(value)) throw invalid(this.#at(name), "must be an object");
    return { [name]: value } as { readonly [key in Name]: JsonObject };
  }

  flag(name: string): boolean {
    const value = this.#object[name] ?? false;
    if (typeof value !== "boolean") throw invalid(this.#at(name), "must be a boolean");
    return value;
  }

  minConfidence(): { readonly minConfidence?: number } {
    const value = this.#object.min_confidence;
    if (value === undefined) return {};
    if (typeof value !== "number") throw invalid(this.#at("min_confidence"), "must be a number");
    return { minConfidence: value };
  }

  list(name: string): readonly JsonValue[] {
    const value = this.#present(name);
    if (!isList(value)) throw invalid(this.#at(name), "must be an array");
    return value;
  }

  /** The objects of a list, each to be read in turn. */
  objects(name: string): readonly Fields[] {
    return this.list(name).map((item, index) => {
      const place = `${this.#at(name)}.${index}`;
      if (!isJsonObject(item)) throw invalid(place, "must be an object");
      return new Fields(item, place);
    });
  }

  #present(name: string): JsonValue {
    const value = this.#object[name];
    if (value === undefined) throw new AppError("bad_request", `missing field: \`${this.#at(name)}\``);
    return value;
  }

  #at(name: string): string {
    return `${this.#place}.${name}`;
  }
}
