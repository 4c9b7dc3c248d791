/** What a process of a world has to do: a rollout or a teardown, in the name of an owner. */
import { refOf, type CollisionProtection, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import {
  buildRollout, buildTeardown, stampOwner, viewOf, type BuildOptions, type Built, type InventoryEntry, type ObjectView, type OwnerContext,
} from '../../../../lib/engine';
import { selectorLabels } from '../../../../lib/engine/core/state/task';
import { applied, CRD_KIND, CUSTOM_KIND, EMPTY, idOf, others, type Server } from './server/api-server';

export interface Role {
  readonly name: string;
  /** Which of the world's records (inventories) is its own. */
  readonly record: number;
  readonly context: OwnerContext;
  readonly build: (inventory: readonly InventoryEntry[]) => Built;
  /** What goes on record before anything is written. */
  readonly planned: readonly InventoryEntry[];
  readonly view: (object: KubeObject) => ObjectView;
}

/** The command's way: one owner for all revisions, named in an annotation. */
export const HEAD: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'x', uid: 'owner' },
  strategy: { type: 'annotation', annotation: 'owners' },
  siblings: [],
  fieldManager: 'boxcutter',
};

/** No owner object: the number alone marks what is ours. */
export const OWNERLESS: OwnerContext = {
  strategy: { type: 'native' },
  siblings: [],
  revisionAnnotation: 'revision',
  fieldManager: 'boxcutter',
};

/** The controllers' way: each revision owns its objects, and knows its siblings. */
export function revisionOwner(number: number, siblings: readonly number[]): OwnerContext {
  return {
    owner: {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtensionRevision',
      name: `web-${number}`,
      uid: `revision-${number}`,
    },
    strategy: { type: 'native' },
    siblings: siblings.map((sibling) => `revision-${sibling}`),
    revisionAnnotation: 'revision',
    fieldManager: 'boxcutter',
  };
}

type Kind = 'ConfigMap' | 'Widget' | typeof CUSTOM_KIND;

export function object(kind: Kind, name: string, value: string): KubeObject {
  const apiVersion = kind === 'ConfigMap' ? 'v1' : 'example.com/v1';
  return { apiVersion, kind, metadata: { name, namespace: 'x', labels: { app: 'web' } }, data: { value } };
}

export const CRD: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: CRD_KIND, metadata: {
    name: 'gadgets.example.com',
    labels: { app: 'web' },
  }, data: { value: '1' },
  spec: { group: 'example.com', names: { kind: CUSTOM_KIND } },
};

interface Options {
  readonly protection?: CollisionProtection;
  /** Names of objects. */
  readonly paused?: readonly string[];
  readonly orphan?: readonly string[];
  readonly recreate?: readonly string[];
  readonly deadline?: number;
}

export function revision(number: number, phases: readonly (readonly KubeObject[])[], options: Options = {}): ResolvedRevision {
  const { protection = 'Prevent', paused = [], orphan = [], recreate = [], deadline } = options;
  const has = (names: readonly string[], { metadata }: KubeObject): boolean => names.includes(metadata.name ?? '');
  return {
    extension: 'web', number, digest: `sha256:${number}`, probes: [],
    ...(deadline === undefined ? {} : { progressDeadlineMinutes: deadline }),
    phases: phases.map((objects, index) => ({
      name: `phase-${index}`,
      objects: objects.map((entry) => ({
        object: entry, collisionProtection: protection,
        ...(has(paused, entry) ? { paused: true } : {}), ...(has(orphan, entry) ? { orphan: true } : {}),
        ...(has(recreate, entry) ? { replacementPolicy: 'Recreate' as const } : {}),
      })),
    })),
  };
}

interface More extends Pick<Partial<BuildOptions>, 'preflight' | 'dryRun' | 'orphan'> {
  readonly context?: OwnerContext;
  readonly record?: number;
  readonly name?: string;
}

export function rollout(
  target: ResolvedRevision, { context = HEAD, record = 0, name = `revision ${target.number}`, ...more }: More = {},
): Role {
  const build = (inventory: readonly InventoryEntry[]): Built => buildRollout(target, {
    context,
    inventory,
    labelSelector: 'app=web',
    ...more,
  });
  const planned = target.phases.flatMap((phase, order) =>
    phase.objects.map(({ object: wanted, orphan }): InventoryEntry => {
      return { ref: refOf(wanted), order, phase: phase.name, ...(orphan === true ? { orphan } : {}) };
    }));
  return { name, record, context, build, planned: more.dryRun === true ? [] : planned, view: viewer(context, build([]).desired) };
}

