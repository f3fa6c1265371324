import type { BackendReport } from "#core/operator/backend-desk.ts";
import { useLoaded } from "../loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { command } from "../server.ts";
import { texts } from "../texts/texts.ts";

/** Who else is asked: a model by its name in the settings, or the server's own for null, past the cache. */
export type Other = string | null;

interface OtherChoiceProps {
  readonly chosen: readonly Other[];
  readonly onChoose: (chosen: readonly Other[]) => void;
}

/** Which models are asked beside the app's own question. */
export function OtherChoice({ chosen, onChoose }: OtherChoiceProps) {
  const { playground } = texts.value;
  const loaded = useLoaded(() => command<readonly BackendReport[]>("model.status"), []);
  const toggle = (other: Other) =>
    onChoose(chosen.includes(other) ? chosen.filter((one) => one !== other) : [...chosen, other]);
  return (
    <details>
      <summary>{playground.compareWith}</summary>
      <Loading of={loaded}>
        {(backends) => (
          <fieldset class="sets">
            <legend class="unseen">{playground.compareWith}</legend>
            {backends
              .filter(({ name, selectable }) => name === null || selectable)
              .map(({ name, model }) => (
                <label key={name ?? ""}>
                  <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
                  {nameOfOther(name)} <code>{model}</code>
                </label>
              ))}
          </fieldset>
        )}
      </Loading>
      <p class="hint">{playground.compareHint}</p>
    </details>
  );
}

/** For people. */
export function nameOfOther(other: Other): string {
  return other ?? texts.value.playground.ownAfresh;
}
