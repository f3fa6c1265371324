/**
 * Commands as they are typed, by the name of the command. A test runs each of them that ends by itself, in this order, on
 * one data folder, with the id of a real app and a real key in the place of these.
 */
export const EXAMPLE_APP = "app_4fQ8mXw2Lr7TnZ1c";
export const EXAMPLE_KEY = "key_9bK3sVd6Hy0PqJ5e";

export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: [
    "dragoman serve",
    "dragoman serve --data /srv/dragoman --host 0.0.0.0 --port 80",
    "dragoman serve --print-config",
  ],
  demo: ["dragoman demo"],
  mcp: [`dragoman mcp --app ${EXAMPLE_APP}`, "dragoman mcp --server https://dragoman.example"],
  "app create": ["dragoman app create Shop", "dragoman app create Shop --plan pro --json"],
  "app list": ["dragoman app list"],
  "app show": [`dragoman app show ${EXAMPLE_APP}`],
  "app suspend": [`dragoman app suspend ${EXAMPLE_APP}`],
  "app resume": [`dragoman app resume ${EXAMPLE_APP}`],
  "app plan": [`dragoman app plan ${EXAMPLE_APP} scale`],
  "app credit": [`dragoman app credit ${EXAMPLE_APP} 5000`],
  "key create": [`dragoman key create ${EXAMPLE_APP} --name website --expires 90d`],
  "key list": [`dragoman key list ${EXAMPLE_APP}`],
  "key revoke": [`dragoman key revoke ${EXAMPLE_KEY} --yes`],
  "values import": [
    `dragoman values import medicines medicines.jsonl --app ${EXAMPLE_APP} --dry-run`,
    `dragoman values import medicines medicines.jsonl --app ${EXAMPLE_APP} --replace`,
  ],
  import: [
    `dragoman import tools.json --app ${EXAMPLE_APP} --signature shop-v1 --dry-run`,
    `dragoman import tools.json --app ${EXAMPLE_APP} --signature shop-v1`,
    `dragoman import --from-mcp https://tools.example/mcp --app ${EXAMPLE_APP} --replace`,
  ],
  export: [
    `dragoman export sets.json --app ${EXAMPLE_APP}`,
    `dragoman export --app ${EXAMPLE_APP} --signature shop-v1 --format mcp`,
    `dragoman export shop.bundle --app ${EXAMPLE_APP} --bundle`,
  ],
  teach: [
    `dragoman teach shop-v1 "where is it" --tool find_order --app ${EXAMPLE_APP}`,
    `dragoman teach shop-v1 "never mind" --tool none --app ${EXAMPLE_APP}`,
  ],
  "case import": [`dragoman case import shop-v1 cases.jsonl --app ${EXAMPLE_APP}`],
  "case list": [
    `dragoman case list shop-v1 --app ${EXAMPLE_APP}`,
    `dragoman case list shop-v1 taught.jsonl --app ${EXAMPLE_APP}`,
  ],
  "case remove": [`dragoman case remove shop-v1 case_2mVq7RkXz0LdTfY5sBpN --app ${EXAMPLE_APP} --yes`],
  "alias set": [
    `dragoman alias set shop-live shop-v1 --app ${EXAMPLE_APP}`,
    `dragoman alias set shop-live shop-v1 --split shop-v2=10 --app ${EXAMPLE_APP}`,
  ],
  "alias list": [`dragoman alias list --app ${EXAMPLE_APP}`],
  "alias remove": [`dragoman alias remove shop-live --app ${EXAMPLE_APP} --yes`],
  "log on": [`dragoman log on --app ${EXAMPLE_APP}`, `dragoman log on --app ${EXAMPLE_APP} --days 14 --rows 5000`],
  "log show": [`dragoman log show --app ${EXAMPLE_APP} --limit 20`],
  "log misses": [`dragoman log misses --app ${EXAMPLE_APP}`],
  "log delete": [
    `dragoman log delete --app ${EXAMPLE_APP} --before 2026-11-01 --yes`,
    `dragoman log delete --app ${EXAMPLE_APP} --all --yes`,
  ],
  "log off": [`dragoman log off --app ${EXAMPLE_APP}`],
  "ledger months": [`dragoman ledger months --app ${EXAMPLE_APP}`],
  "ledger export": [`dragoman ledger export ledger.ndjson --app ${EXAMPLE_APP}`],
  "ledger verify": ["dragoman ledger verify ledger.ndjson"],
  "ledger compact": ["dragoman ledger compact --months 13 --yes"],
  test: [
    `dragoman test shop-v1 cases.jsonl --app ${EXAMPLE_APP}`,
    `dragoman test shop-v1 cases.jsonl --app ${EXAMPLE_APP} --min-accuracy 50% --html report.html`,
  ],
  diff: [
    `dragoman diff shop-v1 tools.json --app ${EXAMPLE_APP}`,
    `dragoman diff shop-v1 tools.json cases.jsonl --app ${EXAMPLE_APP} --fail-on-change`,
  ],
  ask: [`dragoman ask shop-v1 "find the order 4711" --app ${EXAMPLE_APP} --explain`],
  search: [
    `dragoman search "where is my parcel" --app ${EXAMPLE_APP}`,
    `dragoman search "where is my parcel" --app ${EXAMPLE_APP} --toolset shop-v1 --limit 3 --json`,
  ],
  graduation: [
    `dragoman graduation shop-v1 --app ${EXAMPLE_APP}`,
    `dragoman graduation shop-v1 --app ${EXAMPLE_APP} --json`,
  ],
  lint: [
    `dragoman lint shop-v1 --app ${EXAMPLE_APP}`,
    `dragoman lint shop-v1 --app ${EXAMPLE_APP} --json`,
    "dragoman lint tools.json --strict",
  ],
  cache: ["dragoman cache", `dragoman cache ${EXAMPLE_APP} --json`],
  "model status": ["dragoman model status"],
  "model try": ["dragoman model try", "dragoman model try embedded --json"],
  settings: ["dragoman settings"],
  "model list": ["dragoman model list"],
  "model test": ["dragoman model test", "dragoman model test --config dragoman.toml"],
  backup: ["dragoman backup monday.backup", "dragoman backup monday.backup --force"],
  restore: ["dragoman restore monday.backup --data restored --verify"],
  update: [
    "dragoman update dragoman-0.2.0 --trust ed25519:6ZpXUGZsGmpK4vAxPyXzGqK1TeXgK0bF4m0b1pFqYl8",
    "dragoman update --back",
  ],
  doctor: ["dragoman doctor", "dragoman doctor --list"],
  ping: ["dragoman ping", "dragoman ping --server http://127.0.0.1:8420"],
  nodes: ["dragoman nodes", "dragoman nodes --json"],
  "cluster migrate": ["dragoman cluster migrate --node dragoman"],
  migrate: [
    "dragoman migrate --from /var/lib/dragoman --to-cluster --dry-run",
    "dragoman migrate --from /var/lib/dragoman --to-cluster",
    "dragoman migrate --to /srv/from-the-cluster --from-cluster",
  ],
  validate: ["dragoman validate"],
  "signing-key rotate": ["dragoman signing-key rotate"],
  "admin-token reset": ["dragoman admin-token reset --yes"],
  "admin-link": ["dragoman admin-link"],
  "service install": ["dragoman service install --print", "dragoman service install"],
  "service uninstall": ["dragoman service uninstall"],
  completion: ["dragoman completion bash"],
  version: ["dragoman version"],
  licenses: ["dragoman licenses", "dragoman licenses onnxruntime-node"],
  help: ["dragoman help", "dragoman help app create"],
  "app delete": [`dragoman app delete ${EXAMPLE_APP} --yes`],
};

/** The words of an example, as a shell hands them on. */
export function wordsOf(example: string): readonly string[] {
  return (example.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"(.*)"$/, "$1"));
}