export function teardown(number: number, { context = HEAD, record = 0, name = 'teardown', ...more }: More = {}): Role {
  const build = (inventory: readonly InventoryEntry[]): Built => buildTeardown(number, {
    context,
    inventory,
    labelSelector: 'app=web',
    ...more,
  });
  return { name, record, context, build, planned: [], view: viewer(context, new Map()) };
}

function viewer(context: OwnerContext, desired: ReadonlyMap<string, KubeObject>): Role['view'] {
  const views = new WeakMap<KubeObject, ObjectView>();
  const labels = selectorLabels('app=web');
  return (live) => {
    let view = views.get(live);
    if (view === undefined) {
      const wanted = desired.get(idOf(live));
      view = viewOf(live, { context, probe, labels, ...(wanted === undefined ? {} : { desired: wanted }) });
      views.set(live, view);
    }
    return view;
  };
}

function probe(live: KubeObject): ObjectView['ready'] {
  const ready = (live.kind !== 'Widget' && live.kind !== CRD_KIND) || live['status'] !== undefined;
  return ready ? { status: 'pass', message: '', terminal: false } : { status: 'fail', message: 'not ready', terminal: false };
}

export interface Present {
  readonly object: KubeObject;
  /** Index of its phase. */
  readonly order?: number;
  readonly finalizer?: boolean;
  readonly number?: number;
  readonly context?: OwnerContext;
  /** Nobody of ours has it. */
  readonly foreign?: true;
  readonly orphan?: true;
}

/** A server on which these objects are, ready, with as much on record as has to be there. */
export function installed(...entries: readonly Present[]): { readonly server: Server; readonly inventory: readonly InventoryEntry[] } {
  let server = EMPTY;
  const inventory: InventoryEntry[] = [];
  for (const { object: wanted, order = 0, finalizer = false, number = 1, context = HEAD, foreign, orphan } of entries) {
    const id = idOf(wanted);
    const stamped = foreign === true ? wanted : stampOwner(wanted, context, number);
    const held = finalizer ? { ...stamped, metadata: { ...stamped.metadata, finalizers: ['example.com/hold'] } } : stamped;
    ({ server } = applied(server, id, held, foreign === true ? 'kubectl' : 'boxcutter', 'Apply'));
    if (finalizer) server = withFinalizer(server, id);
    if (wanted.kind !== 'ConfigMap' && wanted.kind !== CUSTOM_KIND) ({ server } = others.makeReady(server, id));
    if (foreign === true) continue;
    const ref: ObjectRef = refOf(wanted);
    inventory.push({
      ref,
      order,
      phase: `phase-${order}`,
      uid: server.objects.get(id)?.metadata.uid ?? '',
      ...(orphan === true ? { orphan } : {}),
    });
  }
  return { server, inventory };
}

function withFinalizer(server: Server, id: string): Server {
  const live = server.objects.get(id) as KubeObject;
  return changed(server, id, { ...live, metadata: { ...live.metadata, finalizers: ['example.com/hold'] } });
}

/** The same server, but for this object. */
export function changed(server: Server, id: string, live: KubeObject): Server {
  return { ...server, objects: new Map([...server.objects, [id, live]]) };
}

export const CONFIG_1 = object('ConfigMap', 'config', '1');
export const CONFIG_2 = object('ConfigMap', 'config', '2');
/** Content that the server does not change in place. */
export const FIXED_1: KubeObject = { ...CONFIG_1, data: { value: '1', fixed: 'yes' } };
export const FIXED_2: KubeObject = { ...CONFIG_1, data: { value: '2', fixed: 'yes' } };
export const KEPT = object('ConfigMap', 'kept', '1');
export const APP = object('Widget', 'app', '1');
export const AFTER = object('ConfigMap', 'after', '1');
export const OLD = object('ConfigMap', 'old', '1');
export const GADGET = object(CUSTOM_KIND, 'gadget', '1');
