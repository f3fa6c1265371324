/** A real Postgres for a test: its own data, its own port, nobody else's. */
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { letBeNode, migrateCluster } from "#storage/cluster/migrations.ts";

/** Debian puts each version into a folder of its own, and only what people type on the path. */
const DEBIAN_VERSIONS = "/usr/lib/postgresql";
const NODE = "node";
const PASSWORD = "otter";
const READY_MS_MAX = 30_000;

export interface DatabaseCopy {
  /** For nodes. */
  readonly url: string;
  /** Ends whoever is on it. */
  drop(): Promise<void>;
}

/** One database of a server, with the schema in it. */
export interface TestDatabase {
  readonly name: string;
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  /** Of the role that nodes have. */
  readonly nodeUrl: string;
  /** Another database that is as this one was made: nobody may be on this one. */
  copy(): Promise<DatabaseCopy>;
  /** Takes all rows out of all tables; numbers begin anew. */
  empty(): Promise<void>;
}

export interface PostgresServer {
  readonly port: number;
  /** A superuser's, of that database. */
  urlOf(database: string): string;
  /** A database with the newest schema or an older one, and rights as `dragoman cluster migrate` gives them. */
  createDatabase(name: string, migrations?: readonly string[]): Promise<TestDatabase>;
  /** Another server that streams from this one, as `pg_basebackup` begins it. From then on a commit waits for both, by `synchronous_commit=on`. */
  synchronousReplica(): Promise<PostgresServer>;
  /** Of a replica: it takes changes from now on. */
  promote(): Promise<void>;
  /** Takes the process away from under its clients, or ends it as an operator does. */
  stop(how: "fast" | "immediate"): Promise<void>;
  /** Again, on the same data and port. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Lines of postgresql.conf, beside what a test's server needs. */
  readonly settings?: readonly string[];
  /** Off: a test that pulls no plug waits for no disk. */
  readonly isDurable?: boolean;
  /** A folder that the tables are kept in, beside the log of changes: of a small disk, for a test that fills it. */
  readonly tablesFolder?: string;
}

/** Where the server's programs are. Throws what to install where there are none. */
function programsFolder(): string {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= 15));
  if (!Number.isFinite(newest)) throw new Error("Postgres 15 or newer is missing: apt-get install postgresql");
  return join(DEBIAN_VERSIONS, `${newest}`, "bin");
}

export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = freshFolder();
  const data = options.tablesFolder ?? join(folder, "data");
  mkdirSync(data, { mode: 0o700, recursive: true });
  giveToServer(data);
  const log = options.tablesFolder === undefined ? [] : ["--waldir", join(folder, "wal")];
  const way = ["-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  run([join(programsFolder(), "initdb"), "-D", data, ...way, ...log]);
  return startOn({ folder, data, options });
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-postgres-"));
  giveToServer(folder);
  return folder;
}

interface Place {
  /** Of this server alone, on the disk of the test. */
  readonly folder: string;
  readonly data: string;
  readonly options: PostgresServerOptions;
}

