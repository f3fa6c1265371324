/** Writes the pages of `docs/reference/` that are made of tables in the code. A test of each fails while it is out of date. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderCommandsReference } from "#cli/reference.ts";
import { renderSettingsReference } from "#config";
import { renderLintReference } from "#core/linting/lint-reference.ts";
import { renderCacheRulesReference } from "#core/semantic-cache/rules/reference.ts";
import { renderApiReference } from "#http/docs/api-reference.ts";
import { renderErrorsReference } from "#http/docs/errors-reference.ts";
import { openApiDocument } from "#http/openapi/document.ts";
import { routesOf } from "#http/server.ts";
import { renderMetricsReference } from "#metrics/reference.ts";
import manifest from "../../package.json";
import { nobodysServices } from "../nobodys-services.ts";

const ROOT = join(import.meta.dir, "../..");

/** Each page by its path, as it ought to be. */
export function referencePages(): Readonly<Record<string, string>> {
  const routes = routesOf(nobodysServices());
  return {
    "docs/reference/api.md": renderApiReference(openApiDocument(routes, { version: manifest.version })),
    "docs/reference/cache-rules.md": renderCacheRulesReference(),
    "docs/reference/commands.md": renderCommandsReference(),
    "docs/reference/errors.md": renderErrorsReference(routes),
    "docs/reference/lint-rules.md": renderLintReference(),
    "docs/reference/metrics.md": renderMetricsReference(),
    "docs/reference/settings.md": renderSettingsReference(),
  };
}

if (import.meta.main) {
  for (const [path, page] of Object.entries(referencePages())) writeFileSync(join(ROOT, path), page);
}
