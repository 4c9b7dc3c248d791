/**
 * The data-loss guard: before objects go, what would go with them that is not ours? Custom resources with their CRD, the content
 * of a namespace, claims and volumes. Read-only; the caller stops, or goes on because the user said so.
 */
import { DEFINITION_API_VERSION, groupOf, isDefinition, keyOf, refOf, type KubeObject, type ObjectRef } from '../api';
import type { Answer, ServedKind } from '../engine';
import { BoxcutterError, isBoxcutterError } from '../errors';

/** What would be lost with one object. */
export interface DataLoss {
  /** The object that has to go. */
  readonly ref: ObjectRef;
  /** What would go with it, by kind: `3 Certificate`. */
  readonly contents: readonly { readonly kind: string; readonly count: number; readonly examples: readonly string[] }[];
}

export interface DataLossReport {
  readonly losses: readonly DataLoss[];
  /** Objects seen while looking (metadata only): what must go is known from them without another read. */
  readonly seen: readonly KubeObject[];
}

/** What the guard asks of a cluster (`KubeCluster` has it). */
export interface GuardCluster {
  kinds(): Promise<readonly ServedKind[]>;
  list(
    scope: { apiVersion: string; kind: string; namespace?: string },
    options: { metadataOnly: boolean },
  ): Promise<{ objects: KubeObject[] }>;
  get(ref: ObjectRef): Promise<Answer>;
  resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined>;
}

/** Built-in kinds that hold data or run something. Policies, quotas and access rules of a namespace are nothing without those. */
const DATA_KINDS = new Set([
  '/Pod', '/PersistentVolumeClaim', '/ConfigMap', '/Secret', '/Service',
  'apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'apps/DaemonSet', 'batch/Job', 'batch/CronJob', 'networking.k8s.io/Ingress',
]);

/** What every namespace gets by itself. */
const AUTOMATIC = new Set(['v1/ConfigMap/kube-root-ca.crt', 'v1/ConfigMap/openshift-service-ca.crt', 'v1/Service/kubernetes']);

/**
 * @param removals objects that are to be deleted
 * @param ours what has to go anyway: not counted as loss. What the extension keeps is not among it: it would be lost, too
 * @param isState true for Secrets of this extension's own state
 */
export async function findDataLoss(
  cluster: GuardCluster,
  removals: readonly ObjectRef[],
  ours: readonly ObjectRef[],
  isState: (object: KubeObject) => boolean,
): Promise<DataLossReport> {
  const relevant = removals.filter((ref) => isDefinition(ref) || isNamespace(ref) || isVolume(ref));
  if (relevant.length === 0) return { losses: [], seen: [] };
  const own = new Set(ours.map(keyOf));
  const kinds = await cluster.kinds();
  const seen: KubeObject[] = [];
  const kindsOf = async (crd: ObjectRef) => [keyOf(crd), await customKinds(cluster, kinds, crd)] as const;
  const defined = new Map(await Promise.all(relevant.filter(isDefinition).map(kindsOf)));
  // Custom resources of a CRD that goes are listed once, for the CRD and for every namespace that goes with it.
  const custom = new Map([...defined.values()].flat().map((scope) => [`${scope.apiVersion}/${scope.kind}`, listKind(cluster, scope)]));
  const listOnce = async (scope: Scope): Promise<KubeObject[]> => {
    const all = await custom.get(`${scope.apiVersion}/${scope.kind}`);
    return (
      all?.filter(({ metadata }) => scope.namespace === undefined || metadata.namespace === scope.namespace) ?? listKind(cluster, scope)
    );
  };
  const going = new Set([...defined.values()].flat().map(kindId));
  const losses = await Promise.all(
    relevant.map(async (ref): Promise<DataLoss> => {
      if (isVolume(ref)) {
        return { ref, contents: (await holdsData(cluster, ref)) ? [{ kind: ref.kind, count: 1, examples: [ref.name] }] : [] };
      }
      const scopes = defined.get(keyOf(ref)) ?? contentKinds(kinds).map((kind) => ({ ...kind, namespace: ref.name }));
      const objects = (await Promise.all(scopes.map(listOnce))).flat();
      if (isNamespace(ref)) seen.push(...objects);
      const uids = new Set(objects.map(({ metadata }) => metadata.uid));
      // Custom resources go with their definition, no matter what owns them: their owner may stay, and only they hold what they say.
      const goesWithOwner = (object: KubeObject): boolean => !going.has(kindId(object)) && hasOwnerThatCounts(object, uids, own);
      const isKnown = (object: KubeObject): boolean => own.has(keyOf(refOf(object))) || isAutomatic(object) || isState(object);
      // Custom resources whose definition goes, too, are listed there.
      const isListed = (object: KubeObject): boolean => isNamespace(ref) && going.has(kindId(object));
      return { ref, contents: countByKind(objects.filter((object) => !isKnown(object) && !isListed(object) && !goesWithOwner(object))) };
    }),
  );
  return { losses: losses.filter(({ contents }) => contents.length > 0), seen };
}

