/** The condition Progressing: which reason each state has, what goes before what, and the sentences to the letter. */
import type { Facts, RolloutFacts } from '../../../../lib/controllers/revision/facts';
import { PROGRESS_STATUS, progressOf } from '../../../../lib/controllers/revision/conditions/progress';
import { progressMessage } from '../../../../lib/controllers/revision/conditions/wording';
import { facts, object, refOf, revision, ROLLED_OUT, SUCCEEDED } from './facts';

const collision = { ref: refOf('web'), phase: 'deploy', cause: { type: 'unmanaged' } } as const;
const refused = {
  type: 'refused', ref: refOf('web'), request: 'create', status: { code: 422, reason: 'Invalid', message: 'no image', causes: [] },
} as const;
const failure = { ref: refOf('web'), phase: 'deploy', cause: refused } as const;
const fixed = (kind: string, name: string, code = 422): RolloutFacts['failures'][number] => ({
  ref: { ...refOf(name), kind }, phase: 'deploy', cause: {
    type: 'refused', ref: { ...refOf(name), kind }, request: 'dry-run',
    status: { code, reason: 'Invalid', message: 'x', causes: [{ field: 'spec.serviceName', message: 'field is immutable' }] },
  },
});
const dataLoss = { type: 'error', code: 'data-loss', message: 'With CustomResourceDefinition x would go 2 Things.', at: 0 } as const;

function said(extra: Partial<Facts>): readonly [string, string, string] {
  const given = facts(extra);
  const progress = progressOf(given);
  return [PROGRESS_STATUS[progress.reason], progress.reason, progressMessage(progress, given.revision)];
}

