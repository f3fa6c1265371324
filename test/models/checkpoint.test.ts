/** When a call makes way for others. */
import { describe, expect, test } from "bun:test";
import { Checkpoint, PausedError } from "#models/embedded/worker/checkpoint.ts";
import { WorkerControl } from "#models/embedded/worker/worker-control.ts";

function opened({ workedMs = 0, mayPause = true } = {}) {
  let nowMs = 0;
  const control = new WorkerControl();
  const checkpoint = new Checkpoint(control, () => nowMs);
  control.begin();
  checkpoint.begin({ workedMs, mayPause });
  const passAt = (ms: number) => {
    nowMs = ms;
    checkpoint.pass();
  };
  return { control, passAt };
}

describe("a call", () => {
  test("goes on where nobody else waits", () => {
    const { passAt } = opened();
    for (let ms = 0; ms < 2_000; ms += 10) passAt(ms);
  });

  test("makes way when it has had as much as most calls take", () => {
    const { control, passAt } = opened();
    control.giveWay("in turn");
    for (const ms of [0, 10, 20]) passAt(ms);
    expect(() => passAt(26)).toThrow(PausedError);
  });

  test("that goes on makes way at each pass: what it had before counts", () => {
    const { control, passAt } = opened({ workedMs: 30 });
    control.giveWay("in turn");
    passAt(0);
    expect(() => passAt(1)).toThrow(PausedError);
  });

  test("of an app with more waiting makes way at its next pass, and never before one was made", () => {
    const { control, passAt } = opened();
    control.giveWay("soon");
    passAt(0);
    expect(() => passAt(1)).toThrow(PausedError);
  });

  test("that cannot go on later makes no way", () => {
    const { control, passAt } = opened({ mayPause: false });
    control.giveWay("soon");
    for (let ms = 0; ms < 2_000; ms += 10) passAt(ms);
  });
});
