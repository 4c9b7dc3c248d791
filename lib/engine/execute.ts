/**
 * The thin executor: sends what the core asks for and feeds answers and stream events back. It decides nothing.
 */
import { GROUP, keyOf, refOf, type KubeObject } from '../api';
import { messageOf } from '../errors';
import { stampOwner, type OwnerContext } from './ownership';
import type { Answer, Cluster, JsonPatchOperation, Subscription } from './ports';
import type { ProbeVerdict } from './probes';
import { releasePatch } from './release';
import type { Step } from './draft';
import { begin, step } from './step';
import type { Event, ObjectRequest, Precondition, Request, State, StepAnswer } from './state';
import { selectorLabels, type Scope, type Task } from './task';
import { isNewer, viewOf, type ObjectView } from './view';

export interface RunOptions {
  readonly cluster: Cluster;
  readonly task: Task;
  /** Desired objects with our mark, by key (see `buildRollout`). */
  readonly desired: ReadonlyMap<string, KubeObject>;
  readonly context: OwnerContext;
  readonly probe: (object: KubeObject) => ProbeVerdict;
  /** Labels that a released object loses. */
  readonly labels: readonly string[];
  /**
   * Do we still hold the extension? Asked before every batch that deletes or lets go (`delete`), and before each create and update
   * (`write`), where an older proof will do: answer that one without a request while nothing speaks against it. "No" ends the run with
   * the message; a rejection means that it could not be asked, and it is asked again until the run ends.
   * @default always
   */
  readonly fence?: (before: 'write' | 'delete') => Promise<FenceAnswer>;
  /** Called once, after the preflight and before the first write. A rejection ends the run with nothing written. @default nothing */
  readonly commit?: () => Promise<void>;
  /** Objects as live reads have just shown them (metadata is enough for objects that have to go): they need no stream to be known. */
  readonly seen?: readonly KubeObject[];
  /** Called with every accepted dry run: the object as it is and as the write would make it. Content of Secrets is in it. */
  readonly onDryRun?: (comparison: Comparison) => void;
  /** Called after every step. */
  readonly onProgress?: (state: State) => void;
  /** Ends the run in an orderly way: nothing new is sent, what is under way is awaited. Its `reason` is reported. */
  readonly signal?: AbortSignal;
}

/** What a write would change. */
export interface Comparison {
  readonly key: string;
  /** Absent: it does not exist. */
  readonly live?: KubeObject;
  /** What the server would store. */
  readonly wouldBe: KubeObject;
}

interface FenceAnswer {
  readonly held: boolean;
  readonly message: string;
}

/** Runs until the core says that the run is over. Never rejects for anything a server or a network does. */
export function run(options: RunOptions): Promise<State> {
  return new Promise((resolve, reject) => new Run(options, resolve, reject).start());
}

class Run {
  private state: State | undefined;
  private readonly queue: Event[] = [];
  private readonly subscriptions: Subscription[] = [];
  /** Requests that wait for their delay or for the fence, by id. */
  private readonly timers = new Map<number, { timer: NodeJS.Timeout | undefined; drop: () => void }>();
  /** Why the fence cannot be asked at the moment. */
  private unasked: string | undefined;
  /** Last seen content of objects that are not plainly ours, or that have to go: patches need it. */
  private readonly live = new Map<string, KubeObject>();
  private readonly labels: Readonly<Record<string, string>>;
  private working = false;
  private over = false;

  constructor(
    private readonly options: RunOptions,
    private readonly resolve: (state: State) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.labels = selectorLabels(options.task.labelSelector);
  }

