import { namesOfMatrix } from "#core/examination/matrix.ts";
import type { Confusion, NameScore } from "#core/examination/scores.ts";
import { count } from "../figures.ts";
import { nameOf } from "../set-kind.ts";
import { texts } from "../texts/texts.ts";

interface MatrixProps {
  readonly names: readonly NameScore[];
  readonly confusion: readonly Confusion[];
}

/** What came across where what was expected down: a table, and each cell says by a sign whether it is right. */
export function Matrix({ names, confusion }: MatrixProps) {
  const { tests } = texts.value;
  const shown = namesOfMatrix(names, confusion);
  const counts = new Map(confusion.map((pair) => [JSON.stringify([pair.expected, pair.given]), pair.count]));
  const left = names.length - shown.length;
  return (
    <>
      <p class="hint">
        {tests.matrixHint} {left > 0 && tests.leftOut(count(left))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section class="scroll" aria-label={tests.matrix} tabIndex={0}>
        <table class="matrix">
          <caption class="unseen">{tests.matrix}</caption>
          <thead>
            <tr>
              <td>{tests.axes}</td>
              {shown.map((name) => (
                <th key={name} scope="col">
                  <span>{nameOf(name)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((expected) => (
              <tr key={expected}>
                <th scope="row">{nameOf(expected)}</th>
                {shown.map((given) => (
                  <Cell
                    key={given}
                    isRight={expected === given}
                    times={counts.get(JSON.stringify([expected, given])) ?? 0}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Cell({ isRight, times }: { readonly isRight: boolean; readonly times: number }) {
  const { tests } = texts.value;
  if (times === 0) return <td class="zero">{isRight ? "0" : ""}</td>;
  return (
    <td class={isRight ? "right" : "wrong"}>
      <span aria-hidden="true">{isRight ? "✓" : "✗"} </span>
      <span class="unseen">{isRight ? tests.cellRight : tests.cellWrong} </span>
      {count(times)}
    </td>
  );
}