test.each<[string, Partial<Facts>, readonly [string, string, string | RegExp]]>([
  ['nothing was run yet', {}, ['True', 'RollingOut', 'Revision 1.2.0 is rolling out.']],
  ['a phase waits', { run: { ...ROLLED_OUT, applied: false } }, ['True', 'RollingOut', 'Revision 1.2.0 is rolling out.']],
  ['everything is written and ready', { run: ROLLED_OUT }, ['False', 'RolledOut', 'Revision 1.2.0 is rolled out.']],
  ['everything is written, a probe of the last phase fails (S0)', { run: ROLLED_OUT, objects: [object('web', 'not-ready', 'x')] },
    ['False', 'RolledOut', 'Revision 1.2.0 is rolled out.']],
  ['it was made by hand, without a version', { revision: revision({ version: undefined as never, number: 7 }), run: ROLLED_OUT },
    ['False', 'RolledOut', 'Revision 7 is rolled out.']],
  ['objects are in the way', { run: { ...ROLLED_OUT, applied: false, collisions: [collision] } }, ['True', 'ObjectCollisions',
    'Revision 1.2.0 cannot manage 1 object that exists already:\nObject Deployment.apps/v1 shop/web in phase deploy: it exists and no revision '
    + 'manages it; the collision protection IfNoController or None would adopt it']],
  ['objects are in the way of what an extension or a BundleDeployment made, which have no setting for that',
    { revision: revision({ controller: 'u1' }), run: { ...ROLLED_OUT, applied: false, collisions: [collision] } }, ['True', 'ObjectCollisions',
      'Revision 1.2.0 cannot manage 1 object that exists already:\nObject Deployment.apps/v1 shop/web in phase deploy: it exists and no revision '
      + 'manages it; it goes on when it is deleted']],
  ['the server refuses an object', { run: { ...ROLLED_OUT, applied: false, failures: [failure] } },
    ['True', 'RolloutError', /^Revision 1\.2\.0: 1 object failed, to be tried again:\nObject Deployment\.apps\/v1 shop\/web in phase deploy: .*no image/]],
  ['an object cannot be changed in place', { run: { ...ROLLED_OUT, applied: false, failures: [failure, fixed('StatefulSet', 'db')] } },
    ['False', 'Blocked', 'Revision 1.2.0 cannot be rolled out over what is there:\nObject StatefulSet.apps/v1 shop/db in phase deploy: StatefulSet shop/db needs '
      + 'replacement: spec.serviceName cannot be changed in place. Keep the field as it is, or give the object another name in the package; or let the rollout '
      + 'delete it and make it anew: with the annotation olm.operatorframework.io/replacement-policy: Recreate on it in the package.']],
  ['a claim cannot be changed in place', { run: { ...ROLLED_OUT, applied: false, failures: [fixed('PersistentVolumeClaim', 'db')] } },
    ['False', 'Blocked', /cannot be changed in place\. Keep the field as it is, or give the object another name in the package\.$/]],
  ['a claim cannot grow for now', { run: { ...ROLLED_OUT, applied: false, failures: [fixed('PersistentVolumeClaim', 'db', 403)] } }, ['True', 'RolloutError', /to be tried again/]],
  ['the run ended by an error', { run: { type: 'error', code: 'server-failed', message: 'no answer', at: 0 } },
    ['True', 'RolloutError', 'Revision 1.2.0: no answer']],
  ['a Secret is missing', { content: { type: 'unreadable', message: 'Secret a/b is not there.' } }, ['True', 'RolloutError', 'Revision 1.2.0: Secret a/b is not there.']],
  ['others change its objects again and again', { run: ROLLED_OUT, interference: [{ ref: refOf('web'), manager: 'kubectl', paths: ['spec.replicas'] }] },
    ['True', 'RolloutError', /Object Deployment\.apps\/v1 shop\/web: kubectl changes spec\.replicas$/]],
  ['a newer revision takes its objects', { run: ROLLED_OUT, objects: [object('web', 'ready', '', true)] },
    ['True', 'RollingOut', 'Revision 1.2.0 hands its objects over to a newer revision: Deployment.apps/v1 shop/web.']],
  ['an older revision still has objects of phases to come', { run: { ...ROLLED_OUT, applied: false }, objects: [object('web', 'ready', '', true), object('api', 'not-ready')] },
    ['True', 'RollingOut', 'Revision 1.2.0 is rolling out.']],
  ['it is paused', { revision: revision({ state: 'Paused' }) }, ['False', 'Paused', /^Revision 1\.2\.0 is paused/]],
  ['Secrets can be changed', { content: { type: 'mutable', secrets: ['ns/a', 'ns/b'] } },
    ['False', 'Blocked', 'the following secrets are not immutable (referenced secrets must have immutable set to true): ns/a, ns/b']],
  ['a phase reads otherwise', { content: { type: 'changed', change: { type: 'digests', phases: [{ name: 'x', expected: 'sha256:a', found: 'sha256:b' }] } } },
    ['False', 'Blocked', 'resolved content of 1 phase(s) has changed: phase "x" (expected digest sha256:a, got sha256:b); a referenced object source may '
      + 'have been deleted and recreated with different content']],
  ['the number of phases is another', { content: { type: 'changed', change: { type: 'count', expected: 2, found: 1 } } },
    ['False', 'Blocked', 'number of phases has changed (expected 2 phases, got 1)']],
  ['its number is taken', { number: { type: 'taken', by: 'web-x' } }, ['False', 'Blocked', /has number 1, which is that of web-x already/]],
  ['its number is out of order', { number: { type: 'out-of-order', expected: 3, after: 'web-2' } }, ['False', 'Blocked', /must have 3: the number of web-2/]],
  ['a probe is terminal', { run: { ...ROLLED_OUT, terminal: [{ ref: refOf('web'), phase: 'deploy', message: 'it crashed' }] } },
    ['False', 'Blocked', 'Revision 1.2.0 will not get ready by waiting:\nObject Deployment.apps/v1 shop/web: it crashed']],
  ['data of others would go', { run: dataLoss, revision: revision({ state: 'Archived' }) },
    ['False', 'Blocked', /2 Things\. To delete it all the same: kubectl annotate clusterextensionrevision web-1 olm\.operatorframework\.io\/allow-data-loss=uid-1$/]],
  ['it is being archived', { revision: revision({ state: 'Archived' }), run: { type: 'teardown', complete: false, failures: [], left: [{ ref: refOf('web'), phase: 'deploy', reason: 'it waits' }] } },
    ['True', 'RollingOut', 'Revision 1.2.0 is being archived: removing revision resources that are not owned by another revision, 1 object left:\n'
      + 'Object Deployment.apps/v1 shop/web in phase deploy: it waits']],
  ['it is being deleted', { revision: revision({ deleting: true }) }, ['True', 'RollingOut', /^Revision 1\.2\.0 is being deleted: removing/]],
  ['it cannot be taken down', { revision: revision({ deleting: true }), run: { type: 'teardown', complete: false, left: [], failures: [failure] } }, ['True', 'RolloutError', /1 object failed/]],
  ['it is archived', { revision: revision({ state: 'Archived' }), run: { type: 'teardown', complete: true, failures: [], left: [] } }, ['False', 'Archived', 'revision is archived']],
  ['it was archived before this process began', { revision: revision({ state: 'Archived', hasFinalizer: false }) }, ['False', 'Archived', 'revision is archived']],
])('Where %s', (_name, extra, [status, reason, message]) => {
  const [isStatus, isReason, isMessage] = said(extra);
  expect([isStatus, isReason]).toEqual([status, reason]);
  if (typeof message === 'string') expect(isMessage).toBe(message);
  else expect(isMessage).toMatch(message);
});

