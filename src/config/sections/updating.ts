/** What `dragoman update` takes. */
import { isKeyName, KEY_EXPECTED } from "#core/signing-key.ts";
import { listOfTexts } from "../setting.ts";

/** `[update]`. */
export const UPDATE = {
  trusted_keys: listOfTexts({
    default: [],
    expected: `a list of keys, each ${KEY_EXPECTED}`,
    matches: isKeyName,
    describes: "Whose executables `dragoman update` takes, beside those of --trust.",
  }),
} as const;
