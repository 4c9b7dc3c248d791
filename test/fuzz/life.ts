/**
 * The life of one object: it is applied, others edit it, what is desired changes; and at every check the engine's "nothing to do"
 * is held against what the API server does with a real apply. Everything follows from the seed of the life.
 */
import { isJsonObject, type JsonObject, type KubeObject } from '../../lib/api';
import { canonicalJson, shortHash } from '../../lib/engine/fields/canonical';
import { applyEntry, UNSETTLED } from '../../lib/engine/fields';
import type { ObjectRecord } from '../../lib/engine/core/state/task';
import { viewOf, type ObjectView } from '../../lib/engine/core/view';
import { isApplied } from '../../lib/engine/core/wish';
import { canonicalise } from '../../lib/revision';
import type { SchemaSource } from '../../lib/schema';
import { editOf, OURS } from './edits';
import type { FuzzKind } from './kinds';
import { mutate, withEmpty } from './mutate';
import { Random } from './random';
import type { FuzzServer, Reply } from './server';

/** As the author wrote it, or as the compiler makes it: only the latter is ever sent by the engine. */
export type Form = 'raw' | 'canonical';

export interface Step {
  readonly type: 'edit' | 'change' | 'check';
  readonly seed: number;
}

export interface LifePlan {
  readonly number: number;
  readonly kind: FuzzKind;
  readonly form: Form;
  /** It exists before we come, made by another client. */
  readonly adopted: boolean;
  readonly steps: readonly Step[];
  readonly seed: number;
}

/** One trial: what the engine said of an object, and what the server did. */
export interface Trial {
  readonly plan: LifePlan;
  /** Index of the check among the steps. */
  readonly step: number;
  /** Without a record (L2). */
  readonly exact: boolean;
  /** With the record, if there was one (L0, L1). */
  readonly applied: boolean;
  /** Not remembered: a run without inventory. */
  readonly forgotten: boolean;
  /**
   * `hollow`: a new resource version, but the same content, and the same fields owned by us: a generation, times and order of managed
   * fields, entries of others. `refused`: what it took before, or what it never takes.
   */
  readonly server: 'unchanged' | 'changed' | 'hollow' | 'refused';
  readonly message?: string;
  readonly desired: KubeObject;
  readonly record?: ObjectRecord;
  readonly before: KubeObject;
  readonly after?: KubeObject;
  /** What happened since the last check. */
  readonly story: readonly string[];
}

const SEED_LIMIT = 2 ** 31;

export function planLife(seed: number, number: number, kinds: readonly FuzzKind[]): LifePlan {
  const random = new Random(seed, number);
  const kind = random.weighted(kinds.map((one) => [one.weight, one] as const));
  const steps: Step[] = [];
  const step = (type: Step['type']): void => {
    steps.push({ type, seed: random.between(0, SEED_LIMIT) });
  };
  for (let rounds = random.between(2, 4); rounds > 0; rounds--) {
    for (let edits = random.pick([0, 1, 1, 1, 2, 2, 3]); edits > 0; edits--) step('edit');
    if (random.chance(0.25)) step('change');
    step('check');
  }
  return { number, kind, form: random.chance(0.7) ? 'canonical' : 'raw', adopted: random.chance(0.15), steps, seed: random.between(0, SEED_LIMIT) };
}

/** Name of the object that lives this life, in the run with this id. */
export function nameOf(id: string, { kind, number }: LifePlan): string {
  return kind.kind === 'CustomResourceDefinition' ? `x${number}s.${id}-crd.example.com` : `${id}-${number}`;
}

/** A trial in which the engine said "nothing to do" and the server did something. */
export function isUnsound({ applied, exact, server }: Trial): boolean {
  return (applied || exact) && server === 'changed';
}

const context = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'boxcutter.fuzz', namespace: 'fuzz', uid: '00000000-0000-0000-0000-000000000000' },
  strategy: { type: 'annotation' as const, annotation: 'fuzz.example.com/owners' },
  siblings: [],
  revisionAnnotation: 'fuzz.example.com/revision',
  fieldManager: OURS,
};

class Life {
  private author: JsonObject;
  private live: KubeObject | undefined;
  private record: ObjectRecord | undefined;
  private readonly earlier: KubeObject[] = [];
  private story: string[] = [];
  readonly trials: Trial[] = [];

  constructor(private readonly server: FuzzServer, private readonly schemas: SchemaSource, private readonly plan: LifePlan) {
    const random = new Random(plan.seed);
    let object = this.generate(random);
    const { root } = this.schema ?? {};
    if (root !== undefined && random.chance(0.5)) for (let times = random.between(1, 3); times > 0; times--) object = withEmpty(random, object, root);
    this.author = object;
  }

  private get schema(): ReturnType<SchemaSource['kind']> {
    return this.schemas.kind(this.plan.kind.apiVersion, this.plan.kind.kind);
  }

  async run(): Promise<readonly Trial[]> {
    if (!(await this.begin())) return [];
    for (const [index, step] of this.plan.steps.entries()) {
      const random = new Random(step.seed);
      if (step.type === 'edit') await this.edit(random);
      else if (step.type === 'change') this.change(random);
      else if (!(await this.check(random, index))) break;
    }
    return this.trials;
  }

  private generate(random: Random): JsonObject {
    const { kind } = this.plan;
    const name = nameOf(this.server.id, this.plan);
    const namespace = this.server.namespaceOf(kind);
    return {
      apiVersion: kind.apiVersion,
      kind: kind.kind,
      metadata: {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        labels: { ...this.server.labels, ...random.maybe('app.kubernetes.io/name', () => 'x') },
        ...random.maybe('annotations', () => random.pick<JsonObject>([{}, { note: '' }, { 'note': 'x', 'example.com/more': 'ünï' }])),
        ...random.maybe('creationTimestamp', () => null, 0.1),
      },
      ...kind.content(random, name),
    };
  }

