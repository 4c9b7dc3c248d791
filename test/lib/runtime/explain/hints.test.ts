/** What to do about the commonest causes. */
import { collisionReason, type CollisionCause } from '../../../../lib/engine';
import { hintsFor } from '../../../../lib/runtime/explain/hints';

describe('what to do, from the words of Kubernetes', () => {
  test.each<[string, string, readonly string[]]>([
    ['image', 'container web waits: ImagePullBackOff: Back-off pulling image "x"', ['image-pull']],
    ['node', 'it is not scheduled: Unschedulable: 0/1 nodes are available: 1 node(s) had untolerated taint(s)', ['unschedulable']],
    ['node for a claim', 'it is not scheduled: Unschedulable: 0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims', ['claim-unbound']],
    ['quota', 'FailedCreate: pods "a-b" is forbidden: exceeded quota: tight', ['quota']],
    ['ConfigMap', 'FailedMount: MountVolume.SetUp failed for volume "v" : configmap "settings" not found', ['missing-reference']],
    ['key of a Secret', "container web waits: CreateContainerConfigError: couldn't find key password in Secret shop/token", ['missing-reference']],
    ['account', 'FailedCreate: error looking up service account shop/web: serviceaccount "web" not found', ['missing-reference']],
    ['webhook', 'FailedCreate: Internal error occurred: failed calling webhook "a.b.c": connection refused', ['webhook-down']],
    ['definition', 'NamesAccepted: ListKindConflict: "WidgetList" is already in use', ['crd-not-established']],
    ['claim', 'ProvisioningFailed: storageclass.storage.k8s.io "fast" not found', ['claim-unbound']],
    ['crash', 'container web waits: CrashLoopBackOff; restarted 5 times', ['crash-loop']],
    ['Job', 'Unchanged: the Job failed (BackoffLimitExceeded: Job has reached the specified backoff limit)', ['job-failed']],
    ['crash, for want of memory', 'container web waits: CrashLoopBackOff; restarted 5 times, the last time after exit code 137: OOMKilled', ['out-of-memory', 'crash-loop']],
    ['an end without a restart', 'container web ended with exit code 1: Error', ['container-failed']],
    ['not there', 'Created: it does not exist', ['missing']],
    ['changed', 'Recovered: another client changed data.a', ['drift']],
    ['not applied yet', 'Updated: it is not as the revision wants it: no apply has come that far', ['not-applied']],
    ['pod security', 'FailedCreate: pods "a" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true', ['pod-security']],
    ['a slow rollout alone has no hint', 'Unchanged: the rollout exceeded its progress deadline (ProgressDeadlineExceeded: ReplicaSet "a" has timed out progressing.)', []],
    ['a person changed it once', 'changed by kubectl-edit', []],
    ['a controller', 'changed by hpa-controller', ['contested']],
  ])('%s', (_what, fact, codes) => {
    expect(hintsFor([fact]).map(({ code }) => code)).toEqual(codes);
  });

  const texts = (...facts: readonly string[]): readonly string[] => hintsFor(facts, { pod: { namespace: 'shop', name: 'migrate-x2x4z' } }).map(({ text }) => text);
  test('a Job that has given up: the words of its Pod, by name, and not those of a run before', () => {
    expect(texts('Unchanged: the Job failed (BackoffLimitExceeded: Job has reached the specified backoff limit)', 'container migrate ended with exit code 1: Error'))
      .toEqual(['The Job has given up: look at its last words with kubectl logs migrate-x2x4z -n shop. A Job is not run twice: delete it and apply again.']);
    expect(texts('container web waits: CrashLoopBackOff; restarted 5 times')).toEqual([expect.stringContaining('kubectl logs migrate-x2x4z -n shop --previous')]);
  });

  test('a collision names the policy that would help', () => {
    const hints = (collision: CollisionCause): readonly unknown[] => hintsFor([`Collision: ${collisionReason(collision)}`], { collision });
    expect(hints({ type: 'unmanaged' })).toEqual([{ code: 'collision', text: expect.stringContaining("`collisionProtection: 'IfNoController'`") }]);
    expect(hints({ type: 'controlled' })).toEqual([{ code: 'collision', text: expect.stringContaining("`collisionProtection: 'None'`") }]);
    expect(hints({ type: 'revision-unreadable' })).toEqual([]);
  });

  test('the special cause comes before the general one; another client that keeps changing it is more than drift', () => {
    const codes = (...facts: readonly string[]): readonly string[] => hintsFor(facts).map(({ code }) => code);
    expect(codes('it is not scheduled: Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.', 'FailedCreate: pods "a" is forbidden: exceeded quota: tight')).toEqual(['quota', 'unschedulable']);
    expect(codes('Recovered: another client changed spec.replicas', 'changed by hpa')).toEqual(['contested']);
  });
});
