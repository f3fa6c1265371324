/** What the operator writes: settings, addresses, commands. */
import { Misuse } from "#cli/command.ts";
import { parseInvocation } from "#cli/parse.ts";
import { loadConfig, SettingsError } from "#config";
import { OperatorError } from "#core/errors.ts";
import { serversOf, shownAddress } from "#storage/cluster/connection.ts";
import { shownValkeyAddress, valkeyAddressOf } from "#storage/cluster/valkey/address.ts";
import { must, orRefused, type Target, textOf } from "../engine/target.ts";

const isSettingsFault = (failure: unknown) => failure instanceof SettingsError || failure instanceof OperatorError;

const toml: Target = {
  name: "settings-toml",
  about: "dragoman.toml: a wrong setting is named, and what is shown of the settings gives the same settings",
  seeds: [
    '[server]\nport = 8420\nhost = "127.0.0.1"\ntrusted_proxies = ["10.0.0.0/8"]\n',
    "[plans.free]\nrequests_per_minute = 60\nrequests_per_month = 1000\n[limits]\nbody_bytes_max = 1048576\n",
    '[model]\nprovider = "openai"\nbase_url = "http://127.0.0.1:11434/v1"\nname = "m"\n[backends.big]\nprovider = "anthropic"\nname = "x"\n',
    '[storage]\nkind = "cluster"\npostgres_url = "postgres://me:secret@127.0.0.1/dragoman"\nvalkey_url = "redis://127.0.0.1"\n',
    '[telemetry]\notlp_endpoint = "https://collector.example/v1"\nheaders = ["a=b"]\nsample_ratio = 0.5\n[cache]\nerror_bound = 0.005\n',
  ],
  bytesMax: 2_048,
  time: { ms: 10, msPerKib: 10 },
  open: () => ({ read: (input) => orRefused(() => loaded(textOf(input)), isSettingsFault) }),
};

/** Settings that are printed without a secret are settings again, and the same. */
function loaded(file: string) {
  const { config, printed } = loadConfig({ flags: { data: "/folder" }, env: {}, readFile: () => file });
  if (!printed.includes("•••") && !/backends/.test(file)) {
    const again = loadConfig({ flags: { data: "/folder" }, env: {}, readFile: () => printed });
    must(
      again.printed.replace(/ *#.*/g, "") === printed.replace(/ *#.*/g, ""),
      "settings that are printed are read otherwise",
    );
  }
  return [config.server, config.plans, config.limits, printed];
}

const environment: Target = {
  name: "settings-environment",
  about: "variables of the environment, a line each",
  seeds: [
    "DRAGOMAN_SERVER_PORT=8421\nDRAGOMAN_PLANS_GOLD_REQUESTS_PER_MINUTE=5\nDRAGOMAN_PLANS_GOLD_REQUESTS_PER_MONTH=7",
    "DRAGOMAN_NETWORK_ALLOW=a.example,b.example\nDRAGOMAN_CACHE_ENABLED=false\nDRAGOMAN_SERVR_PORT=1",
    "DRAGOMAN_STORAGE_POSTGRES_URL=postgres://me:pw@h/d\nDRAGOMAN_TELEMETRY_SAMPLE_RATIO=0.5",
  ],
  bytesMax: 1_024,
  time: { ms: 20, msPerKib: 20 },
  open: () => ({
    read: (input) => {
      const env = Object.fromEntries(
        textOf(input)
          .split("\n")
          .map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
      );
      return orRefused(() => loadConfig({ env, readFile: () => null }).printed, isSettingsFault);
    },
  }),
};

const PASSWORD = "pw7canary";
const addresses: Target = {
  name: "database-addresses",
  about: "addresses of Postgres and Valkey; no message and nothing that is shown has the password",
  seeds: [
    `postgres://me:${PASSWORD}@db.example:5432,other.example/dragoman?sslmode=verify-full`,
    `postgres://me:${PASSWORD}@/d?host=/run/postgresql&target_session_attrs=read-write`,
    `rediss://me:${PASSWORD}@cache.example:6380/1?sslmode=verify-full`,
    `redis://:${PASSWORD}@127.0.0.1`,
    "valkey://[::1]:6379",
  ],
  words: ["@", ":", "/", "?", "&", "%", "%zz", ",", "[::1]", "sslmode=disable", "host=", "postgresql://", "valkeys://"],
  bytesMax: 512,
  time: { ms: 10, msPerKib: 10 },
  open: () => ({
    read: (input) => {
      // What a certificate's file holds is not what is tried here, and it may be any file.
      const text = textOf(input).replaceAll("sslrootcert", "sslrootless");
      const shown = [
        orRefused(() => shownAddress(text), isSettingsFault),
        orRefused(() => shownValkeyAddress(text), isSettingsFault),
      ];
      const servers = orRefused(() => serversOf(text), isSettingsFault);
      const valkey = orRefused(() => valkeyAddressOf(text), isSettingsFault);
      const refusals = [servers, valkey].filter((one) => "refused" in one);
      // Behind "@" or as an option it is no password.
      const isPassword =
        new RegExp(`^[a-z]+://[^/?#@]*:[^/?#@]*${PASSWORD}[^/?#@]*@[^@]*$`).test(text) &&
        text.split(PASSWORD).length === 2;
      if (isPassword) must(!JSON.stringify([shown, refusals]).includes(PASSWORD), "the password is shown");
      return [shown, servers, valkey];
    },
  }),
};

const commands: Target = {
  name: "command-line",
  about: "a command and its options, a word a line",
  seeds: [
    "app\ncreate\nCanary\n--plan\npro\n--json",
    "import\nfile.json\n--app\nx\n--only\na*\n--only=b\n--format\nmcp",
    "key\ncreate\na\n--expires\n90d",
    "serve\n--port\n0\n--data\nd\n--help",
    "log\nmisses\n--limit=3",
  ],
  bytesMax: 512,
  time: { ms: 10, msPerKib: 20 },
  open: () => ({
    read: (input) =>
      orRefused(
        () => {
          const { command, ...rest } = parseInvocation(textOf(input).split("\n"));
          return [command.name, rest];
        },
        (failure) => failure instanceof Misuse,
      ),
  }),
};

export const SETTINGS: readonly Target[] = [toml, environment, addresses, commands];
