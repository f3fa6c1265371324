import { AppError } from "#core/errors.ts";
import { splitUrl } from "../request/url.ts";
import type { Caller, Dialect, Route } from "../route.ts";

/** Where a request ends that no route takes. */
export interface Unmatched {
  /** Who has to be known before it is told that there is nothing here. */
  readonly caller: Caller;
  readonly failure: AppError;
  /** Of the route that is there with another method. */
  readonly dialect?: Dialect;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Says for a path that was not found with its method whether it is there with another: 405 with `Allow`, else 404.
 * @param callerAt who has to be known where there is nothing.
 */
export function unmatchedFinder(
  routes: readonly Route[],
  callerAt: (path: string) => Caller = usualCaller,
): (request: Request) => Unmatched {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return ({ method, url }) => {
    const { path } = splitUrl(url);
    const here = patterns.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route);
    const [first] = here;
    if (!first) {
      return { caller: callerAt(path), failure: new AppError("not_found", `there is no route ${path}`), headers: {} };
    }
    const allowed = methodsOf(here);
    const failure = new AppError("method_not_allowed", `${path} takes ${allowed.join(", ")}, not ${method}`);
    const { caller, dialect } = first;
    return { caller, failure, headers: { Allow: allowed.join(", ") }, ...(dialect && { dialect }) };
  };
}

/** The methods that a path takes, in the order of their letters; none for a path that is not there. */
export function methodsFinder(routes: readonly Route[]): (path: string) => readonly string[] {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (path) => methodsOf(patterns.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route));
}

/** GET stands for HEAD too. */
function methodsOf(routes: readonly Route[]): readonly string[] {
  return routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])).sort();
}

/** Nobody learns what is there, or is not, without a token. */
export function usualCaller(path: string): Caller {
  return path.startsWith("/admin/") ? "admin" : "app";
}

/** Whether a path is one of these routes'. */
export function pathsOf(routes: readonly Route[]): (path: string) => boolean {
  const patterns = routes.map((route) => patternOf(route.path));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[a-z_]+/g, "[^/]+")}$`);
}
