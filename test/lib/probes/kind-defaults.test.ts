import type { JsonObject, KubeObject } from '../../../lib/api';
import { compileProbes, type ProbeContext } from '../../../lib/probes';
import { condition, live, widget } from './objects';

const evaluate = compileProbes([]);
const OLM = 'olm.operatorframework.io/v1';

type Row = readonly [scenario: string, object: KubeObject, status: 'pass' | 'fail' | 'fail, terminal' | 'unknown', message: string];

function check(rows: readonly Row[]): void {
  test.each(rows)('%s', (_, object, status, message) => {
    expect(evaluate(object)).toMatchObject({ status: status.split(',')[0], message, terminal: status === 'fail, terminal' });
  });
}

const conditions = (...list: JsonObject[]): JsonObject => ({ status: { conditions: list } });

describe('Pod', () => {
  const pod = (status: JsonObject) => live('v1', 'Pod', { status });
  const waiting = (reason: string, more: JsonObject = {}): JsonObject => ({ name: 'app', state: { waiting: { reason, ...more } } });
  check([
    ['no phase', pod({}), 'unknown', 'missing .status.phase'],
    ['pending', pod({ phase: 'Pending' }), 'fail', 'the Pod is Pending'],
    ['starting', pod({ phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] }), 'fail', 'the Pod is Pending'],
    ['unschedulable',
      pod({ phase: 'Pending', conditions: [condition('PodScheduled', 'False', { reason: 'Unschedulable', message: '0/3 nodes are available.' })] }),
      'fail', 'the Pod cannot be scheduled (Unschedulable: 0/3 nodes are available)'],
    ['no image', pod({ phase: 'Pending', containerStatuses: [waiting('ImagePullBackOff', { message: 'Back-off' })] }),
      'fail', 'container app is waiting (ImagePullBackOff: Back-off)'],
    ['init container crashes', pod({ phase: 'Pending', initContainerStatuses: [waiting('CrashLoopBackOff')] }), 'fail',
      'container app is waiting (CrashLoopBackOff)'],
    ['running and ready', pod({ phase: 'Running', conditions: [condition('Ready', 'True')] }), 'pass', ''],
    ['running, not ready', pod({ phase: 'Running', conditions: [condition('Ready', 'False')] }), 'fail',
      'condition "Ready" == "True": .status.condition["Ready"] is False'],
    ['running, nothing said', pod({ phase: 'Running' }), 'unknown', 'condition "Ready" == "True": missing .status.conditions'],
    ['crashing', pod({ phase: 'Running', conditions: [condition('Ready', 'False')], containerStatuses: [waiting('CrashLoopBackOff')] }),
      'fail', 'container app is waiting (CrashLoopBackOff)'],
    ['completed', pod({ phase: 'Succeeded' }), 'pass', ''],
    ['failed', pod({ phase: 'Failed', reason: 'Evicted', message: 'low on memory' }), 'fail, terminal', 'the Pod failed (Evicted: low on memory)'],
    ['failed without a word', pod({ phase: 'Failed' }), 'fail, terminal', 'the Pod failed'],
    ['node lost', pod({ phase: 'Unknown' }), 'fail', 'the Pod is Unknown'],
  ]);
});

describe('Job', () => {
  const job = (spec: JsonObject, status: JsonObject) => live('batch/v1', 'Job', { spec, status });
  check([
    ['not started', job({}, {}), 'unknown', 'the Job has not started'],
    ['running', job({ completions: 3 }, { startTime: 'x', active: 1, succeeded: 2 }), 'fail',
      'the Job is running: 2 of 3 completions, 1 active, 0 failed'],
    ['running, one completion', job({}, { startTime: 'x', active: 1, failed: 2 }), 'fail',
      'the Job is running: 0 of 1 completions, 1 active, 2 failed'],
    ['complete', job({}, { startTime: 'x', conditions: [condition('SuccessCriteriaMet', 'True'), condition('Complete', 'True')] }), 'pass', ''],
    ['failed', job({}, { startTime: 'x', conditions: [condition('Failed', 'True', { reason: 'BackoffLimitExceeded', message: 'Too many.' })] }),
      'fail, terminal', 'the Job failed (BackoffLimitExceeded: Too many)'],
    ['suspended', job({ suspend: true }, { conditions: [condition('Suspended', 'True')] }), 'fail', 'the Job is suspended (.spec.suspend is true)'],
  ]);
});

describe('Namespace', () => {
  check([
    ['active', live('v1', 'Namespace', { status: { phase: 'Active' } }), 'pass', ''],
    ['without phase', live('v1', 'Namespace'), 'unknown', '".status.phase" == "Active": ".status.phase" missing'],
    ['terminating', live('v1', 'Namespace', { status: { phase: 'Terminating' } }), 'fail', '".status.phase" == "Active": it is "Terminating"'],
  ]);
});

