import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

/** Whether an app may call. */
export function AppStatus({ of }: { readonly of: AppShape["status"] }) {
  return <span class={`badge ${of === "active" ? "good" : "bad"}`}>{texts.value.apps[of]}</span>;
}
