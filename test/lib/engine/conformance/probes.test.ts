/** Statuses that are not what an API convention says: a probe has no answer then, and never throws. */
import type { JsonValue, ProbeAssertion } from '../../../../lib/api';
import { compileProbes } from '../../../../lib/engine';
import { condition, probe, widget } from '../../probes/objects';

const ASSERTIONS: readonly (readonly [string, ProbeAssertion])[] = [
  ['ConditionEqual', { type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } }],
  ['FieldsEqual', { type: 'FieldsEqual', fieldsEqual: { fieldA: 'status.a.b', fieldB: 'status.c.d' } }],
  ['FieldValue', { type: 'FieldValue', fieldValue: { fieldPath: 'status.a.b', value: 'x' } }],
  ['CEL', { type: 'CEL', cel: { rule: 'self.status.conditions.exists(c, c.type == "Available" && c.status == "True")', message: 'no' } }],
  ['KindDefault', { type: 'KindDefault' }],
];
const STATUSES: readonly (readonly [string, JsonValue])[] = [
  ['a text', 'Active'], ['a number', 3], ['a list', []], ['null', null],
  ['conditions with a number among them', { conditions: [7] }], ['conditions with a text among them', { conditions: ['Available'] }],
  ['conditions that are a text', { conditions: 'Available' }], ['conditions that are a number', { conditions: 7 }],
  ['lists where objects are expected, and the other way round', { a: [], c: {} }],
];

describe.each(STATUSES)('a status that is %s', (_, status) => {
  test.each(ASSERTIONS)('%s', (type, assertion) => {
    const verdict = compileProbes([probe(assertion)])(widget({ status }));
    expect(verdict.terminal).toBe(false);
    // Without conditions the default rule of a kind that nobody knows has nothing to wait for.
    expect(verdict.status).toBe(type === 'KindDefault' ? 'pass' : 'unknown');
  });
});

test('a malformed entry does not hide the condition that is asked for', () => {
  const status = { conditions: [7, 'Available', null, {}, { type: 7 }, condition('Available', 'True')] };
  expect(compileProbes([probe((ASSERTIONS[0] as (typeof ASSERTIONS)[0])[1])])(widget({ status })).status).toBe('pass');
});

test('all items of a list, and one that does not fit: the answer is no, with the message of the probe', () => {
  const rule = 'self.status.ingress.all(ingress, ingress.conditions.all(c, c.type == "Ready" && c.status == "True"))';
  const judge = compileProbes([probe({ type: 'CEL', cel: { rule, message: 'not every route is admitted' } })]);
  const route = (status: 'True' | 'False') => ({ conditions: [condition('Ready', status)] });
  expect([judge(widget({ status: { ingress: [route('True'), route('True')] } })), judge(widget({ status: { ingress: [route('True'), route('False')] } }))])
    .toMatchObject([{ status: 'pass' }, { status: 'fail', message: 'not every route is admitted' }]);
});
