import type { TestApp } from "../kit.ts";

/** A model that answers when it is told to. */
export function held({ model }: TestApp) {
  const gate = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let waiting = 0;
  model.before = async (signal) => {
    waiting += 1;
    signal.addEventListener("abort", () => gone.resolve());
    await gate.promise;
  };
  const release = () => {
    model.before = async () => {};
  };
  return {
    reached: (calls: number) => until(async () => waiting >= calls),
    aborted: () => gone.promise,
    fail() {
      release();
      gate.reject(new Error("told to fail"));
    },
    answer() {
      release();
      gate.resolve();
    },
  };
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(2);
}
