/** A ClusterExtensionRevision in its rollout shape, as decisions need it: everything but its content. */
import {
  ANNOTATION_BUNDLE_VERSION, ANNOTATION_FROM_HELM, ANNOTATION_FROM_OBJECT_SETS, ANNOTATION_SERVICE_ACCOUNT_NAME,
  ANNOTATION_SERVICE_ACCOUNT_NAMESPACE, ANNOTATION_TARGET, FINALIZER_TEARDOWN, GROUP,
  type Condition, type KubeObject, type LifecycleState, type RevisionSpec,
} from '../../api';
import { defined } from '../../defined';
import { extensionOfRevision } from '../../state';
import type { ServiceAccount } from '../process';

/** Annotation on a revision that has to go: its uid, or `true`, and data of others goes with its objects. */
export const ANNOTATION_ALLOW_DATA_LOSS = `${GROUP}/allow-data-loss`;

/** On a revision that has to go while the cluster of its objects cannot be reached: its uid, and its objects are left where they are. */
export const ANNOTATION_ABANDON = `${GROUP}/abandon-objects`;

export interface ObservedPhase {
  readonly name: string;
  readonly digest: string;
}

/** The object as it is cached: `spec.phases` is packed (`pack`). */
export interface CachedRevision extends KubeObject {
  readonly spec?: Partial<Omit<RevisionSpec, 'phases'>>;
  readonly status?: { readonly conditions?: readonly Condition[]; readonly observedPhases?: readonly ObservedPhase[] };
  /** `spec.phases` as JSON, deflated; absent: it is no rollout, or an archived one that is done with. */
  readonly packed?: Buffer;
}

export interface Revision {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly number: number;
  /** Name of the extension. */
  readonly extension: string;
  /** Uid of the ClusterExtension that controls it; absent: it was made by hand. */
  readonly controller?: string;
  readonly version?: string;
  readonly state: LifecycleState;
  readonly deleting: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
  readonly deadlineMinutes?: number;
  readonly hasFinalizer: boolean;
  /** The person in charge allows data of others to go with its objects. */
  readonly allowsDataLoss: boolean;
  /** Uid of kube-system in the cluster that its objects went to. Absent: its own cluster, or none yet. */
  readonly target?: string;
  /** As whom its objects are written and read. Absent: by the rights of this process. */
  readonly account?: ServiceAccount;
  /** The person in charge lets its objects be left in a cluster that cannot be reached. */
  readonly abandons: boolean;
  /** It was made of what others had installed, a Helm release or ClusterObjectSets, and takes that over as it runs. */
  readonly takesOver: boolean;
  readonly conditions: readonly Condition[];
  readonly observedPhases: readonly ObservedPhase[];
}

/** Undefined: a pending upgrade, which has nothing to roll out. */
export function revisionOf({ metadata, spec = {}, status = {}, packed }: CachedRevision): Revision | undefined {
  if (packed === undefined || spec.revision === undefined) return undefined;
  const { name = '', uid = '', generation = 1, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  const allowed = annotations[ANNOTATION_ALLOW_DATA_LOSS];
  return {
    name,
    uid,
    generation,
    number: spec.revision,
    extension: extensionOfRevision(labels, name),
    state: spec.lifecycleState ?? 'Active',
    deleting: metadata.deletionTimestamp !== undefined,
    createdAt: Date.parse(metadata.creationTimestamp ?? ''),
    previous: spec.previous ?? [],
    hasFinalizer: finalizers.includes(FINALIZER_TEARDOWN),
    allowsDataLoss: allowed === 'true' || (allowed !== undefined && allowed === uid),
    abandons: uid !== '' && annotations[ANNOTATION_ABANDON] === uid,
    takesOver: [ANNOTATION_FROM_HELM, ANNOTATION_FROM_OBJECT_SETS].some((one) => annotations[one] !== undefined),
    conditions: status.conditions ?? [],
    observedPhases: status.observedPhases ?? [],
    ...defined({
      controller: ownerReferences.find(({ controller }) => controller === true)?.uid,
      target: annotations[ANNOTATION_TARGET] || undefined,
      account: accountIn(annotations),
      version: annotations[ANNOTATION_BUNDLE_VERSION] || undefined,
      deadlineMinutes: spec.progressDeadlineMinutes,
    }),
  };
}

function accountIn(annotations: Readonly<Record<string, string>>): ServiceAccount | undefined {
  const { [ANNOTATION_SERVICE_ACCOUNT_NAME]: name, [ANNOTATION_SERVICE_ACCOUNT_NAMESPACE]: namespace } = annotations;
  // One without the other names nobody: by the rights of the process it would do more than it was meant to.
  return name || namespace ? { namespace: namespace ?? '', name: name ?? '' } : undefined;
}

/** How messages call it: by its version, or by its number where it has none. */
export function calledOf({ version, number }: Pick<Revision, 'version' | 'number'>): string {
  return `Revision ${version ?? number}`;
}
