/**
 * Signs an executable for `dragoman update`: `bun scripts/sign-executable.ts FILE KEYFILE` writes FILE.sig and says the key. KEYFILE
 * holds the private key; it is made where it is not there, and then it is the one thing that must never be lost or shown.
 */
import { generateKeyPairSync } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { keptKeyOf, keyNameOf, privateKeyOf } from "#core/signing-key.ts";
import { executableSignature } from "#core/update/executable-signature.ts";

const [file, keyFile] = process.argv.slice(2);
if (file === undefined || keyFile === undefined) {
  console.error("usage: bun scripts/sign-executable.ts FILE KEYFILE");
  process.exit(2);
}
if (!existsSync(keyFile)) {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(keyFile, `${keptKeyOf(privateKey)}\n`, { mode: 0o600, flag: "wx" });
}
const key = privateKeyOf(readFileSync(keyFile, "utf8").trim());
const hash = new Bun.CryptoHasher("sha256");
for await (const chunk of createReadStream(file)) hash.update(chunk);
writeFileSync(`${file}.sig`, executableSignature(hash.digest("hex"), key));
console.log(keyNameOf(key));
