/** Which objects of an extension are in trouble at all, and why. */
import { type ObjectAction, type ObjectResult, type PhaseStatus, type ProbeVerdict } from '../../../../lib/engine';
import { reasonOf, troublesOf } from '../../../../lib/runtime/explain/troubles';

describe('which objects are in trouble', () => {
  const pass: ProbeVerdict = { status: 'pass', message: '', terminal: false };
  const fail: ProbeVerdict = { status: 'fail', message: '0 of 1 replicas are available', terminal: false };
  const result = (name: string, action: ObjectAction, ready?: ProbeVerdict): ObjectResult => ({ ...action, ref: { apiVersion: 'v1', kind: 'ConfigMap', name }, phase: '', ...(ready === undefined ? {} : { ready }) });
  const phase = (name: string, ...objects: ObjectResult[]) => ({ name, status: 'running' as PhaseStatus, objects });

  test('the first phase that is not complete, and what is wrong behind it; what only waits there is counted', () => {
    const troubles = troublesOf({
      phases: [
        phase('one', result('well', { action: 'Unchanged' }, pass)),
        phase('two', result('slow', { action: 'Unchanged' }, fail), result('missing', { action: 'Created' })),
        phase('three', result('later', { action: 'Created' }), result('drifted', { action: 'Recovered', interference: [{ path: 'data.a' }] }, pass)),
      ],
      removed: [result('left', { action: 'Deleted' }), result('theirs', { action: 'Released', cause: { type: 'unmanaged' } })],
      complete: false, failed: false,
    });
    expect(troubles.objects.map(({ ref }) => ref.name)).toEqual(['slow', 'missing', 'drifted', 'left']);
    expect(troubles).toMatchObject({ phase: 'two', pending: [{ name: 'three', objects: 1 }] });
  });

  test('each says why', () => {
    expect(reasonOf(result('a', { action: 'Created' }))).toBe('it does not exist');
    expect(reasonOf(result('a', { action: 'Unchanged' }, fail))).toBe('0 of 1 replicas are available');
    expect(reasonOf(result('a', { action: 'Recovered', interference: [{ path: 'data.a', manager: 'kubectl' }] }))).toBe('another client changed data.a');
    expect(reasonOf(result('a', { action: 'Collision', cause: { type: 'revision-unreadable' } }))).toBe('its revision annotation is not a number');
    expect(reasonOf(result('a', { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'refused' } }))).toBe('refused');
    expect(reasonOf(result('a', { action: 'Unchanged' }, pass))).toBe('it is as it should be');
    expect(reasonOf(result('a', { action: 'Unchanged' }, { ...pass, message: 'the claim is pending, and is not waited for' }))).toBe('the claim is pending, and is not waited for');
    expect(reasonOf(result('a', { action: 'Unchanged' }, { ...fail, summary: '0 of 1 available' }))).toBe('0 of 1 available');
  });
});
