/**
 * An operator as OLM (v0) has installed it: the objects, labels, annotations, owners and field managers are those that its code gives them
 * (operator-framework/operator-lifecycle-manager, pkg/controller). OLM itself does not run: tests do what it would do.
 */
import { type KubeObject, type ObjectRef, type OwnerReference, refOf } from '../../../lib/api';
import type { KubeCluster } from '../../../lib/kube';
import { onceServed, OtherClient, stored } from '../support/extension';
import { defineKind } from './custom-kinds';

const GROUP = 'operators.coreos.com';
const V1 = `${GROUP}/v1alpha1`;
const FINALIZER = `${GROUP}/csv-cleanup`;
const RBAC = 'rbac.authorization.k8s.io/v1';
const ADMISSION = 'admissionregistration.k8s.io/v1';

/** Kinds whose objects OLM deletes by their labels when a ClusterServiceVersion goes. */
const SWEPT = [
  [RBAC, 'ClusterRoleBinding'], [RBAC, 'ClusterRole'], [ADMISSION, 'MutatingWebhookConfiguration'], [ADMISSION, 'ValidatingWebhookConfiguration'],
] as const;

/** @returns the definitions */
export async function defineOlm(cluster: KubeCluster): Promise<readonly ObjectRef[]> {
  const client = new OtherClient(cluster, 'olm-installer');
  const kinds = [
    [V1, 'Subscription'], [V1, 'ClusterServiceVersion'], [V1, 'InstallPlan'], [`${GROUP}/v1`, 'OperatorGroup'], [`${GROUP}/v2`, 'OperatorCondition'],
  ] as const;
  const definitions: ObjectRef[] = [];
  for (const [apiVersion, kind] of kinds) definitions.push(await defineKind({ apiVersion, kind }, client));
  return definitions;
}

/**
 * The garbage collector learns of new kinds every half minute. Until then nothing of them that is deleted with orphan propagation goes, and
 * what belongs to a version is not let go with it, but collected later.
 */
export async function knownToCollector(client: OtherClient, namespace: string): Promise<void> {
  await Promise.all([[V1, 'ClusterServiceVersion'], [`${GROUP}/v2`, 'OperatorCondition']].map(async ([apiVersion = '', kind = '']) => {
    const ref: ObjectRef = { apiVersion, kind, namespace, name: 'first' };
    const { metadata: { uid = '' } } = await client.apply({ apiVersion, kind, metadata: { name: ref.name, namespace } });
    await client.cluster.delete(ref, { uid, propagation: 'Orphan' });
    await client.until(ref, (live) => live === undefined);
  }));
}

export interface OlmNames {
  readonly namespace: string;
  /** Of the package, the Subscription, the Deployment and the ServiceAccount. */
  readonly name: string;
  readonly csv: string;
}

/** What OLM does for a Subscription, as far as the scenario needs it. */
export class Olm {
  private version: KubeObject | undefined;

  constructor(private readonly cluster: KubeCluster, readonly names: OlmNames) {}

  get subscriptionRef(): ObjectRef {
    return { apiVersion: V1, kind: 'Subscription', namespace: this.names.namespace, name: this.names.name };
  }

  get versionRef(): ObjectRef {
    return { apiVersion: V1, kind: 'ClusterServiceVersion', namespace: this.names.namespace, name: this.names.csv };
  }

  /** On everything of the operator, and on what only the version needs. */
  get labels(): { readonly operator: Readonly<Record<string, string>>; readonly owned: Readonly<Record<string, string>> } {
    const { namespace, name, csv } = this.names;
    const operator = { 'olm.managed': 'true', [`${GROUP}/${name}.${namespace}`]: '' };
    const owned = { 'olm.owner': csv, 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': namespace };
    return { operator, owned };
  }

  /** Created as client-go creates it: the manager's entry is one of an update. */
  async create(object: KubeObject, manager: 'olm' | 'catalog', owner?: KubeObject): Promise<KubeObject> {
    const ownerReferences = owner === undefined ? {} : { ownerReferences: [ownerOf(owner)] };
    const { apiVersion, kind } = object;
    const content = { ...object, metadata: { ...object.metadata, ...ownerReferences } };
    const made = await onceServed(() => this.cluster.create(content, { fieldManager: manager }));
    return { ...made, apiVersion, kind };
  }

  /**
   * The Subscription, and the version of which it is the source.
   * @param finalizer OLM has one on a version, by which it cleans up
   */
  async subscribe(
    { finalizer = true }: { readonly finalizer?: boolean } = {},
  ): Promise<{ readonly subscription: KubeObject; readonly version: KubeObject }> {
    const { namespace, name, csv } = this.names;
    const subscription = await this.create({
      ...ofRef(this.subscriptionRef), spec: { name, channel: 'stable', source: 'operatorhubio-catalog', sourceNamespace: 'olm' },
      status: { installedCSV: csv, currentCSV: csv, state: 'AtLatestKnown' },
    }, 'catalog');
    this.version = await this.create({
      ...ofRef(this.versionRef),
      metadata: { name: csv, namespace, labels: this.labels.operator, ...(finalizer ? { finalizers: [FINALIZER] } : {}) },
      spec: { version: '1.0.0' }, status: { phase: 'Succeeded' },
    }, 'catalog');
    return { subscription, version: this.version };
  }

  /** One object of the operator: labelled and owned as OLM does it for its kind. */
  async install(
    object: KubeObject, manager: 'olm' | 'catalog', { isOfVersion = true }: { readonly isOfVersion?: boolean } = {},
  ): Promise<KubeObject> {
    const { operator, owned } = this.labels;
    const labels = { ...object.metadata.labels, ...operator, ...(isOfVersion ? owned : {}) };
    const isOwned = object.metadata.namespace !== undefined;
    return this.create({ ...object, metadata: { ...object.metadata, labels } }, manager, isOwned ? this.version : undefined);
  }

  /** What OLM does when its version is deleted: what carries its labels goes, then its finalizer. */
  async cleanUp(): Promise<readonly string[]> {
    const { owned } = this.labels;
    const labelSelector = Object.entries(owned).map(([key, value]) => `${key}=${value}`).join(',');
    const swept: string[] = [];
    for (const [apiVersion, kind] of SWEPT) {
      const { objects } = await this.cluster.list({ apiVersion, kind, labelSelector });
      for (const { metadata: { name = '', uid = '' } } of objects) {
        swept.push(`${kind} ${name}`);
        await this.cluster.delete({ apiVersion, kind, name }, { uid });
      }
    }
    await this.letGo();
    return swept;
  }

  /** The garbage collector, which takes the owner references off, has a finalizer there as well, and may change it in between. */
  private async letGo(): Promise<void> {
    for (;;) {
      const { metadata: { finalizers = [], resourceVersion } } = stored(await this.cluster.get(this.versionRef));
      const answer = await this.cluster.patch(this.versionRef, [
        { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
        { op: 'add', path: '/metadata/finalizers', value: finalizers.filter((finalizer) => finalizer !== FINALIZER) },
      ], 'olm');
      if (answer.type === 'object' || answer.type === 'gone') return;
    }
  }
}

function ofRef({ apiVersion, kind, name, namespace = '' }: ObjectRef): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

function ownerOf(owner: KubeObject): OwnerReference {
  const { apiVersion, kind, name } = refOf(owner);
  return { apiVersion, kind, name, uid: owner.metadata.uid ?? '', controller: false, blockOwnerDeletion: false };
}
