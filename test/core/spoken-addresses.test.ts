import { expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { spokenAddressesIn } from "#core/reading/spoken-addresses.ts";

const read = (text: string) =>
  spokenAddressesIn(text, ENGLISH).map(({ start, end, address }) => [text.slice(start, end), address]);

test.each<[string, [string, string][]]>([
  ["mail it to nadine at lake dot example", [["nadine at lake dot example", "nadine@lake.example"]]],
  [
    "Jill dot Tate at post dot co dot example",
    [["Jill dot Tate at post dot co dot example", "jill.tate@post.co.example"]],
  ],
  ["omar underscore k at post.example", [["omar underscore k at post.example", "omar_k@post.example"]]],
  ["ann-lee@shop dot example please", [["ann-lee@shop dot example", "ann-lee@shop.example"]]],
  ["meet Ann at shop.example", []],
  ["put a dot at the end", []],
  ["ann@shop.example", []],
])("%s", (text, expected) => {
  expect(read(text)).toEqual(expected);
});