describe('The progress deadline', () => {
  const late = revision({ deadlineMinutes: 10 });
  const waiting = { ...ROLLED_OUT, applied: false };
  test.each<[string, Partial<Facts>, string]>([
    ['has passed while it rolls out', { revision: late, run: waiting }, 'ProgressDeadlineExceeded'],
    ['has passed while a probe of the last phase fails', { revision: late, run: ROLLED_OUT, objects: [object('web', 'not-ready')] }, 'ProgressDeadlineExceeded'],
    ['has passed while objects are in the way', { revision: late, run: { ...waiting, collisions: [collision] } }, 'ProgressDeadlineExceeded'],
    ['has passed, and it is ready after all', { revision: late, run: ROLLED_OUT }, 'RolledOut'],
    ['is off when it was rolled out once', { revision: { ...late, conditions: [SUCCEEDED] }, run: waiting }, 'RollingOut'],
    ['is off when it is archived', { revision: { ...late, state: 'Archived' } }, 'RollingOut'],
    ['is off when it is paused', { revision: { ...late, state: 'Paused' } }, 'Paused'],
    ['says less than what a person has to put right', { revision: late, content: { type: 'mutable', secrets: ['a/b'] } }, 'Blocked'],
    ['is not reached', { revision: revision({ deadlineMinutes: 61 }), run: waiting }, 'RollingOut'],
    ['is this very moment', { revision: revision({ deadlineMinutes: 60 }), run: waiting }, 'ProgressDeadlineExceeded'],
  ])('%s', (_name, extra, reason) => {
    expect(progressOf(facts(extra)).reason).toBe(reason);
  });

  test('is told with the last status', () => {
    expect(said({ revision: late, run: waiting })[2]).toBe('Revision has not rolled out for 10 minute(s). Last status: Revision 1.2.0 is rolling out.');
  });
});

test('Thousands of collisions make a short message', () => {
  const collisions = Array.from({ length: 2000 }, (_, index) => ({ ...collision, ref: refOf(`web-${index}`) }));
  const [, , message] = said({ run: { ...ROLLED_OUT, collisions } });
  expect(message.split('\n')).toHaveLength(12);
  expect(message).toMatch(/\nand 1990 more$/);
});

test('A collision with another revision that was made by hand names the remedy', () => {
  const controller = { apiVersion: 'x', kind: 'ClusterExtensionRevision', name: 'web-0', uid: 'u', text: 'ClusterExtensionRevision web-0' };
  const [, , message] = said({ run: { ...ROLLED_OUT, collisions: [{ ...collision, cause: { type: 'controlled', controller } }] } });
  expect(message).toMatch(/If that is an older revision of web, name it in spec\.previous$/);
});
