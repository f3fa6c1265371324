import { AppError, invalid } from "../errors.ts";
import { missingFields, unknownField, writtenFor, wrongOptional, wrongValue } from "../field-faults.ts";
import { isJsonObject, isText, type JsonObject, type JsonValue } from "../json.ts";
import { isList } from "./json-fields.ts";

/** Reads the fields of an object by type, and names them by where the object stands. */
export class Fields {
  readonly #object: JsonObject;
  readonly #place: string;

  constructor(object: JsonObject, place: string) {
    this.#object = object;
    this.#place = place;
  }

  /** Throws `bad_request` for those of `required` that are missing, else `validation_error` for a field that is not among `names`. */
  allow(names: readonly string[], required: readonly string[] = []): void {
    const unknown = Object.keys(this.#object).filter((name) => !names.includes(name));
    const missing = required.filter((name) => this.#object[name] === undefined);
    if (missing.length > 0) throw this.#missing(missing, unknown);
    const [first] = unknown;
    if (first !== undefined) throw invalid(this.#at(first), unknownField(first, names));
  }

  text(name: string): string {
    const value = this.#present(name);
    if (typeof value !== "string") throw invalid(this.#at(name), wrongValue(value, "a string"));
    return value;
  }

  optionalText<Name extends string>(name: Name): { readonly [key in Name]?: string } {
    if (this.#optional(name, "a string") === undefined) return {};
    return { [name]: this.text(name) } as { readonly [key in Name]: string };
  }

  optionalTexts<Name extends string>(name: Name): { readonly [key in Name]?: readonly string[] } {
    if (this.#optional(name, "an array") === undefined) return {};
    return { [name]: this.texts(name) } as { readonly [key in Name]: readonly string[] };
  }

  texts(name: string): readonly string[] {
    const value = this.#present(name);
    if (!isList(value)) throw invalid(this.#at(name), wrongValue(value, "an array"));
    const wrong = value.findIndex((item) => !isText(item));
    if (wrong < 0) return value as readonly string[];
    throw invalid(`${this.#at(name)}.${wrong}`, wrongValue(value[wrong], "a string"));
  }

  optionalObject<Name extends string>(name: Name): { readonly [key in Name]?: JsonObject } {
    const value = this.#optional(name, "an object");
    if (value === undefined) return {};
    if (!isJsonObject(value)) throw invalid(this.#at(name), wrongValue(value, "an object"));
    return { [name]: value } as { readonly [key in Name]: JsonObject };
  }

  /** False where it is left out. */
  flag(name: string): boolean {
    const value = this.#optional(name, "a boolean") ?? false;
    if (typeof value !== "boolean") throw invalid(this.#at(name), wrongValue(value, "a boolean"));
    return value;
  }

  minConfidence(): { readonly minConfidence?: number } {
    const expected = "a number from 0 to 1";
    const value = this.#optional("min_confidence", expected);
    if (value === undefined) return {};
    if (typeof value !== "number" || value < 0 || value > 1)
      throw invalid(this.#at("min_confidence"), wrongValue(value, expected));
    return { minConfidence: value };
  }

  list(name: string): readonly JsonValue[] {
    const value = this.#present(name);
    if (!isList(value)) throw invalid(this.#at(name), wrongValue(value, "an array"));
    return value;
  }

  /** The objects of a list, each to be read in turn. */
  objects(name: string): readonly Fields[] {
    return this.list(name).map((item, index) => {
      const place = `${this.#at(name)}.${index}`;
      if (!isJsonObject(item)) throw invalid(place, wrongValue(item, "an object"));
      return new Fields(item, place);
    });
  }

  /** Undefined where it is left out. */
  #optional(name: string, expected: string): JsonValue | undefined {
    const value = this.#object[name];
    if (value === null) throw invalid(this.#at(name), wrongOptional(value, expected));
    return value;
  }

  #present(name: string): JsonValue {
    const value = this.#object[name];
    if (value === undefined) throw this.#missing([name], []);
    return value;
  }

  #missing(names: readonly string[], unknown: readonly string[]): AppError {
    const missing = names.map((name) => ({ field: this.#at(name), written: writtenFor(name, unknown) }));
    return new AppError("bad_request", missingFields(missing));
  }

  #at(name: string): string {
    return `${this.#place}.${name}`;
  }
}
