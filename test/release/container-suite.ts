/**
 * The container image, as a runtime takes it: its layers one over the other, read-only, as the user that it names, without a network
 * but loopback. `unshare` and `chroot` stand in for the runtime, which needs a daemon or rights that a test has not.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { freshPlace, lampToolset, type Place, requireTools, walled } from "../binary/kit.ts";
import { blocksIn, readPage } from "../docs/blocks.ts";
import { ran, released, VERSION } from "./kit.ts";

interface ImageConfig {
  readonly architecture: string;
  readonly created: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly WorkingDir: string;
    readonly Volumes: object;
    readonly ExposedPorts: object;
    readonly StopSignal: string;
    readonly Healthcheck: { readonly Test: readonly string[]; readonly [time: string]: unknown };
    readonly Labels: Readonly<Record<string, string>>;
  };
}

let place: Place;
let image: ImageConfig;

const blob = (digest: string) => place.at("image/blobs", digest.replace(":", "/"));
const jsonIn = (path: string) => JSON.parse(readFileSync(path, "utf8"));

beforeAll(() => {
  requireTools("unshare", "setpriv", "chroot", "curl", "tar");
  place = freshPlace();
  for (const name of ["image", "root", "out"]) mkdirSync(place.at(name));
  expect(ran(["tar", "-xf", released(/\.oci\.tar$/), "-C", place.at("image")]).status).toBe(0);
  const manifest = jsonIn(blob(jsonIn(place.at("image/index.json")).manifests[0].digest));
  image = jsonIn(blob(manifest.config.digest));
  for (const { digest } of manifest.layers) {
    expect(ran(["tar", "-xf", blob(digest), "-C", place.at("root")]).status).toBe(0);
  }
});
afterAll(() => place[Symbol.dispose]());

/** What a runtime does: the folders of the kernel, a volume with what the image has there, all else read-only. */
const RUNTIME = `
ip link set lo up
cp -a "$root/data" "$out/volume"
mkdir -p "$root/proc" "$root/dev"
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$out/volume" "$root/data"
mount -o remount,ro,bind "$root"
in_image="env -i $variables setpriv --no-new-privs chroot --userspec=$user $root"
$in_image $program app create Shop --json > "$out/app.json" 2> "$out/said"
if $in_image $program app create Shop --data /elsewhere > "$out/elsewhere" 2>&1; then exit 1; fi
$in_image $program $words > "$out/log" 2>&1 &
url=http://127.0.0.1:8420
until $in_image $ping > "$out/ping" 2> "$out/not-yet"; do kill -0 $!; sleep 0.1; done
curl -sf "$url/readyz" > "$out/readyz"
key=$(sed -n 's/.*"api_key": *"\\([^"]*\\)".*/\\1/p' "$out/app.json")
post() { curl -s -m 30 "$url$1" -H "authorization: Bearer $token" -H 'content-type: application/json' -d "$2"; }
token=none
token=$(post /v1/auth "{\\"api_key\\":\\"$key\\"}" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
post /v1/toolsets "$toolset" > "$out/toolset"
post /v1/resolve '{"query": "dim the lamp in the kitchen to 40 percent", "toolsets": ["lamps-v1"]}' > "$out/resolve"
kill -TERM $!
wait $!
if $in_image $ping > "$out/ended" 2>&1; then exit 1; fi
`;

describe("the image", () => {
  test("says who runs what, where the data are, and which version it is", () => {
    expect(image.architecture).toBe("amd64");
    expect(image.config).toMatchObject({
      User: "65532:65532",
      Entrypoint: ["/usr/bin/dragoman"],
      Cmd: ["serve", "--host", "0.0.0.0"],
      WorkingDir: "/data",
      Volumes: { "/data": {} },
      ExposedPorts: { "8420/tcp": {} },
      StopSignal: "SIGTERM",
    });
    expect(image.config.Env).toContain("DRAGOMAN_DATA=/data");
    expect(image.config.Labels).toMatchObject({ "org.opencontainers.image.version": VERSION });
    const committedAt = Number(Bun.spawnSync(["git", "log", "-1", "--format=%ct"]).stdout);
    expect(Date.parse(image.created)).toBe(committedAt * 1000);
  });

  test("has the health check that the page has, for whoever composes it", () => {
    const page = blocksIn(readPage("docs/how-to/install.md")).find(({ kind }) => kind === "yaml");
    const { services } = Bun.YAML.parse(page?.text ?? "") as {
      services: { dragoman: { image: string; healthcheck: { test: string[] } } };
    };
    const { image: name, healthcheck } = services.dragoman;
    expect(name).toBe(`localhost/dragoman:${VERSION}`);
    expect(image.config.Healthcheck).toEqual({
      Test: healthcheck.test,
      Interval: 30e9,
      Timeout: 10e9,
      StartPeriod: 60e9,
      Retries: 3,
    });
    expect(healthcheck).toMatchObject({ interval: "30s", timeout: "10s", start_period: "60s", retries: 3 });
  });

  test("holds the program, its libraries with their terms, and no shell", () => {
    expect(readdirSync(place.at("root/usr/bin"))).toEqual(["dragoman"]);
    expect(readdirSync(place.at("root"))).not.toContain("bin");
    const terms = readdirSync(place.at("root/usr/share/doc"));
    expect(terms).toEqual(expect.arrayContaining(["dragoman", "libc6", "libstdc++6"]));
    expect(statSync(place.at("root/data"))).toMatchObject({ uid: 65_532, gid: 65_532 });
    expect(statSync(place.at("root/data")).mode & 0o777).toBe(0o700);
    expect(statSync(place.at("root/usr/bin/dragoman"))).toMatchObject({ uid: 0, gid: 0 });
  });

  test("serves and answers as its own user, its root read-only, and ends when it is told to", () => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([...walled(RUNTIME, { network: "own" })], {
      env: {
        PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
        root: place.at("root"),
        out: place.at("out"),
        user: image.config.User,
        variables: image.config.Env.join(" "),
        program: image.config.Entrypoint.join(" "),
        words: image.config.Cmd.join(" "),
        ping: image.config.Healthcheck.Test.slice(1).join(" "),
        toolset: JSON.stringify(lampToolset("lamps-v1")),
      },
    });
    const said = (name: string) => readFileSync(place.at("out", name), "utf8");
    expect({ exitCode, output: `${stdout}${stderr}` }).toEqual({ exitCode: 0, output: "" });
    expect(JSON.parse(said("readyz"))).toMatchObject({ status: "ready" });
    expect(said("ping")).toEndWith("is ready\n");
    expect(said("ended")).toContain("no server answers on the data folder /data");
    expect(JSON.parse(said("resolve"))).toMatchObject({ resolved: { tool: "set_lamp" } });
    expect(said("elsewhere")).toContain("/elsewhere");
    expect(statSync(place.at("out/volume/dragoman.sqlite"))).toMatchObject({ uid: 65_532 });
  });
});
