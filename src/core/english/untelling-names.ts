/** What parameters are called by people who have not thought about it. */
import type { UntellingNames } from "../reading/sentence-tables.ts";

export const UNTELLING_NAMES: UntellingNames = {
  names: new Set(
    (
      "arg args argument arguments param params parameter parameters val vals value values var vars variable foo bar baz qux tmp temp " +
      "obj object thing stuff field str string int integer num bool boolean data input"
    ).split(" "),
  ),
};
