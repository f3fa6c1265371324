/** What a run of `bun test` says of itself in its JUnit report. */
export interface Counts {
  readonly total: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countsIn(report: string): Counts {
  const [root = ""] = /<testsuites[^>]*>/.exec(report) ?? [];
  const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  return { total: count("tests"), failed: count("failures") + count("errors"), skipped: count("skipped") };
}
