import { beforeEach, describe, expect, test } from "bun:test";
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { Tokens } from "#core/access/tokens.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { AppId, KeyId } from "#core/tenant.ts";
import { tokenSigning } from "#http/token-signing.ts";
import { FakeSecrets } from "../fakes.ts";

const LIFETIME_SECONDS = 900;
const claims = { app: "app_1" as AppId, key: "key1" as KeyId, epoch: 3 };

let nowMs: number;
let secrets: FakeSecrets;
const clock: Clock = { now: () => nowMs, monotonicMs: () => nowMs };

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 18, 10);
  secrets = new FakeSecrets();
});

const open = () => Tokens.open({ secrets, signing: tokenSigning(), clock, lifetimeSeconds: LIFETIME_SECONDS });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function forged(header: object, payload: object, key: KeyObject): string {
  const body = `${part(header)}.${part(payload)}`;
  return `${body}.${sign(null, Buffer.from(body), key).toString("base64url")}`;
}

describe("an access token", () => {
  test("proves what it was made for, until it expires", async () => {
    const tokens = await open();
    const { token, expiresInSeconds } = await tokens.sign(claims);
    expect(expiresInSeconds).toBe(LIFETIME_SECONDS);
    expect(await tokens.verify(token)).toMatchObject(claims);
    nowMs += LIFETIME_SECONDS * 1000 - 1;
    expect(await tokens.verify(token)).toMatchObject(claims);
    nowMs += 1;
    await expect(tokens.verify(token)).rejects.toThrow("has expired");
  });

  test("is one text: other spellings of the same bytes are refused", async () => {
    const tokens = await open();
    const { token } = await tokens.sign(claims);
    const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const [header = "", payload = "", signature = ""] = token.split(".");
    // 64 bytes are 85 characters and one with four bits of its own.
    const last = ALPHABET.indexOf(signature.at(-1) ?? "");
    const spellings = Array.from({ length: 16 }, (_, bits) => signature.slice(0, -1) + ALPHABET[(last & 48) | bits]);
    const same = spellings.filter((other) =>
      Buffer.from(other, "base64url").equals(Buffer.from(signature, "base64url")),
    );
    expect(same.length).toBe(16);
    const others = same.filter((other) => other !== signature).map((other) => `${header}.${payload}.${other}`);
    const padded = [`${token}=`, `${token}==`, `${header}=.${payload}.${signature}`, `${token}.`, `${token}\n`];
    const plain = token.replaceAll("-", "+").replaceAll("_", "/");
    for (const other of [...others, ...padded, ...(plain === token ? [] : [plain])]) {
      await expect(tokens.verify(other)).rejects.toThrow("the access token is not valid");
    }
    expect(await tokens.verify(token)).toMatchObject(claims);
  });

  test("outlives a restart", async () => {
    const { token } = await (await open()).sign(claims);
    expect(await (await open()).verify(token)).toMatchObject(claims);
  });

  test("of the key before a rotation stays good, one of two rotations before that does not", async () => {
    const tokens = await open();
    const { token } = await tokens.sign(claims);
    await tokens.rotate();
    expect(await (await open()).verify(token)).toMatchObject(claims);
    expect(await tokens.verify((await tokens.sign(claims)).token)).toMatchObject(claims);
    nowMs += LIFETIME_SECONDS * 1000;
    await tokens.rotate();
    const keys = JSON.parse((await secrets.find("signing_keys")) as string);
    expect(keys).toHaveLength(2);
    await expect((await open()).verify(token)).rejects.toThrow();
  });

  test("rotating twice in a row keeps the key whose tokens still live", async () => {
    const tokens = await open();
    const { token } = await tokens.sign(claims);
    await tokens.rotate();
    await tokens.rotate();
    expect(await (await open()).verify(token)).toMatchObject(claims);
  });

  test("of a key that another node has made is good on this one, which signs with it from then on", async () => {
    const [one, other] = [await open(), await open()];
    const { kid } = await one.rotate();
    const { token } = await one.sign(claims);
    expect(await other.verify(token)).toMatchObject(claims);
    const [header = ""] = (await other.sign(claims)).token.split(".");
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({ kid });
  });

  test("nodes that start or rotate at once forget no key of each other", async () => {
    const nodes = await Promise.all([open(), open(), open()]);
    const signed = await Promise.all(nodes.map((node) => node.sign(claims)));
    await Promise.all(nodes.map((node) => node.rotate()));
    signed.push(...(await Promise.all(nodes.map((node) => node.sign(claims)))));
    for (const { token } of signed) {
      for (const node of nodes) expect(await node.verify(token)).toMatchObject(claims);
    }
  });

  test("of a stolen key is worth nothing a lifetime after the rotation, whatever it says itself", async () => {
    const tokens = await open();
    const { token } = await tokens.sign(claims);
    const [{ privateJwk }] = JSON.parse((await secrets.find("signing_keys")) as string);
    const [header = "", payload = ""] = token.split(".").map((text) => Buffer.from(text, "base64url").toString());
    const stolen = createPrivateKey({ key: privateJwk, format: "jwk" });
    const forgery = forged(JSON.parse(header), { ...JSON.parse(payload), exp: nowMs / 1000 + 10 ** 9 }, stolen);
    await tokens.rotate();
    expect(await tokens.verify(forgery)).toMatchObject(claims);
    nowMs += LIFETIME_SECONDS * 1000;
    await expect(tokens.verify(forgery)).rejects.toThrow("no longer in use");
    await expect((await open()).verify(forgery)).rejects.toThrow("no longer in use");
    expect(await tokens.verify((await tokens.sign(claims)).token)).toMatchObject(claims);
  });

  test.each([
    ["nonsense", "abc"],
    ["empty parts", ".."],
    ["longer than any of ours", "a".repeat(2_000)],
  ])("that is %s is refused", async (_, token) => {
    await expect((await open()).verify(token)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("forged with another key, another algorithm or none is refused", async () => {
    const tokens = await open();
    const { token } = await tokens.sign(claims);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
    const stranger = generateKeyPairSync("ed25519").privateKey;
    const forgeries = [
      forged(read(header), read(payload), stranger),
      `${part({ ...read(header), alg: "none" })}.${payload}.`,
      `${part({ ...read(header), alg: "HS256" })}.${payload}.${signature}`,
      `${header}.${part({ ...read(payload), sub: "app_2" })}.${signature}`,
      forged({ alg: "EdDSA", kid: "unknown" }, read(payload), stranger),
    ];
    for (const forgery of forgeries)
      await expect(tokens.verify(forgery)).rejects.toMatchObject({ code: "unauthorized" });
  });
});
