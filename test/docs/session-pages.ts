import { dirname } from "node:path";
import { blocksIn, pagePaths, readPage } from "./blocks.ts";
import type { Session } from "./session.ts";

/** A folder with a set in it, for pages that begin where a server has run for long. */
const FOLDER_IN_USE = `
mkdir backups
app=$(dragoman app create Home --data lib --json | sed 's/.*"app_id": *"\\([^"]*\\)".*/\\1/')
echo '{"tools": [{"type": "function", "function": {"name": "light_on", "description": "turns on the light in a room",
  "parameters": {"type": "object", "properties": {"room": {"type": "string"}}}}}]}' |
  dragoman import - --app "$app" --signature light-v1 --data lib > /dev/null 2>&1
`;
const IN_USE = {
  typing: "sh",
  before: FOLDER_IN_USE,
  paths: { "/backups": "backups", "/var/lib/dragoman": "lib", "/usr/local/bin/dragoman": "../bin/dragoman" },
} as const;

/** Two apps on one folder would trust each other's bundles: the second is of another. */
const TWO_APPS = `
idOf() { sed 's/.*"app_id": *"\\([^"]*\\)".*/\\1/'; }
app=$(dragoman app create Home --json | idOf)
other=$(dragoman app create Other --data there --json | idOf)
`;

/** Two apps, and files that a reader would have; what is read from standard input is waiting there. */
const SETS = `
idOf() { sed 's/.*"app_id": *"\\([^"]*\\)".*/\\1/'; }
app=$(dragoman app create Home --json | idOf)
other=$(dragoman app create Other --json | idOf)
cat > shop.yaml <<'END'
openapi: 3.1.0
info: {title: Shop, version: 1.0.0}
paths:
  /orders: {get: {operationId: list_orders, tags: [orders], summary: List the orders}}
  /customers: {get: {operationId: get_customer, summary: Find a customer}}
  /stock/items: {get: {operationId: list_items, summary: List what is in stock}}
  /other: {get: {operationId: something_else, summary: Do something else}}
END
mkdir -p restaurant/tests
cat > restaurant/tests/test_stories.yml <<'END'
stories:
- story: a table
  steps:
  - user: a table at [the Italian](place)
    intent: book_table
END
printf 'text,label\\nWhere is my parcel?,delivery\\nI want my money back,refund\\n' > support.csv
dragoman import support.csv --app "$app" > /dev/null 2>&1
echo '{"tools": [{"name": "get_weather", "description": "Tells the weather", "input_schema": {"type": "object"}}]}' > weather.json
exec < weather.json
`;

/** An app with the toolset that the cases of the page are for. */
const TESTED = `
app=$(dragoman app create Home --json | sed 's/.*"app_id": *"\\([^"]*\\)".*/\\1/')
dragoman import examples/ci/toolset.json --app "$app" > /dev/null 2>&1
`;

/** A server that answers as OpenAI's do, in the place of the one that the page's settings name. */
const MODEL_SERVER = `
"$BUN" "$TESTS/stand-in-model.ts" > ../model.url &
until [ -s ../model.url ]; do kill -0 $!; sleep 0.1; done
sed -i "s|http://127.0.0.1:11434/v1|$(cat ../model.url)|" dragoman-data/dragoman.toml
chmod 700 dragoman-data
`;

/** npx would fetch Bun from the registry: the Bun that runs the tests has to be the one that the page names. */
const NPX = `#!/bin/sh
[ "$1 $2" = "--yes bun@$("$BUN" --version)" ] || { echo "npx $*: not the Bun of these tests" >&2; exit 1; }
shift 2
exec "$BUN" "$@"
`;

/** A program gets nothing of the session's environment but its paths: it names its own. */
const WEATHER_MCP = `#!/bin/sh
exec "${process.execPath}" "${import.meta.dir}/stand-in-mcp.ts"
`;

const EXAMPLES = "examples/README.md";

/** The examples, each in a folder with all of them, behind what their own page says to do first. */
function exampleSessions(): readonly Session[] {
  const own = pagePaths().filter((page) => dirname(page).startsWith("examples/"));
  const first = blocksIn(readPage(EXAMPLES)).filter(({ kind }) => kind === "sh");
  const before = first.map(({ text }) => text).join("");
  const there = { typing: "sh", folders: ["examples"], programs: { bun: '#!/bin/sh\nexec "$BUN" "$@"\n' } } as const;
  return [{ page: EXAMPLES, ...there }, ...own.map((page) => ({ page, before, ...there }))];
}

