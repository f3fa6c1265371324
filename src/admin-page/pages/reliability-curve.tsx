import type { CalibrationCurve } from "#core/examination/calibration.ts";
import { count, percent } from "../figures.ts";
import { Table } from "../parts/table.tsx";
import { texts } from "../texts/texts.ts";

const WIDTH = 380;
const HEIGHT = 280;
const MARGIN = { left: 48, right: 16, top: 12, bottom: 44 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Of a point: the largest is of the bin with most answers. */
const RADIUS = { min: 3, max: 8 };

const across = (value: number) => MARGIN.left + value * (WIDTH - MARGIN.left - MARGIN.right);
const upwards = (value: number) => MARGIN.top + (1 - value) * (HEIGHT - MARGIN.top - MARGIN.bottom);

/** Confidence to the right, how often it is right upwards; on the diagonal confidence means what it says. The same as a table. */
export function ReliabilityCurve({ error, bins }: CalibrationCurve) {
  const { tests } = texts.value;
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const radius = (n: number) => RADIUS.min + (RADIUS.max - RADIUS.min) * Math.sqrt(n / most);
  return (
    <figure class="reliability">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={tests.curve(percent(error))}>
        <Frame />
        <line class="ideal" x1={across(0)} y1={upwards(0)} x2={across(1)} y2={upwards(1)} />
        <polyline
          class="curve"
          points={bins.map(({ confidence, right }) => `${across(confidence)},${upwards(right)}`).join(" ")}
        />
        {bins.map(({ n, confidence, right }, index) => (
          <circle key={index} class="point" cx={across(confidence)} cy={upwards(right)} r={radius(n)} />
        ))}
      </svg>
      <figcaption class="hint">{tests.curve(percent(error))}</figcaption>
      <details>
        <summary>{tests.asTable}</summary>
        <Table
          caption={tests.reliability}
          rows={bins.map((bin, index) => ({ ...bin, index }))}
          keyOf={({ index }) => index}
          columns={[
            { title: tests.confidence, isNumber: true, cell: ({ confidence }) => percent(confidence) },
            { title: tests.howOftenRight, isNumber: true, cell: ({ right }) => percent(right) },
            { title: tests.answers, isNumber: true, cell: ({ n }) => count(n) },
          ]}
        />
      </details>
    </figure>
  );
}

function Frame() {
  const { tests } = texts.value;
  return (
    <>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={across(tick)} y1={upwards(0)} x2={across(tick)} y2={upwards(1)} />
          <line class="grid" x1={across(0)} y1={upwards(tick)} x2={across(1)} y2={upwards(tick)} />
          <text x={across(tick)} y={upwards(0) + 16} text-anchor="middle">
            {percent(tick)}
          </text>
          <text x={across(0) - 6} y={upwards(tick) + 4} text-anchor="end">
            {percent(tick)}
          </text>
        </g>
      ))}
      <text x={across(0.5)} y={HEIGHT - 6} text-anchor="middle">
        {tests.confidence}
      </text>
      <text transform={`translate(11 ${upwards(0.5)}) rotate(-90)`} text-anchor="middle">
        {tests.howOftenRight}
      </text>
    </>
  );
}