describe('PersistentVolumeClaim', () => {
  const NOT_WAITED = 'the claim is pending, and is not waited for: it may bind only when a Pod uses it';
  const claim = (phase: string, storageClassName?: string) =>
    live('v1', 'PersistentVolumeClaim', { spec: storageClassName === undefined ? {} : { storageClassName }, status: { phase } });
  const classes: ProbeContext = {
    storageClass: (name) => ({ fast: { volumeBindingMode: 'Immediate' }, bare: {},
      late: { volumeBindingMode: 'WaitForFirstConsumer' } })[name ?? 'fast'],
  };
  test.each<[string, KubeObject, ProbeContext, string, string]>([
    ['bound', claim('Bound', 'fast'), classes, 'pass', ''],
    ['lost', claim('Lost', 'late'), classes, 'fail', 'the claim lost its PersistentVolume'],
    ['pending, nothing known of classes', claim('Pending', 'fast'), {}, 'pass', NOT_WAITED],
    ['pending, class binds on first use', claim('Pending', 'late'), classes, 'pass', NOT_WAITED],
    ['pending, class does not exist', claim('Pending', 'other'), classes, 'pass', NOT_WAITED],
    ['pending, no class wanted', claim('Pending', ''), classes, 'pass', NOT_WAITED],
    ['pending, class binds at once', claim('Pending', 'fast'), classes, 'fail', 'the claim is pending, although its StorageClass fast binds at once'],
    ['pending, class says nothing, which is Immediate', claim('Pending', 'bare'), classes, 'fail',
      'the claim is pending, although its StorageClass bare binds at once'],
    ['pending, default class binds at once', claim('Pending'), classes, 'fail',
      'the claim is pending, although its StorageClass (the default one) binds at once'],
  ])('%s', (_, object, context, status, message) => {
    expect(evaluate(object, context)).toMatchObject({ status, message, terminal: false });
  });
});

describe('CustomResourceDefinition', () => {
  const definition = (...list: JsonObject[]) => live('apiextensions.k8s.io/v1', 'CustomResourceDefinition', conditions(...list));
  check([
    ['established', definition(condition('NamesAccepted', 'True'), condition('Established', 'True')), 'pass', ''],
    ['just created', live('apiextensions.k8s.io/v1', 'CustomResourceDefinition'), 'unknown',
      'condition "Established" == "True": missing .status.conditions'],
    ['installing', definition(condition('NamesAccepted', 'True'), condition('Established', 'False', { reason: 'Installing' })),
      'fail', 'condition "Established" == "True": .status.condition["Established"] is False (Installing)'],
    ['names taken',
      definition(condition('NamesAccepted', 'False', { reason: 'PluralConflict', message: '"widgets" is in use' })),
      'fail, terminal', 'the names of the kind are not accepted (PluralConflict: "widgets" is in use)'],
  ]);
});

describe.each([
  ['apiregistration.k8s.io/v1', 'APIService', 'Available'],
  ['cert-manager.io/v1', 'Issuer', 'Ready'],
  ['cert-manager.io/v1', 'ClusterIssuer', 'Ready'],
  ['cert-manager.io/v1', 'Certificate', 'Ready'],
])('%s %s', (apiVersion, kind, type) => {
  check([
    ['that has the condition', live(apiVersion, kind, conditions(condition(type, 'True'))), 'pass', ''],
    ['that was just created', live(apiVersion, kind), 'unknown', `condition "${type}" == "True": missing .status.conditions`],
    ['that is not ready', live(apiVersion, kind, conditions(condition(type, 'False', { reason: 'Why' }))),
      'fail', `condition "${type}" == "True": .status.condition["${type}"] is False (Why)`],
    ['whose condition is outdated', live(apiVersion, kind, conditions(condition(type, 'True', { observedGeneration: 0 }))),
      'unknown', `condition "${type}" == "True": .status.condition["${type}"] outdated`],
  ]);
});

describe('CompatibilityRequirement', () => {
  const requirement = (...list: JsonObject[]) => live('apiextensions.openshift.io/v1alpha1', 'CompatibilityRequirement', conditions(...list));
  check([
    ['admitted and compatible', requirement(condition('Admitted', 'True'), condition('Compatible', 'True')), 'pass', ''],
    ['incompatible',
      requirement(condition('Admitted', 'True'), condition('Compatible', 'False', { reason: 'RequirementsNotMet', message: 'removed v1.^.x' })),
      'fail, terminal', 'condition "Compatible" == "True": .status.condition["Compatible"] is False (RequirementsNotMet: removed v1.^.x)'],
    ['incompatible as of an older generation',
      requirement(condition('Admitted', 'True'), condition('Compatible', 'False', { observedGeneration: 0 })),
      'unknown', 'condition "Compatible" == "True": .status.condition["Compatible"] outdated'],
    ['not admitted', requirement(condition('Admitted', 'False'), condition('Compatible', 'True')),
      'fail', 'condition "Admitted" == "True": .status.condition["Admitted"] is False'],
    ['just created', requirement(), 'unknown',
      'condition "Admitted" == "True": missing .status.condition["Admitted"] and '
      + 'condition "Compatible" == "True": missing .status.condition["Compatible"]'],
  ]);
});

