/**
 * The thin executor: sends what the core asks for and feeds answers and stream events back. It decides nothing.
 */
import { GROUP, keyOf, refOf, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { ProbeVerdict } from '../../probes';
import {
  begin, isSurelyNewer, selectorLabels, step, viewOf, type Event, type ObjectRequest, type ObjectView, type Request, type Scope,
  type State, type Step, type StepAnswer, type Task,
} from '../core';
import { mergePatch, releasePatch, stampOwner, type OwnerContext } from '../ownership';
import type { Answer, Cluster, JsonPatchOperation, Precondition, Subscription } from '../ports';
import { honoursCreateOnly } from './create-only';
import { HeldBack, type Fence } from './delay-queue';

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
  readonly fence?: Fence;
  /** Called once, after the preflight and before the first write. A rejection ends the run with nothing written. @default nothing */
  readonly commit?: () => Promise<void>;
  /** Objects as live reads have just shown them (metadata is enough for objects that have to go): they need no stream to be known. */
  readonly seen?: readonly KubeObject[];
  /** Called with every accepted dry run: the object as it is and as the write would make it. Content of Secrets is in it. */
  readonly onDryRun?: (comparison: Comparison) => void;
  /** Of which objects, by key, `onDryRun` is told; the content of others is not kept for it. @default all */
  readonly compares?: (key: string) => boolean;
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

/**
 * Runs until the core says that the run is over. Never rejects for anything a server or a network does; it does with what `commit` rejects
 * with, and with what any other part that was given throws (a probe, a listener, a `Cluster`).
 */
export function run(options: RunOptions): Promise<State> {
  return new Promise((resolve, reject) => new Run(options, resolve, reject).start());
}

class Run {
  private state: State | undefined;
  private readonly queue: Event[] = [];
  private readonly subscriptions: Subscription[] = [];
  private readonly heldBack: HeldBack;
  /** Last seen content of objects that are not plainly ours, or that have to go: patches need it. */
  private readonly live = new Map<string, KubeObject>();
  private readonly labels: Readonly<Record<string, string>>;
  /** Does the server know what "create only" is? Asked before the first create, once. */
  private createOnly: Promise<boolean> | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private isEnding = false;
  private working = false;
  private over = false;

  constructor(
    private readonly options: RunOptions,
    private readonly resolve: (state: State) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.labels = selectorLabels(options.task.labelSelector);
    this.heldBack = new HeldBack(options.fence, () => this.reach());
  }

  start(): void {
    const { signal, task } = this.options;
    this.guard(() => this.take(begin(task, this.known())));
    this.drain();
    if (this.over) return;
    if (signal?.aborted === true) this.onAbort();
    else signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  private known(): ReadonlyMap<string, ObjectView> {
    return new Map((this.options.seen ?? []).map((object) => [keyOf(refOf(object)), this.view(keyOf(refOf(object)), object)]));
  }

  private readonly onAbort = (): void => {
    const reason: unknown = this.options.signal?.reason;
    this.dispatch({ type: 'stop', reason: reason instanceof Error ? reason.message : String(reason) });
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
      this.fail(error);
    } finally {
      this.working = false;
    }
  }

  private fail(error: unknown): void {
    this.finish();
    this.reject(error);
  }

  private take({ state, requests }: Step): void {
    this.state = state;
    for (const request of requests) this.perform(request);
    this.options.onProgress?.(state);
    if (state.status === 'running') {
      if (this.isEnding || (state.ending !== true && state.stopping === undefined)) return;
      this.isEnding = true;
      this.heldBack.dropAll();
      return;
    }
    this.finish();
    this.resolve(state);
  }

  private finish(): void {
    this.over = true;
    this.options.signal?.removeEventListener('abort', this.onAbort);
    for (const subscription of this.subscriptions) subscription.close();
    this.heldBack.clear();
    clearTimeout(this.deadline);
  }

  private perform(request: Request): void {
    if ('observe' in request) this.observe(request.observe);
    else if ('commit' in request) this.commit();
    else if ('fence' in request) this.fence(request.id);
    else if ('deadline' in request) this.setDeadline(request);
    else this.later(request);
  }

  private setDeadline({ deadline, mark }: { readonly deadline: number; readonly mark: number }): void {
    clearTimeout(this.deadline);
    const rest = deadline - LONGEST_TIMER_MS;
    if (rest > 0) this.deadline = setTimeout(() => this.setDeadline({ deadline: rest, mark }), LONGEST_TIMER_MS);
    else this.deadline = setTimeout(() => this.dispatch({ type: 'deadline', mark }), deadline);
  }

  private commit(): void {
    const { commit = () => Promise.resolve() } = this.options;
    commit().then(
      () => this.dispatch({ type: 'committed' }),
      (error: unknown) => this.fail(error),
    );
  }

  private fence(id: number): void {
    this.heldBack.ask('delete', id, ({ held, message }) => this.dispatch({ type: 'fence', id, held, message }), () => undefined);
  }

  private isStopping(): boolean {
    return this.options.signal?.aborted === true || this.state?.stopping !== undefined || this.state?.ending === true;
  }

  private later(request: Extract<Request, { key: string }>): void {
    if (request.delayMs === 0) {
      this.send(request);
      return;
    }
    const drop = (): void => this.unsent(request);
    const isNeedless = (): boolean => request.request.type === 'nudge' && this.state?.entries.get(request.key)?.settled !== undefined;
    this.heldBack.later(request.id, request.delayMs, () => (isNeedless() ? drop() : this.send(request)), drop);
  }

  /** What creates or changes passes the fence: a run that slept while another took over must not make again what that one deleted. */
  private send(request: Extract<Request, { key: string }>): void {
    const { type } = request.request;
    if (this.options.fence === undefined || (type !== 'create' && type !== 'update' && type !== 'merge')) {
      this.submit(request);
      return;
    }
    const drop = (): void => this.unsent(request);
    this.heldBack.ask('write', request.id, ({ held, message }) => {
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
        if (this.over) return;
        this.reach(answer.type === 'lost' ? answer.message : undefined);
        const isDry = request.type === 'dry-run';
        if (isDry) this.compared(key, answer);
        this.dispatch({ type: 'answer', id, key, request: request.type, answer: this.digest(key, answer, !isDry) });
      },
    ).catch((error: unknown) => this.fail(error));
  }

  private async transmit(key: string, request: ObjectRequest): Promise<Answer> {
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
        return cluster.patch(ref, releasePatch(on(this.live.get(key) as KubeObject, request.on), context, this.options.labels), fieldManager);
      case 'nudge':
        return cluster.patch(ref, nudgePatch(request.on, this.live.get(key)?.metadata.annotations === undefined), fieldManager);
      case 'create':
        return this.create(desired as KubeObject);
      case 'dry-run':
        if (request.on === undefined) return this.createDry(desired as KubeObject);
        return cluster.apply(this.updateOf(key, request.on, request.takeover), { fieldManager, force: true, dryRun: true });
      case 'merge':
        return cluster.patch(ref, mergePatch(this.live.get(key) as KubeObject, context, ref.apiVersion, request.on), fieldManager);
      case 'update':
        return cluster.apply(this.updateOf(key, request.on, request.takeover), { fieldManager, force: true });
    }
  }

  private async create(desired: KubeObject): Promise<Answer> {
    const { cluster, context: { fieldManager } } = this.options;
    const viaPost = (await this.refusesExisting()) ? undefined : cluster.create?.(desired, { fieldManager });
    return viaPost ?? cluster.apply(createOnly(desired), { fieldManager, force: true });
  }

  /** The question about the server goes beside the dry run: only for odd ones is it asked again as it will be created. */
  private async createDry(desired: KubeObject): Promise<Answer> {
    const { cluster, context: { fieldManager } } = this.options;
    const asked = cluster.apply(createOnly(desired), { fieldManager, force: true, dryRun: true });
    const [answer, refuses] = await Promise.all([asked, this.refusesExisting()]);
    return (refuses ? undefined : cluster.create?.(desired, { fieldManager, dryRun: true })) ?? answer;
  }

  private refusesExisting(): Promise<boolean> {
    const { cluster, context: { owner, fieldManager }, task } = this.options;
    this.createOnly ??= honoursCreateOnly(cluster, task.report ? undefined : (owner ?? this.somethingThatExists()), fieldManager);
    return this.createOnly;
  }

  private somethingThatExists(): ObjectRef | undefined {
    const { items, entries } = this.state as State;
    return [...items.values()].find(({ key }) => entries.get(key)?.presence === 'present')?.ref;
  }

  private updateOf(key: string, precondition: Precondition, takeover: boolean): KubeObject {
    const { context, desired, task } = this.options;
    const wanted = desired.get(key) as KubeObject;
    const last = this.live.get(key);
    const live = takeover || (last !== undefined && this.hasOtherOwners(last, wanted)) ? last : undefined;
    return on(live === undefined ? wanted : stampOwner(wanted, context, task.revision, live), precondition);
  }

  /** All owners stand in one annotation: those of others beside us, whom we once adopted it from, are written again with every update. */
  private hasOtherOwners(live: KubeObject, wanted: KubeObject): boolean {
    const { strategy } = this.options.context;
    return strategy.type === 'annotation' && live.metadata.annotations?.[strategy.annotation] !== wanted.metadata.annotations?.[strategy.annotation];
  }

  private observe(scope: Scope): void {
    // A stream may fail before it is handed over.
    const stream: { subscription?: Subscription; isClosed?: boolean } = {};
    stream.subscription = this.options.cluster.observe(scope.observe, {
      changed: (object) => {
        this.reach();
        const key = keyOf(refOf(object));
        if (this.over || !(this.state as State).entries.has(key)) return;
        try {
          this.dispatch({ type: 'seen', key, scope: scope.id, view: this.view(key, object) });
        } catch (error) {
          this.fail(error);
        }
      },
      removed: (ref, resourceVersion) => {
        const key = keyOf(ref);
        if (this.over || !(this.state as State).entries.has(key)) return;
        this.dispatch({ type: 'vanished', key, scope: scope.id, ...defined({ resourceVersion }) });
      },
      synced: (resourceVersion) => {
        this.reach();
        this.dispatch({ type: 'synced', scope: scope.id, ...defined({ resourceVersion }) });
      },
      failed: (problem, retrying) => {
        const forbidden = problem.type === 'refused' && (problem.status.code === 403 || problem.status.code === 401);
        const unserved = problem.type === 'unserved' || (problem.type === 'refused' && problem.status.code === 404);
        const message = problem.type === 'refused' ? problem.status.message : problem.type === 'lost' ? problem.message : 'the kind is not served';
        if (retrying && !forbidden && !unserved) {
          this.reach(message);
          return;
        }
        stream.isClosed = true;
        stream.subscription?.close();
        this.dispatch({ type: 'scope-failed', scope: scope.id, message, forbidden, unserved });
      },
    });
    if (stream.isClosed === true) stream.subscription.close();
    else this.subscriptions.push(stream.subscription);
  }

  /** Told once for each change. */
  private reach(problem: string | undefined = this.heldBack.problem): void {
    if (this.state?.unreachable !== problem) this.dispatch({ type: 'reach', ...defined({ problem }) });
  }

  private compared(key: string, answer: Answer): void {
    if (!this.isCompared(key)) return;
    const live = this.live.get(key);
    if (answer.type === 'object') this.options.onDryRun?.({ key, ...(live === undefined || answer.created ? {} : { live }), wouldBe: answer.object });
  }

  private isCompared(key: string): boolean {
    return this.options.onDryRun !== undefined && (this.options.compares?.(key) ?? true);
  }

  /** @param isStored false for what a dry run shows: it is nowhere but in the answer */
  private digest(key: string, answer: Answer, isStored = true): StepAnswer {
    if (answer.type !== 'object') return answer;
    return { type: 'object', created: answer.created, view: this.view(key, answer.object, isStored) };
  }

  private view(key: string, object: KubeObject, isStored = true): ObjectView {
    const { context, desired, probe } = this.options;
    const wanted = desired.get(key);
    const view = viewOf(object, { context, probe, labels: this.labels, ...defined({ desired: wanted }) });
    const last = this.live.get(key)?.metadata.resourceVersion;
    const isLate = last !== undefined && isSurelyNewer(last, view.resourceVersion);
    const isNeeded = wanted === undefined || view.ownership.relation !== 'ours' || view.toMerge || this.hasOtherOwners(object, wanted) || this.isCompared(key);
    if (isStored && !isLate && isNeeded) this.live.set(key, object);
    return view;
  }
}

/** What a timer of Node can hold (2^31 - 1), about 25 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** An annotation that says when the object was nudged. Where there is no annotation yet, their map comes with it. */
function nudgePatch({ uid, resourceVersion }: Precondition, isFirst: boolean): readonly JsonPatchOperation[] {
  const change = isFirst
    ? { path: '/metadata/annotations', value: { [`${GROUP}/nudged`]: resourceVersion } }
    : { path: `/metadata/annotations/${GROUP}~1nudged`, value: resourceVersion };
  return [{ op: 'test', path: '/metadata/uid', value: uid }, { op: 'add', ...change }];
}

/** Refused when the object exists, also under force: no stored object ever has version 1. */
function createOnly(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: '1' } };
}

/** For this very state only: `object` may have become a newer one than the one that was decided about. */
function on(object: KubeObject, { uid, resourceVersion }: Precondition): KubeObject {
  return { ...object, metadata: { ...object.metadata, uid, resourceVersion } };
}
