/** Where Valkey is, whom TLS lets answer there, and what the doctor makes of it: on real servers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { clusterDataChecks } from "#core/doctor/cluster-data.ts";
import { Doctor } from "#core/doctor/doctor.ts";
import { openClusterPatient } from "#storage/cluster/patient.ts";
import { shownValkeyAddress, valkeyAddressOf } from "#storage/cluster/valkey/address.ts";
import { Valkey } from "#storage/cluster/valkey/valkey.ts";
import { freshFolder } from "../storage/kit.ts";
import { makeCertificates } from "./certificates.ts";
import { freePort } from "./postgres-server.ts";
import { startValkey, type ValkeyServer } from "./valkey-server.ts";

const folder = freshFolder();
const at = (name: string) => join(folder.path, name);
const tlsPort = freePort();
let valkey: ValkeyServer;

beforeAll(async () => {
  makeCertificates(folder.path);
  const files = ["--tls-cert-file", at("server.pem"), "--tls-key-file", at("server.key")];
  valkey = await startValkey({ settings: ["--tls-port", `${tlsPort}`, ...files, "--tls-auth-clients", "no"] });
  await valkey.command("ACL", "SETUSER", "dragoman", "on", ">p@ss", "~dragoman:*", "+@all");
});
afterAll(async () => {
  await valkey.dispose();
  folder[Symbol.dispose]();
});

describe("an address of Valkey", () => {
  test("is verified by its certificate, and without TLS is this machine, or says that it is not to be", () => {
    expect(valkeyAddressOf("rediss://:p@valkey.example").tls).toEqual({ rejectUnauthorized: true });
    expect(valkeyAddressOf("valkeys://me:p@valkey.example:6380/1")).toEqual({
      url: "valkeys://me:p@valkey.example:6380/1",
      tls: { rejectUnauthorized: true },
    });
    for (const here of ["redis://127.0.0.1:6379", "valkey://localhost", "redis://[::1]:6379/0"])
      expect(valkeyAddressOf(here)).toEqual({ url: here, tls: null });
    expect(valkeyAddressOf("redis://:p@valkey:6379/0?sslmode=disable")).toEqual({
      url: "redis://:p@valkey:6379/0",
      tls: null,
    });
    expect(valkeyAddressOf(`rediss://valkey?sslrootcert=${at("root.pem")}`).tls?.ca).toContain("BEGIN CERTIFICATE");
  });

  test.each([
    ["redis://:hunter2@valkey.example", "as rediss://"],
    ["rediss://:hunter2@valkey.example?sslmode=disable", "has no TLS"],
    ["rediss://:hunter2@valkey.example?sslmode=require", "lets anybody answer"],
    ["rediss://:hunter2@valkey.example?sslrootcert=/nowhere", "cannot be read"],
    ["rediss://:hunter2@valkey.example?db=1", 'the option "db"'],
    ["http://:hunter2@valkey.example", "it looks like"],
    ["hunter2", "it looks like"],
  ])("that cannot be used says why, and not its password: %s", (url, why) => {
    const use = () => valkeyAddressOf(url);
    expect(use).toThrow(why);
    expect(use).toThrow("storage.valkey_url");
    expect(use).not.toThrow("hunter2");
  });

  test("is shown without its password", () => {
    expect(shownValkeyAddress("rediss://me:hunter2@valkey:6379")).toBe("rediss://me:***@valkey:6379");
  });
});

/** Whether a node can use it, and what its log says. */
async function used(url: string) {
  const logs: string[] = [];
  const observer = { sharedMemoryChanged() {}, sharedMemoryMissed() {} };
  const opened = await Valkey.open({ url, waitMsMax: 60_000, observer, log: (line) => logs.push(line) });
  const told = await opened.ask("windows", () => ["PING"]);
  opened.close();
  return { answers: told?.reply === "PONG", said: logs.join("\n") };
}

describe("a server with TLS", () => {
  const me = "dragoman:p%40ss@";

  test("is used under the name and by the authority of its certificate, and by the right password", async () => {
    const right = await used(`rediss://${me}localhost:${tlsPort}/0?sslrootcert=${at("root.pem")}`);
    expect(right).toEqual({ answers: true, said: "" });
  });

  test.each([
    ["by another name", () => `rediss://${me}127.0.0.1:${tlsPort}/0?sslrootcert=${at("root.pem")}`],
    ["by another authority", () => `rediss://${me}localhost:${tlsPort}/0?sslrootcert=${at("other.pem")}`],
    ["by none that the system knows", () => `rediss://${me}localhost:${tlsPort}/0`],
    ["by another password", () => `rediss://dragoman:wr0ng@localhost:${tlsPort}/0?sslrootcert=${at("root.pem")}`],
    ["without TLS", () => `redis://${me}localhost:${tlsPort}/0`],
  ])("is not used %s, and no password is logged", async (_, url) => {
    const { answers, said } = await used(url());
    expect(answers).toBe(false);
    expect(said).toContain("cannot be used, and Postgres does its work");
    expect(said).not.toMatch(/p%40ss|p@ss|wr0ng/);
  });
});

describe("the doctor", () => {
  const examined = async (url: string) => {
    const patient = openClusterPatient({ url: "postgres://nobody@127.0.0.1:1/none", valkey: { url, waitMsMax: 100 } });
    const checks = clusterDataChecks({
      patient,
      deadlines: () => ({ answers: 0, kept: 0, requests: 0 }),
      expire: async () => {},
    });
    const [finding] = await new Doctor(checks.filter(({ name }) => name === "valkey")).examine();
    return finding;
  };

  test("says what is wrong with it until it is put right", async () => {
    const found = (await examined(valkey.url))?.found;
    expect(found).toContain("maxmemory is 0");
    expect(found).toContain("maxmemory-policy is noeviction");
    await valkey.command("CONFIG", "SET", "maxmemory", "64mb");
    await valkey.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    const { redis_version: version = "" } = Object.fromEntries(
      String(await valkey.command("INFO", "server"))
        .split("\r\n")
        .map((line) => line.split(":")),
    );
    expect(await examined(valkey.url)).toMatchObject({ ok: true, found: `Valkey, or Redis, ${version}` });
    expect((await examined("redis://127.0.0.1:1"))?.found).toContain("nobody is there");
  });
});
