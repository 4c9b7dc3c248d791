/** The controller of revisions: its caches, what each event wakes, and its queue. */
import { API_VERSION, keyOf } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError, messageOf } from '../../errors';
import type { KeepEvent } from '../../runtime';
import { kubernetesSchemas, type SchemaSource } from '../../schema';
import { measureObjects, measureQueue, ResourceCache, turnMetrics, TurnQueue, type Controller, type ControllerContext } from '../process';
import { Contents } from './content/contents';
import { pack } from './content/pack';
import { ContentSecrets } from './content/secrets';
import { eventOf } from './events';
import { revisionOf, type CachedRevision } from './model';
import { CollisionWatch } from './rollout/collision-watch';
import { Memories } from './rollout/memory';
import { ObjectPools } from './rollout/object-pools';
import { Turns } from './turn';

export interface RevisionControllerOptions {
  /** How many revisions are worked on at once. @default that of the configuration */
  readonly places?: number;
}

export function revisionController(options: RevisionControllerOptions = {}): Controller {
  return new RevisionController(options);
}

type Interference = Extract<KeepEvent, { readonly type: 'interference' }>;

/** How often histories of interference that are over are forgotten. */
const SWEEP_MS = 10 * 60_000;

class RevisionController implements Controller {
  readonly name = 'revision';
  readonly gate = 'BoxcutterRuntime';
  private running: Running | undefined;
  private stopped = false;

  constructor(private readonly options: RevisionControllerOptions) {}

  async start(context: ControllerContext): Promise<void> {
    if (this.stopped) return;
    this.running = new Running(context, this.options);
    await this.running.synced();
  }

  async stop(graceMs = 0): Promise<void> {
    this.stopped = true;
    await this.running?.stop(graceMs);
  }

  ready(): boolean {
    return this.running?.ready === true && !this.stopped;
  }
}

/** The schemas of the target's version, or of the newest that is known: they only say in which form objects are stored. */
async function schemasOf({ target: { cluster } }: ControllerContext): Promise<SchemaSource> {
  const { major, minor } = await cluster.version();
  try {
    return kubernetesSchemas(`${major}.${minor.replace(/\D.*$/, '')}`);
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'kubernetes-version-unsupported') throw error;
    return kubernetesSchemas();
  }
}

class Running {
  ready = false;
  private readonly cache: ResourceCache<CachedRevision>;
  private readonly queue: TurnQueue;
  private readonly secrets: ContentSecrets;
  private readonly contents: Contents;
  private readonly objects: ObjectPools;
  private readonly memories = new Memories();
  private readonly collisions: CollisionWatch;
  private readonly sweep: NodeJS.Timeout;
  private readonly woken = new Set<string>();
  private begun = false;
  private readonly endings: (() => void)[] = [];

  constructor(
    private readonly context: ControllerContext, { places = context.config.concurrency }: RevisionControllerOptions,
  ) {
    const { cluster, target, clock, config, log, metrics } = context;
    const wake = (name: string): void => this.wake(name);
    this.secrets = new ContentSecrets(cluster, config.namespace, wake);
    this.objects = new ObjectPools({ target, clock, changed: wake, tell: (event, name) => this.tell(event, name) });
    this.collisions = new CollisionWatch((name) => {
      this.objects.named(name)?.store.advance(name, { type: 'readiness' });
      wake(name);
    });
    this.contents = new Contents({ cluster, secrets: this.secrets, namespace: config.namespace, schemas: kubernetesSchemas() });
    const selector = config.watchSelector === '' ? {} : { labelSelector: config.watchSelector };
    this.cache = new ResourceCache<CachedRevision>(cluster, { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', ...selector }, {
      transform: pack,
      index: { extension: (object) => [revisionOf(object)?.extension ?? []].flat() },
      onTrouble: (problem) => log.warn({ problem }, 'the stream of revisions has trouble'),
    });
    const { memories, collisions, objects, cache, contents } = this;
    const turns = new Turns({ context, cache, contents, objects, memories, collisions });
    this.endings.push(() => turns.close());
    this.queue = new TurnQueue({
      places,
      clock,
      perform: (name, signal) => turns.perform(name, signal),
      observer: turnMetrics(metrics, 'revision'),
      onError: (revision, error, { failures, againInMs }) => {
        log.warn({ revision, err: error, failures, againInMs }, `a turn failed: ${messageOf(error)}`);
      },
    });
    measureQueue(metrics, 'revision', this.queue);
    measureObjects(metrics, this.cache, 'ClusterExtensionRevision', clock);
    this.cache.on({ changed: (now, before) => this.changed(now, before), removed: (before) => this.removed(before) });
    this.sweep = setInterval(() => this.objects.forgetHistories(), SWEEP_MS).unref();
  }

