import { expect, test } from "bun:test";
import { Seats } from "#models/gguf/seats.ts";

const none = () => false;
const patient = () => AbortSignal.timeout(60_000);

test("the one who finds none waits for the first that is given back, in the order of coming", async () => {
  const seats = new Seats(["a", "b"]);
  expect([await seats.take(none, patient()), await seats.take(none, patient())].sort()).toEqual(["a", "b"]);
  const order: string[] = [];
  const waiting = ["first", "second"].map(async (who) => order.push(`${who} ${await seats.take(none, patient())}`));
  seats.giveBack("b");
  seats.giveBack("a");
  await Promise.all(waiting);
  expect(order).toEqual(["first b", "second a"]);
});

test("one that is preferred is taken before others", async () => {
  const seats = new Seats(["a", "b", "c"]);
  expect(await seats.take((seat) => seat === "b", patient())).toBe("b");
  expect(await seats.take((seat) => seat === "b", patient())).not.toBe("b");
});

test("one who gives up while waiting takes none away from others", async () => {
  const seats = new Seats(["only"]);
  await seats.take(none, patient());
  const impatient = new AbortController();
  const gone = seats.take(none, impatient.signal);
  const next = seats.take(none, patient());
  impatient.abort(new Error("gone"));
  expect(gone).rejects.toThrow("gone");
  seats.giveBack("only");
  expect(await next).toBe("only");
});

test("one who has given up already takes none", async () => {
  const seats = new Seats(["only"]);
  expect(seats.take(none, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(await seats.take(none, patient())).toBe("only");
});
