import type { FakeClock } from "../fakes.ts";

/** What is waited for, while time passes by steps of ten seconds: nobody sees when a request begins to wait. */
export async function whileTimePasses<Told>(clock: FakeClock, told: Promise<Told>): Promise<Told> {
  let isTold = false;
  const ended = told.finally(() => {
    isTold = true;
  });
  while (!isTold) {
    clock.advance(10_000);
    await Bun.sleep(20);
  }
  return ended;
}
