/** Which of two versions is newer, and who signed an executable. */
import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { keyNameOf } from "#core/signing-key.ts";
import { executableSignature, signerOf } from "#core/update/executable-signature.ts";
import { compareVersions, isReleaseVersion } from "#core/update/release-version.ts";

describe("versions", () => {
  test("stand in the order of semver.org", () => {
    const inOrder =
      "0.9.9 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.2.0 1.10.0 2.0.0";
    const versions = inOrder.split(" ");
    const shuffled = versions.toReversed().toSorted(compareVersions);
    expect(shuffled).toEqual(versions);
    expect(compareVersions("1.0.0+one", "1.0.0+two")).toBe(0);
  });

  test("of each two one is newer, or both are the same", () => {
    const number = fc.integer({ min: 0, max: 99 });
    const version = fc
      .tuple(number, number, number, fc.constantFrom("", "-a", "-1", "-a.2", "-rc.10"))
      .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
    fc.assert(
      fc.property(version, version, (one, other) => {
        expect(Math.sign(compareVersions(one, other)) + Math.sign(compareVersions(other, one))).toBe(0);
        expect(compareVersions(one, other) === 0).toBe(one === other);
      }),
    );
  });

  test.each(["1", "1.2", "v1.2.3", "1.2.3.4", "", "1.2.3-", "latest"])("%p is none", (text) => {
    expect(isReleaseVersion(text)).toBe(false);
  });
});

describe("the signature of an executable", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const SHA256 = "a".repeat(64);
  const signature = executableSignature(SHA256, privateKey);

  test("says whose key signed these bytes", () => {
    expect(signerOf(signature, SHA256)).toBe(keyNameOf(privateKey));
  });

  test.each([
    ["of other bytes", signature, "b".repeat(64), "is not of this file"],
    [
      "of another key",
      signature.replace(keyNameOf(privateKey), keyNameOf(generateKeyPairSync("ed25519").privateKey)),
      SHA256,
      "is not of this file",
    ],
    ["without a key", '{"dragoman_executable":1,"signature":"x"}', SHA256, "lacks its `key`"],
    ["of another format", signature.replace(":1,", ":2,"), SHA256, "is of format 2"],
    ["that is a bundle", '{"dragoman_bundle":1}', SHA256, "is of format undefined"],
    ["that is no JSON", "-----BEGIN", SHA256, "expected a line such as"],
  ])("is refused when it is one %s", (_, text, sha256, message) => {
    expect(() => signerOf(text, sha256)).toThrow(message);
  });
});
