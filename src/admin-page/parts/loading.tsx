import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Loaded } from "../loaded.ts";
import { texts } from "../texts/texts.ts";
import { Unreachable } from "../transport.ts";
import { Failure } from "./failure.tsx";

/** What is there sooner is shown without a word about it. */
const QUIET_MS = 250;
const SLOW_MS = 4_000;

interface LoadingProps<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was loaded; until it came that it is on its way, and why where it did not come. */
export function Loading<Value>({ of: { value, failure, reload }, children }: LoadingProps<Value>) {
  if (value === null) return failure === null ? <Waiting /> : <Failure of={failure} retry={reload} />;
  const isStale = failure instanceof Unreachable;
  return (
    <>
      {isStale && (
        <p class="notice" role="status">
          {texts.value.state.unreachableNow}
        </p>
      )}
      {!isStale && <Failure of={failure} retry={reload} />}
      {children(value)}
    </>
  );
}

function Waiting() {
  const [patience, setPatience] = useState<"quiet" | "loading" | "slow">("quiet");
  useEffect(() => {
    const timers = [setTimeout(setPatience, QUIET_MS, "loading"), setTimeout(setPatience, SLOW_MS, "slow")];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (patience === "quiet") return <p class="waiting" />;
  return (
    <p class="waiting" role="status">
      {patience === "slow" ? texts.value.state.slow : texts.value.state.loading}
    </p>
  );
}