describe('our own kinds', () => {
  const progressing = (reason: string) => condition('Progressing', 'True', { reason });
  const phases = [{ name: 'deploy', objects: [] }];
  check([
    ['extension installed', live(OLM, 'ClusterExtension', conditions(condition('Installed', 'True'), progressing('Succeeded'))), 'pass', ''],
    ['extension being upgraded', live(OLM, 'ClusterExtension', conditions(condition('Installed', 'True'), progressing('RollingOut'))),
      'fail', 'the extension is not rolled out (RollingOut)'],
    ['extension without status', live(OLM, 'ClusterExtension'), 'unknown', 'condition "Installed" == "True": missing .status.conditions'],
    ['revision available', live(OLM, 'ClusterExtensionRevision', { spec: { phases }, ...conditions(condition('Available', 'True')) }), 'pass', ''],
    ['revision not available', live(OLM, 'ClusterExtensionRevision', { spec: { phases } }), 'unknown',
      'condition "Available" == "True": missing .status.conditions'],
    ['revision archived', live(OLM, 'ClusterExtensionRevision', { spec: { phases, lifecycleState: 'Archived' } }), 'pass', ''],
    ['pending upgrade', live(OLM, 'ClusterExtensionRevision', { spec: { clusterExtensionRef: { name: 'x' } } }), 'pass', ''],
    ['object set', live(OLM, 'ClusterObjectSet', { spec: { phases } }), 'unknown', 'condition "Available" == "True": missing .status.conditions'],
    ['catalog served', live(OLM, 'ClusterCatalog', conditions(condition('Serving', 'True'))), 'pass', ''],
    ['catalog not served', live(OLM, 'ClusterCatalog'), 'unknown', 'condition "Serving" == "True": missing .status.conditions'],
    ['catalog switched off', live(OLM, 'ClusterCatalog', { spec: { availabilityMode: 'Unavailable' } }), 'pass', ''],
  ]);
});

describe('any other kind', () => {
  check([
    ['without status', widget({}), 'pass', ''],
    ['with conditions that say nothing of readiness', widget(conditions(condition('Degraded', 'True'), condition('Available', 'False'))), 'pass', ''],
    ['ready', widget(conditions(condition('Ready', 'True'))), 'pass', ''],
    ['not ready', widget(conditions(condition('Ready', 'False', { reason: 'Working' }))), 'fail',
      'condition "Ready" == "True": .status.condition["Ready"] is False (Working)'],
    ['perhaps ready', widget(conditions(condition('Ready', 'Unknown'))), 'unknown',
      'condition "Ready" == "True": .status.condition["Ready"] is Unknown'],
    ['ready for an older generation', widget(conditions(condition('Ready', 'True', { observedGeneration: 0 }))),
      'unknown', 'condition "Ready" == "True": .status.condition["Ready"] outdated'],
    ['reconciling', widget(conditions(condition('Reconciling', 'True', { message: 'pulling' }), condition('Ready', 'True'))), 'fail',
      'it is being reconciled (pulling)'],
    ['reconciled', widget(conditions(condition('Reconciling', 'False'), condition('Stalled', 'False'))), 'pass', ''],
    ['stalled', widget(conditions(condition('Reconciling', 'True'), condition('Stalled', 'True', { reason: 'NoQuota' }))), 'fail',
      'it is stalled (NoQuota)'],
    ['with malformed conditions', widget({ status: { conditions: 'none' } }), 'pass', ''],
    ['with malformed entries', widget({ status: { conditions: [null, 'x', 3] } }), 'pass', ''],
    ['with a status that is no object', widget({ status: 'fine' }), 'pass', ''],
    ['outdated', widget({ status: { observedGeneration: 0 } }), 'unknown', '.status outdated'],
  ]);
});

describe('kinds that nothing works on pass at once', () => {
  test.each([
    'v1 ConfigMap', 'v1 Secret', 'v1 Service', 'v1 ServiceAccount', 'v1 PersistentVolume', 'v1 ResourceQuota', 'v1 LimitRange', 'batch/v1 CronJob',
    'policy/v1 PodDisruptionBudget', 'networking.k8s.io/v1 Ingress', 'networking.k8s.io/v1 NetworkPolicy', 'rbac.authorization.k8s.io/v1 Role',
    'rbac.authorization.k8s.io/v1 ClusterRoleBinding', 'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration',
    'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration', 'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy',
      'storage.k8s.io/v1 StorageClass',
    'scheduling.k8s.io/v1 PriorityClass', 'autoscaling/v2 HorizontalPodAutoscaler', 'monitoring.coreos.com/v1 ServiceMonitor',
      'route.openshift.io/v1 Route',
  ])('%s', (kind) => {
    const [apiVersion = '', name = ''] = kind.split(' ');
    expect(evaluate(live(apiVersion, name))).toEqual({ status: 'pass', message: '', terminal: false });
  });
});
