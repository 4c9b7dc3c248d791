/**
 * What operator-controller of upstream leaves on a cluster, written as it writes it (1.6 to 1.8: ClusterExtensionRevision, since 1.9:
 * ClusterObjectSet): extensions, revisions with objects inline and in Secrets, and the objects themselves.
 */
import { createHash } from 'node:crypto';
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { type OtherClient, stored } from '../../support/extension';
import { conditionOf } from '../../support/controllers';

export const GROUP = 'olm.operatorframework.io';
const API_VERSION = `${GROUP}/v1`;

export type SetKind = 'ClusterObjectSet' | 'ClusterExtensionRevision';

export const setRef = (kind: SetKind, name: string): ObjectRef => ({ apiVersion: API_VERSION, kind, name });

/** Its definition, which stays; its schema says no more than the tests need. Resolves when the server serves it. */
export async function installObjectSets(client: OtherClient): Promise<void> {
  const ref = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `clusterobjectsets.${GROUP}` };
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await client.apply({
    apiVersion: ref.apiVersion, kind: ref.kind, metadata: { name: ref.name },
    spec: {
      group: GROUP, scope: 'Cluster', names: { kind: 'ClusterObjectSet', listKind: 'ClusterObjectSetList', plural: 'clusterobjectsets', singular: 'clusterobjectset' },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema }],
    },
  });
  await client.until(ref, (live) => conditionOf(live, 'Established')?.status === 'True');
}

export interface SetDraft {
  readonly kind: SetKind;
  readonly number: number;
  readonly objects: readonly KubeObject[];
  readonly version: string;
  readonly packageName: string;
  readonly archived?: boolean;
  readonly succeeded?: boolean;
  readonly reference?: string;
}

/** As operator-controller writes for one extension. */
export class OperatorController {
  constructor(private readonly client: OtherClient, private readonly namespace: string, private readonly extension: KubeObject) {}

  private get name(): string {
    return this.extension.metadata.name ?? '';
  }

  /** A revision: its first object inline, the others in an immutable Secret. */
  async set({ kind, number, objects, version, packageName, archived = false, succeeded = true, reference }: SetDraft): Promise<KubeObject> {
    const name = `${this.name}-${number}`;
    const [first, ...rest] = objects.map((object) => this.labelled(object));
    const key = (object: KubeObject): string => createHash('sha256').update(JSON.stringify(object)).digest('base64url');
    const secret = `${name}-content`;
    const refs = rest.map((object) => ({ ref: { name: secret, namespace: this.namespace, key: key(object) } }));
    const { apiVersion, kind: ownerKind, metadata: { uid = '' } } = this.extension;
    const spec = {
      lifecycleState: archived ? 'Archived' : 'Active', revision: number, collisionProtection: 'Prevent',
      phases: [{ name: 'deploy', objects: [...(first === undefined ? [] : [{ object: first }]), ...refs] }],
    };
    const annotations = {
      [`${GROUP}/package-name`]: packageName, [`${GROUP}/bundle-name`]: `${packageName}.v${version}`, [`${GROUP}/bundle-version`]: version,
      ...(reference === undefined ? {} : { [`${GROUP}/bundle-reference`]: reference }),
    };
    const made = stored(await this.client.cluster.create({
      apiVersion: API_VERSION, kind,
      metadata: {
        name, annotations, labels: { ...this.extension.metadata.labels, ...this.labels() }, finalizers: archived ? [] : [`${GROUP}/teardown`],
        ownerReferences: [{ apiVersion, kind: ownerKind, name: this.name, uid, controller: true, blockOwnerDeletion: true }],
      },
      spec,
    } as unknown as KubeObject, { fieldManager: `${GROUP}/clusterextension-controller` }));
    if (rest.length > 0) {
      stored(await this.client.cluster.create({
        apiVersion: 'v1', kind: 'Secret', type: `${GROUP}/object-data`, immutable: true,
        metadata: {
          name: secret, namespace: this.namespace, labels: { [`${GROUP}/revision-name`]: name, [`${GROUP}/owner-name`]: this.name },
          ownerReferences: [{ apiVersion: API_VERSION, kind, name, uid: made.metadata.uid ?? '', controller: true }],
        },
        data: Object.fromEntries(rest.map((object) => [key(object), Buffer.from(JSON.stringify(object)).toString('base64')])),
      } as unknown as KubeObject));
    }
    if (!succeeded) return made;
    const condition = { type: 'Succeeded', status: 'True', reason: 'Succeeded', message: 'Revision succeeded rolling out.', lastTransitionTime: '2026-06-10T10:00:00Z' };
    const { uid: madeUid, resourceVersion } = made.metadata;
    stored(await this.client.cluster.replaceStatus({
      apiVersion: API_VERSION, kind, metadata: { name, uid: madeUid, resourceVersion }, status: { conditions: [condition] },
    } as unknown as KubeObject));
    return this.client.get(setRef(kind, name));
  }

  /** An object of a revision, as its engine applies it. */
  async write(object: KubeObject, { kind, metadata: { name = '', uid = '' } }: KubeObject, number: number): Promise<KubeObject> {
    const { metadata, ...rest } = this.labelled(object);
    return stored(await this.client.cluster.apply({
      ...rest,
      metadata: {
        ...metadata,
        labels: { ...metadata.labels, 'app.kubernetes.io/managed-by': GROUP },
        annotations: { ...metadata.annotations, [`${GROUP}/revision`]: String(number) },
        ownerReferences: [{ apiVersion: API_VERSION, kind, name, uid, controller: true, blockOwnerDeletion: true }],
      },
    } as KubeObject, { fieldManager: GROUP, force: true }));
  }

  private labelled(object: KubeObject): KubeObject {
    return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...this.labels() } } };
  }

  private labels(): Readonly<Record<string, string>> {
    return { [`${GROUP}/owner-kind`]: 'ClusterExtension', [`${GROUP}/owner-name`]: this.name };
  }
}

/** The lease of its leader election, renewed just now. */
export function lease(namespace: string): KubeObject {
  return {
    apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: '9c4404e7.operatorframework.io', namespace },
    spec: { holderIdentity: 'operator-controller-controller-manager-abc', leaseDurationSeconds: 137, renewTime: new Date().toISOString().replace('Z', '000Z') },
  } as unknown as KubeObject;
}
