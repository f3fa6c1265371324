/** The routes of the contract, as the Model Context Protocol reaches them: each use is what a request of its own would be. */
import type { Call, ItemResult, Part, Route } from "../route.ts";

/** As the table of routes names it, as in `POST /v1/resolve`. */
export type RouteName = `${Route["method"]} /v1/${string}`;

export type Asked = Omit<Part, "json" | "route"> & { readonly json?: unknown };

export interface Api {
  /** Throws for a route that is not there: a bug of ours. */
  route(name: RouteName): Route;
  /** Charged, recorded and refused as a request is; never rejects. Throws as `route` does. */
  ask(name: RouteName, asked: Asked): Promise<ItemResult>;
}

/** The parts of one message are told apart by the order in which they are asked. */
export function apiOf(routes: ReadonlyMap<string, Route>, { items, signal }: Pick<Call, "items" | "signal">): Api {
  let parts = 0;
  const routeOf = (name: RouteName) => {
    const route = routes.get(name);
    if (!route) throw new Error(`there is no route ${name}`);
    return route;
  };
  return {
    route: routeOf,
    ask(name, { json = null, ...target }) {
      const route = routeOf(name);
      parts += 1;
      return items.run({ route, json, ...target }, parts - 1, signal);
    },
  };
}
