/** As whom a target is read and written: this process itself, or the service account that an extension names. */
import type { Impersonation, KubeLane, SharingCluster } from '../../../kube';
import type { Target } from './target';

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

export interface Acting {
  readonly cluster: KubeLane;
  /** With streams as they are to be used: see `streams`. */
  readonly shared: SharingCluster;
  /** An account sees no more than the objects of its extension, so it need not be allowed to look at the whole cluster. */
  readonly streams: 'shared' | 'narrow';
}

export function actingIn({ cluster, shared }: Pick<Target, 'cluster' | 'shared'>, account: ServiceAccount | undefined): Acting {
  if (account === undefined) return { cluster, shared, streams: 'shared' };
  const acting = cluster.as(userOf(account));
  return { cluster: acting, shared: alone(acting), streams: 'narrow' };
}

/** As it is: every stream is what was asked for. */
function alone(lane: KubeLane): SharingCluster {
  return {
    apply: (object, options) => lane.apply(object, options),
    patch: (ref, operations, fieldManager) => lane.patch(ref, operations, fieldManager),
    delete: (ref, options) => lane.delete(ref, options),
    create: (object, options) => lane.create(object, options),
    get: (ref) => lane.get(ref),
    resolve: (apiVersion, kind) => lane.resolve(apiVersion, kind),
    kinds: () => lane.kinds(),
    origin: lane.origin,
    observe: (scope, observer) => lane.observe(scope, observer),
    lane: (name, options) => alone(lane.lane(name, options)),
  };
}

/** As the API server knows it; it adds the groups of the account itself. */
function userOf({ namespace, name }: ServiceAccount): Impersonation {
  return { user: `system:serviceaccount:${namespace}:${name}` };
}

export function accountText({ namespace, name }: ServiceAccount): string {
  return `${namespace}/${name}`;
}
