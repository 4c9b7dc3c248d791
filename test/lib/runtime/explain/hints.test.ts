/** What to do about the commonest causes. */
import { collisionReason, type CollisionCause } from '../../../../lib/engine';
import { hintsFor, type HintFacts } from '../../../../lib/runtime/explain/hints';

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
    ['pod security', 'FailedCreate: pods "a" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true', ['pod-security']],
    ['a slow rollout alone has no hint', 'Unchanged: the rollout exceeded its progress deadline (ProgressDeadlineExceeded: ReplicaSet "a" has timed out progressing.)', []],
  ])('%s', (_what, sentence, codes) => {
    expect(hintsFor({ sentences: [sentence] }).map(({ code }) => code)).toEqual(codes);
  });
});

describe('what to do, from what is known of the object', () => {
  test.each<[string, HintFacts, readonly string[]]>([
    ['not there', { action: 'Created' }, ['missing']],
    ['changed', { action: 'Recovered' }, ['drift']],
    ['not applied yet', { action: 'Updated' }, ['not-applied']],
    ['a kind that is not served', { action: 'Failed', unserved: true }, ['crd-not-established']],
    ['a finalizer', { action: 'Deleted', finalizers: ['example.com/guard'] }, ['finalizer']],
    ['a person changed it once', { changedBy: ['kubectl-edit'] }, []],
    ['a controller', { changedBy: ['hpa-controller'] }, ['contested']],
    ['an end without a restart', { ended: true }, ['container-failed']],
    ['an end and a restart', { ended: true, restarted: true }, ['crash-loop']],
    ['words of ours say nothing', { sentences: ['Created: x', 'finalizer x', 'changed by x', 'restarted 5 times'] }, []],
  ])('%s', (_what, facts, codes) => {
    expect(hintsFor(facts).map(({ code }) => code)).toEqual(codes);
  });

  const texts = (facts: HintFacts): readonly string[] => hintsFor(facts, { pod: { namespace: 'shop', name: 'migrate-x2x4z' } }).map(({ text }) => text);
  test('a Job that has given up: the words of its Pod, by name, and not those of a run before', () => {
    const failed = 'the Job failed (BackoffLimitExceeded: Job has reached the specified backoff limit)';
    expect(texts({ sentences: [failed, 'container migrate ended with exit code 1: Error'], ended: true }))
      .toEqual(['The Job has failed for good: see its last output with kubectl logs migrate-x2x4z -n shop. Kubernetes does not run a Job twice: delete it and apply again.']);
    expect(texts({ sentences: ['container web waits: CrashLoopBackOff'] })).toEqual([expect.stringContaining('kubectl logs migrate-x2x4z -n shop --previous')]);
  });

  test('a collision names the policy that would help', () => {
    const hints = (collision: CollisionCause): readonly unknown[] => hintsFor({ action: 'Collision', sentences: [collisionReason(collision)] }, { collision });
    expect(hints({ type: 'unmanaged' })).toEqual([{ code: 'collision', text: expect.stringContaining("`collisionProtection: 'IfNoController'`") }]);
    expect(hints({ type: 'controlled' })).toEqual([{ code: 'collision', text: expect.stringContaining("`collisionProtection: 'None'`") }]);
    expect(hints({ type: 'revision-unreadable' })).toEqual([]);
  });

  test.each<[string, HintFacts, string, string]>([
    ['changed', { action: 'Recovered' }, 'drift', 'kubectl edit clusterextension shop'],
    ['not there', { action: 'Created' }, 'missing', 'kubectl describe clusterextensionrevision shop-2'],
    ['not applied yet', { action: 'Updated' }, 'not-applied', 'The controllers go on with it by themselves'],
    ['a field that cannot be changed', { sentences: ['field is immutable'] }, 'immutable', 'kubectl edit clusterextension shop'],
    ['a Job', { sentences: ['BackoffLimitExceeded'] }, 'job-failed', 'kubectl logs POD. Kubernetes does not run a Job twice: delete it, and the controllers make it again.'],
    ['no permission', { sentences: ['secrets is forbidden: User "a" cannot'] }, 'forbidden', 'spec.serviceAccount'],
  ])('where the controllers run it, one does not apply anything: %s', (_what, facts, code, text) => {
    const hints = hintsFor(facts, { controlled: { extension: 'shop', revision: 'shop-2', isPaused: false } });
    expect(hints).toEqual([{ code, text: expect.stringContaining(text) as string }]);
    expect(hints[0]?.text).not.toMatch(/\bapply\b|--[a-z]/i);
  });

  test('of a revision that is paused: how to go on; of one that was made by hand: the next one', () => {
    const text = (by: { readonly extension?: string; readonly isPaused: boolean }): string | undefined => hintsFor({ action: 'Recovered' }, { controlled: { revision: 'shop-2', ...by } })[0]?.text;
    expect(text({ extension: 'shop', isPaused: true })).toContain(`kubectl patch clusterextensionrevision shop-2 --type=merge -p '{"spec":{"lifecycleState":"Active"}}'`);
    expect(text({ isPaused: false })).toContain('make the next revision');
    const collision = (extension: string | undefined): string | undefined => hintsFor({ action: 'Collision' }, {
      collision: { type: 'unmanaged' }, controlled: { revision: 'shop-2', isPaused: false, ...(extension === undefined ? {} : { extension }) },
    })[0]?.text;
    expect(collision('shop')).toBe('Delete the object, or let its present owner let go of it: the controllers go on at once.');
    expect(collision(undefined)).toContain('make the next revision with another collisionProtection');
  });

  test('the special cause comes before the general one; another client that keeps changing it is more than drift', () => {
    const codes = (facts: HintFacts): readonly string[] => hintsFor(facts).map(({ code }) => code);
    const unscheduled = 'it is not scheduled: Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.';
    expect(codes({ sentences: [unscheduled, 'FailedCreate: pods "a" is forbidden: exceeded quota: tight'] })).toEqual(['quota', 'unschedulable']);
    expect(codes({ action: 'Recovered', changedBy: ['hpa'] })).toEqual(['contested']);
  });
});
