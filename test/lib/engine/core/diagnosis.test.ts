/** What a look behind an object finds, and what that does to the run. */
import { absent, draftOf, FAIL, item, present, settled, task } from './scene';
import { resultOf, step, type Diagnosis, type State } from '../../../../lib/engine';

const TASK = task([item('a'), item('b', { phase: 1 })], [], { preflight: 'never' });
const UNREADY = [settled('Created'), present({ ready: FAIL })];

function told(
  diagnosis: Partial<Diagnosis> | undefined, before: State = draftOf(TASK, { a: UNREADY }, { preflight: 'passed' }).finish().state,
): State {
  const whole = diagnosis === undefined ? {} : { diagnosis: { uid: 'u', text: 'no image', final: false, ...diagnosis } };
  return step(before, { type: 'diagnosed', key: 'a', ...whole }).state;
}

const readyOf = (state: State) => resultOf(state).phases[0]?.objects[0]?.ready;

test('it is said in place of what the object says of itself, and the run waits on', () => {
  const state = told({});
  expect(readyOf(state)).toEqual({ ...FAIL, summary: 'no image' });
  expect(state.status).toBe('running');
});

test('what is final ends the run as failed, with nothing written any more', () => {
  const state = told({ final: true });
  expect(readyOf(state)).toEqual({ status: 'fail', message: 'not ready: no image', summary: 'no image', terminal: true });
  expect([state.status, resultOf(state).phases[0]?.status]).toEqual(['failed', 'failed']);
});

test('it is taken back', () => expect(readyOf(told(undefined, told({})))).toEqual(FAIL));

test('it says nothing of another object under the name', () => expect(readyOf(told({ uid: 'former', final: true }))).toEqual(FAIL));

test('it says nothing of an object that is ready', () => {
  const state = draftOf(TASK, { a: [settled('Created'), present()] }, { preflight: 'passed' }).finish().state;
  expect(readyOf(told({ final: true }, state))).toMatchObject({ status: 'pass', terminal: false });
});

test('it says nothing of an object that is gone', () => {
  const state = draftOf(TASK, { a: [settled('Created'), absent(true)] }, { preflight: 'passed' }).finish().state;
  expect(told({ final: true }, state).status).toBe('running');
});

test('an object that is no part of the run is ignored', () => {
  const state = draftOf(TASK, { a: UNREADY }, { preflight: 'passed' }).finish().state;
  expect(step(state, { type: 'diagnosed', key: 'other', diagnosis: { uid: 'u', text: 'x', final: true } }).state.status).toBe('running');
});