  async synced(): Promise<void> {
    const { target } = this.context;
    await Promise.all([this.cache.synced, this.secrets.synced, target.settled.then(() => this.learnTarget())]);
    this.endings.push(target.onChange(() => void this.learnTarget().finally(() => this.wakeAll())));
    // Not earlier: who its siblings are decides about a revision.
    this.begun = true;
    this.wakeAll();
    this.ready = true;
  }

  async stop(graceMs: number): Promise<void> {
    this.ready = false;
    clearInterval(this.sweep);
    for (const end of this.endings) end();
    await this.queue.drain(graceMs);
    this.cache.close();
    this.secrets.close();
    this.collisions.close();
    this.objects.close();
  }

  /** What a target cannot say now, it says when it is back. */
  private async learnTarget(): Promise<void> {
    const { target, log } = this.context;
    if (target.away !== undefined) return;
    try {
      this.contents.useSchemas(await schemasOf(this.context));
    } catch (error) {
      if (target.name === undefined) throw error;
      log.warn({ err: error }, `the version of ${target.name} is not known: ${messageOf(error)}`);
    }
  }

  private wakeAll(): void {
    for (const { metadata: { name = '' } } of this.cache.list()) this.wake(name);
  }

  /** What happens together makes one turn. */
  private wake(name: string): void {
    if (!this.begun) return;
    if (this.woken.size === 0) setImmediate(() => this.addWoken());
    this.woken.add(name);
  }

  private addWoken(): void {
    for (const name of this.woken) this.queue.add(name);
    this.woken.clear();
  }

  private changed(now: CachedRevision, before: CachedRevision | undefined): void {
    const { name = '', generation } = now.metadata;
    this.memories.see(now);
    this.wake(name);
    const isStatusOnly = before !== undefined && before.metadata.uid === now.metadata.uid && before.metadata.generation === generation
      && before.metadata.deletionTimestamp === now.metadata.deletionTimestamp && succeeded(before) === succeeded(now);
    if (!isStatusOnly) this.wakeFamily(now);
  }

  private removed(before: CachedRevision): void {
    this.wake(before.metadata.name ?? '');
    this.wakeFamily(before);
  }

  /** What becomes of one revision concerns the others of its extension. */
  private wakeFamily(revision: CachedRevision): void {
    const extension = revisionOf(revision)?.extension;
    if (extension === undefined) return;
    for (const { metadata: { name = '' } } of this.cache.by('extension', extension)) this.wake(name);
  }

  private tell(event: KeepEvent, name: string): void {
    if (event.type === 'interference') this.noteInterference(event, name);
    const told = eventOf(event);
    const cached = this.cache.get(name);
    if (told === undefined || cached === undefined) return;
    this.context.log.info({ revision: name, event: told.reason }, told.note);
    this.context.events.record(cached, told);
  }

  private noteInterference({ ref, manager, paths, until }: Interference, name: string): void {
    const memory = this.memories.get(name);
    if (memory === undefined) return;
    const key = `${keyOf(ref)} ${manager ?? ''}`;
    memory.interference = new Map([...memory.interference, [key, { ref, paths, until, ...defined({ manager }) }]]);
    this.wake(name);
  }
}

function succeeded({ status }: CachedRevision): boolean {
  return status?.conditions?.some((condition) => condition.type === 'Succeeded' && condition.status === 'True') === true;
}
