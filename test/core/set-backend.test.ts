import { expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import { modelFor } from "#core/sets/set-backend.ts";
import { FakeModel } from "../fakes.ts";

const backends = {
  names: ["big", "embedded"],
  model: (name: string | null) => Object.assign(new FakeModel("at once"), { id: name ?? "own" }),
};
const set = (signature: string, backend?: string) => ({
  signature,
  definition: backend === undefined ? {} : { backend },
});

test("the model is the one that is named, wherever it is named, and else the server's own", () => {
  const chosen = (...sets: readonly ReturnType<typeof set>[]) => modelFor(sets, backends).id;
  expect(chosen(set("a"), set("b"))).toBe("own");
  expect(chosen(set("a", "big"))).toBe("big");
  expect(chosen(set("a"), set("b", "big"), set("c"), set("d", "big"))).toBe("big");
});

test("a name that was taken out of the settings is 502 and names the set", () => {
  const asking = () => modelFor([set("lamps-v1", "gone")], backends);
  expect(asking).toThrow(
    new AppError("bad_gateway", 'the backend "gone" of the set "lamps-v1" is not there any more, or not for sets'),
  );
});
