import { DragomanError } from "./errors.ts";
import type { paths } from "./generated/api.ts";
import type { Call, Transport } from "./transport.ts";

/** Milliseconds that a batch may take, as the contract recommends (section 8), and what asks as much of the server. */
export const LONG_TIMEOUT_MS = 60_000;

type Method = Call["method"];
type Lower<M extends Method> = Lowercase<M>;
/** The paths that take a method. */
type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][Lower<M>] extends { responses: unknown } ? Path : never;
}[keyof paths];
type OperationOf<M extends Method, Path extends keyof paths> = paths[Path][Lower<M>];

type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends { content: { "application/json": infer Answer } }
        ? Answer
        : undefined;
    }[keyof Responses]
  : never;
type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : undefined;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Query : undefined;
type PlacesOf<Operation> = Operation extends { parameters: { path: infer Places } } ? Places : undefined;

/** Properties that may be left out where nothing is to be said. */
type Said<Name extends string, Value> = [undefined] extends [Value]
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };
type Content<Operation> = Said<"body", BodyOf<Operation>> &
  Said<"places", PlacesOf<Operation>> & { readonly query?: QueryOf<Operation> | undefined };

/** What is said with a call of any operation. */
interface Parts extends Pick<Call, "options" | "timeoutMs" | "query" | "body"> {
  readonly places?: Readonly<Record<string, string>>;
}

/** Calls one operation of the document; what does not fit its types does not compile. */
export function call<M extends Method, Path extends PathOf<M>>(
  transport: Transport,
  method: M,
  path: Path,
  content: Content<OperationOf<M, Path>> & Pick<Call, "options" | "timeoutMs">,
): Promise<AnswerOf<OperationOf<M, Path>>> {
  const { places, ...parts }: Parts = content as Parts;
  const answer: Promise<unknown> = transport.json({ method, path: filled(path, places), ...parts });
  return answer as Promise<AnswerOf<OperationOf<M, Path>>>;
}

/** A path of the document with its parameters in their places. */
export function filled(path: string, places: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = places[name] ?? "";
    // Those are read as parts of the path itself, and would lead to another operation.
    if (["", ".", ".."].includes(value)) throw new DragomanError(`"${value}" is no ${name}`);
    return encodeURIComponent(value);
  });
}
