import { refOf, type JsonObject } from '../../../lib/api';
import { compileProbes, describeFailure } from '../../../lib/probes';
import { condition, live } from './objects';

type Row = [scenario: string, spec: JsonObject, status: JsonObject | undefined, message: string, expected?: 'fail' | 'unknown'];

const judge = (apiVersion: string, kind: string, spec: JsonObject, status: JsonObject | undefined) =>
  compileProbes([])(live(apiVersion, kind, status === undefined ? { spec } : { spec, status }));

/** A row without expectation passes when it has no message, and else fails. */
function check(apiVersion: string, kind: string, rows: readonly Row[]): void {
  test.each<Row>(rows)('%s', (_, spec, status, message, expected = message === '' ? undefined : 'fail') => {
    expect(judge(apiVersion, kind, spec, status)).toMatchObject({ status: expected ?? 'pass', message, terminal: false });
  });
}

const AVAILABLE = condition('Available', 'True');
const observed = { observedGeneration: 1 };

describe('Deployment', () => {
  const settled = { ...observed, replicas: 2, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2, conditions: [AVAILABLE] };
  const MISSING = '".status.updatedReplicas" == ".status.replicas": ".status.updatedReplicas" missing';
  const FRESH = `condition "Available" == "True": missing .status.conditions and ${MISSING}`;
  const deadline = condition('Progressing', 'False',
    { reason: 'ProgressDeadlineExceeded', message: 'ReplicaSet "web-1" has timed out progressing.' });
  const refused = condition('ReplicaFailure', 'True', { reason: 'FailedCreate', message: 'violates PodSecurity "restricted"' });

  test('freshly created it reports the fixed message, to the letter', () => {
    const metadata = { name: 'test-operator', namespace: 'clusterextension-h8284vg7' };
    const object = live('apps/v1', 'Deployment', { spec: { replicas: 1 }, status: {} }, metadata);
    expect(describeFailure(refOf(object), compileProbes([])(object)))
      .toBe('Object Deployment.apps/v1 clusterextension-h8284vg7/test-operator: condition "Available" == "True": missing .status.conditions and '
        + '".status.updatedReplicas" == ".status.replicas": ".status.updatedReplicas" missing');
  });

  check('apps/v1', 'Deployment', [
    ['without any status', { replicas: 2 }, undefined, FRESH, 'unknown'],
    ['settled', { replicas: 2 }, settled, ''],
    ['settled, replicas defaulted to 1', {}, { ...settled, replicas: 1, updatedReplicas: 1, availableReplicas: 1 }, ''],
    ['of zero replicas, at once', { replicas: 0 }, undefined, ''],
    ['of zero replicas, as the controller reports it', { replicas: 0 }, { ...observed, conditions: [AVAILABLE] }, ''],
    ['scaled to zero, Pods still there', { replicas: 0 }, { ...settled, replicas: 1, updatedReplicas: 1 },
      '1 replica exists, 0 are wanted'],
    ['status of an older generation', { replicas: 2 }, { ...settled, observedGeneration: 0 }, '.status outdated', 'unknown'],
    ['not available', { replicas: 2 }, { ...settled, conditions: [condition('Available', 'False', { reason: 'MinimumReplicasUnavailable' })] },
      'condition "Available" == "True": .status.condition["Available"] is False (MinimumReplicasUnavailable)'],
    ['its Pods are refused', { replicas: 1 }, { ...observed, conditions: [condition('Available', 'False'), refused] },
      `condition "Available" == "True": .status.condition["Available"] is False and ${MISSING} and Pods cannot be created (FailedCreate: violates PodSecurity "restricted")`],
    ['one more Pod than it needs is refused', { replicas: 2 }, { ...settled, conditions: [AVAILABLE, refused] }, ''],
    ['rolling out', { replicas: 2 }, { ...settled, replicas: 3, updatedReplicas: 1 }, '".status.updatedReplicas" == ".status.replicas": 1 is not 3'],
    ['scaling up', { replicas: 3 }, settled, '2 of 3 replicas are updated'],
    ['new Pods not yet available', { replicas: 2 }, { ...settled, availableReplicas: 1 }, '1 of 2 replicas are available'],
    ['beyond its progress deadline', { replicas: 2 }, { ...settled, replicas: 3, updatedReplicas: 1, conditions: [AVAILABLE, deadline] },
      'the rollout exceeded its progress deadline (ProgressDeadlineExceeded: ReplicaSet "web-1" has timed out progressing) and '
      + '".status.updatedReplicas" == ".status.replicas": 1 is not 3'],
    ['paused before its first Pod', { replicas: 1, paused: true },
      { ...observed, conditions: [condition('Progressing', 'Unknown', { reason: 'DeploymentPaused' })] },
      `condition "Available" == "True": missing .status.condition["Available"] and ${MISSING} and the Deployment is paused (.spec.paused is true)`],
    ['paused in the middle', { replicas: 2, paused: true }, { ...settled, replicas: 3, updatedReplicas: 1 },
      '".status.updatedReplicas" == ".status.replicas": 1 is not 3 and the Deployment is paused (.spec.paused is true)'],
    ['paused when all was done', { replicas: 2, paused: true }, settled, ''],
  ]);
});

