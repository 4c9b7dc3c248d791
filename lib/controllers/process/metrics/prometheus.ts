/** Metrics kept and printed by prom-client. Loaded when a controller runs. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricDefinition, Metrics, Sample } from './metrics';

type Collect = () => Iterable<Sample<string>>;

/** How exactly the delays of the event loop are measured, in milliseconds: finer costs a timer that often. */
const LOOP_PRECISION_MS = 200;

export class PrometheusMetrics implements Metrics {
  private readonly registry = new Registry();
  private readonly known = new Map<string, unknown>();
  private readonly givers = new Map<string, Collect[]>();

  /** @param ofProcess also the usual numbers of a process: memory, processor time, event loop, garbage collection */
  constructor({ ofProcess = false }: { readonly ofProcess?: boolean } = {}) {
    if (ofProcess) collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** All metrics in the text format of Prometheus. */
  expose(): Promise<string> {
    return this.registry.metrics();
  }

  counter<Label extends string>(definition: MetricDefinition<Label>) {
    return this.once(definition, () => new Counter({ ...this.configuration(definition) }));
  }

  gauge<Label extends string>(definition: MetricDefinition<Label>) {
    const gauge = this.once(definition, () => new Gauge({ ...this.configuration(definition) }));
    return {
      set: (labels: Readonly<Record<Label, string>>, value: number) => gauge.set(labels, value),
      remove: (labels: Readonly<Record<Label, string>>) => gauge.remove(labels),
    };
  }

  histogram<Label extends string>(definition: MetricDefinition<Label>) {
    const { buckets } = definition;
    return this.once(definition, () => new Histogram({
      ...this.configuration(definition), ...(buckets === undefined ? {} : { buckets: [...buckets] }),
    }));
  }

  collected<Label extends string>(definition: MetricDefinition<Label>, collect: () => Iterable<Sample<Label>>): void {
    const givers = this.giversOf(definition, collect);
    this.once(definition, () => new Gauge<string>({
      ...this.configuration(definition),
      collect() {
        this.reset();
        for (const give of givers) for (const { labels, value } of give()) this.set(labels, value);
      },
    }));
  }

  counted<Label extends string>(definition: MetricDefinition<Label>, collect: () => Iterable<Sample<Label>>): void {
    const givers = this.giversOf(definition, collect);
    this.once(definition, () => new Counter<string>({
      ...this.configuration(definition),
      collect() {
        this.reset();
        for (const give of givers) for (const { labels, value } of give()) this.inc(labels, value);
      },
    }));
  }

  private giversOf({ name }: MetricDefinition, collect: Collect): readonly Collect[] {
    const givers = this.givers.get(name) ?? [];
    givers.push(collect);
    this.givers.set(name, givers);
    return givers;
  }

  private configuration<Label extends string>({ name, help, labels }: MetricDefinition<Label>) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }

  /** Controllers share a metric by its name. */
  private once<M>({ name }: MetricDefinition, make: () => M): M {
    const known = this.known.get(name) as M | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.known.set(name, made);
    return made;
  }
}
