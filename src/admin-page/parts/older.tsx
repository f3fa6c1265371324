import { useDeed } from "../loaded.ts";
import { texts } from "../texts/texts.ts";
import { Failure } from "./failure.tsx";

/** Loads what comes behind; nothing where nothing does. */
export function Older({ more }: { readonly more: (() => Promise<void>) | null }) {
  const { isBusy, failure, run } = useDeed();
  if (more === null) return null;
  return (
    <div class="older">
      <button type="button" disabled={isBusy} onClick={() => run(more)}>
        {texts.value.state.more}
      </button>
      <Failure of={failure} />
    </div>
  );
}
