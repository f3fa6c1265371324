import { METRICS, type MetricDefinition } from "#metrics/definitions.ts";

/** Every sample of a page by its name and labels, as in `x_total{a="b"}`. Throws for a line that is not of the format. */
export function samplesOf(page: string): ReadonlyMap<string, number> {
  if (!page.endsWith("\n")) throw new Error("the last line has no end");
  const samples = new Map<string, number>();
  let metric = "";
  for (const line of page.slice(0, -1).split("\n")) {
    const [, name] = /^# HELP ([a-z_]+) \S.*$/.exec(line) ?? [];
    if (name !== undefined) {
      metric = name;
      continue;
    }
    if (/^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)?.[1] === metric) continue;
    const [, sample = "", , value = ""] =
      /^([a-z_]+(\{[a-z_]+="(?:[^"\\\n]|\\[\\n"])*"(?:,[a-z_]+="(?:[^"\\\n]|\\[\\n"])*")*\})?) (\S+)$/.exec(line) ?? [];
    const base = sample.replace(/\{.*$/, "").replace(/_(bucket|sum|count)$/, (end) => (isHistogram(metric) ? "" : end));
    if (base !== metric || Number.isNaN(Number(value))) throw new Error(`no sample of ${metric}: ${line}`);
    if (samples.has(sample)) throw new Error(`stands twice: ${sample}`);
    samples.set(sample, Number(value));
  }
  return samples;
}

/** The samples that are other than before, each with the difference. What was not there was 0. */
export function changes(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const moved = [...after].map(([sample, value]) => [sample, value - (before.get(sample) ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, by]) => by !== 0));
}

function isHistogram(name: string): boolean {
  return (METRICS as Readonly<Record<string, MetricDefinition>>)[name]?.type === "histogram";
}
