/** What controllers made below objects, by owner references. Pure. */
import { asObject, type KubeObject, type ObjectRef, refOf } from '../../api';
import { podReasons } from '../explain/pod-reasons';
import { replicasOf } from '../status/vitals';

/** An object that another one owns. */
export interface OwnedObject {
  readonly ref: ObjectRef;
  /** How it is, in a few words: `Running`, `2/3 ready`. Empty: its kind does not say. */
  readonly state: string;
  readonly owned: readonly OwnedObject[];
}

/** @param owner its uid */
export function ownedBy(owner: string, candidates: readonly KubeObject[]): readonly OwnedObject[] {
  return below(owner, byOwner(candidates), new Set([owner]));
}

type Children = ReadonlyMap<string, readonly KubeObject[]>;

function byOwner(objects: readonly KubeObject[]): Children {
  const children = new Map<string, KubeObject[]>();
  for (const object of objects) {
    for (const { uid } of object.metadata.ownerReferences ?? []) children.set(uid, [...(children.get(uid) ?? []), object]);
  }
  return children;
}

/** Owner references are written by their users: a circle of them ends. */
function below(owner: string, children: Children, met: ReadonlySet<string>): readonly OwnedObject[] {
  return (children.get(owner) ?? []).flatMap((object): readonly OwnedObject[] => {
    const { uid = '' } = object.metadata;
    if (met.has(uid)) return [];
    const owned = below(uid, children, new Set([...met, uid]));
    // What a Deployment keeps of earlier templates, to go back to.
    return isIdle(object) && owned.length === 0 ? [] : [{ ref: refOf(object), state: stateOf(object), owned }];
  });
}

function isIdle(object: KubeObject): boolean {
  return object.kind === 'ReplicaSet' && asObject(object['spec'])?.['replicas'] === 0;
}

export function stateOf(object: KubeObject): string {
  if (object.metadata.deletionTimestamp !== undefined) return 'being deleted';
  const status = asObject(object['status']) ?? {};
  if (object.kind === 'Pod') return podReasons(object).reasons[0] ?? textOf(status['phase']);
  if (object.kind === 'Job') return jobState(status);
  const replicas = replicasOf(object);
  if (replicas !== undefined) return `${replicas.ready}/${replicas.wanted} ready`;
  return textOf(status['phase']);
}

function jobState({ succeeded, failed, active }: Readonly<Record<string, unknown>>): string {
  const counts = [[active, 'running'], [succeeded, 'succeeded'], [failed, 'failed']] as const;
  return counts.flatMap(([count, word]) => (typeof count === 'number' && count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
