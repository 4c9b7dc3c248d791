/** The streams of a run: opens the scopes that the core asks for and turns what they show into its events. */
import { keyOf, refOf, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { isOfWebhook, isUnreadable, type Event, type ObjectView, type Scope } from '../core';
import type { Reader, StreamProblem, Subscription } from '../ports';

/** A run that only looks opens a refused stream so often; then it reads the objects. A conversion webhook is not waited for. */
const REFUSALS_OF_A_LOOK = 3;

/** What the streams report to the run. */
export interface StreamListener {
  /** Does the run still go on, and is this object part of it? */
  wants(key: string): boolean;
  view(key: string, object: KubeObject): ObjectView;
  dispatch(event: Event): void;
  /** The API server answers, or what it or the network said instead. */
  reach(problem?: string): void;
  /** A part of the program has thrown: the run cannot go on. */
  fail(error: unknown): void;
}

export class Streams {
  private readonly subscriptions: Subscription[] = [];

  /** @param isLook nothing is waited for that the server cannot show now */
  constructor(
    private readonly reader: Pick<Reader, 'observe'>, private readonly listener: StreamListener, private readonly isLook: boolean,
  ) {}

  open(scope: Scope): void {
    const { listener } = this;
    // A stream may fail before it is handed over.
    const stream: { subscription?: Subscription; isClosed?: boolean; refusals: number } = { refusals: 0 };
    // A run that only looks waits for nothing: what is unclear after that, it reads.
    const observed = this.isLook ? { ...scope.observe, once: true } : scope.observe;
    stream.subscription = this.reader.observe(observed, {
      changed: (object) => {
        listener.reach();
        const key = keyOf(refOf(object));
        if (!listener.wants(key)) return;
        try {
          listener.dispatch({ type: 'seen', key, scope: scope.id, view: listener.view(key, object) });
        } catch (error) {
          listener.fail(error);
        }
      },
      removed: (ref, resourceVersion) => {
        const key = keyOf(ref);
        if (listener.wants(key)) listener.dispatch({ type: 'vanished', key, scope: scope.id, ...defined({ resourceVersion }) });
      },
      synced: (resourceVersion) => {
        listener.reach();
        listener.dispatch({ type: 'synced', scope: scope.id, ...defined({ resourceVersion }) });
      },
      failed: (problem, retrying) => {
        const failure = failureOf(problem);
        if (problem.type === 'refused') stream.refusals += 1;
        // The reads that follow say of which object, and end the wait for it.
        const isGivenUp = isUnreadable(failure.message)
          || (this.isLook && stream.refusals >= (isOfWebhook(failure.message) ? 1 : REFUSALS_OF_A_LOOK));
        if (retrying && !isGivenUp && !failure.forbidden && !failure.unserved) {
          listener.reach(failure.message);
          return;
        }
        if (isGivenUp) listener.reach();
        stream.isClosed = true;
        stream.subscription?.close();
        listener.dispatch({ type: 'scope-failed', scope: scope.id, ...failure });
      },
    });
    if (stream.isClosed === true) stream.subscription.close();
    else this.subscriptions.push(stream.subscription);
  }

  close(): void {
    for (const subscription of this.subscriptions) subscription.close();
  }
}

/** Why a stream shows nothing. Without permission, or without the kind, waiting for it does not help. */
export interface StreamFailure {
  readonly message: string;
  readonly forbidden: boolean;
  readonly unserved: boolean;
}

export function failureOf(problem: StreamProblem): StreamFailure {
  switch (problem.type) {
    case 'lost':
      return { message: problem.message, forbidden: false, unserved: false };
    case 'unserved':
      return { message: 'the kind is not served', forbidden: false, unserved: true };
    case 'refused': {
      const { code, message } = problem.status;
      return { message, forbidden: code === 403 || code === 401, unserved: code === 404 };
    }
  }
}
