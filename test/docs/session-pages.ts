import type { Surroundings } from "./session.ts";

/** A folder with a set in it, for pages that begin where a server has run for long. */
const FOLDER_IN_USE = `
mkdir backups
app=$(dragoman app create Home --data lib --json | sed 's/.*"app_id": *"\\([^"]*\\)".*/\\1/')
echo '{"tools": [{"type": "function", "function": {"name": "light_on", "description": "turns on the light in a room",
  "parameters": {"type": "object", "properties": {"room": {"type": "string"}}}}}]}' |
  dragoman import - --app "$app" --signature light-v1 --data lib > /dev/null 2>&1
`;
const IN_USE = { before: FOLDER_IN_USE, folders: { "/backups": "backups", "/var/lib/dragoman": "lib" } };

/** Pages whose commands all run, with what has to be different for them here. */
export const SESSIONS: Readonly<Record<string, Surroundings>> = {
  "README.md": {},
  "docs/tutorial.md": {},
  "docs/how-to/air-gapped.md": {},
  "docs/how-to/backup.md": IN_USE,
  "docs/how-to/tool-descriptions.md": {},
  "docs/how-to/upgrade.md": IN_USE,
  "docs/explanation/money.md": {},
};
