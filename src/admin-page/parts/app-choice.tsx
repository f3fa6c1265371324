import type { ComponentChildren } from "preact";
import { useLoaded } from "../loaded.ts";
import { addressOf, goTo, route } from "../route.ts";
import { command } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { Field } from "./field.tsx";
import { Loading } from "./loading.tsx";
import { Empty } from "./table.tsx";

interface AppChoiceProps {
  /** Of an app that is chosen; the address of the page names it. */
  readonly children: (app: AppShape) => ComponentChildren;
}

/** A page of one app: which one is chosen here, the first unless the address names another. */
export function AppChoice({ children }: AppChoiceProps) {
  const loaded = useLoaded(() => command<readonly AppShape[]>("app.list"), []);
  const { choice } = texts.value;
  return (
    <Loading of={loaded}>
      {(apps) => {
        const named = route.value.query.get("app");
        const app = apps.find(({ app_id }) => app_id === named) ?? apps[0];
        if (!app) return <Empty hint={<a href={addressOf("apps")}>{choice.makeApp}</a>}>{choice.noApps}</Empty>;
        const choose = (event: Event & { readonly currentTarget: HTMLSelectElement }) =>
          goTo(route.value.page, { app: event.currentTarget.value });
        return (
          <>
            <Field label={choice.app}>
              {(names) => (
                <select {...names} value={app.app_id} onChange={choose}>
                  {apps.map(({ app_id, name }) => (
                    <option key={app_id} value={app_id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {children(app)}
          </>
        );
      }}
    </Loading>
  );
}
