/** What a soak prints. */
import { type Answered, FIGURES, type Look, SLOWER_TIMES_MAX, timesOf, trendOf } from "./verdict.ts";

const WIDTH = 40;
const BARS = "▁▂▃▄▅▆▇█";

export interface Soaked {
  readonly seconds: { readonly calm: number; readonly attacked: number };
  readonly rate: number;
  /** CPU milliseconds a second. */
  readonly worked: {
    readonly serverInCalm: number;
    readonly server: number;
    readonly steady: number;
    readonly attackers: number;
  };
  /** Of each flood, how often what came of it. */
  readonly came: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly complaints: readonly string[];
}

/** One line on what happened since that second. */
export function sinceThen(answers: readonly Answered[], looks: readonly Look[], seconds: number): string {
  const { count, failed, p50Ms, p99Ms } = timesOf(answers.filter(({ dueSeconds }) => dueSeconds >= seconds));
  const look = looks.at(-1);
  const seen = look
    ? `${look.residentMib.toFixed(0)} MiB, ${look.descriptors} descriptors, ${look.files} files of ${look.folderMib.toFixed(0)} MiB`
    : "";
  return `${(look?.atSeconds ?? 0).toFixed(0).padStart(5)} s: ${count} answers, ${failed} failed, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}; ${seen}`;
}

export function reportOf(
  { seconds, rate, worked, came, complaints }: Soaked,
  calm: readonly Answered[],
  attacked: readonly Answered[],
  looks: readonly Look[],
): string {
  const kinds = ["all", ...new Set(calm.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const [before, during] = [calm, attacked].map((all) =>
      timesOf(kind === "all" ? all : all.filter((one) => one.kind === kind)),
    ) as [ReturnType<typeof timesOf>, ReturnType<typeof timesOf>];
    const figures = [before, during].flatMap(({ count, failed, p50Ms, p99Ms, worstMs }) => [
      String(count),
      String(failed),
      ...[p50Ms, p99Ms, worstMs].map(ms),
    ]);
    return `| ${kind} | ${figures.join(" | ")} | ${(during.p99Ms / before.p99Ms).toFixed(2)} |`;
  });
  const trends = FIGURES.map((figure) => {
    const { rise, riseMax, isFlat } = trendOf(looks, figure);
    const values = looks.map((look) => look[figure]);
    const [first = Number.NaN, last = Number.NaN] = [values[0], values.at(-1)];
    const most = Math.max(...values);
    return `| ${figure} | ${[first, most, last, rise, riseMax].map((value) => value.toFixed(1)).join(" | ")} | ${isFlat ? "flat" : "RISES"} | ${sparkline(values)} |`;
  });
  const floods = Object.entries(came).map(
    ([name, counts]) =>
      `| ${name} | ${Object.entries(counts)
        .map(([what, count]) => `${what}: ${count}`)
        .join(", ")} |`,
  );
  return [
    "",
    `${rate} requests a second, ${seconds.calm} s of calm, ${seconds.attacked} s of attack`,
    "",
    "| requests | calm | failed | p50 ms | p99 ms | worst ms | attacked | failed | p50 ms | p99 ms | worst ms | p99 times |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "| under attack | first | most | last | rise in last third | allowed | | |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...trends,
    "",
    "| flood | what came of it |",
    "| --- | --- |",
    ...floods,
    "",
    `CPU ms a second: server ${worked.serverInCalm.toFixed(0)} in calm, ${worked.server.toFixed(0)} under attack; the watched app's load ${worked.steady.toFixed(0)}, the attacker's ${worked.attackers.toFixed(0)}`,
    "",
    complaints.length === 0 ? `holds: all answered, p99 within ${SLOWER_TIMES_MAX} times, all flat` : "DOES NOT HOLD",
    "",
  ].join("\n");
}

function ms(value: number): string {
  return value.toFixed(1);
}

/** Means of as many parts as there is room for, from the least to the most. */
export function sparkline(values: readonly number[]): string {
  const width = Math.min(WIDTH, values.length);
  const means = Array.from({ length: width }, (_, part) => {
    const of = values.slice((part * values.length) / width, ((part + 1) * values.length) / width);
    return of.reduce((sum, one) => sum + one, 0) / of.length;
  });
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const barOf = (mean: number) =>
    BARS[high === low ? 0 : Math.round(((mean - low) / (high - low)) * (BARS.length - 1))];
  return means.map(barOf).join("");
}