/** Pages whose commands all run. Those of docs/how-to/systemd.md do in systemd-page.test.ts, the curls of a proxy before the proxies. */
export const SESSIONS: readonly Session[] = [
  { page: "README.md", typing: "sh", isInCheckout: true, programs: { npx: NPX } },
  { page: "docs/tutorial.md", typing: "sh" },
  { page: "docs/how-to/air-gapped.md", typing: "sh" },
  { page: "docs/how-to/backup.md", ...IN_USE },
  {
    page: "docs/how-to/model-servers.md",
    typing: "sh",
    before: MODEL_SERVER,
    files: { "dragoman-data/dragoman.toml": "toml" },
  },
  {
    page: "docs/how-to/move-sets.md",
    typing: "sh",
    before: SETS,
    files: { "pets.yaml": "yaml", "restaurant/nlu.yml": "yml" },
    words: { "--app ID": '--app "$app"', "--app OTHER": '--app "$other"' },
  },
  {
    page: "docs/how-to/test-a-set.md",
    typing: "sh",
    folders: ["examples"],
    before: TESTED,
    files: { "cases.jsonl": "json" },
    words: { "--app ID": '--app "$app"' },
  },
  {
    page: "docs/how-to/bundles.md",
    typing: "sh",
    before: TWO_APPS,
    paths: { "/srv/there": "there" },
    words: { '"$KEY"': '"$(grep -o "ed25519:[^\\" ]*" home.bundle | head -n 1)"' },
  },
  {
    page: "docs/how-to/graduation.md",
    typing: "sh",
    before: FOLDER_IN_USE,
    words: { "--app ID": '--app "$app" --data lib' },
  },
  { page: "docs/how-to/admin-page.md", typing: "sh" },
  { page: "docs/how-to/conversations.md", typing: "sh" },
  { page: "docs/how-to/openai-clients.md", typing: "sh" },
  {
    page: "docs/how-to/browsers.md",
    typing: "sh",
    before: "chmod 700 dragoman-data\ndragoman serve",
    files: { "dragoman-data/dragoman.toml": "toml" },
  },
  {
    page: "docs/how-to/mcp.md",
    typing: "sh",
    programs: { "weather-mcp": WEATHER_MCP },
    words: { "--app ID": '--app "$(sed -n "s/^app id *//p" app.txt)"' },
  },
  { page: "docs/how-to/teach.md", typing: "sh" },
  {
    page: "docs/how-to/search-tools.md",
    typing: "sh",
    words: { "--app ID": '--app "$(sed -n "s/^app id *//p" app.txt)"' },
  },
  { page: "docs/how-to/try-a-change.md", typing: "sh" },
  { page: "docs/how-to/promote.md", typing: "sh" },
  { page: "docs/how-to/see-the-misses.md", typing: "sh" },
  {
    page: "docs/how-to/lint.md",
    typing: "sh",
    files: { "hotel.json": "json" },
    words: { "--app ID": '--app "$(sed -n "s/^app id *//p" app.txt)"' },
  },
  {
    page: "docs/how-to/other-languages.md",
    typing: "sh",
    before: `app=$(dragoman app create Home --json | sed 's/.*"app_id": *"\\([^"]*\\)".*/\\1/')`,
    words: { "--app ID": '--app "$app"' },
  },
  { page: "docs/how-to/tool-descriptions.md", typing: "sh" },
  {
    page: "docs/how-to/value-lists.md",
    typing: "sh",
    files: { "medicines.jsonl": "jsonl" },
    words: { "--app ID": '--app "$(dragoman app list --json | sed \'s/.*"app_id": *"\\([^"]*\\)".*/\\1/\')"' },
  },
  { page: "docs/how-to/upgrade.md", ...IN_USE },
  { page: "docs/how-to/watch.md", typing: "sh", before: "dragoman serve" },
  { page: "docs/explanation/money.md", typing: "sh" },
  ...exampleSessions(),
];
