import { texts } from "../texts/texts.ts";
import { Refusal, Unreachable } from "../transport.ts";

/** What the page itself says no to, in words for people. */
export class Declined extends Error {}

/** Why something did not work, in words. */
export function wordsOf(failure: unknown): string {
  if (failure instanceof Refusal || failure instanceof Declined) return failure.message;
  return failure instanceof Unreachable ? texts.value.state.unreachable : texts.value.state.failed;
}

/** Nothing where nothing failed. */
export function Failure({ of, retry }: { readonly of: unknown; readonly retry?: () => void }) {
  if (of === null || of === undefined) return null;
  return (
    <div class="failure" role="alert">
      <p>{wordsOf(of)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.value.state.retry}
        </button>
      )}
    </div>
  );
}
