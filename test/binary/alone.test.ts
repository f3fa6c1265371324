/**
 * The executable by itself: an unprivileged user, an empty folder, no network interface but loopback, nothing of the
 * repository to be seen, and every system call that touches a file or a network address written down.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ensureExecutable,
  INTENT_SET,
  lampToolset,
  ownFolder,
  type Place,
  publicPlace,
  ROOT,
  requireTools,
  UNPRIVILEGED,
  walled,
} from "./kit.ts";

const TRACED =
  "open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,chown,fchownat,mknod,mknodat,socket,connect,bind,sendto,sendmsg,sendmmsg";

/** What a client does with nothing but curl. Each answer lands in a file; `readyz` has the status of every try. */
const SESSION = `
url=http://127.0.0.1:8420
call() { # method path body answer
  curl -s -m 30 -o "$out/$4.json" -w '%{http_code}' -X "$1" "$url$2" -H "authorization: Bearer $token" \\
    -H 'content-type: application/json' --data-binary "$3" > "$out/$4.status"
}
strace -f -y -qq --seccomp-bpf -o "$out/trace" -e trace=${TRACED} "$place/dragoman" serve --data "$data" > "$out/server.log" 2>&1 &
for try in $(seq 1 500); do
  curl -s -m 1 "$url/livez" > /dev/null && break
  sleep 0.02
done
for try in $(seq 1 1500); do
  status=$(curl -s -m 5 -o "$out/readyz.json" -w '%{http_code}' "$url/readyz")
  [ $try = 1 ] && cp "$out/readyz.json" "$out/not-ready.json"
  echo "$status" >> "$out/readyz"
  [ "$status" = 200 ] && break
  sleep 0.02
done
"$place/dragoman" app create alone --data "$data" --json > "$out/app.json"
key=$(sed -n 's/.*"api_key": *"\\([^"]*\\)".*/\\1/p' "$out/app.json")
token=none
call POST /v1/auth "{\\"api_key\\":\\"$key\\"}" auth
token=$(sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p' "$out/auth.json")
call POST /v1/toolsets "$toolset" toolset
call POST /v1/classification-sets "$labels" labels
query='{"query":"dim the lamp in the kitchen to 40 percent","toolsets":["lamps-v1"]}'
call POST /v1/resolve "$query" resolve
call POST /v1/resolve "$query" again
call POST /v1/classify '{"data":"where is my parcel?","classification_set":"intents-v1"}' classify
# What goes on behind answers: examples are learned, and the cache learns from what was answered and looks for other words.
call POST /v1/toolsets "$taught" taught
for try in $(seq 1 200); do
  call GET /v1/toolsets/taught-v1 '' learned
  grep -q '"learning":null' "$out/learned.json" && break
  sleep 0.05
done
taught_query='{"query":"dim the lamp in the hall to 30 percent","toolsets":["taught-v1"]}'
call POST /v1/resolve "$taught_query" taught-query
call POST /v1/resolve '{"query":"please dim the lamp in the hall to 35 percent","toolsets":["taught-v1"]}' other-words
call POST /v1/feedback '{"request_id":"nobody","correct":false}' feedback
sleep 0.5
cat /proc/net/dev > "$out/interfaces"
ls -A "$repository" > "$out/repository"
read -r inside outside _ < /proc/self/uid_map
echo $(($(id -u) - inside + outside)) > "$out/user"
kill -TERM $(pgrep -P $! -x dragoman || echo $!)
wait $! && echo 0 > "$out/exit" || echo $? > "$out/exit"
printf '%s' "$taught" | "$place/dragoman" lint - --json > "$out/lint.json"
printf '%s' "$taught" | "$place/dragoman" lint - --strict > "$out/strict.txt" && echo 0 > "$out/strict" || echo $? > "$out/strict"
`;

let place: Place;
let data: string;
let out: string;
let work: string;

const textOf = (name: string) => readFileSync(join(out, name), "utf8").trim();
const answerOf = (name: string) => ({
  status: Number(textOf(`${name}.status`)),
  body: JSON.parse(textOf(`${name}.json`)),
});

