import { refOf, type KubeObject } from '../../../api';
import type { StreamProblem, Subscription } from '../../../engine/ports';
import { wordsOf } from '../resource-cache';
import { wordsOfAnswer } from '../../../engine';
import { HeldLease, momentOf, type LeaseOptions } from './held-lease';
import type { Candidacy, Leadership } from './leadership';
import { isSameHold, LEASE_API_VERSION, readLease, takenLease, type LeaseState } from './lease';
import { nextStep, type Sighting } from './next-step';

/**
 * Waits for a lease by watching it: while another process renews it, nothing is asked of the server. It is taken at once when it is given
 * back, and when its holder was not heard from for its duration.
 */
export function leaseCandidacy(options: LeaseOptions): Candidacy {
  return (signal) => new Candidate(options, signal).wait();
}

class Candidate {
  /** Undefined: not seen yet. */
  private seen: Sighting | undefined;
  private readonly subscription: Subscription;
  private callOff = (): void => {};
  private trying = false;
  private settle: (leadership: Leadership | undefined) => void = () => {};
  private isDone = false;
  private holder: string | undefined;

  constructor(
    private readonly options: LeaseOptions,
    private readonly signal: AbortSignal,
  ) {
    const { cluster, terms: { name, namespace } } = options;
    this.subscription = cluster.observe({ apiVersion: LEASE_API_VERSION, kind: 'Lease', namespace, name }, {
      changed: (object) => this.see(readLease(object)),
      removed: () => this.see(undefined),
      synced: () => this.synced(),
      failed: (problem, retrying) => this.failed(problem, retrying),
    });
  }

  wait(): Promise<Leadership | undefined> {
    return new Promise((resolve) => {
      this.settle = resolve;
      const end = (): void => this.done(undefined);
      if (this.signal.aborted) end();
      this.signal.addEventListener('abort', end, { once: true });
    });
  }

  /** What the stream or a read has shown. */
  private see(lease: LeaseState | undefined): void {
    const { clock, log, terms } = this.options;
    const isSame = lease !== undefined && isSameHold(this.seen?.lease, lease);
    this.seen = { lease, since: isSame ? (this.seen?.since ?? 0) : clock.monotonic() };
    if (lease !== undefined && lease.holder !== this.holder) {
      this.holder = lease.holder;
      if (lease.holder !== '') log.info({ lease: terms.name, leader: lease.holder }, 'waiting for the lease');
    }
    this.consider();
  }

  /** Without an object before it, there is no lease. */
  private synced(): void {
    this.seen ??= { lease: undefined, since: this.options.clock.monotonic() };
    this.consider();
  }

  private failed(problem: StreamProblem, retrying: boolean): void {
    const { log, terms } = this.options;
    log.warn({ lease: terms.name, retrying, problem: wordsOf(problem) }, 'the lease cannot be watched');
  }

  private consider(): void {
    this.callOff();
    if (this.isDone || this.trying || this.seen === undefined) return;
    const step = nextStep(this.seen, this.options.clock.monotonic());
    if (step.type === 'wait') this.callOff = this.options.clock.after(step.ms, () => this.consider());
    else void this.attempt(this.seen.lease);
  }

  private async attempt(before: LeaseState | undefined): Promise<void> {
    const { cluster, terms, clock, log, retryMs } = this.options;
    this.trying = true;
    const sentAt = momentOf(clock);
    const object = takenLease(terms, before, clock.now());
    try {
      const answer = await (before === undefined ? cluster.create(object) : cluster.replace(object));
      if (answer.type === 'object') return this.take(answer.object, sentAt);
      const isRace = answer.type === 'refused' && answer.status.code === 409;
      if (!isRace) log.warn({ lease: terms.name, problem: wordsOfAnswer(answer) }, 'the lease could not be taken');
      const live = await cluster.get(refOf(object));
      if (live.type === 'object') {
        const state = readLease(live.object);
        // The answer was lost, and the write was not.
        if (state.holder === terms.identity) return this.take(live.object, sentAt);
        this.trying = false;
        if (isRace) return this.see(state);
      }
    } catch (error) {
      log.warn({ lease: terms.name, err: error }, 'the lease could not be taken');
    }
    this.trying = false;
    this.callOff();
    if (!this.isDone) this.callOff = clock.after(retryMs, () => this.consider());
  }

  private take(object: KubeObject, sentAt: ReturnType<typeof momentOf>): void {
    const lease = new HeldLease(this.options, readLease(object), sentAt);
    if (this.isDone) void lease.release();
    else this.done(lease);
  }

  private done(leadership: Leadership | undefined): void {
    if (this.isDone) return;
    this.isDone = true;
    this.callOff();
    this.subscription.close();
    this.settle(leadership);
  }
}
