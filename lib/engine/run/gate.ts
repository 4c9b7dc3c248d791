/**
 * What a request has to pass before it is sent. What creates or changes passes the fence: a run that slept while another took over must not
 * make again what that one deleted. A delete that the caller wants to look into passes the guard, and after it the fence once more: looking
 * takes time.
 */
import type { ObjectRef } from '../../api';
import { messageOf } from '../../errors';
import type { KeptCause, ObjectRequest } from '../core';
import type { DelayQueue } from './delay-queue';

/** Asked immediately before the DELETE of single objects. */
export interface DeleteGuard {
  /** Whether it is asked about this object at all. */
  concerns(ref: ObjectRef): boolean;
  /**
   * Why the object must not be deleted at this moment: it is held, the run fails, and everything else is done as far as it goes. Undefined:
   * nothing speaks against it. A rejection means that this could not be asked: it is asked again until the run ends.
   */
  refusal(ref: ObjectRef): Promise<KeptCause | undefined>;
}

/** How a request gets out of the gate. */
export interface Ways {
  send(): void;
  /** The run is ending. */
  drop(): void;
  /** The guard refuses it. */
  keep(cause: KeptCause): void;
  /** The guard could not be asked. */
  lose(message: string): void;
  /** Another run has the extension now. */
  stop(reason: string): void;
  isStopping(): boolean;
}

export class Gate {
  constructor(
    private readonly queue: DelayQueue,
    private readonly isFenced: boolean,
    private readonly guard: DeleteGuard | undefined,
  ) {}

  pass(id: number, ref: ObjectRef, type: ObjectRequest['type'], ways: Ways): void {
    if ((type === 'delete' || type === 'replace') && this.guard?.concerns(ref) === true) this.passGuard(this.guard, id, ref, ways);
    // What deletes an object of the revision has not been asked for with a batch.
    else if (type === 'replace') this.passFence('delete', id, ways);
    else if (type === 'create' || type === 'update' || type === 'merge') this.passFence('write', id, ways);
    else ways.send();
  }

  private passGuard(guard: DeleteGuard, id: number, ref: ObjectRef, ways: Ways): void {
    guard.refusal(ref).then(
      (cause) => {
        if (ways.isStopping()) ways.drop();
        else if (cause === undefined) this.passFence('delete', id, ways);
        else ways.keep(cause);
      },
      (error: unknown) => (ways.isStopping() ? ways.drop() : ways.lose(messageOf(error))),
    );
  }

  private passFence(before: 'write' | 'delete', id: number, ways: Ways): void {
    if (!this.isFenced) {
      ways.send();
      return;
    }
    this.queue.ask(before, id, ({ held, message }) => {
      if (!held) ways.stop(message);
      if (ways.isStopping()) ways.drop();
      else ways.send();
    }, () => ways.drop());
  }
}
