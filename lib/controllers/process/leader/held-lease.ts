import type { Answer } from '../../../engine/ports';
import { messageOf } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { wordsOfAnswer } from '../../../engine';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { Leadership } from './leadership';
import { LEASE_API_VERSION, readLease, releasedLease, renewedLease, type LeaseState, type LeaseTerms } from './lease';

export interface LeaseTiming {
  /** A holder that could not renew for so long stops to write; less than the duration of the lease. */
  readonly renewDeadlineMs: number;
  /** How often it renews. */
  readonly retryMs: number;
}

export interface LeaseOptions extends LeaseTiming {
  /** Its requests must not wait for others: a connection of its own, or an urgent lane. */
  readonly cluster: Pick<KubeLane, 'get' | 'create' | 'replace' | 'observe'>;
  readonly terms: LeaseTerms;
  readonly clock: Clock;
  readonly log: Log;
}

/** A moment on both clocks. */
interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

/** A request whose answer is not there when the lease is given back is not waited for longer than this. */
const RELEASE_MS = 3_000;

/**
 * A lease in our hands. It is held from the moment when a write that the server took was *sent*, for the renew deadline; who waits for it
 * counts its whole duration, which is longer, from a later moment. So it is not held any more before anybody takes it, whatever the
 * network, the server and this process (which may be stopped and go on) do.
 */
export class HeldLease implements Leadership {
  readonly lost: Promise<string>;
  private tellLost: (reason: string) => void = () => {};
  private isOver = false;
  private callOffRenewal = (): void => {};
  private callOffDeadline = (): void => {};
  private renewal: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: LeaseOptions,
    private state: LeaseState,
    private renewedAt: Moment,
  ) {
    this.lost = new Promise((resolve) => (this.tellLost = resolve));
    this.schedule();
  }

  held(): boolean {
    return !this.isOver && this.ageMs() < this.options.renewDeadlineMs;
  }

  async release(): Promise<void> {
    const wasHeld = this.held();
    this.end();
    if (!wasHeld) return;
    const { clock, cluster, terms, log } = this.options;
    const give = async (): Promise<void> => {
      await this.renewal;
      const answer = await cluster.replace(releasedLease(terms, this.state, clock.now()));
      log.info({ lease: terms.name, answer: answer.type }, answer.type === 'object' ? 'lease given back' : 'lease could not be given back');
    };
    let callOff = (): void => {};
    const late = new Promise<void>((resolve) => (callOff = clock.after(RELEASE_MS, resolve)));
    await Promise.race([give().catch((error: unknown) => log.warn({ err: error }, 'lease could not be given back')), late]);
    callOff();
  }

  /** The longer of what both clocks say: the monotonic one stands still while a machine is suspended, the other may be set back. */
  private ageMs(): number {
    const now = momentOf(this.options.clock);
    return Math.max(now.monotonic - this.renewedAt.monotonic, now.wall - this.renewedAt.wall);
  }

  private schedule(): void {
    const { clock, retryMs, renewDeadlineMs } = this.options;
    this.callOffRenewal();
    this.callOffDeadline();
    if (this.isOver) return;
    this.callOffRenewal = clock.after(retryMs, () => void (this.renewal = this.renew()));
    this.callOffDeadline = clock.after(Math.max(0, renewDeadlineMs - this.ageMs()), () => {
      if (!this.held()) this.lose(`the lease could not be renewed for ${renewDeadlineMs / 1000} s`);
    });
  }

  private async renew(): Promise<void> {
    const { cluster, terms, clock, log } = this.options;
    try {
      const sentAt = momentOf(clock);
      const answer = await cluster.replace(renewedLease(terms, this.state, clock.now()));
      if (answer.type === 'object') {
        this.renewed(answer, sentAt);
        return;
      }
      // It may have been stored, or another process may have it: only a look tells.
      const live = await cluster.get({ apiVersion: LEASE_API_VERSION, kind: 'Lease', name: terms.name, namespace: terms.namespace });
      if (live.type === 'object') this.look(readLease(live.object));
      else if (live.type === 'gone') this.lose('the lease was deleted');
      else log.warn({ lease: terms.name, problem: wordsOfAnswer(answer) }, 'lease could not be renewed');
    } catch (error) {
      log.warn({ err: error }, `lease could not be renewed: ${messageOf(error)}`);
    }
    this.schedule();
  }

  private renewed(answer: Extract<Answer, { type: 'object' }>, sentAt: Moment): void {
    const isLate = !this.held();
    this.state = readLease(answer.object);
    this.renewedAt = sentAt;
    // What was not held for a while may have been somebody else's meanwhile: that is not made good.
    if (isLate) this.lose('the lease was renewed too late');
    else this.schedule();
  }

  private look(live: LeaseState): void {
    if (live.holder !== this.options.terms.identity) {
      this.lose(live.holder === '' ? 'the lease was taken from it' : `${live.holder} holds the lease now`);
      return;
    }
    this.state = live;
  }

  private lose(reason: string): void {
    if (this.isOver) return;
    this.end();
    this.tellLost(reason);
  }

  private end(): void {
    this.isOver = true;
    this.callOffRenewal();
    this.callOffDeadline();
  }
}

export function momentOf(clock: Clock): Moment {
  return { monotonic: clock.monotonic(), wall: clock.now().getTime() };
}