function isNamespace({ kind, apiVersion }: Pick<ObjectRef, 'kind' | 'apiVersion'>): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

function isVolume({ kind, apiVersion }: Pick<ObjectRef, 'kind' | 'apiVersion'>): boolean {
  return apiVersion === 'v1' && (kind === 'PersistentVolumeClaim' || kind === 'PersistentVolume');
}

interface Scope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Plural in the path: `widgets`. */
  readonly resource: string;
  readonly namespace?: string;
}

/** A claim that was never bound, or that is gone already, holds nothing. */
async function holdsData(cluster: GuardCluster, ref: ObjectRef): Promise<boolean> {
  const answer = await cluster.get(ref);
  if (answer.type === 'gone' || answer.type === 'unserved') return false;
  if (answer.type !== 'object') throw unknownLoss(ref, answer);
  const { phase } = (answer.object['status'] ?? {}) as { phase?: string };
  return !(ref.kind === 'PersistentVolumeClaim' && phase === 'Pending');
}

function unknownLoss(ref: ObjectRef, answer: Extract<Answer, { type: 'refused' | 'lost' }>): BoxcutterError {
  const reason = answer.type === 'refused' ? answer.status.message : answer.message;
  return new BoxcutterError(
    'data-loss-unknown',
    'server',
    `Cannot tell whether deleting ${ref.kind} ${ref.name} would delete data: ${reason}`,
    {
      hint: ({ option }) =>
        `Nothing was changed. Run the command again, with permission to read it; ${option('deleteData', true)} skips the question.`,
    },
  );
}

/** The kind that a CRD `plural.group` defines; nothing when it is not served (then it has no objects anybody could read). */
async function customKinds(cluster: GuardCluster, kinds: readonly ServedKind[], crd: ObjectRef): Promise<readonly Scope[]> {
  const dot = crd.name.indexOf('.');
  const known = kinds.find(
    ({ resource, apiVersion }) => resource === crd.name.slice(0, dot) && groupOf(apiVersion) === crd.name.slice(dot + 1),
  );
  if (known !== undefined) return [{ apiVersion: known.apiVersion, kind: known.kind, resource: known.resource }];
  // The definition may be younger than what we know of the server.
  const answer = await cluster.get(crd);
  if (answer.type === 'gone' || answer.type === 'unserved') return [];
  if (answer.type !== 'object') throw unknownLoss(crd, answer);
  const { group = '', names, versions = [] } = answer.object['spec'] as CrdSpec;
  for (const { name, served } of versions) {
    const found = served ? await cluster.resolve(`${group}/${name}`, names?.kind ?? '') : undefined;
    if (found !== undefined) return [{ apiVersion: found.apiVersion, kind: found.kind, resource: found.resource }];
  }
  return [];
}

interface CrdSpec {
  readonly group?: string;
  readonly names?: { readonly kind?: string };
  readonly versions?: readonly { readonly name: string; readonly served: boolean }[];
}

/** One version of every kind whose objects count as content of a namespace. */
function contentKinds(kinds: readonly ServedKind[]): readonly Scope[] {
  const result = new Map<string, Scope>();
  for (const { apiVersion, kind, resource, namespaced } of kinds) {
    const id = `${groupOf(apiVersion)}/${kind}`;
    const counts = DATA_KINDS.has(id) || isCustomGroup(groupOf(apiVersion));
    if (namespaced && counts && !result.has(id)) result.set(id, { apiVersion, kind, resource });
  }
  return [...result.values()];
}

/** Groups of Kubernetes itself; other projects of it (snapshots, Gateway API) have groups that end in `k8s.io`, too. */
const BUILT_IN_GROUPS = new Set([
  'admissionregistration.k8s.io', 'apiextensions.k8s.io', 'apiregistration.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io',
  'certificates.k8s.io', 'coordination.k8s.io', 'custom.metrics.k8s.io', 'discovery.k8s.io', 'events.k8s.io', 'external.metrics.k8s.io',
  'flowcontrol.apiserver.k8s.io', 'internal.apiserver.k8s.io', 'metrics.k8s.io', 'networking.k8s.io', 'node.k8s.io',
  'rbac.authorization.k8s.io', 'resource.k8s.io', 'scheduling.k8s.io', 'storage.k8s.io', 'storagemigration.k8s.io',
]);

