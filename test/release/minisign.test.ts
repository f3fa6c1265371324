/** Our signatures against one that minisign 0.11 made with the same key, of the same file. */

import { expect, test } from "bun:test";
import { createPrivateKey } from "node:crypto";
import { minisignature, minisignKey } from "../../scripts/release/minisign.ts";

/** The key of this test alone: its seed stands in minisign's file of secret keys behind the key's number. */
const SEED = Buffer.from("SBQ3EHLtmv8OG0HtCyzK5UHSnD8botB4mzOuIWzuDng=", "base64");
const PUBLIC = "RWS98AvGrUjyqnqPJXac+xsJv3+YmfrOa6M3bfm0b+SmiN2uaRjdfJUM";
const FILE = Buffer.from("dragoman\n");
const COMMENT = "dragoman-0.2.0-linux-x64";
const MADE_BY_MINISIGN = `untrusted comment: signature from minisign secret key
RUS98AvGrUjyqqTGnyudvmOCY0G26aRLzpeXmOJsfg+NDOcGcYPFw+rQL3NhA+LGuvXroGrUX/hllmv3vU2qJMLQBApHBIc3ZgI=
trusted comment: ${COMMENT}
kDUWu573vwCGtqcNJAXmNVzK2wd4/qLY/BdniiToTXocqb4VzBN2V1wVYQx7vtKxP1JfVHQkI+Vezwz8aY5xCg==
`;
/** The algorithm and the key's number, of which minisign takes any. */
const NAMING_BYTES = 10;

const PKCS8_OF_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const key = createPrivateKey({ key: Buffer.concat([PKCS8_OF_ED25519, SEED]), format: "der", type: "pkcs8" });

const bytesIn = (text: string, line: number) => Buffer.from(text.split("\n")[line] ?? "", "base64");

test("a signature has the bytes that minisign's has", () => {
  const ours = minisignature({ file: FILE, comment: COMMENT }, key);
  expect(bytesIn(ours, 1).subarray(0, 2)).toEqual(bytesIn(MADE_BY_MINISIGN, 1).subarray(0, 2));
  expect(bytesIn(ours, 1).subarray(NAMING_BYTES)).toEqual(bytesIn(MADE_BY_MINISIGN, 1).subarray(NAMING_BYTES));
  expect(ours.split("\n").slice(2)).toEqual(MADE_BY_MINISIGN.split("\n").slice(2));
});

test("the public key is minisign's, and signatures name it", () => {
  const ours = bytesIn(minisignKey(key), 1);
  const theirs = Buffer.from(PUBLIC, "base64");
  expect(ours.subarray(NAMING_BYTES)).toEqual(theirs.subarray(NAMING_BYTES));
  expect(ours.subarray(0, 2)).toEqual(theirs.subarray(0, 2));
  const signature = bytesIn(minisignature({ file: FILE, comment: COMMENT }, key), 1);
  expect(signature.subarray(2, NAMING_BYTES)).toEqual(ours.subarray(2, NAMING_BYTES));
});

test("a comment that would be taken for a signature is refused", () => {
  expect(() => minisignature({ file: FILE, comment: "one\ntwo" }, key)).toThrow(/one line/);
});
