import { randomUUID } from 'node:crypto';
import type { KubeObject } from '../../../api';
import type { Answer } from '../../../engine/ports';
import { messageOf } from '../../../errors';
import type { KubeLane } from '../../../kube';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { MetricDefinition, Metrics } from '../metrics/metrics';
import { eventObject, eventRef, seriesOf } from './event-object';
import type { EventRecorder, RecordedEvent } from './recorder';
import { SpamFilter } from './spam-filter';

export const EVENTS: MetricDefinition<'result'> = {
  name: 'boxcutter_controller_events_total',
  help: 'Kubernetes Events of the controllers: sent, dropped (a flood, or too many wait), failed (the API server did not take it).',
  labels: ['result'],
};

/** Bounds of the recorder, for tests to make smaller. */
export interface EventLimits {
  /** Events that wait to be sent. */
  readonly waiting: number;
  /** Events that are remembered, to count their repetitions. */
  readonly remembered: number;
  /** The same event after a pause of so long is a new one. */
  readonly seriesMs: number;
  /** A repetition is told so often at most. */
  readonly refreshMs: number;
  /** Pause before an event that could not be sent is sent once more. */
  readonly retryMs: number;
}

export const EVENT_LIMITS: EventLimits = { waiting: 1_000, remembered: 4_000, seriesMs: 360_000, refreshMs: 300_000, retryMs: 1_000 };

export interface ClusterEventsOptions {
  /** A lane of its own: events wait behind everything else. */
  readonly cluster: Pick<KubeLane, 'create' | 'patch'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Name of this replica. */
  readonly instance: string;
  readonly limits?: EventLimits;
}

/** An event that may repeat. */
interface Series {
  readonly id: string;
  readonly regarding: KubeObject;
  readonly event: RecordedEvent;
  readonly firstAt: Date;
  lastAt: Date;
  count: number;
  /** What the server knows of: 0 nothing. */
  told: number;
  /** When it was told, in milliseconds of the monotonic clock. */
  toldAt: number;
  seenAt: number;
  callOff: () => void;
}

/** Tells events to the API server, one after the other, behind everything else. Bounded in memory; at rest it does nothing. */
export class ClusterEvents implements EventRecorder {
  private readonly series = new Map<string, Series>();
  private readonly waiting = new Set<Series>();
  private readonly filter: SpamFilter;
  private readonly limits: EventLimits;
  private readonly results;
  private sending: Promise<void> | undefined;
  private closed = false;

  constructor(private readonly options: ClusterEventsOptions) {
    this.limits = options.limits ?? EVENT_LIMITS;
    this.filter = new SpamFilter(options.clock, this.limits.remembered);
    this.results = options.metrics.counter(EVENTS);
  }

  record(regarding: KubeObject, event: RecordedEvent): void {
    if (this.closed) return;
    const { clock } = this.options;
    const now = clock.monotonic();
    const key = JSON.stringify([regarding.metadata.uid, regarding.metadata.name, event.type, event.reason, event.action, event.note]);
    const before = this.series.get(key);
    if (before !== undefined && now - before.seenAt < this.limits.seriesMs) {
      before.count += 1;
      before.lastAt = clock.now();
      before.seenAt = now;
      this.repeat(before);
      return;
    }
    before?.callOff();
    const mayBeSaid = event.isRare === true || this.filter.lets(regarding.metadata.uid ?? regarding.metadata.name ?? '');
    if (!mayBeSaid) return this.results.inc({ result: 'dropped' });
    const at = clock.now();
    const fresh: Series = {
      id: randomUUID().slice(0, 18), regarding, event, firstAt: at, lastAt: at, count: 1, told: 0, toldAt: now, seenAt: now,
      callOff: () => {},
    };
    this.remember(key, fresh);
    this.send(fresh);
  }

  /** Sends what waits, for so long at most, and takes no more. */
  async close(mostMs: number): Promise<void> {
    this.closed = true;
    for (const series of this.series.values()) {
      series.callOff();
      if (series.count > series.told) this.waiting.add(series);
    }
    this.pump();
    let callOff = (): void => {};
    const late = new Promise<void>((resolve) => (callOff = this.options.clock.after(mostMs, resolve)));
    await Promise.race([this.sending, late]);
    callOff();
    this.waiting.clear();
  }

  /** The second time is told at once, further ones now and then. */
  private repeat(series: Series): void {
    if (series.told === 0 || this.waiting.has(series)) return;
    const { clock } = this.options;
    const wait = series.told === 1 ? 0 : series.toldAt + this.limits.refreshMs - clock.monotonic();
    series.callOff();
    if (wait <= 0) this.send(series);
    else series.callOff = clock.after(wait, () => this.send(series));
  }

  private remember(key: string, series: Series): void {
    this.series.delete(key);
    this.series.set(key, series);
    if (this.series.size <= this.limits.remembered) return;
    const [oldest] = this.series;
    if (oldest === undefined) return;
    oldest[1].callOff();
    this.series.delete(oldest[0]);
  }

  private send(series: Series): void {
    if (this.waiting.size >= this.limits.waiting) return this.results.inc({ result: 'dropped' });
    this.waiting.add(series);
    this.pump();
  }

  private pump(): void {
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
  }

  private async sendAll(): Promise<void> {
    // What is recorded in one turn is sent together with what repeats it.
    await Promise.resolve();
    for (const series of this.waiting) {
      this.waiting.delete(series);
      const isSent = (await this.tell(series)) || (await this.tellAgain(series));
      this.results.inc({ result: isSent ? 'sent' : 'failed' });
    }
  }

  private async tellAgain(series: Series): Promise<boolean> {
    if (this.closed) return false;
    await new Promise<void>((resolve) => void this.options.clock.after(this.limits.retryMs, resolve));
    return this.tell(series);
  }

  private async tell(series: Series): Promise<boolean> {
    const { count, lastAt } = series;
    try {
      const answer = series.told === 0 ? await this.create(series) : await this.update(series);
      // An answer that was lost may have been a yes.
      const isThere = answer.type === 'refused' && answer.status.code === 409 && answer.status.reason === 'AlreadyExists';
      if (answer.type !== 'object' && !isThere) {
        this.options.log.debug({ reason: series.event.reason, answer }, 'an event was not taken');
        return false;
      }
      [series.told, series.toldAt] = [count, this.options.clock.monotonic()];
      if (series.count > count) this.repeat(series);
      return true;
    } catch (error) {
      this.options.log.debug({ reason: series.event.reason, err: error, lastAt }, `an event was not sent: ${messageOf(error)}`);
      return false;
    }
  }

  private create(series: Series): Promise<Answer> {
    const { regarding, event, firstAt: at, count, lastAt, id } = series;
    const repetition = count > 1 ? { count, last: lastAt } : undefined;
    return this.options.cluster.create(eventObject({ id, regarding, event, at, instance: this.options.instance, series: repetition }));
  }

  private async update(series: Series): Promise<Answer> {
    const { count, lastAt: last } = series;
    const operation = { op: 'add', path: '/series', value: seriesOf({ count, last }) } as const;
    const answer = await this.options.cluster.patch(eventRef(series), [operation], 'boxcutter');
    // Events live for an hour on most servers.
    return answer.type === 'gone' ? this.create(series) : answer;
  }
}
