/** The pages and files about metrics, held against the metrics that there are. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { METRICS, type MetricDefinition } from "#metrics/definitions.ts";
import { renderMetricsReference } from "#metrics/reference.ts";

const DEFINITIONS = METRICS as Readonly<Record<string, MetricDefinition>>;
const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8");

/** What Prometheus, Grafana or the scraping adds. */
const OTHERS = new Set(["up"]);
const ADDED_LABELS = new Set(["instance", "job", "le"]);

/** What is wrong with the metrics and labels that an expression names. */
function problemsOf(expression: string): readonly string[] {
  const bare = expression.replace(/"[^"]*"/g, '""');
  const names = [...bare.matchAll(/\b(?:dragoman|process)_[a-z_]+\b|\bup\b/g)].map(([name]) => name);
  const definitions = names.map((name) => [name, definitionOf(name)] as const);
  const unknown = definitions.filter(([name, one]) => !one && !OTHERS.has(name)).map(([name]) => name);
  const labels = new Set([...ADDED_LABELS, ...definitions.flatMap(([, one]) => Object.keys(one?.labels ?? {}))]);
  const matched = [...expression.matchAll(/([a-z_]+)\s*(=~|=)\s*"([^"]*)"/g)];
  const grouped = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((one) => one.trim()),
  );
  const strange = [...matched.map(([, label = ""]) => label), ...grouped].filter((label) => !labels.has(label));
  const impossible = matched.flatMap(([text, label = "", , value = ""]) => {
    const known = definitions.map(([, one]) => one?.labels[label]).find((values) => Array.isArray(values));
    if (!known || value.startsWith("$")) return [];
    return value.split("|").every((one) => known.includes(one)) ? [] : [text];
  });
  return [...unknown, ...strange, ...impossible, ...(names.length === 0 ? [`names no metric: ${expression}`] : [])];
}

function definitionOf(name: string): MetricDefinition | undefined {
  const [, histogram = ""] = /^(.*)_(?:bucket|sum|count)$/.exec(name) ?? [];
  const definition = DEFINITIONS[histogram];
  if (definition?.type === "histogram") return definition;
  return DEFINITIONS[name]?.type === "histogram" ? undefined : DEFINITIONS[name];
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = Bun.YAML.parse(read("monitoring/alerts.yml")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read("monitoring/dashboard.json")) as { readonly panels: readonly Panel[] };
const targets = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

test("docs/reference/metrics.md is what the table says", () => {
  expect(read("reference/metrics.md")).toBe(renderMetricsReference());
});

test("metrics are named by Prometheus' convention", () => {
  const odd = Object.entries(DEFINITIONS).filter(([name, { type, unit, help, buckets }]) => {
    const base = type === "counter" ? name.replace(/_total$/, "") : name;
    const hasTotal = name.endsWith("_total");
    const unitOfName = /_(seconds|bytes)$/.exec(base)?.[1] ?? null;
    const sorted = (buckets ?? []).every((bound, index, all) => index === 0 || bound > (all[index - 1] as number));
    return (
      !/^(dragoman|process)_[a-z]+(_[a-z]+)*$/.test(name) ||
      hasTotal !== (type === "counter") ||
      unitOfName !== unit ||
      (type === "histogram") !== (buckets !== undefined) ||
      !sorted ||
      !/^[A-Z1A][^\n|\\]*\.$/.test(help)
    );
  });
  expect(odd.map(([name]) => name)).toEqual([]);
});

describe("the alerts", () => {
  test.each(alerts)("$alert asks for metrics, labels and values that there are", ({ expr }) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  test("have names of their own, a severity and words, and stand in the how-to, each once", () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect(alerts.filter(({ labels }) => !["critical", "warning"].includes(labels.severity))).toEqual([]);
    expect(alerts.filter(({ annotations }) => !annotations.summary.endsWith("."))).toEqual([]);
    const described = [...read("how-to/watch.md").matchAll(/^\| `(Dragoman\w+)` \|/gm)].map(([, name]) => name);
    expect(described).toEqual(names);
  });
});

describe("the dashboard", () => {
  test.each(targets)("$title, $refId asks for metrics, labels and values that there are", ({ expr }) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  test("shows every metric", () => {
    const shown = targets.map(({ expr }) => expr).join(" ");
    expect(Object.keys(DEFINITIONS).filter((name) => !shown.includes(name))).toEqual([]);
  });

  test("has panels with ids of their own, and legends of labels that are still there", () => {
    expect(panels.length).toBeGreaterThan(20);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const lost = targets.filter(({ expr, legendFormat }) => {
      const [, kept] = /\bby \(([^)]*)\)/.exec(expr) ?? [];
      const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      const aggregated = /\b(sum|min|max)\b/.test(expr);
      return aggregated && used.some((label) => !(kept ?? "").split(", ").includes(label));
    });
    expect(lost).toEqual([]);
  });
});

test("the check finds what is wrong", () => {
  expect(problemsOf("rate(dragoman_unheard_of_total[5m])")).toEqual(["dragoman_unheard_of_total"]);
  expect(problemsOf("dragoman_http_request_duration_seconds")).toEqual(["dragoman_http_request_duration_seconds"]);
  expect(problemsOf("dragoman_answers_total_count")).toEqual(["dragoman_answers_total_count"]);
  expect(problemsOf('dragoman_answers_total{cache="x"}')).toEqual(["cache"]);
  expect(problemsOf('dragoman_answers_total{source=~"model|guess"}')).toEqual(['source=~"model|guess"']);
  expect(problemsOf("sum by (le, app) (dragoman_answers_total)")).toEqual(["app"]);
  expect(problemsOf("1 > 0")).toEqual(["names no metric: 1 > 0"]);
});
