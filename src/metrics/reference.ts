import { METRICS, type MetricDefinition } from "./definitions.ts";

const HEAD = `# Metrics

\`GET /metrics\` gives these in the text format of Prometheus (0.0.4), without a token, free of charge and uncounted by any rate
window. \`/livez\` says whether the process runs, \`/readyz\` whether a request could be answered now. No label holds an app, a
path, a key or a text. How to watch them, with a dashboard and alerts: [how-to/watch.md](../how-to/watch.md).

A histogram \`x\` comes as \`x_bucket\`, \`x_sum\` and \`x_count\`. Counters begin at 0 when the process starts. What depends on a
model server appears when it is first asked.

This page is made from the table in \`src/metrics/definitions.ts\`.
`;

const TABLE_HEAD = "| name | type | unit | labels | what it is |\n| --- | --- | --- | --- | --- |";

/** `docs/reference/metrics.md`, from the table. A test compares the two. */
export function renderMetricsReference(): string {
  const all = Object.entries(METRICS) as readonly (readonly [string, MetricDefinition])[];
  const rows = all.map(
    ([name, { type, unit, help, labels }]) =>
      `| \`${name}\` | ${type} | ${unit ?? ""} | ${Object.keys(labels)
        .map((label) => `\`${label}\``)
        .join(", ")} | ${help} |`,
  );
  const buckets = all.flatMap(([name, { buckets }]) =>
    buckets ? [`- \`${name}\`: ${buckets.map((bound) => `${bound}`).join(", ")}`] : [],
  );
  const sections = [
    `${HEAD}\n${TABLE_HEAD}\n${rows.join("\n")}\n`,
    `## Labels\n\n${renderLabels(all)}\n`,
    `## Buckets\n\nUpper bounds in seconds; one more is above all of them.\n\n${buckets.join("\n")}\n`,
  ];
  return sections.join("\n");
}

/** Each label once: a name means the same wherever it stands, but for `outcome`. */
function renderLabels(all: readonly (readonly [string, MetricDefinition])[]): string {
  const meanings = new Map<string, string[]>();
  for (const [name, { labels }] of all) {
    for (const [label, values] of Object.entries(labels)) {
      const written = typeof values === "string" ? values : values.map((value) => `\`${value}\``).join(", ");
      const meaning = `\`${label}\`: ${written}`;
      meanings.set(meaning, [...(meanings.get(meaning) ?? []), `\`${name}\``]);
    }
  }
  return [...meanings].map(([meaning, names]) => `- ${meaning} (${names.join(", ")})`).join("\n");
}
