import { AppError, invalid } from "../errors.ts";
import { contentHashOf } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Page } from "../page.ts";
import { DEFAULT_PERSONA, DEFAULT_PERSONA_NAME, type PersonaDefinition } from "../persona.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import type { PersonaInput, Registered, Registry } from "./registry.ts";

/** A persona that is to speak, with what tells its versions apart. */
export interface Persona extends PersonaDefinition {
  readonly name: string;
  readonly version: string;
}

/** The personas of an app. `default` is always among them, also before anybody wrote it down. */
export class Personas {
  readonly #registry: Registry<"persona">;

  constructor(registry: Registry<"persona">) {
    this.#registry = registry;
  }

  /** Those that were written down, to write several of them in one change. */
  get registry(): Registry<"persona"> {
    return this.#registry;
  }

  /** Throws `conflict` for a name that is taken, as `default` always is. */
  async create(principal: Principal, input: PersonaInput): Promise<Registered<"persona">> {
    const name = checkedName(input.name);
    if (name === DEFAULT_PERSONA_NAME) await this.#ensureDefault(principal);
    return this.#registry.create(principal, name, input);
  }

  async list(
    principal: Principal,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Registered<"persona">>> {
    await this.#ensureDefault(principal);
    return this.#registry.list(principal, page);
  }

  async get(principal: Principal, name: string): Promise<Registered<"persona">> {
    if (name === DEFAULT_PERSONA_NAME) await this.#ensureDefault(principal);
    return this.#registry.get(principal, name);
  }

  async replace(
    principal: Principal,
    name: string,
    input: PersonaInput,
    ifRevision: number | null,
  ): Promise<Registered<"persona">> {
    if (name === DEFAULT_PERSONA_NAME) await this.#ensureDefault(principal);
    return this.#registry.replace(principal, name, input, ifRevision);
  }

  /** Throws `forbidden` for `default`. */
  async remove(principal: Principal, name: string, ifRevision: number | null): Promise<void> {
    if (name === DEFAULT_PERSONA_NAME) {
      throw new AppError("forbidden", `the persona "${DEFAULT_PERSONA_NAME}" always exists: PUT changes it`);
    }
    await this.#registry.remove(principal, name, ifRevision);
  }

  /** Who is to speak. Throws `validation_error` for a name that the app does not have. */
  async speaker(app: AppId, name = DEFAULT_PERSONA_NAME): Promise<Persona> {
    const found = await this.#registry.find(app, name).catch((failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
      if (name !== DEFAULT_PERSONA_NAME) throw invalid("persona", failure.message);
      return null;
    });
    if (found) return { name, ...found.definition, version: `${name} ${found.contentHash}` };
    return { name, ...DEFAULT_PERSONA, version: `${name} ${contentHashOf(DEFAULT_PERSONA)}` };
  }

  /** Written down when it is first looked at, so that it has a place in the list and an ETag like all others. */
  async #ensureDefault(principal: Principal): Promise<void> {
    const { app } = principal;
    const { instructions } = DEFAULT_PERSONA;
    await this.#registry.find(app, DEFAULT_PERSONA_NAME).catch(async (failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
      await this.#registry
        .create(principal, DEFAULT_PERSONA_NAME, { name: DEFAULT_PERSONA_NAME, instructions })
        .catch(ignoreConflict);
    });
  }
}

/** Somebody else wrote it down in the same moment: then it is there. */
function ignoreConflict(failure: unknown): void {
  if (!(failure instanceof AppError && failure.code === "conflict")) throw failure;
}

function checkedName(name: string): string {
  return checkedText("name", name, { min: 1, max: LIMITS.nameCharactersMax });
}
