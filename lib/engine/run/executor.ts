/**
 * The event loop of a run: gives events to the core one after the other, performs the requests that come of each, and ends with the run.
 * It decides nothing. `gate.ts` lets requests through, `sender.ts` sends them, `streams.ts` and `ingest.ts` bring in what comes back,
 * `delay-queue.ts` has what waits.
 */
import { keyOf, refOf, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import {
  begin, isStillSent, pendingOf, settledOf, step, type Event, type ObjectView, type Request, type State, type Step, type StepAnswer,
} from '../core';
import { refuseUnknownPolicies } from '../input';
import { Deadline } from './deadline';
import { DelayQueue } from './delay-queue';
import { Gate } from './gate';
import { Ingest } from './ingest';
import type { RunOptions } from './options';
import { Sender } from './sender';
import { Streams } from './streams';

/**
 * Runs until the core says that the run is over. Never rejects for anything a server or a network does; it does with what `commit` rejects
 * with, and with what any other part that was given throws (a probe, a listener, a `Cluster`).
 * @throws BoxcutterError `policy-unknown` (input) as a rejection, before anything is sent
 */
export async function run(options: RunOptions): Promise<State> {
  refuseUnknownPolicies(options.task);
  return new Promise((resolve, reject) => new Run(options, resolve, reject).start());
}

type SentRequest = Extract<Request, { key: string }>;

class Run {
  private state: State | undefined;
  private readonly queue: Event[] = [];
  private readonly ingest: Ingest;
  private readonly sender: Sender;
  private readonly streams: Streams;
  private readonly delayQueue: DelayQueue;
  private readonly gate: Gate;
  private readonly deadline = new Deadline();
  private isWorking = false;
  private stage: 'running' | 'finishing' | 'ending' = 'running';
  private isOver = false;
  /** Lets the connection end. */
  private release: (() => void) | undefined;

  constructor(
    private readonly options: RunOptions,
    private readonly resolve: (state: State) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.ingest = new Ingest(options);
    this.sender = new Sender(options, (key) => this.ingest.live(key), () => this.witness());
    this.delayQueue = new DelayQueue(options.fence, () => this.reach());
    this.gate = new Gate(this.delayQueue, options.fence !== undefined, options.beforeDelete);
    this.streams = new Streams(options.cluster, {
      wants: (key) => !this.isOver && this.state?.entries.has(key) === true,
      view: (key, object) => this.ingest.view(key, object),
      dispatch: (event) => this.dispatch(event),
      reach: (problem) => this.reach(problem),
      fail: (error) => this.fail(error),
    }, options.task.dryRun);
  }

  start(): void {
    const { diagnostician, lost, signal, task } = this.options;
    diagnostician?.start((key, diagnosis) => this.dispatch({ type: 'diagnosed', key, ...defined({ diagnosis }) }));
    this.guard(() => this.take(begin(task, this.known())));
    this.drain();
    if (this.isOver) return;
    if (lost?.aborted === true) this.onLost();
    else lost?.addEventListener('abort', this.onLost, { once: true });
    if (signal?.aborted === true) this.onAbort();
    else signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  private known(): ReadonlyMap<string, ObjectView> {
    const { seen = [] } = this.options;
    return new Map(seen.map((object) => [keyOf(refOf(object)), this.ingest.view(keyOf(refOf(object)), object)]));
  }

  private readonly onAbort = (): void => {
    this.dispatch({ type: 'stop', reason: reasonOf(this.options.signal), orderly: true });
  };

  private readonly onLost = (): void => {
    this.dispatch({ type: 'stop', reason: reasonOf(this.options.lost) });
  };

  /** Events are taken one after the other, also those that arrive while one is being worked on. */
  private dispatch(event: Event): void {
    if (this.isOver) return;
    this.queue.push(event);
    if (!this.isWorking) this.drain();
  }

  private drain(): void {
    this.guard(() => {
      for (let next = this.queue.shift(); next !== undefined && this.state !== undefined && !this.isOver; next = this.queue.shift()) {
        this.take(step(this.state, next));
      }
    });
  }

  /** A fault of ours must end the run, not hang it. */
  private guard(work: () => void): void {
    this.isWorking = true;
    try {
      work();
    } catch (error) {
      this.fail(error);
    } finally {
      this.isWorking = false;
    }
  }

  private fail(error: unknown): void {
    this.finish();
    this.reject(error);
  }

  private take({ state, requests }: Step): void {
    this.state = state;
    for (const request of requests) this.perform(request);
    this.options.diagnostician?.show(state);
    this.options.onProgress?.(state);
    if (state.status === 'running') {
      if (state.ending === true || state.stopping !== undefined) this.windDown(state);
      return;
    }
    this.finish();
    this.resolve(state);
  }

  /** What waits is given up once when the run begins to end, and once when nothing is left to finish. */
  private windDown({ entries, finishing }: State): void {
    const stage = finishing === undefined ? 'ending' : 'finishing';
    if (stage === this.stage) return;
    this.stage = stage;
    if (stage === 'ending') this.release?.();
    const kept = (finishing?.keys ?? []).flatMap((key) => entries.get(key) ?? []).flatMap((entry) => pendingOf(entry) ?? []);
    this.delayQueue.dropAll(new Set(kept));
  }

  private finish(): void {
    this.isOver = true;
    this.options.diagnostician?.end();
    this.options.signal?.removeEventListener('abort', this.onAbort);
    this.options.lost?.removeEventListener('abort', this.onLost);
    this.release?.();
    this.streams.close();
    this.delayQueue.clear();
    this.deadline.clear();
  }

  private perform(request: Request): void {
    if ('observe' in request) this.streams.open(request.observe);
    else if ('commit' in request) this.commit();
    else if ('fence' in request) this.fence(request.id);
    else if ('deadline' in request) this.deadline.set(request.deadline, () => this.dispatch({ type: 'deadline', mark: request.mark }));
    else this.delay(request);
  }

  private commit(): void {
    const { commit = () => Promise.resolve() } = this.options;
    commit().then(
      () => this.dispatch({ type: 'committed' }),
      (error: unknown) => this.fail(error),
    );
  }

  private fence(id: number): void {
    this.delayQueue.ask('delete', id, ({ held, message }) => this.dispatch({ type: 'fence', id, held, message }), () => undefined);
  }

  /** Of this request: the run is ending, and does not send it any more. */
  private isStopping({ key, request }: SentRequest): boolean {
    const { options: { lost, signal }, state } = this;
    if (lost?.aborted === true) return true;
    const isEnding = signal?.aborted === true || state?.stopping !== undefined || state?.ending === true;
    return isEnding && !(state !== undefined && isStillSent(state, key, request.type));
  }

  private delay(request: SentRequest): void {
    // From here to the new object the connection must not end.
    if (request.request.type === 'replace') this.release ??= this.options.cluster.holdOpen?.();
    if (request.delayMs === 0) {
      this.pass(request);
      return;
    }
    const drop = (): void => this.unsent(request);
    const isNeedless = (): boolean => request.request.type === 'nudge' && settledOf(this.state?.entries.get(request.key)) !== undefined;
    this.delayQueue.later(request.id, request.delayMs, () => (isNeedless() ? drop() : this.pass(request)), drop);
  }

  private pass(request: SentRequest): void {
    const { id, key, request: { type } } = request;
    const answer = (told: StepAnswer): void => this.dispatch({ type: 'answer', id, key, request: type, answer: told });
    this.gate.pass(id, this.sender.ref(key), type, {
      send: () => this.send(request),
      drop: () => this.unsent(request),
      keep: answer,
      lose: (message) => {
        this.reach(message);
        answer({ type: 'lost', message });
      },
      stop: (reason) => this.dispatch({ type: 'stop', reason }),
      isStopping: () => this.isStopping(request),
    });
  }

  private unsent({ id, key, request }: SentRequest): void {
    this.dispatch({ type: 'answer', id, key, request: request.type, answer: { type: 'unsent' } });
  }

  private send({ id, key, request }: SentRequest): void {
    const { type } = request;
    const sentAt = performance.now();
    this.sender.send(key, request).then((answer) => {
      if (this.isOver) return;
      this.reach(answer.type === 'lost' ? answer.message : undefined);
      const isAsked = type === 'dry-run' || type === 'trial';
      const comparison = isAsked ? this.ingest.comparison(key, type, answer) : undefined;
      if (comparison !== undefined) this.options.onDryRun?.(comparison);
      const tookMs = type === 'nudge' ? Math.round(performance.now() - sentAt) : undefined;
      this.dispatch({ type: 'answer', id, key, request: type, answer: this.ingest.answer(key, type, answer), ...defined({ tookMs }) });
    }).catch((error: unknown) => this.fail(error));
  }

  /** Said once for each change. Without a problem of its own, that of the fence stays. */
  private reach(problem: string | undefined = this.delayQueue.problem): void {
    if (this.state?.unreachable !== problem) this.dispatch({ type: 'reach', ...defined({ problem }) });
  }

  /** An object that surely exists: the server is asked about by its help what it makes of "create only". */
  private witness(): ObjectRef | undefined {
    const { task } = this.options;
    return task.items.find(({ key }) => this.state?.entries.get(key)?.knowledge.presence === 'present')?.ref;
  }
}

function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason.message : String(reason);
}
