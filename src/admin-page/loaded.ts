/** What a page shows comes from the server, and may be on its way, slow, or refused. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Loaded<Value> {
  /** Null until it came. What came before stays while it is loaded again. */
  readonly value: Value | null;
  /** Why it did not come the last time; null where it did. */
  readonly failure: unknown;
  readonly reload: () => void;
}

/** Loads now, whenever one of `on` changes, and every `everyMs` while the page is looked at. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  on: readonly unknown[],
  everyMs: number | null = null,
): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload">>({ value: null, failure: null });
  const latest = useRef(0);
  const reload = useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    load().then(
      (value) => own === latest.current && setState({ value, failure: null }),
      (failure: unknown) => own === latest.current && setState(({ value }) => ({ value, failure })),
    );
    // What `load` closes over is what the caller names.
  }, on);
  // Before the frame is drawn: the question is on its way meanwhile.
  useLayoutEffect(() => {
    setState({ value: null, failure: null });
    reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload, everyMs]);
  return { ...state, reload };
}

export interface Deed {
  readonly isBusy: boolean;
  /** Why it did not work the last time. */
  readonly failure: unknown;
  /** Does nothing while it is busy. */
  readonly run: (act: () => Promise<void>) => void;
}

/** Something that a button does. */
export function useDeed(): Deed {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    act()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, run };
}

/** A part of a list, and the way to the next. */
export interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export interface LoadedPages<Item> extends Loaded<readonly Item[]> {
  /** Loads what comes behind; null where nothing does. */
  readonly more: (() => Promise<void>) | null;
}

/** A list that the server gives a page at a time. `load` takes the cursor of the page; null for the first. */
export function usePages<Item>(
  load: (cursor: string | null) => Promise<PageOf<Item>>,
  on: readonly unknown[],
): LoadedPages<Item> {
  const first = useLoaded(() => load(null), on);
  const [rest, setRest] = useState<readonly PageOf<Item>[]>([]);
  useEffect(() => setRest([]), [first.value]);
  const pages = first.value ? [first.value, ...rest] : [];
  const next = pages.at(-1)?.next_cursor ?? null;
  const more = next === null ? null : async () => setRest([...rest, await load(next)]);
  return { ...first, value: first.value && pages.flatMap(({ data }) => data), more };
}
