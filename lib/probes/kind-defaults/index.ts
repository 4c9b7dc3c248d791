/**
 * The rule that each kind has by itself, for objects that no probe selects and for the assertion KindDefault.
 * Kinds differ by group and kind, never by version. docs/probes.md is this table for readers.
 */
import { GROUP, groupKindOf, type KubeObject } from '../../api';
import { isAlwaysReady } from './always-ready';
import { currentCondition, explanationOf, judgeCondition, specOf, statusOf } from '../conditions';
import { judgeValue } from '../field-checks';
import { parseFieldPath } from '../field-path';
import { job, pod } from './pods-and-jobs';
import {
  asProgress, combine, failed, failedForGood, inProgress, inWords, PASS, passWith, type Finding, type ProbeContext,
} from '../verdict';
import { daemonSet, deployment, replicaSet, statefulSet } from './workloads';

type Rule = (object: KubeObject, context: ProbeContext) => Finding;

const RULES: Readonly<Record<string, Rule>> = {
  'apps/Deployment': deployment,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'apps/ReplicaSet': replicaSet,
  '/ReplicationController': replicaSet,
  '/Pod': pod,
  'batch/Job': job,
  '/Namespace': namespaceActive,
  '/PersistentVolumeClaim': claim,
  'apiextensions.k8s.io/CustomResourceDefinition': customResourceDefinition,
  'apiregistration.k8s.io/APIService': conditionsTrue('Available'),
  'cert-manager.io/Issuer': conditionsTrue('Ready'),
  'cert-manager.io/ClusterIssuer': conditionsTrue('Ready'),
  'cert-manager.io/Certificate': conditionsTrue('Ready'),
  'apiextensions.openshift.io/CompatibilityRequirement': compatibilityRequirement,
  [`${GROUP}/ClusterExtension`]: clusterExtension,
  [`${GROUP}/ClusterExtensionRevision`]: revision,
  [`${GROUP}/ClusterObjectSet`]: revision,
  [`${GROUP}/ClusterCatalog`]: clusterCatalog,
};

/** Judges an object by the rule of its kind; an outdated status and a deletion are judged before (see compile.ts). */
export function judgeByKind(object: KubeObject, context: ProbeContext): Finding {
  if (isAlwaysReady(object.apiVersion, object.kind)) return PASS;
  return (RULES[groupKindOf(object)] ?? anyKind)(object, context);
}

const NAMESPACE_PHASE = parseFieldPath('status.phase');

function namespaceActive(object: KubeObject): Finding {
  return inWords(judgeValue(object, NAMESPACE_PHASE, 'Active'), 'it is not active yet');
}

/**
 * Bound; or pending with a class that is not known to bind at once. A claim of a class that binds on first use stays pending until a
 * Pod uses it, and that Pod may well be in a later phase: waiting for it here would wait for ever.
 */
function claim(object: KubeObject, context: ProbeContext): Finding {
  const { phase } = statusOf(object);
  if (phase === 'Bound') return PASS;
  if (phase === 'Lost') return failed('the claim lost its PersistentVolume');
  const { storageClassName } = specOf(object);
  const name = typeof storageClassName === 'string' ? storageClassName : undefined;
  // The empty name asks for a volume without class, which a person may yet provide by hand.
  const found = name === '' ? undefined : context.storageClass?.(name);
  if (found === undefined || (found.volumeBindingMode ?? 'Immediate') !== 'Immediate') {
    return passWith('the claim is pending, and is not waited for: it may bind only when a Pod uses it');
  }
  return inProgress(`the claim is pending, although its StorageClass ${name === undefined ? '(the default one)' : name} binds at once`);
}

/** Established. Names that another definition holds are a conflict that only a change resolves. */
function customResourceDefinition(object: KubeObject): Finding {
  const names = currentCondition(object, 'NamesAccepted');
  if (names?.status === 'False') return failedForGood(`the names of the kind are not accepted${explanationOf(names)}`);
  return asProgress(judgeCondition(object, 'Established', 'True'));
}

/** Admitted and Compatible; incompatible ends the rollout (docs/requirements.md, Cluster API). */
function compatibilityRequirement(object: KubeObject): Finding {
  const compatible = judgeCondition(object, 'Compatible', 'True');
  return combine([
    judgeCondition(object, 'Admitted', 'True'),
    compatible.status === 'fail' ? { ...compatible, terminal: true } : compatible,
  ]);
}

/** Installed, and not on the way to something else. */
function clusterExtension(object: KubeObject): Finding {
  const progressing = currentCondition(object, 'Progressing');
  const settled = progressing === undefined || progressing.reason === 'Succeeded' || progressing.reason === 'RolledOut';
  return combine([
    judgeCondition(object, 'Installed', 'True'),
    settled ? PASS : inProgress(`the extension is not rolled out${explanationOf(progressing)}`),
  ]);
}

/** A rollout must be available; a pending upgrade and an archived revision have nothing to wait for. */
function revision(object: KubeObject): Finding {
  const { phases, lifecycleState } = specOf(object);
  return phases === undefined || lifecycleState === 'Archived' ? PASS : judgeCondition(object, 'Available', 'True');
}

function clusterCatalog(object: KubeObject): Finding {
  return specOf(object)['availabilityMode'] === 'Unavailable' ? PASS : judgeCondition(object, 'Serving', 'True');
}

/**
 * A kind that we do not know: never stuck for want of conditions, which many kinds never write. `Stalled` and `Reconciling` are
 * kstatus' conditions, True while something is wrong; `Ready` counts when it is there.
 */
function anyKind(object: KubeObject): Finding {
  const stalled = currentCondition(object, 'Stalled');
  if (stalled?.status === 'True') return failed(`it is stalled${explanationOf(stalled)}`);
  const reconciling = currentCondition(object, 'Reconciling');
  if (reconciling?.status === 'True') return inProgress(`it is being reconciled${explanationOf(reconciling)}`);
  const conditions = statusOf(object)['conditions'];
  const hasReady = Array.isArray(conditions) && conditions.some((item) => (item as { type?: unknown } | null)?.type === 'Ready');
  return hasReady ? asProgress(judgeCondition(object, 'Ready', 'True')) : PASS;
}

function conditionsTrue(type: string): Rule {
  return (object) => asProgress(judgeCondition(object, type, 'True'));
}
