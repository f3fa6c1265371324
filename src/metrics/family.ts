import type { MetricDefinition } from "./definitions.ts";
import type { Labels, MetricSnapshot } from "./snapshot.ts";

const NONE: Labels = {};

/** One step for each label: a key made of all values would have to be put together for every event. */
interface Step<Cell> {
  readonly next: Map<string, Step<Cell>>;
  cell: Cell | null;
}

/** One metric: a cell for each combination of label values that was met. */
abstract class Family<Cell> {
  readonly name: string;
  readonly #definition: MetricDefinition;
  readonly #names: readonly string[];
  readonly #first: Step<Cell> = { next: new Map(), cell: null };
  /** In the order in which they were first met; the labels also as they are written. */
  readonly #cells: { readonly labels: Labels; readonly written: string; readonly cell: Cell }[] = [];

  constructor(name: string, definition: MetricDefinition) {
    this.name = name;
    this.#definition = definition;
    this.#names = Object.keys(definition.labels);
  }

  /** The metric as the text format has it, one line each. */
  lines(): readonly string[] {
    const { help, type } = this.#definition;
    const head = [`# HELP ${this.name} ${help}`, `# TYPE ${this.name} ${type}`];
    return [...head, ...this.#cells.flatMap(({ written, cell }) => this.linesOf(cell, written))];
  }

  /** The same before it is written down. */
  abstract snapshot(): MetricSnapshot;

  protected get definition(): MetricDefinition {
    return this.#definition;
  }

  protected get cells(): readonly { readonly labels: Labels; readonly cell: Cell }[] {
    return this.#cells;
  }

  /** Makes the cells whose label values are all known beforehand: a rate needs to have seen the zero. */
  protected begin(): void {
    let known: readonly Labels[] = [NONE];
    for (const [name, values] of Object.entries(this.#definition.labels)) {
      if (typeof values === "string") return;
      known = known.flatMap((labels) => values.map((value) => ({ ...labels, [name]: value })));
    }
    for (const labels of known) this.cellOf(labels);
  }

  protected cellOf(labels: Labels): Cell {
    let step = this.#first;
    for (const name of this.#names) {
      const value = labels[name] ?? "";
      let next = step.next.get(value);
      if (!next) {
        next = { next: new Map(), cell: null };
        step.next.set(value, next);
      }
      step = next;
    }
    if (step.cell === null) {
      step.cell = this.newCell();
      const own = Object.fromEntries(this.#names.map((name) => [name, labels[name] ?? ""]));
      const written = this.#names.map((name) => `${name}="${escaped(labels[name] ?? "")}"`).join(",");
      this.#cells.push({ labels: own, written, cell: step.cell });
    }
    return step.cell;
  }

  protected abstract newCell(): Cell;

  /** @param labels as they stand between the braces. */
  protected abstract linesOf(cell: Cell, labels: string): readonly string[];
}

interface Value {
  value: number;
}

/** A counter or a gauge. */
export class Plain extends Family<Value> {
  constructor(name: string, definition: MetricDefinition) {
    super(name, definition);
    this.begin();
  }

  add(by: number, labels: Labels = NONE): void {
    this.cellOf(labels).value += by;
  }

  set(value: number, labels: Labels = NONE): void {
    this.cellOf(labels).value = value;
  }

  snapshot(): MetricSnapshot {
    const numbers = this.cells.map(({ labels, cell }) => ({ labels, value: cell.value }));
    return { name: this.name, definition: this.definition, numbers, distributions: [] };
  }

  protected newCell(): Value {
    return { value: 0 };
  }

  protected linesOf({ value }: Value, labels: string): readonly string[] {
    return [`${this.name}${braced(labels)} ${value}`];
  }
}

interface Distribution {
  /** In each bucket alone; the last is what is above all bounds. */
  readonly counts: number[];
  sum: number;
}

export class Histogram extends Family<Distribution> {
  readonly #bounds: readonly number[];

  constructor(name: string, definition: MetricDefinition) {
    super(name, definition);
    this.#bounds = definition.buckets ?? [];
    this.begin();
  }

  observe(value: number, labels: Labels = NONE): void {
    const cell = this.cellOf(labels);
    let place = 0;
    while (place < this.#bounds.length && value > (this.#bounds[place] as number)) place += 1;
    cell.counts[place] = (cell.counts[place] as number) + 1;
    cell.sum += value;
  }

  snapshot(): MetricSnapshot {
    const distributions = this.cells.map(({ labels, cell }) => ({ labels, counts: [...cell.counts], sum: cell.sum }));
    return { name: this.name, definition: this.definition, numbers: [], distributions };
  }

  protected newCell(): Distribution {
    // Called by the constructor of the base class only once the bounds are there: `begin` comes after them.
    return { counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 };
  }

  protected linesOf({ counts, sum }: Distribution, labels: string): readonly string[] {
    const before = labels === "" ? "" : `${labels},`;
    let total = 0;
    const buckets = counts.map((count, place) => {
      total += count;
      return `${this.name}_bucket{${before}le="${this.#bounds[place] ?? "+Inf"}"} ${total}`;
    });
    return [...buckets, `${this.name}_sum${braced(labels)} ${sum}`, `${this.name}_count${braced(labels)} ${total}`];
  }
}

function braced(labels: string): string {
  return labels === "" ? "" : `{${labels}}`;
}

/** A model is called what its owner likes. */
function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
