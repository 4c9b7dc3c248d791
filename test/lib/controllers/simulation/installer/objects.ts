/** The objects of these worlds, and what becomes of revisions when their controller has done its part. */
import {
  ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_VERSION, ANNOTATION_REQUEST, API_VERSION, FINALIZER_TEARDOWN,
  LABEL_OWNER_NAME, type Condition, type KubeObject,
} from '../../../../../lib/api';
import { edit, type Result, type Server } from '../api-server';

export const EXTENSION = 'shop';
/** What replicas watch. */
export const KINDS: readonly string[] = ['ClusterExtension', 'ClusterExtensionRevision', 'Secret'];

export function extensionObject(version: string, spec: object = {}): KubeObject {
  return {
    apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name: EXTENSION },
    spec: {
      namespace: 'shop', ...spec,
      source: {
        sourceType: 'Catalog',
        // Any version may follow any other: which ones do is a matter of the resolver, with tests of its own.
        catalog: { packageName: 'shop', upgradeConstraintPolicy: 'SelfCertified', ...(version === '' ? {} : { version }) },
      },
    },
  } as KubeObject;
}

interface RolloutSpec {
  readonly revision?: number;
  readonly lifecycleState?: string;
  readonly approved?: boolean;
  readonly version?: string;
}

export function specOf(object: KubeObject): RolloutSpec {
  return (object['spec'] ?? {}) as RolloutSpec;
}

export function isRollout(object: KubeObject): boolean {
  return object.kind === 'ClusterExtensionRevision' && specOf(object).revision !== undefined;
}

export function versionOf({ metadata: { annotations = {} } }: KubeObject): string {
  return annotations[ANNOTATION_BUNDLE_VERSION] ?? '';
}

export function requestOf({ metadata: { annotations = {} } }: KubeObject): string {
  return annotations[ANNOTATION_REQUEST] ?? '';
}

export function conditionsOf(object: KubeObject | undefined): readonly Condition[] {
  return ((object?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] }).conditions ?? [];
}

function condition(type: string, status: Condition['status'], reason: string): Condition {
  return { type, status, reason, message: reason, lastTransitionTime: '2026-01-01T00:00:00Z' };
}

const SUCCEEDED = [
  condition('Available', 'True', 'ProbesSucceeded'), condition('Progressing', 'False', 'RolledOut'), condition('Succeeded', 'True', 'RolloutSuccess'),
];

/** Undefined: it is not to be rolled out, or is already. Those before it are archived, and let go. */
export function rolledOut(server: Server, object: KubeObject): Result | undefined {
  const { lifecycleState, revision = 0 } = specOf(object);
  const isDone = conditionsOf(object).some(({ type, status, reason }) => (type === 'Succeeded' && status === 'True') || reason === 'RolloutError');
  if (lifecycleState !== 'Active' || object.metadata.deletionTimestamp !== undefined || isDone) return undefined;
  const older = [...server.objects].filter(([, other]) => isRollout(other) && (specOf(other).revision ?? 0) < revision && specOf(other).lifecycleState === 'Active');
  // A newer one, be it on its way, has its objects.
  const isOvertaken = [...server.objects.values()].some((other) => isRollout(other) && (specOf(other).revision ?? 0) > revision);
  if (isOvertaken) return undefined;
  const finalizers = [FINALIZER_TEARDOWN];
  const first = edit(server, `ClusterExtensionRevision/${object.metadata.name ?? ''}`, (live) => (
    { ...live, metadata: { ...live.metadata, finalizers }, status: { conditions: SUCCEEDED } }
  ));
  return older.reduce((before: Result, [key]) => {
    const next = edit(before.server, key, archived);
    return { ...next, changes: [...before.changes, ...next.changes] };
  }, first);
}

function archived(live: KubeObject): KubeObject {
  return { ...live, metadata: { ...live.metadata, finalizers: [] }, spec: { ...specOf(live), lifecycleState: 'Archived' } };
}

export function stuck(live: KubeObject): KubeObject {
  const conditions = [condition('Progressing', 'True', 'RolloutError')];
  return { ...live, metadata: { ...live.metadata, finalizers: [FINALIZER_TEARDOWN] }, status: { conditions } };
}

export function takenDown(live: KubeObject): KubeObject {
  return { ...live, metadata: { ...live.metadata, finalizers: [] } };
}

/** A revision as the installer makes it. */
export function revisionObject(number: number, version: string, request: string, previous: readonly object[]): KubeObject {
  return {
    apiVersion: API_VERSION, kind: 'ClusterExtensionRevision',
    metadata: {
      name: `${EXTENSION}-${number}`,
      labels: { [LABEL_OWNER_NAME]: EXTENSION },
      annotations: {
        [ANNOTATION_BUNDLE_NAME]: `shop.v${version}`, [ANNOTATION_BUNDLE_VERSION]: version, [ANNOTATION_REQUEST]: request,
        [ANNOTATION_BUNDLE_REFERENCE]: `registry.example/shop.v${version}`,
      },
    },
    spec: { lifecycleState: 'Active', revision: number, phases: [], ...(previous.length === 0 ? {} : { previous }) },
  } as unknown as KubeObject;
}