async function startOn({ folder, data, options }: Place): Promise<PostgresServer> {
  const { settings = [], isDurable = false } = options;
  const port = freePort();
  const lines = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "shared_buffers=32MB",
    ...(isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
    ...settings,
  ];
  const started = lines.map((line) => `-c ${line}`).join(" ");
  const control = (...words: readonly string[]) => run([join(programsFolder(), "pg_ctl"), "-D", data, "-w", ...words]);
  const server: PostgresServer = {
    port,
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    createDatabase: (name, migrations) => createDatabase(server, name, migrations),
    synchronousReplica: () => synchronousReplica(server, options),
    promote: async () => control("promote"),
    stop: async (how) => control("stop", "-m", how),
    start: async () => {
      control("start", "-o", started, "-l", join(folder, "log"));
      await ready(server.urlOf("postgres"));
    },
    dispose: async () => {
      if (existsSync(join(data, "postmaster.pid"))) control("stop", "-m", "immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

const REPLICA = "replica";

async function synchronousReplica(primary: PostgresServer, options: PostgresServerOptions): Promise<PostgresServer> {
  const folder = freshFolder();
  const data = join(folder, "data");
  const from = ["-h", "127.0.0.1", "-p", `${primary.port}`, "-U", "postgres"];
  run([join(programsFolder(), "pg_basebackup"), "-D", data, ...from, "-R", "--no-sync", "--checkpoint=fast"]);
  const settings = [...(options.settings ?? []), `cluster_name=${REPLICA}`];
  const replica = await startOn({ folder, data, options: { ...options, settings } });
  await asSuperuser(primary.urlOf("postgres"), [
    `ALTER SYSTEM SET synchronous_standby_names = '${REPLICA}'`,
    "SELECT pg_reload_conf()",
  ]);
  await synchronous(primary);
  return replica;
}

async function synchronous(primary: PostgresServer): Promise<void> {
  const client = new pg.Client(primary.urlOf("postgres"));
  await client.connect();
  const endsAt = performance.now() + READY_MS_MAX;
  try {
    for (;;) {
      const { rows } = await client.query(
        "SELECT current_setting('synchronous_commit') AS waits, (SELECT sync_state FROM pg_stat_replication) AS state",
      );
      if (rows[0]?.state === "sync" && rows[0]?.waits === "on") return;
      if (performance.now() >= endsAt) throw new Error(`no replica is synchronous: ${JSON.stringify(rows)}`);
      await Bun.sleep(50);
    }
  } finally {
    await client.end();
  }
}

async function createDatabase(
  server: PostgresServer,
  name: string,
  migrations?: readonly string[],
): Promise<TestDatabase> {
  const owner = `owner_of_${name}`;
  await asSuperuser(server.urlOf("postgres"), [
    `CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${PASSWORD}'`,
    `CREATE DATABASE ${name} OWNER ${owner}`,
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${NODE}') THEN CREATE ROLE ${NODE} LOGIN PASSWORD '${PASSWORD}'; END IF; END $$`,
  ]);
  const urlAs = (role: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${server.port}/${name}`;
  const ownerUrl = urlAs(owner);
  await migrateCluster(ownerUrl, migrations);
  await letBeNode(server.urlOf(name), NODE);
  let copies = 0;
  const copy = async () => {
    copies += 1;
    const copied = `${name}_${copies}`;
    const administered = server.urlOf("postgres");
    await asSuperuser(administered, [`CREATE DATABASE ${copied} TEMPLATE ${name} OWNER ${owner}`]);
    return {
      url: `postgres://${NODE}:${PASSWORD}@127.0.0.1:${server.port}/${copied}`,
      drop: () => asSuperuser(administered, [`DROP DATABASE ${copied} WITH (FORCE)`]),
    };
  };
  return { name, ownerUrl, nodeUrl: urlAs(NODE), copy, empty: () => empty(ownerUrl) };
}

async function empty(ownerUrl: string): Promise<void> {
  const tables =
    "SELECT string_agg(format('dragoman.%I', tablename), ', ') FROM pg_tables WHERE schemaname = 'dragoman' AND tablename <> 'schema_version'";
  await asSuperuser(ownerUrl, [
    `DO $$ BEGIN EXECUTE 'TRUNCATE ' || (${tables}) || ' RESTART IDENTITY CASCADE'; END $$`,
  ]);
}

async function asSuperuser(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function ready(url: string): Promise<void> {
  const endsAt = performance.now() + READY_MS_MAX;
  for (;;) {
    try {
      return await asSuperuser(url, ["SELECT 1"]);
    } catch (failure) {
      if (performance.now() >= endsAt) throw failure;
      await Bun.sleep(50);
    }
  }
}

/** Postgres refuses to run as root; its package brings a user. */
const SERVER_USER = process.getuid?.() === 0 ? "postgres" : null;

function giveToServer(path: string): void {
  if (SERVER_USER === null) return;
  const idOf = (kind: "-u" | "-g") => Number(Bun.spawnSync(["id", kind, SERVER_USER]).stdout.toString());
  chownSync(path, idOf("-u"), idOf("-g"));
}

function run(command: readonly string[]): void {
  const asServer =
    SERVER_USER === null ? [] : ["setpriv", `--reuid=${SERVER_USER}`, `--regid=${SERVER_USER}`, "--clear-groups"];
  // What the server keeps open is not waited for: its output goes to its log.
  const { exitCode, stderr } = Bun.spawnSync([...asServer, ...command], { stdout: "ignore", stderr: "pipe", cwd: "/" });
  if (exitCode !== 0) throw new Error(`${command[0]} failed: ${stderr.toString()}`);
}

export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
