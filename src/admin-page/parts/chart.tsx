import { useEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";
import { language } from "../texts/texts.ts";

export interface Series {
  readonly name: string;
  /** Of the style sheet, as in `--accent`. */
  readonly color: string;
  /** Null where there is nothing to show. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  /** In seconds since 1970, as many as each series has values. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly written: (value: number) => string;
  /** Of the axis: things that are counted have no halves. */
  readonly isWhole?: true;
  /** Where the axis ends; left out, a little above the largest value. */
  readonly max?: number;
}

/** How long a stretch is shown at least, however little is known of it. */
const SECONDS_MIN = 300;
/** A longer stretch is told by its days. */
const DAY_SECONDS = 86_400;
/** What whole numbers stand apart on the axis. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
const HEIGHT = 150;
const AXIS_WIDTH = 56;
const AXIS_HEIGHT = 28;
const LINE_WIDTH = 1.5;

/** Lines over time. The legend has the figures of the moment under the pointer, else of the last one. */
export function Chart({ title, times, series, written, isWhole, max }: ChartProps) {
  const home = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const isDark = useDarkness();
  const data: UPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
  useEffect(() => {
    const element = home.current;
    if (!element) return;
    const shown = { series, written, ...(isWhole && { isWhole }), ...(max !== undefined && { max }) };
    const made = new UPlot(optionsOf(shown, element, setAt), data, element);
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
    };
    // Colours and words are drawn, so other ones need another drawing.
  }, [isDark, language.value, series.length]);
  useEffect(() => plot.current?.setData(data), [times]);
  const shown = at ?? times.length - 1;
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        <ul class="legend">
          {series.map(({ name, color, values }) => {
            const value = values[shown];
            return (
              <li key={name}>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" fill={`var(${color})`} />
                </svg>
                {name} <strong>{value === null || value === undefined ? "–" : written(value)}</strong>
              </li>
            );
          })}
        </ul>
      </figcaption>
      <div ref={home} class="plot" aria-hidden="true" />
    </figure>
  );
}

function optionsOf(
  { series, written, isWhole, max }: Pick<ChartProps, "isWhole" | "max" | "series" | "written">,
  element: HTMLElement,
  setAt: (index: number | null) => void,
): UPlot.Options {
  const colors = getComputedStyle(element);
  const color = (name: string) => colors.getPropertyValue(name);
  const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } };
  const clock = new Intl.DateTimeFormat(language.value, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const calendar = new Intl.DateTimeFormat(language.value, { day: "numeric", month: "short" });
  const told = (seconds: readonly number[]) => {
    const isOfDays = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0) > DAY_SECONDS;
    return seconds.map((second) => (isOfDays ? calendar : clock).format(second * 1_000));
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { range: (_, first, last) => [Math.min(first, last - SECONDS_MIN), last] },
      y: { range: (_, __, most) => [0, max ?? (most > 0 ? most * 1.1 : 1)] },
    },
    axes: [
      { ...axis, size: AXIS_HEIGHT, values: (_, seconds) => told(seconds) },
      { ...axis, ...(isWhole && { incrs: WHOLE_STEPS }), size: AXIS_WIDTH, values: (_, values) => values.map(written) },
    ],
    series: [{}, ...series.map(({ name, color: own }) => ({ label: name, stroke: color(own), width: LINE_WIDTH }))],
    hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
  };
}

function useDarkness(): boolean {
  const [isDark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const look = () => setDark(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isDark;
}