  /** As it is sent: with our mark. */
  private desired(): KubeObject {
    const object = this.plan.form === 'raw' ? this.author : canonicalise(this.author, this.schema);
    const { creationTimestamp: _, ...metadata } = object['metadata'] as JsonObject;
    const annotations = { ...(isJsonObject(metadata['annotations']) ? metadata['annotations'] : {}), 'fuzz.example.com/owner': 'us' };
    return { ...object, metadata: { ...metadata, annotations } } as unknown as KubeObject;
  }

  private async begin(): Promise<boolean> {
    const { kind, adopted } = this.plan;
    if (adopted) {
      const random = new Random(this.plan.seed, 1);
      const reply = await this.server.create(kind, random.chance(0.5) ? mutate(random, this.author) : this.author, random.pick(['helm', OURS]));
      if ('object' in reply) {
        this.live = reply.object;
        return true;
      }
    }
    let reply = await this.firstApply();
    if ('refused' in reply) {
      this.author = this.generate(new Random(this.plan.seed)); // Without what made the server refuse it.
      reply = await this.firstApply();
    }
    return 'object' in reply && this.remember(reply.object);
  }

  private firstApply(): Promise<Reply> {
    const desired = this.desired();
    return this.server.apply(this.plan.kind, { ...desired, metadata: { ...desired.metadata, resourceVersion: '1' } }, OURS);
  }

  /** What the engine remembers after an apply. */
  private remember(live: KubeObject, isNoOp = false): true {
    this.live = live;
    const { owned, restless } = this.view(live);
    this.record = { uid: live.metadata.uid ?? '', desired: digestOf(this.desired()), owned: restless === true && !isNoOp ? UNSETTLED : owned };
    return true;
  }

  private view(live: KubeObject, desired = this.desired()): ObjectView {
    return viewOf(live, { context, desired, probe: () => ({ status: 'pass' }) as never, labels: {} });
  }

  private async edit(random: Random): Promise<void> {
    const live = this.live as KubeObject;
    const edit = editOf(random, { kind: this.plan.kind, desired: this.desired() as JsonObject, live, earlier: this.earlier });
    if (edit === undefined) return;
    const reply = await this.server.edit(this.plan.kind, live, edit);
    this.story.push(`${edit.manager} ${edit.what}${'object' in reply ? '' : ` (refused: ${reply.refused})`}`);
    if ('object' in reply && edit.subresource !== 'scale') this.become(reply.object);
    else if ('object' in reply || reply.refused === 409) await this.look();
  }

  private become(live: KubeObject): void {
    if (this.live !== undefined) this.earlier.push(this.live);
    this.live = live;
  }

  private async look(): Promise<void> {
    const reply = await this.server.get(this.plan.kind, this.live as KubeObject);
    if ('object' in reply) this.become(reply.object);
  }

  private change(random: Random): void {
    const former = this.author;
    for (let times = random.between(1, 2); times > 0; times--) this.author = mutate(random, this.author);
    // Still the same object, and still found by its label.
    const { name, namespace } = former['metadata'] as JsonObject;
    const metadata = this.author['metadata'];
    const labels = isJsonObject(metadata) && isJsonObject(metadata['labels']) ? metadata['labels'] : {};
    const identity = { name: name as string, ...(namespace === undefined ? {} : { namespace }), labels: { ...labels, ...this.server.labels } };
    this.author = { ...this.author, metadata: { ...(isJsonObject(metadata) ? metadata : {}), ...identity } };
    this.story.push('something else is desired');
  }

  /** False when the life cannot go on. */
  private async check(random: Random, step: number): Promise<boolean> {
    const { plan, server } = this;
    const desired = this.desired();
    const forgotten = this.record === undefined || random.chance(0.25);
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = this.live as KubeObject;
      const view = this.view(before, desired);
      const item = { desired: digestOf(desired) };
      const applied = isApplied(item, forgotten || this.record === undefined ? {} : { record: this.record }, view);
      const { uid = '', resourceVersion = '' } = before.metadata;
      const reply = await server.apply(plan.kind, { ...desired, metadata: { ...desired.metadata, uid, resourceVersion } }, OURS);
      if ('refused' in reply && reply.refused === 409) {
        await this.look(); // A controller was faster; the engine would look again, too.
        continue;
      }
      const record = this.record === undefined ? {} : { record: this.record };
      const known = { plan, step, exact: view.exact, applied, forgotten, desired, before, story: this.story, ...record };
      this.story = [];
      if ('refused' in reply) {
        this.trials.push({ ...known, server: 'refused', message: reply.message });
        return false;
      }
      const unchanged = reply.object.metadata.resourceVersion === resourceVersion;
      this.trials.push({ ...known, server: unchanged ? 'unchanged' : isSame(before, reply.object) ? 'hollow' : 'changed', after: reply.object });
      if (!unchanged) this.become(reply.object);
      return this.remember(reply.object, unchanged);
    }
    return true;
  }
}

/** The same content, and the same fields owned by us. */
function isSame(before: KubeObject, after: KubeObject): boolean {
  const essence = (object: KubeObject): string => {
    const { resourceVersion: _r, generation: _g, managedFields: _m, ...metadata } = object.metadata;
    const { time: _, ...ours } = applyEntry(object, OURS) ?? {};
    return canonicalJson({ ...object, metadata, ours });
  };
  return essence(before) === essence(after);
}

export function digestOf(desired: KubeObject): string {
  return shortHash(canonicalJson(desired));
}

export function runLife(server: FuzzServer, schemas: SchemaSource, plan: LifePlan): Promise<readonly Trial[]> {
  return new Life(server, schemas, plan).run();
}