describe('StatefulSet', () => {
  const settled = {
    ...observed, replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3, currentReplicas: 3, currentRevision: 'a',
      updateRevision: 'a',
  };
  const partition = (value: number) => ({ replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: value } } });
  const onDelete = { replicas: 3, updateStrategy: { type: 'OnDelete' } };
  check('apps/v1', 'StatefulSet', [
    ['without status', { replicas: 3 }, undefined, 'missing .status.observedGeneration', 'unknown'],
    ['with the status that the API server gives it', { replicas: 3 }, { replicas: 0, availableReplicas: 0 }, 'missing .status.observedGeneration',
      'unknown'],
    ['settled, without condition Available', { replicas: 3 }, settled, ''],
    ['of zero replicas, at once', { replicas: 0 }, { replicas: 0, availableReplicas: 0 }, ''],
    ['Pods not available', { replicas: 3 }, { ...settled, availableReplicas: 1 }, '1 of 3 replicas are available'],
    ['Pods not ready, of an older server', { replicas: 3 }, { ...observed, replicas: 3, readyReplicas: 2 }, '2 of 3 replicas are available'],
    ['updating', { replicas: 3 }, { ...settled, updatedReplicas: 1, updateRevision: 'b' }, '1 of 3 replicas are updated'],
    ['updated, not completed', { replicas: 3 }, { ...settled, updateRevision: 'b' },
      'the update is not completed (.status.currentRevision is not .status.updateRevision)'],
    ['scaling down', { replicas: 2 }, settled, '3 replicas exist, 2 are wanted'],
    ['updated down to its partition', partition(2), { ...settled, updatedReplicas: 1, updateRevision: 'b' }, ''],
    ['not yet updated down to its partition', partition(1), { ...settled, updatedReplicas: 1, updateRevision: 'b' },
      '1 of 2 replicas above the partition are updated'],
    ['a partition above the replicas', partition(5), { ...settled, updatedReplicas: 0, updateRevision: 'b' }, ''],
    ['a partition of zero', partition(0), { ...settled, updatedReplicas: 1, updateRevision: 'b' }, '1 of 3 replicas are updated'],
    ['OnDelete, with Pods of the older template', onDelete, { ...settled, updatedReplicas: 0, updateRevision: 'b' }, ''],
    ['OnDelete, not available', onDelete, { ...settled, availableReplicas: 0 }, '0 of 3 replicas are available'],
  ]);
});

describe('DaemonSet', () => {
  const settled = { ...observed, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3,
    numberReady: 3 };
  check('apps/v1', 'DaemonSet', [
    ['without status', {}, undefined, 'missing .status.observedGeneration', 'unknown'],
    ['with the zeros of its creation', {}, { desiredNumberScheduled: 0, numberReady: 0 }, 'missing .status.observedGeneration', 'unknown'],
    ['with half a status', {}, observed, 'missing .status.desiredNumberScheduled', 'unknown'],
    ['settled', {}, settled, ''],
    ['no node fits', {}, { ...observed, desiredNumberScheduled: 0 }, ''],
    ['updating', {}, { ...settled, updatedNumberScheduled: 1 }, '1 of 3 Pods are updated'],
    ['not available', {}, { ...settled, numberAvailable: 2 }, '2 of 3 Pods are available'],
    ['OnDelete, with Pods of the older template', { updateStrategy: { type: 'OnDelete' } }, { ...settled, updatedNumberScheduled: 0 }, ''],
  ]);
});

