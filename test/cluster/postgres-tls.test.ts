/** Whom TLS lets answer as Postgres: on a real server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Postgres } from "#storage/cluster/postgres.ts";
import { freshFolder } from "../storage/kit.ts";
import { type Certificates, makeCertificates } from "./certificates.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

const folder = freshFolder();
let certificates: Certificates;
let server: PostgresServer;
let nodeUrl: string;

beforeAll(async () => {
  certificates = makeCertificates(folder.path);
  server = await startPostgres();
  ({ nodeUrl } = await server.createDatabase("tls"));
  await useCertificate();
}, 60_000);
afterAll(async () => {
  await server.dispose();
  folder[Symbol.dispose]();
});

/** Puts it where Postgres looks for it, readable by nobody else, as it demands. */
async function useCertificate(): Promise<void> {
  const client = new pg.Client(server.urlOf("tls"));
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
  const data = rows[0]?.data_directory ?? "";
  const { uid, gid } = statSync(data);
  for (const [file, name] of [
    [certificates.server, "server.crt"] as const,
    [certificates.serverKey, "server.key"] as const,
  ]) {
    const path = join(data, name);
    copyFileSync(file, path);
    chownSync(path, uid, gid);
    chmodSync(path, 0o600);
  }
  await client.query("ALTER SYSTEM SET ssl = on");
  await client.query("SELECT pg_reload_conf()");
  await client.end();
  // The signal may come a moment later.
  for (let isOn = false; !isOn; await Bun.sleep(20)) {
    const another = new pg.Client(server.urlOf("tls"));
    await another.connect();
    isOn = (await another.query("SHOW ssl")).rows[0]?.ssl === "on";
    await another.end();
  }
}

/** As a node would be told it: under that host, with these options. */
function addressOf(host: string, options: string): string {
  return `${nodeUrl.replace("127.0.0.1", host)}?${options}`;
}

/** Whether what a node says goes through TLS. Rejects where it cannot be said at all. */
async function isEncrypted(url: string): Promise<boolean> {
  const postgres = new Postgres({ url, connectionsMax: 1, waitMsMax: 5_000, statementMsMax: 5_000 });
  try {
    const row = await postgres.row<{ ssl: boolean }>("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    return row?.ssl === true;
  } finally {
    await postgres.close();
  }
}

describe("a Postgres with TLS", () => {
  test("is used under the name and by the authority of its certificate", async () => {
    expect(await isEncrypted(addressOf("localhost", `sslmode=verify-full&sslrootcert=${certificates.root}`))).toBe(
      true,
    );
  });

  test("is asked without where the address says so", async () => {
    expect(await isEncrypted(addressOf("localhost", "sslmode=disable"))).toBe(false);
  });

  test.each([
    ["by another name", () => addressOf("127.0.0.1", `sslmode=verify-full&sslrootcert=${certificates.root}`)],
    ["by another authority", () => addressOf("localhost", `sslmode=verify-full&sslrootcert=${certificates.other}`)],
    ["by none that the system knows", () => addressOf("localhost", "sslmode=verify-full")],
  ])("is not used %s, and is 503", async (_, url) => {
    expect(await isEncrypted(url()).catch(({ code }) => code)).toBe("service_unavailable");
  });
});
