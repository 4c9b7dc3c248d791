/**
 * An object lives as long as any version of its kind is served. What earlier runs recorded in a version that the server has
 * dropped since is therefore looked for, and taken down, in another one; "not served" is said of a kind only when it is in no version.
 */
import { groupOf, type ObjectRef } from '../api';
import { defined } from '../defined';
import type { Answer, Cluster, Observer, ObserveScope, ServedKind, StreamProblem, Subscription } from '../engine';

/** A `Cluster` that also tells every kind it serves (`KubeCluster` does). */
export interface VersionedCluster extends Cluster {
  kinds(): Promise<readonly ServedKind[]>;
}

type Kind = Pick<ObjectRef, 'apiVersion' | 'kind'>;
type Place = { readonly type: 'moved'; readonly apiVersion: string } | { readonly type: 'nowhere' } | { readonly type: 'unknown' };

/**
 * The same cluster, whose reads, deletes, patches and streams find objects in whatever version is served. Applies are sent as they are:
 * content is written in the version it was written for. As long as it is not known whether the kind is served, answers are `lost`.
 */
export function inAnyVersion(cluster: VersionedCluster): Cluster {
  const moved = new Map<string, string>();
  const idOf = ({ apiVersion, kind }: Kind): string => `${apiVersion} ${kind}`;
  const at = <T extends Kind>(kind: T): T => ({ ...kind, apiVersion: moved.get(idOf(kind)) ?? kind.apiVersion });

  /** Looks for the kind, and remembers where it is. */
  const follow = async (ref: ObjectRef): Promise<Place['type']> => {
    moved.delete(idOf(ref));
    const place = await locate(cluster, ref);
    if (place.type === 'moved') moved.set(idOf(ref), place.apiVersion);
    return place.type;
  };

  const send = async (ref: ObjectRef, request: (ref: ObjectRef) => Promise<Answer>): Promise<Answer> => {
    const answer = await request(at(ref));
    if (answer.type !== 'unserved') return answer;
    const place = await follow(ref);
    if (place === 'nowhere') return answer;
    const again = place === 'moved' ? await request(at(ref)) : answer;
    return again.type === 'unserved' ? { type: 'lost', message: untold(ref) } : again;
  };

  return {
    get: (ref) => send(ref, (found) => cluster.get(found)),
    delete: (ref, options) => send(ref, (found) => cluster.delete(found, options)),
    patch: (ref, operations, fieldManager) => send(ref, (found) => cluster.patch(found, operations, fieldManager)),
    apply: (object, options) => cluster.apply(object, options),
    ...(cluster.create === undefined ? {} : { create: (object, options) => cluster.create?.(object, options) as Promise<Answer> }),
    ...(cluster.holdOpen === undefined ? {} : { holdOpen: () => cluster.holdOpen?.() as () => void }),
    origin: cluster.origin ?? cluster,
    resolve: (apiVersion, kind) => cluster.resolve(apiVersion, kind),
    observe: (scope, observer) => observeMoving(scope, observer, (target, inner) => cluster.observe(at(target), inner), follow),
  };
}

/** Where is a kind that has just been found not to be served in its version? Never rejects: when discovery cannot tell, it is unknown. */
async function locate(cluster: VersionedCluster, ref: ObjectRef): Promise<Place> {
  try {
    return await lookUp(cluster, ref);
  } catch {
    return { type: 'unknown' };
  }
}

async function lookUp(cluster: VersionedCluster, ref: ObjectRef): Promise<Place> {
  // What discovery does not know it asks for anew, so this is not older than the question.
  if ((await cluster.resolve(ref.apiVersion, ref.kind)) !== undefined) return { type: 'unknown' };
  const kinds = await cluster.kinds();
  const versions = kinds.filter(({ apiVersion, kind }) => kind === ref.kind && groupOf(apiVersion) === groupOf(ref.apiVersion));
  const other = versions.find(({ apiVersion }) => apiVersion !== ref.apiVersion);
  if (other !== undefined) return { type: 'moved', apiVersion: other.apiVersion };
  // Discovery may have failed just now: a read says so, and costs no request when it has not.
  return { type: (await cluster.get(ref)).type === 'unserved' ? 'nowhere' : 'unknown' };
}

/**
 * A stream that goes on in another version when its own is not served. One that has shown its objects may end so: a caller that still waits
 * for one of them reads it, and what a teardown has just deleted with its kind is not looked for.
 */
function observeMoving(
  scope: ObserveScope,
  observer: Observer,
  open: (scope: ObserveScope, observer: Observer) => Subscription,
  follow: (ref: ObjectRef) => Promise<Place['type']>,
): Subscription {
  let closed = false;
  let moving = false;
  let shown = false;
  const { apiVersion, kind, namespace, name = 'any' } = scope;
  const ref: ObjectRef = { apiVersion, kind, name, ...defined({ namespace }) };
  const move = async (problem: StreamProblem): Promise<void> => {
    const place = await follow(ref);
    if (closed) return;
    moving = false;
    if (place === 'moved') subscription = open(scope, inner);
    else observer.failed(place === 'nowhere' ? problem : { type: 'lost', message: untold(ref) }, false);
  };
  const inner: Observer = {
    changed: (object) => observer.changed(object),
    removed: (gone, resourceVersion) => observer.removed(gone, resourceVersion),
    synced: (resourceVersion) => {
      shown = true;
      observer.synced(resourceVersion);
    },
    failed: (problem, retrying) => {
      const isUnserved = problem.type === 'unserved' || (problem.type === 'refused' && problem.status.code === 404);
      if (!isUnserved || shown) {
        observer.failed(problem, retrying);
      } else if (!moving) {
        moving = true;
        subscription.close();
        void move(problem);
      }
    },
  };
  let subscription = open(scope, inner);
  return {
    close: () => {
      closed = true;
      subscription.close();
    },
    // What cannot say has whatever it is asked for: then no one looks for it in vain.
    has: (object) => subscription.has?.(object) ?? true,
  };
}

function untold({ apiVersion, kind }: Kind): string {
  return `the API server does not answer for ${kind} (${apiVersion}) at the moment`;
}