function isCustomGroup(group: string): boolean {
  return group.includes('.') && !BUILT_IN_GROUPS.has(group);
}

async function listKind(cluster: GuardCluster, scope: Scope): Promise<KubeObject[]> {
  try {
    const { objects } = await cluster.list(scope, { metadataOnly: true });
    return objects.map((object) => ({ ...object, apiVersion: scope.apiVersion, kind: scope.kind }));
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'kind-unserved') throw error;
    return listInOtherVersion(cluster, scope, error);
  }
}

/**
 * The server stopped serving a version of a kind while the guard looked, as when another client deletes its definition. Objects of a kind
 * whose definition is gone, or going, go with that.
 */
async function listInOtherVersion(cluster: GuardCluster, scope: Scope, problem: Error): Promise<KubeObject[]> {
  if ((await cluster.resolve(scope.apiVersion, scope.kind)) !== undefined) throw problem;
  const other = (await cluster.kinds()).find(({ apiVersion, kind }) => kindId({ apiVersion, kind }) === kindId(scope));
  if (other === undefined) {
    if (await isDefinitionGone(cluster, scope)) return [];
    throw problem;
  }
  const { objects } = await cluster.list({ ...scope, apiVersion: other.apiVersion }, { metadataOnly: true });
  return objects.map((object) => ({ ...object, apiVersion: other.apiVersion, kind: scope.kind }));
}

/** A definition that stays keeps its objects in storage, although no version of them can be read. */
async function isDefinitionGone(cluster: GuardCluster, { resource, apiVersion }: Scope): Promise<boolean> {
  const name = `${resource}.${groupOf(apiVersion)}`;
  const answer = await cluster.get({ apiVersion: DEFINITION_API_VERSION, kind: 'CustomResourceDefinition', name });
  return answer.type === 'gone' || (answer.type === 'object' && answer.object.metadata.deletionTimestamp !== undefined);
}

/** Made by Kubernetes, or going already. */
function isAutomatic({ apiVersion, kind, metadata }: KubeObject): boolean {
  return AUTOMATIC.has(`${apiVersion}/${kind}/${metadata.name ?? ''}`) || metadata.deletionTimestamp !== undefined;
}

/**
 * Made by a controller for something in the same namespace that was counted itself, or is ours; or for an account (its tokens and
 * registry credentials). An owner elsewhere, or of a kind nobody looked at, says nothing: it lives on, and what it owns is lost.
 */
function hasOwnerThatCounts({ metadata }: KubeObject, counted: ReadonlySet<string | undefined>, own: ReadonlySet<string>): boolean {
  const { namespace = '', ownerReferences = [] } = metadata;
  return ownerReferences.some(({ apiVersion, kind, name, uid }) =>
    counted.has(uid) || own.has(keyOf({ apiVersion, kind, name, namespace })) || own.has(keyOf({ apiVersion, kind, name })) ||
    (apiVersion === 'v1' && kind === 'ServiceAccount'));
}

/** Version is not compared: it is the same kind in each. */
function kindId({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>): string {
  return `${groupOf(apiVersion)}/${kind}`;
}

function countByKind(objects: readonly KubeObject[]): DataLoss['contents'] {
  const byKind = new Map<string, string[]>();
  for (const { kind, metadata } of objects) {
    const name = metadata.namespace === undefined ? (metadata.name ?? '') : `${metadata.namespace}/${metadata.name ?? ''}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), name]);
  }
  return [...byKind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, names]) => ({ kind, count: names.length, examples: names.sort().slice(0, 3) }));
}

/** The error that stops a run; nothing was written. */
export function dataLossError(losses: readonly DataLoss[], what: string): BoxcutterError {
  const lines = losses.map(({ ref, contents }) => {
    const counts = contents
      .map(({ kind, count, examples }) => `${count} ${kind} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`)
      .join(', ');
    const name = ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
    return `  ${ref.kind} ${name}${isVolume(ref) ? ' holds data' : `: ${counts}`}`;
  });
  return new BoxcutterError('data-loss', 'data-loss', `${what} would delete data:\n${lines.join('\n')}\nNothing was changed.`, {
    hint: ({ option }) => `Use ${option('deleteData', true)} to delete it all the same, `
      + `or ${option('orphan', true)} to let these objects live without the extension.`,
    details: { losses },
  });
}