  start(): void {
    const { signal, task } = this.options;
    this.guard(() => this.take(begin(task, this.known())));
    this.drain();
    if (signal?.aborted === true) this.onAbort();
    else signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  private known(): ReadonlyMap<string, ObjectView> {
    return new Map((this.options.seen ?? []).map((object) => [keyOf(refOf(object)), this.view(keyOf(refOf(object)), object)]));
  }

  private readonly onAbort = (): void => {
    const reason: unknown = this.options.signal?.reason;
    this.dispatch({ type: 'stop', reason: reason instanceof Error ? reason.message : String(reason) });
    for (const { timer, drop } of [...this.timers.values()]) {
      clearTimeout(timer);
      drop();
    }
  };

  /** Events are taken one after the other, also those that arrive while one is being worked on. */
  private dispatch(event: Event): void {
    if (this.over) return;
    this.queue.push(event);
    if (!this.working) this.drain();
  }

  private drain(): void {
    this.guard(() => {
      for (let next = this.queue.shift(); next !== undefined && !this.over; next = this.queue.shift()) this.take(step(this.state as State, next));
    });
  }

  /** A fault of ours must end the run, not hang it. */
  private guard(work: () => void): void {
    this.working = true;
    try {
      work();
    } catch (error) {
      this.finish();
      this.reject(error);
    } finally {
      this.working = false;
    }
  }

  private take({ state, requests }: Step): void {
    this.state = state;
    for (const request of requests) this.perform(request);
    this.options.onProgress?.(state);
    if (state.status === 'running') return;
    this.finish();
    this.resolve(state);
  }

  private finish(): void {
    this.over = true;
    this.options.signal?.removeEventListener('abort', this.onAbort);
    for (const subscription of this.subscriptions) subscription.close();
    for (const { timer } of this.timers.values()) clearTimeout(timer);
  }

  private perform(request: Request): void {
    if ('observe' in request) this.observe(request.observe);
    else if ('commit' in request) this.commit();
    else if ('fence' in request) this.fence(request.id);
    else this.later(request);
  }

  private commit(): void {
    const { commit = () => Promise.resolve() } = this.options;
    commit().then(
      () => this.dispatch({ type: 'committed' }),
      (error: unknown) => {
        this.finish();
        this.reject(error);
      },
    );
  }

  private fence(id: number): void {
    this.ask('delete', id, ({ held, message }) => this.dispatch({ type: 'fence', id, held, message }), () => undefined);
  }

  /** Asks until there is an answer: that it cannot be asked does not mean that somebody else holds it. */
  private ask(before: 'write' | 'delete', id: number, then: (answer: FenceAnswer) => void, drop: () => void, attempt = 0): void {
    const { fence = () => Promise.resolve({ held: true, message: '' }) } = this.options;
    const place: { timer: NodeJS.Timeout | undefined; drop: () => void } = {
      timer: undefined,
      drop: () => {
        this.timers.delete(id);
        drop();
      },
    };
    this.timers.set(id, place);
    const isDropped = (): boolean => this.over || this.timers.get(id) !== place;
    fence(before).then(
      (answer) => {
        if (isDropped()) return;
        this.timers.delete(id);
        if (this.unasked !== undefined) {
          this.unasked = undefined;
          this.reach();
        }
        then(answer);
      },
      (error: unknown) => {
        if (isDropped()) return;
        this.unasked = messageOf(error).replace(/\.$/, '');
        this.reach();
        if (this.isStopping()) place.drop();
        else place.timer = setTimeout(() => this.ask(before, id, then, drop, attempt + 1), fencePause(attempt));
      },
    );
  }

  private isStopping(): boolean {
    return this.options.signal?.aborted === true || this.state?.stopping !== undefined;
  }

  private later(request: Extract<Request, { key: string }>): void {
    if (request.delayMs === 0) {
      this.send(request);
      return;
    }
    const drop = (): void => {
      this.timers.delete(request.id);
      this.unsent(request);
    };
    const timer = setTimeout(() => {
      this.timers.delete(request.id);
      const isNeedless = request.request.type === 'nudge' && this.state?.entries.get(request.key)?.settled !== undefined;
      if (isNeedless) drop();
      else this.send(request);
    }, request.delayMs);
    this.timers.set(request.id, { timer, drop });
  }

  /** What creates or changes passes the fence: a run that slept while another took over must not make again what that one deleted. */
  private send(request: Extract<Request, { key: string }>): void {
    const { type } = request.request;
    if (this.options.fence === undefined || (type !== 'create' && type !== 'update')) {
      this.submit(request);
      return;
    }
    const drop = (): void => this.unsent(request);
    this.ask('write', request.id, ({ held, message }) => {
      if (!held) this.dispatch({ type: 'stop', reason: message });
      if (this.isStopping()) drop();
      else this.submit(request);
    }, drop);
  }

  private unsent({ id, key, request }: Extract<Request, { key: string }>): void {
    this.dispatch({ type: 'answer', id, key, request: request.type, answer: { type: 'unsent' } });
  }

  private submit({ id, key, request }: Extract<Request, { key: string }>): void {
    this.transmit(key, request).then(
      (answer) => {
        this.reach(answer.type === 'lost' ? answer.message : undefined);
        if (request.type === 'dry-run') this.compared(key, answer);
        this.dispatch({ type: 'answer', id, key, request: request.type, answer: request.type === 'dry-run' ? this.digest(key, answer, false) : this.digest(key, answer) });
      },
      (error: unknown) => {
        this.finish();
        this.reject(error);
      },
    );
  }

  private transmit(key: string, request: ObjectRequest): Promise<Answer> {
    const { cluster, context } = this.options;
    const { fieldManager } = context;
    const item = (this.state as State).items.get(key);
    const ref = item?.ref ?? ((this.state as State).removals.get(key) as { ref: ReturnType<typeof refOf> }).ref;
    const desired = this.options.desired.get(key);
    switch (request.type) {
      case 'read':
        return cluster.get(ref);
      case 'delete':
        return cluster.delete(ref, { uid: request.on.uid, resourceVersion: request.on.resourceVersion });
      case 'release':
        return cluster.patch(ref, releasePatch(this.live.get(key) as KubeObject, context, this.options.labels), fieldManager);
      case 'nudge':
        return cluster.patch(ref, nudgePatch(request.on), fieldManager);
      case 'create':
        return cluster.apply(createOnly(desired as KubeObject), { fieldManager, force: true });
      case 'dry-run': {
        const body = request.on === undefined ? createOnly(desired as KubeObject) : this.updateOf(key, request.on, request.takeover);
        return cluster.apply(body, { fieldManager, force: true, dryRun: true });
      }
      case 'update':
        return cluster.apply(this.updateOf(key, request.on, request.takeover), { fieldManager, force: true });
    }
  }

  private updateOf(key: string, precondition: Precondition, takeover: boolean): KubeObject {
    const { context, desired, task } = this.options;
    const wanted = desired.get(key) as KubeObject;
    const live = takeover ? this.live.get(key) : undefined;
    return on(live === undefined ? wanted : stampOwner(wanted, context, task.revision, live), precondition);
  }

  private observe(scope: Scope): void {
    const subscription = this.options.cluster.observe(scope.observe, {
      changed: (object) => {
        this.reach();
        const key = keyOf(refOf(object));
        if (!this.over && (this.state as State).entries.has(key)) this.dispatch({ type: 'seen', key, scope: scope.id, view: this.view(key, object) });
      },
      removed: (ref, resourceVersion) => {
        const key = keyOf(ref);
        if (this.over || !(this.state as State).entries.has(key)) return;
        this.dispatch({ type: 'vanished', key, scope: scope.id, ...(resourceVersion === undefined ? {} : { resourceVersion }) });
      },
      synced: (resourceVersion) => {
        this.reach();
        this.dispatch({ type: 'synced', scope: scope.id, ...(resourceVersion === undefined ? {} : { resourceVersion }) });
      },
      failed: (problem, retrying) => {
        const forbidden = problem.type === 'refused' && (problem.status.code === 403 || problem.status.code === 401);
        const unserved = problem.type === 'unserved' || (problem.type === 'refused' && problem.status.code === 404);
        const message = problem.type === 'refused' ? problem.status.message : problem.type === 'lost' ? problem.message : 'the kind is not served';
        if (retrying && !forbidden && !unserved) {
          this.reach(message);
          return;
        }
        subscription?.close();
        this.dispatch({ type: 'scope-failed', scope: scope.id, message, forbidden, unserved });
      },
    }) as Subscription | undefined;
    if (subscription !== undefined) this.subscriptions.push(subscription);
  }

  /** Told once for each change. */
  private reach(problem: string | undefined = this.unasked): void {
    if (this.state?.unreachable !== problem) this.dispatch({ type: 'reach', ...(problem === undefined ? {} : { problem }) });
  }

  private compared(key: string, answer: Answer): void {
    const live = this.live.get(key);
    if (answer.type === 'object') this.options.onDryRun?.({ key, ...(live === undefined || answer.created ? {} : { live }), wouldBe: answer.object });
  }

  /** @param isStored false for what a dry run shows: it is nowhere but in the answer */
  private digest(key: string, answer: Answer, isStored = true): StepAnswer {
    if (answer.type !== 'object') return answer;
    return { type: 'object', created: answer.created, view: this.view(key, answer.object, isStored) };
  }

  private view(key: string, object: KubeObject, isStored = true): ObjectView {
    const { context, desired, probe } = this.options;
    const wanted = desired.get(key);
    const view = viewOf(object, { context, probe, labels: this.labels, ...(wanted === undefined ? {} : { desired: wanted }) });
    const last = this.live.get(key)?.metadata.resourceVersion;
    const isLate = last !== undefined && isNewer(last, view.resourceVersion);
    const isNeeded = wanted === undefined || view.ownership.relation !== 'ours' || this.options.onDryRun !== undefined;
    if (isStored && !isLate && isNeeded) this.live.set(key, object);
    return view;
  }
}

/** Before the fence is asked again: 100 ms doubled up to 10 s. */
function fencePause(attempt: number): number {
  return Math.min(10_000, 100 * 2 ** attempt);
}

/** Every object of ours has annotations; this one says when it was nudged. */
function nudgePatch({ uid, resourceVersion }: Precondition): readonly JsonPatchOperation[] {
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'add', path: `/metadata/annotations/${GROUP}~1nudged`, value: resourceVersion },
  ];
}

/** Refused when the object exists, also under force: no stored object ever has version 1. */
function createOnly(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: '1' } };
}

function on(object: KubeObject, { uid, resourceVersion }: Precondition): KubeObject {
  return { ...object, metadata: { ...object.metadata, uid, resourceVersion } };
}
