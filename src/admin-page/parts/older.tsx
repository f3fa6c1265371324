import { useDeed } from "../loaded.ts";
import { texts } from "../texts/texts.ts";
import { Failure } from "./failure.tsx";

interface OlderProps {
  readonly more: (() => Promise<void>) | null;
  /** Of the button, where what comes behind is not older. */
  readonly words?: string;
}

/** Loads what comes behind; nothing where nothing does. */
export function Older({ more, words = texts.value.state.more }: OlderProps) {
  const { isBusy, failure, run } = useDeed();
  if (more === null) return null;
  return (
    <div class="older">
      <button type="button" disabled={isBusy} onClick={() => run(more)}>
        {words}
      </button>
      <Failure of={failure} />
    </div>
  );
}
