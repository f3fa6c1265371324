import { useState } from "preact/hooks";
import { count, milliseconds, money } from "../figures.ts";
import { useDeed } from "../loaded.ts";
import { Failure } from "../parts/failure.tsx";
import { command } from "../server.ts";
import type { TriedShape, UsageShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

interface BackendTrialProps {
  /** As the settings have it; null for the server's own. */
  readonly name: string | null;
  /** For people. */
  readonly title: string;
  /** It was asked, whatever came of it. */
  readonly onDone: () => void;
}

/** The button that asks a model a small question, and what came of it. */
export function BackendTrial({ name, title, onDone }: BackendTrialProps) {
  const [answer, setAnswer] = useState<TriedShape | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { backends } = texts.value;
  const ask = () =>
    run(async () => {
      setAnswer(null);
      try {
        setAnswer(await command<TriedShape>("model.try", name === null ? {} : { backend: name }));
      } finally {
        onDone();
      }
    });
  return (
    <>
      <div class="deeds">
        <button type="button" disabled={isBusy} aria-label={backends.tryOne(title)} onClick={ask}>
          {isBusy ? backends.trying : backends.tryIt}
        </button>
      </div>
      <Failure of={failure} />
      <div aria-live="polite">{answer && <Tried answer={answer} />}</div>
    </>
  );
}

function Tried({ answer }: { readonly answer: TriedShape }) {
  const { backends } = texts.value;
  const { sentence, tool, parameters, is_right: isRight, latency_ms: ms, usage } = answer;
  return (
    <dl class="facts">
      <dt>{backends.question}</dt>
      <dd class="sentence">{sentence}</dd>
      <dt>{backends.answer}</dt>
      <dd>
        {tool === null ? (
          backends.noCall
        ) : (
          <>
            <code>{tool}</code> <code>{JSON.stringify(parameters)}</code>
          </>
        )}
        <p class={isRight ? "well" : "problem"}>{isRight ? backends.right : backends.wrong}</p>
      </dd>
      <dt>{backends.time}</dt>
      <dd>{milliseconds(ms)}</dd>
      <dt>{backends.cost}</dt>
      <dd>{costWords(usage)}</dd>
    </dl>
  );
}

/** What an answer took of a model. */
export function costWords(usage: UsageShape | null): string {
  const { backends } = texts.value;
  if (usage === null) return backends.free;
  const { money: spent, input_tokens: input, output_tokens: output } = usage;
  return backends.costOf(money(spent), count(input), count(output));
}