beforeAll(() => {
  requireTools("unshare", "mount", "ip", "curl", "strace", "setpriv", "pgrep");
  ensureExecutable();
  place = publicPlace();
  data = ownFolder(place, "data");
  out = ownFolder(place, "out");
  work = ownFolder(place, "work");
  mkdirSync(place.at("home"), { mode: 0o755 });
  // What must not be obeyed: settings and code of whatever folder the executable is started in.
  writeFileSync(join(work, ".env"), "DRAGOMAN_SERVER_PORT=1\nDRAGOMAN_NONSENSE=1\n");
  writeFileSync(join(work, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(work, "evil.ts"), `require("node:fs").writeFileSync("${join(out, "evil")}", "ran");\n`);
  writeFileSync(place.at("session.sh"), SESSION);
  chmodSync(place.at("session.sh"), 0o755);
  const script = `
    ip link set lo up
    mount -t tmpfs -o mode=755 none "$repository"
    cd "$work"
    exec ${UNPRIVILEGED} bash "$place/session.sh"
  `;
  const result = Bun.spawnSync([...walled(script, { network: "own" })], {
    env: {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: place.at("home"),
      place: place.path,
      data,
      out,
      work,
      repository: ROOT,
      toolset: JSON.stringify(lampToolset("lamps-v1")),
      labels: JSON.stringify(INTENT_SET),
      taught: JSON.stringify(taughtToolset()),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (!existsSync(join(out, "exit"))) throw new Error(`the session broke off: ${result.stdout}${result.stderr}`);
}, 90_000);
afterAll(() => place?.[Symbol.dispose]());

describe("from an empty folder, unprivileged, without a network", () => {
  test("the walls stood", () => {
    // As the machine counts users: in a user namespace the caller sees itself as root.
    expect(Number(textOf("user"))).toBeGreaterThan(0);
    expect(textOf("repository")).toBe("");
    const interfaces = textOf("interfaces").split("\n").slice(2);
    expect(interfaces.map((line) => line.trim().split(":")[0])).toEqual(["lo"]);
  });

  test("it is not ready until its model answers, and says what it waits for", () => {
    const statuses = textOf("readyz").split("\n");
    expect(statuses[0]).toBe("503");
    expect(statuses.at(-1)).toBe("200");
    expect(JSON.parse(textOf("not-ready.json"))).toMatchObject({ error: "service_unavailable", code: 503 });
  });

  test("it resolves a sentence to a call, and the second time out of the cache", () => {
    expect(answerOf("toolset").status).toBe(201);
    const first = answerOf("resolve");
    expect(first.status).toBe(200);
    expect(first.body.resolved).toEqual({ tool: "set_lamp", parameters: { room: "kitchen", brightness: 40 } });
    expect(first.body.metadata.source).toBe("model");
    const second = answerOf("again");
    expect(second.body.resolved).toEqual(first.body.resolved);
    expect(second.body.metadata.source).toBe("exact_cache");
  });

  test("it classifies", () => {
    expect(answerOf("labels").status).toBe(201);
    const { status, body } = answerOf("classify");
    expect(status).toBe(200);
    expect(body.classifications).toMatchObject([{ text: "where is my parcel?", label: "delivery" }]);
  });

  test("it works behind its answers: it learns examples, and its cache learns", () => {
    expect(answerOf("taught").status).toBe(201);
    expect(answerOf("learned").body).toMatchObject({ signature: "taught-v1", learning: null });
    expect(answerOf("taught-query").status).toBe(200);
    expect(answerOf("other-words").status).toBe(200);
    expect(answerOf("feedback").status).toBe(404);
  });

  test("it lints a set without any data folder", () => {
    const { findings, compared } = JSON.parse(textOf("lint.json"));
    expect(findings).toMatchObject([{ code: "example_claimed", set: "taught-v1", path: "/tools/0/examples/2" }]);
    expect(compared).toEqual({ texts: 5, of: 5 });
    expect({ status: textOf("strict"), last: textOf("strict.txt").split("\n").at(-1) }).toEqual({
      status: "1",
      last: "1 warning, 0 hints.",
    });
  });

  test("it ends in order", () => {
    expect(textOf("exit")).toBe("0");
  });

  test("it obeys no .env and no bunfig.toml of the folder it is started in", () => {
    expect(existsSync(join(out, "evil"))).toBe(false);
    expect(readdirSync(work).sort()).toEqual([".env", "bunfig.toml", "evil.ts"]);
  });

  test("it writes below its data folder and nowhere else", () => {
    const writes = writesIn(textOf("trace"));
    expect(writes.filter((path) => path.startsWith(data)).length).toBeGreaterThan(5);
    const harmless = /^\/(dev\/(null|urandom|tty|shm\/?)|proc\/self\/)/;
    expect(writes.filter((path) => !path.startsWith(`${data}/`) && path !== data && !harmless.test(path))).toEqual([]);
  });

  test("it listens where it was told to, and opens no other socket at all", () => {
    const lines = textOf("trace").split("\n");
    expect(lines.some((line) => line.includes("bind(") && line.includes("htons(8420)"))).toBe(true);
    expect(outgoingIn(lines)).toEqual([]);
    // A name would have to be looked up, and a connection made, from a socket of its own.
    const families = lines.flatMap((line) => /^\d+ +socket\((AF_\w+)/.exec(line)?.[1] ?? []);
    expect(families.toSorted()).toEqual(["AF_INET", "AF_UNIX"]);
  });

  test("the search finds every way out", () => {
    const connected =
      '12 connect(14<socket:[1]>, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.1")}, 16) = -1';
    const sent = '12 sendto(14<socket:[1]>, "x", 1, 0, {sa_family=AF_INET6, sin6_port=htons(53)}, 28) = 1';
    const many = "12 sendmmsg(14<socket:[1]>, [{msg_hdr={msg_name=NULL}}], 2, MSG_NOSIGNAL) = 2";
    const answered = '12 sendto(14<socket:[1]>, "HTTP/1.1 200 OK", 15, MSG_NOSIGNAL, NULL, 0) = 15';
    expect(outgoingIn([connected, sent, many, answered])).toEqual([connected, sent, many]);
  });
});

/** Calls that reach out: every connection, whoever is asked, and everything that is sent to an address. */
function outgoingIn(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line) => /^\d+ +(connect|sendmmsg)\(/.test(line) || /^\d+ +send(to|msg)\(.*sa_family=/.test(line),
  );
}

/** Lamps whose tools have examples to learn. */
function taughtToolset() {
  const { tools, ...rest } = lampToolset("taught-v1");
  const examples = [
    "make the lamp in the hall a little darker",
    "more light in the kitchen, please",
    // In the wrong place, for whoever lints it.
    "what will the weather be like in Rome",
  ];
  return { ...rest, tools: tools.map((tool, index) => (index === 0 ? { ...tool, examples } : tool)) };
}

/** The paths that the traced calls created, changed or removed, or tried to. Paths may be relative to `<folder>`. */
function writesIn(trace: string): readonly string[] {
  return trace.split("\n").flatMap((line) => {
    const [, call = "", args = ""] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    if (/^(connect|bind|socket|sendto|sendmsg|sendmmsg)$/.test(call)) {
      const [, socket] = /^bind/.test(call) ? (/sun_path="([^"]+)"/.exec(args) ?? []) : [];
      return socket === undefined ? [] : [absolute(socket, work)];
    }
    if (/^open/.test(call) && !/O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)/.test(args)) return [];
    const folder = /^(?:AT_FDCWD|\d+)<([^>]*)>/.exec(args)?.[1] ?? work;
    return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = ""]) => absolute(path, folder));
  });
}

function absolute(path: string, folder: string): string {
  return path.startsWith("/") ? path : join(folder, path);
}
