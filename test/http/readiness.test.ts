import { expect, test } from "bun:test";
import { readinessOf } from "../../src/app/readiness.ts";

test("is not ready until the model is, and not while the embedded models have to be started again", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let standing: string | null = "the model is loading";
  const readiness = readinessOf(
    { ready: () => promise },
    () => standing,
    () => {},
  );
  expect(readiness()).toEqual({ ready: false, waitingFor: "the model is loading" });
  standing = null;
  resolve();
  await promise;
  expect(readiness()).toEqual({ ready: true });
  standing = "the embedded model does not answer";
  expect(readiness()).toEqual({ ready: false, waitingFor: "the embedded model does not answer" });
  standing = null;
  expect(readiness()).toEqual({ ready: true });
});

test("says for good why a model cannot be loaded, and logs it once", async () => {
  const logged: string[] = [];
  const failed = Promise.reject(new Error("the folder forbids execution"));
  const readiness = readinessOf(
    { ready: () => failed },
    () => "never asked",
    (line) => logged.push(line),
  );
  await failed.catch(() => {});
  expect(readiness()).toEqual({
    ready: false,
    waitingFor: "the model could not be loaded: the folder forbids execution",
  });
  expect(logged).toEqual(["the model cannot be used: the folder forbids execution"]);
});
