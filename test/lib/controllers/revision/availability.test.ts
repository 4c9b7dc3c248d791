/** The condition Available, and the whole status: what changes it, and what does not. */
import type { Facts } from '../../../../lib/controllers/revision/facts';
import { availabilityOf } from '../../../../lib/controllers/revision/conditions/availability';
import { statusOf } from '../../../../lib/controllers/revision/conditions/status';
import { availabilityMessage } from '../../../../lib/controllers/revision/conditions/wording';
import { condition, facts, object, revision, ROLLED_OUT, SUCCEEDED } from './facts';

test.each<[string, Partial<Facts>, string | undefined]>([
  ['nothing was looked at', { objects: [object('web', 'unknown')] }, undefined],
  ['everything is ready', { run: ROLLED_OUT }, 'ProbesSucceeded'],
  ['there is no object at all', { run: ROLLED_OUT, objects: [] }, 'ProbesSucceeded'],
  ['one is not ready', { run: ROLLED_OUT, objects: [object('a'), object('b', 'not-ready', 'x')] }, 'ProbeFailure'],
  ['one is gone', { run: ROLLED_OUT, objects: [object('a'), object('b', 'missing')] }, 'ProbeFailure'],
  ['one is not there yet', { run: { ...ROLLED_OUT, applied: false }, objects: [object('a'), object('b', 'unknown')] }, 'Reconciling'],
  ['a failure outweighs what is not there yet', { run: ROLLED_OUT, objects: [object('a', 'unknown'), object('b', 'not-ready')] }, 'ProbeFailure'],
  ['it is archived', { revision: revision({ state: 'Archived' }) }, 'Archived'],
  ['a newer revision has its objects', { run: ROLLED_OUT, objects: [object('web', 'ready', '', true)] }, 'ProbesSucceeded'],
])('Where %s', (_name, extra, reason) => {
  expect(availabilityOf(facts(extra))?.reason).toBe(reason);
});

test('Each object that is not ready has a line, in the form of S0', () => {
  const objects = [object('a', 'not-ready', 'condition "Available" == "True": missing .status.conditions'), object('b', 'missing'), object('c')];
  const availability = availabilityOf(facts({ run: ROLLED_OUT, objects }));
  expect(availability && availabilityMessage(availability)).toBe(
    'Object Deployment.apps/v1 shop/a: condition "Available" == "True": missing .status.conditions\n'
    + 'Object Deployment.apps/v1 shop/b: it does not exist any more',
  );
});

describe('The status as a whole', () => {
  test('of a first rollout puts digests down, and says that it succeeded when everything is ready', () => {
    const first = statusOf(facts({ revision: revision({ observedPhases: [] }), objects: [object('web', 'unknown')] }));
    expect(first).toMatchObject({ observedPhases: [{ name: 'deploy', digest: 'sha256:aa' }], conditions: [{ type: 'Progressing', reason: 'RollingOut' }] });
    const done = statusOf(facts({ run: ROLLED_OUT }));
    expect(done.conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['Available', 'True', 'ProbesSucceeded'], ['Progressing', 'False', 'RolledOut'], ['Succeeded', 'True', 'RolloutSuccess'],
    ]);
  });

  test('is the very same at rest', () => {
    const done = statusOf(facts({ run: ROLLED_OUT }));
    const again = statusOf(facts({ run: ROLLED_OUT, revision: revision({ conditions: done.conditions ?? [] }), now: facts().now + 60_000 }));
    expect(again).toEqual(done);
  });

  test('has not succeeded with what a newer revision has taken over', () => {
    const { conditions } = statusOf(facts({ run: ROLLED_OUT, objects: [object('web', 'ready', '', true)] }));
    expect(conditions?.some(({ type }) => type === 'Succeeded')).toBe(false);
  });

  test('keeps Succeeded for good, and its time', () => {
    const { conditions } = statusOf(facts({ revision: revision({ conditions: [SUCCEEDED] }), run: ROLLED_OUT, objects: [object('web', 'not-ready', 'x')] }));
    expect(conditions?.find(({ type }) => type === 'Succeeded')).toEqual(SUCCEEDED);
  });

  test('does not put other digests down than those of the first time', () => {
    const { observedPhases } = statusOf(facts({ content: { type: 'changed', change: { type: 'count', expected: 1, found: 0 } } }));
    expect(observedPhases).toEqual([{ name: 'deploy', digest: 'sha256:aa' }]);
  });

  test('says nothing new of availability while nothing can be seen', () => {
    const before = [condition('Available', 'True', 'ProbesSucceeded', 'Objects are available and pass all probes.')];
    const content = { type: 'mutable', secrets: ['a/b'] } as const;
    const { conditions } = statusOf(facts({ revision: revision({ conditions: before }), content, objects: [object('web', 'unknown')] }));
    expect(conditions?.find(({ type }) => type === 'Available')).toEqual(before[0]);
  });

  test('never has a message that the API refuses', () => {
    const objects = Array.from({ length: 9 }, (_, index) => object(`web-${index}`, 'not-ready', 'x'.repeat(10_000)));
    for (const { message } of statusOf(facts({ run: ROLLED_OUT, objects })).conditions ?? []) expect([...message].length).toBeLessThanOrEqual(32_768);
  });
});
