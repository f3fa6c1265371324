import { expect, test } from "bun:test";
import { Effort, measured } from "#core/access/effort.ts";
import { FailedWork, type Subject } from "#core/access/failed-work.ts";
import { AppError } from "#core/errors.ts";
import { NOBODY } from "#core/ports/observer.ts";
import { FakeClock } from "../fakes.ts";

const one = "address:192.0.2.1";
const other = "address:192.0.2.2";

function bucket(msPerMinute = 6_000) {
  const clock = new FakeClock();
  const heard: string[] = [];
  const observer = {
    ...NOBODY,
    workWasted: (by: string, ms: number) => heard.push(`${by} ${ms}`),
    wasteRefused: (by: string) => heard.push(`${by} refused`),
  };
  return { clock, heard, work: new FailedWork({ msPerMinute, clock, observer }) };
}

function refusal(work: FailedWork, subject: Subject): AppError | null {
  try {
    work.check(subject);
    return null;
  } catch (failure) {
    if (failure instanceof AppError) return failure;
    throw failure;
  }
}

test("what is within the bound is let through, what is over it waits until the rest has drained", () => {
  const { clock, work } = bucket();
  work.add(one, 6_000);
  expect(refusal(work, one)).toBeNull();
  work.add(one, 1_050);
  const refused = refusal(work, one);
  expect(refused?.code).toBe("too_many_requests");
  // 1,050 ms at 100 ms a second.
  expect(refused?.retryAfterSeconds).toBe(11);
  expect(refused?.message).toStartWith("too much work went into requests that failed, more than 6000 ms in a minute");
  clock.advance(10_000);
  expect(refusal(work, one)?.retryAfterSeconds).toBe(1);
  clock.advance(1_000);
  expect(refusal(work, one)).toBeNull();
});

test("a pause pays no advance", () => {
  const { clock, work } = bucket();
  work.add(one, 100);
  clock.advance(3_600_000);
  work.add(one, 6_001);
  expect(refusal(work, one)?.retryAfterSeconds).toBe(1);
});

test("each has a bucket of its own, and what is heard names neither", () => {
  const { heard, work } = bucket();
  work.add(one, 7_000);
  work.add("app_1" as Subject, 1);
  expect(refusal(work, other)).toBeNull();
  expect(refusal(work, one)).not.toBeNull();
  expect(heard).toEqual(["address 7000", "app 1", "address refused"]);
});

test("0 counts nothing, but is heard", () => {
  const { heard, work } = bucket(0);
  work.add(one, 1_000_000);
  expect(refusal(work, one)).toBeNull();
  expect(heard).toEqual(["address 1000000"]);
});

test("of very many the first is forgotten", () => {
  const { work } = bucket();
  work.add(one, 7_000);
  for (let count = 0; count < 50_000; count += 1) work.add(`address:${count}`, 7_000);
  expect(refusal(work, one)).toBeNull();
  expect(refusal(work, "address:0")).not.toBeNull();
});

test("an effort counts what takes time of the thread, once, and no waiting", async () => {
  const clock = new FakeClock();
  const effort = new Effort(clock);
  const wasted: number[] = [];
  await effort.run(async () => {
    measured(() => {
      clock.advance(3);
      measured(() => clock.advance(4));
    });
    await null;
    clock.advance(1_000);
    expect(() =>
      measured(() => {
        clock.advance(5);
        throw new Error("all the same");
      }),
    ).toThrow("all the same");
    Effort.current()?.add(20);
  });
  effort.fail((ms) => wasted.push(ms));
  expect(wasted).toEqual([32]);
  // A worker says later what it spent until it heard that nobody waits.
  effort.add(7);
  expect(wasted).toEqual([32, 7]);
  expect(Effort.current()).toBeNull();
});
