/** A test under way: its cases are asked some at a time, so that it is seen how far it is and can be stopped. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { WrittenCase } from "#core/examination/case-file.ts";
import { inSteps } from "#core/examination/case-steps.ts";
import type { RunJson } from "#core/examination/run-json.ts";
import { Declined } from "../parts/failure.tsx";
import { command } from "../server.ts";
import type { Chosen } from "../set-kind.ts";
import type { ExaminedShape, OpenedTestShape, TestCasesShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

/** Of one command: far from what a request may have as its body. */
const STEP = { casesMax: 200, charactersMax: 200_000, monotonicMs: () => performance.now() };
const LEARNING_LOOK_MS = 300;
/** Learning that gets no further for so long has failed. */
const STANDSTILL_MS_MAX = 60_000;

export interface Wanted {
  readonly app: string;
  readonly chosen: Chosen;
  /** The text of a file of cases; null for what the sets were taught. */
  readonly text: string | null;
  /** The model that is asked; null for the sets' own. */
  readonly backend: string | null;
}

export type Progress =
  | { readonly kind: "reading" }
  | { readonly kind: "asking" | "learning"; readonly done: number; readonly of: number };

export interface Running {
  /** Null while nothing is under way. */
  readonly progress: Progress | null;
  /** Why it stands still; null where it does not. */
  readonly failure: unknown;
  /** What was odd in the cases, in sentences. */
  readonly notes: readonly string[];
  readonly start: (wanted: Wanted) => void;
  /** After a failure from where it was, as far as the server still knows. */
  readonly goOn: () => void;
  readonly stop: () => void;
}

/** What is known of a test that has begun. */
interface Begun {
  readonly wanted: Wanted;
  readonly cases: readonly WrittenCase[];
  readonly openRun: string;
  done: number;
}

class Stopped extends Error {}

/** `onDone` gets the id of the run that is kept. What is left when the page is left. */
export function useTestRun(onDone: (runId: string) => void): Running {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const begun = useRef<Begun | null>(null);
  const wantedNow = useRef<Wanted | null>(null);
  const turn = useRef(0);
  const leave = () => {
    turn.current += 1;
  };
  useEffect(() => leave, []);

  const act = (work: (say: (progress: Progress) => void) => Promise<string>) => {
    turn.current += 1;
    const own = turn.current;
    const say = (told: Progress) => {
      if (own !== turn.current) throw new Stopped();
      setProgress(told);
    };
    setFailure(null);
    setProgress({ kind: "reading" });
    const over = (act: () => void) => {
      if (own !== turn.current) return;
      setProgress(null);
      act();
    };
    work(say).then(
      (runId) => over(() => onDone(runId)),
      (why: unknown) => over(() => setFailure(why)),
    );
  };
  const begin = (wanted: Wanted) =>
    act(async (say) => {
      begun.current = null;
      const { cases, notes: told } = await casesOf(wanted);
      setNotes(told);
      await learned(wanted, say);
      say({ kind: "asking", done: 0, of: cases.length });
      begun.current = { wanted, cases, openRun: await opened(wanted, cases.length), done: 0 };
      return asked(begun.current, say);
    });
  return {
    progress,
    failure,
    notes,
    start: (wanted) => {
      wantedNow.current = wanted;
      setNotes([]);
      begin(wanted);
    },
    goOn: () => {
      const [of, wanted] = [begun.current, wantedNow.current];
      if (of) act((say) => asked(of, say));
      else if (wanted) begin(wanted);
    },
    stop: () => {
      leave();
      setProgress(null);
    },
  };
}

function targetOf({ app, chosen: { kind, signatures } }: Wanted) {
  return { app_id: app, sets: signatures, kind };
}

async function casesOf(wanted: Wanted): Promise<TestCasesShape> {
  const { text } = wanted;
  const found = await command<TestCasesShape>("test.cases", { ...targetOf(wanted), ...(text !== null && { text }) });
  if (found.cases.length === 0) throw new Declined(texts.value.tests.noTaught);
  return found;
}

/** Waits until the examples of the sets are learned: an answer before may be another one. */
async function learned(wanted: Wanted, say: (progress: Progress) => void): Promise<void> {
  let [before, movedAtMs] = [-1, performance.now()];
  for (;;) {
    const { learning } = await command<ExaminedShape>("examined", targetOf(wanted));
    if (learning === null) return;
    say({ kind: "learning", done: learning.done, of: learning.total });
    if (learning.done !== before) [before, movedAtMs] = [learning.done, performance.now()];
    if (performance.now() - movedAtMs > STANDSTILL_MS_MAX) throw new Declined(texts.value.tests.notLearned);
    await new Promise((resolve) => setTimeout(resolve, LEARNING_LOOK_MS));
  }
}

async function opened(wanted: Wanted, cases: number): Promise<string> {
  const { backend } = wanted;
  const args = { ...targetOf(wanted), cases, ...(backend !== null && { backend }) };
  return (await command<OpenedTestShape>("test.open", args)).open_run;
}

/** From where it stands. Returns the id of the run that is kept. */
async function asked(begun: Begun, say: (progress: Progress) => void): Promise<string> {
  const { wanted, cases, openRun, done: before } = begun;
  const { text, backend } = wanted;
  // What was taught of a tool that is gone is a miss, and no mistake in a file.
  const lenient = text === null ? { lenient: true } : {};
  const common = { ...targetOf(wanted), ...lenient, ...(backend !== null && { backend }), open_run: openRun };
  const told = (done: number) => {
    begun.done = before + done;
    say({ kind: "asking", done: begun.done, of: cases.length });
  };
  await inSteps(cases.slice(before), STEP, told, async (step, from) => {
    await command("examine", { ...common, cases: step, from: before + from });
  });
  const run = await command<RunJson>("test.close", { app_id: wanted.app, open_run: openRun });
  return run.run_id;
}