describe.each([['apps/v1', 'ReplicaSet'], ['v1', 'ReplicationController']])('%s %s', (apiVersion, kind) => {
  const settled = { ...observed, replicas: 2, availableReplicas: 2, readyReplicas: 2 };
  check(apiVersion, kind, [
    ['without status', { replicas: 2 }, { replicas: 0 }, 'missing .status.observedGeneration', 'unknown'],
    ['settled', { replicas: 2 }, settled, ''],
    ['of zero replicas, at once', { replicas: 0 }, { replicas: 0 }, ''],
    ['not available', { replicas: 2 }, { ...settled, availableReplicas: 1 }, '1 of 2 replicas are available'],
    ['scaling down', { replicas: 1 }, settled, '2 replicas exist, 1 is wanted'],
    ['refused by a quota', { replicas: 2 },
      { ...settled, conditions: [condition('ReplicaFailure', 'True', { reason: 'FailedCreate', message: 'exceeded quota' })] },
      'Pods cannot be created (FailedCreate: exceeded quota)'],
  ]);
});

describe('what people read while they wait', () => {
  const summary = (spec: JsonObject, status: JsonObject | undefined, kind = 'Deployment') => judge('apps/v1', kind, spec, status).summary;
  const unavailable = condition('Available', 'False', { reason: 'MinimumReplicasUnavailable', message: 'Deployment does not have minimum availability.' });
  const refused = condition('ReplicaFailure', 'True', { reason: 'FailedCreate', message: 'exceeded quota: tight' });
  const three = { ...observed, replicas: 3, updatedReplicas: 3, availableReplicas: 0, conditions: [unavailable] };
  test.each<[scenario: string, spec: JsonObject, status: JsonObject | undefined, text: string | undefined]>([
    ['nothing is known yet', { replicas: 3 }, undefined, 'its controller has not looked at it yet'],
    ['no Pod is available', { replicas: 3 }, three, '0 of 3 available (MinimumReplicasUnavailable: Deployment does not have minimum availability)'],
    ['a quota stands in the way: that outweighs its consequence', { replicas: 3 }, { ...three, updatedReplicas: 1, replicas: 1, conditions: [unavailable, refused] },
      '1 of 3 updated, 0 of 3 available (FailedCreate: exceeded quota: tight)'],
    ['a stuck upgrade, the old Pods serve', { replicas: 3 }, { ...three, replicas: 4, updatedReplicas: 1, availableReplicas: 3, conditions: [AVAILABLE] },
      '1 of 3 updated, 3 of the older template left'],
    ['its rollout is paused', { replicas: 3, paused: true }, { ...three, replicas: 4, updatedReplicas: 1, availableReplicas: 3, conditions: [AVAILABLE] },
      '1 of 3 updated, 3 of the older template left; its rollout is paused (.spec.paused)'],
    ['the change has not been seen', { replicas: 3 }, { ...three, observedGeneration: 0 }, 'its controller has not seen the latest change yet'],
    ['scaled back, the surplus is still there', { replicas: 3 },
      { ...three, replicas: 5, updatedReplicas: 5, availableReplicas: 5, conditions: [AVAILABLE] }, '5 replicas exist, 3 are wanted'],
    ['every counter is reached, the condition is behind', { replicas: 3 }, { ...three, availableReplicas: 3, conditions: [] },
      'Available is not reported yet'],
    ['all is well', { replicas: 3 }, { ...three, availableReplicas: 3, conditions: [AVAILABLE] }, undefined],
  ])('a Deployment: %s', (_, spec, status, text) => {
    expect(summary(spec, status)).toBe(text);
  });

  test('a condition is told without its place in the object, and what is readable needs no other words', () => {
    const service = (conditions: JsonObject[]) => compileProbes([])(live('apiregistration.k8s.io/v1', 'APIService', { status: { conditions } }));
    expect(service([]).summary).toBe('Available is not reported yet');
    expect(service([condition('Available', 'False', { reason: 'MissingEndpoints' })]).summary).toBe('Available is False (MissingEndpoints)');
    expect(summary({ replicas: 3 }, { ...observed, replicas: 3, availableReplicas: 1 }, 'StatefulSet')).toBeUndefined();
  });
});
