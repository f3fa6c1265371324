/** The backend that a definition names for itself. */
import { invalid } from "./errors.ts";

/** A part of a definition; absent is the server's own model, so that the definitions from before stay as they are. */
export interface WithBackend {
  readonly backend?: string;
}

/** As `{backend}` to spread, or nothing where none is named. Throws `validation_error` for one that there is not. */
export function checkedBackend(backend: string | undefined, known: readonly string[]): WithBackend {
  if (backend === undefined) return {};
  if (!known.includes(backend)) throw invalid("backend", `is none that a set may name here: ${known.join(", ")}`);
  return { backend };
}
