import { AppError, invalid } from "../errors.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "../json.ts";
import type { AppId } from "../tenant.ts";

/** What came with a command, read by type. */
export class Arguments {
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  text(name: string): string {
    const value = this.#values[name];
    if (typeof value !== "string") throw new AppError("bad_request", `${name}: a text is missing`);
    return value;
  }

  number(name: string): number {
    const value = this.#values[name];
    if (typeof value !== "number") throw new AppError("bad_request", `${name}: a number is missing`);
    return value;
  }

  flag(name: string): boolean {
    const value = this.#values[name];
    if (typeof value !== "boolean") throw new AppError("bad_request", `${name}: true or false is missing`);
    return value;
  }

  list(name: string): readonly JsonValue[] {
    const value = this.#values[name];
    if (!Array.isArray(value)) throw new AppError("bad_request", `${name}: a list is missing`);
    return value;
  }

  texts(name: string): readonly string[] {
    const value = this.#values[name];
    if (isListOf(value, isText)) return value;
    throw new AppError("bad_request", `${name}: a list of texts is missing`);
  }

  object(name: string): JsonObject {
    const value = this.#values[name];
    if (!isJsonObject(value)) throw new AppError("bad_request", `${name}: an object is missing`);
    return value;
  }

  /**
   * How many things are wanted at most, under the name `limit`: a whole number from 1 to `max`; `byDefault` where none is named. Throws
   * `validation_error` for another.
   */
  limit({ byDefault, max }: { readonly byDefault: number; readonly max: number }): number {
    if (!this.has("limit")) return byDefault;
    const limit = this.number("limit");
    if (Number.isSafeInteger(limit) && limit >= 1 && limit <= max) return limit;
    throw invalid("limit", `must be a whole number from 1 to ${max}`);
  }

  /** The app that `app_id` names; whether there is one is for the tenants to find out. */
  app(): AppId {
    return this.text("app_id") as AppId;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }
}
