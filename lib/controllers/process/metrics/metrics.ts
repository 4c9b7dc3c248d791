/**
 * Numbers about the process, as Prometheus reads them. What is measured is data ({@link MetricDefinition}); prom-client keeps and prints
 * it.
 */

export interface MetricDefinition<Label extends string = string> {
  /** `boxcutter_controller_turns_total`. */
  readonly name: string;
  /** What it means, with its unit. */
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds of a histogram, in its unit. */
  readonly buckets?: readonly number[];
}

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

export interface Counter<Label extends string> {
  /** @param by default 1 */
  inc(labels: LabelValues<Label>, by?: number): void;
}

export interface Gauge<Label extends string> {
  set(labels: LabelValues<Label>, value: number): void;
  /** Takes the series back. */
  remove(labels: LabelValues<Label>): void;
}

export interface Histogram<Label extends string> {
  observe(labels: LabelValues<Label>, value: number): void;
}

/** One number of a metric that is computed when it is read. */
export interface Sample<Label extends string> {
  readonly labels: LabelValues<Label>;
  readonly value: number;
}

export interface Metrics {
  counter<Label extends string>(definition: MetricDefinition<Label>): Counter<Label>;
  gauge<Label extends string>(definition: MetricDefinition<Label>): Gauge<Label>;
  histogram<Label extends string>(definition: MetricDefinition<Label>): Histogram<Label>;
  /**
   * A gauge whose numbers follow from what is there when they are read: nothing has to be taken back. Given again under the same name, the
   * numbers of all givers are printed.
   */
  collected<Label extends string>(definition: MetricDefinition<Label>, collect: () => Iterable<Sample<Label>>): void;
  /** The same for what only grows. */
  counted<Label extends string>(definition: MetricDefinition<Label>, collect: () => Iterable<Sample<Label>>): void;
}

/** Keeps nothing. */
export const noMetrics: Metrics = {
  counter: () => ({ inc: () => {} }),
  gauge: () => ({ set: () => {}, remove: () => {} }),
  histogram: () => ({ observe: () => {} }),
  collected: () => {},
  counted: () => {},
};
