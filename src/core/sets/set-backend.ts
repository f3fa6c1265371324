/** The model that a set is answered by: the server's, or one of the others that its owner put into the settings. */
import { AppError, invalid } from "../errors.ts";
import type { WithBackend } from "../named-backend.ts";
import type { LanguageModel } from "../ports/models.ts";

/** The models that sets may name. */
export interface Backends {
  /** As they stand in the settings, where they are open to sets, and `embedded`. */
  readonly names: readonly string[];
  /** The model of one of the names, which is opened where it was not wanted before; the server's own for null. */
  model(name: string | null): LanguageModel;
}

/** The model of a name, for whoever tries it. Throws `validation_error` for one that is not in the settings, or not for sets. */
export function namedModel(name: string, { names, model }: Backends): LanguageModel {
  if (names.includes(name)) return model(name);
  throw invalid("backend", `"${name}" is not there, or not for sets; there is ${names.join(", ")}`);
}

/**
 * The model that answers for these sets, asked one question about all of them. Sets that name none go with those that do.
 * Throws `validation_error` when they name different ones, and `bad_gateway` for one that was taken out of the settings, or from sets.
 */
export function modelFor(
  sets: readonly { readonly signature: string; readonly definition: WithBackend }[],
  { names, model }: Backends,
): LanguageModel {
  const naming = sets.filter(({ definition }) => definition.backend !== undefined);
  const [first] = naming;
  const name = first?.definition.backend ?? null;
  const other = naming.find(({ definition }) => definition.backend !== name);
  if (first && other) {
    const both = [first, other].map(({ signature, definition }) => `"${signature}" by "${definition.backend}"`);
    throw invalid("toolsets", `are answered by different backends, ${both.join(" and ")}: ask about them apart`);
  }
  if (name !== null && !names.includes(name)) {
    throw new AppError(
      "bad_gateway",
      `the backend "${name}" of the set "${first?.signature}" is not there any more, or not for sets`,
    );
  }
  return model(name);
}
