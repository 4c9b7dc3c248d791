/** What is in a Secret shows in no message of a probe. */
import type { ProbeAssertion } from '../../../lib/api';
import { compileProbes } from '../../../lib/probes';
import { live, probe, widget } from './objects';

const secret = live('v1', 'Secret', { data: { password: 'hunter2', other: 'swordfish' } });
const celRule = (rule: string, message = 'not this one'): ProbeAssertion => ({ type: 'CEL', cel: { rule, message } });

test.each<[string, ProbeAssertion, string, string]>([
  ['another value', { type: 'FieldValue', fieldValue: { fieldPath: 'data.password', value: 'letmein' } }, 'fail', '".data.password" == (not shown): it has another value (values of a Secret are not shown)'],
  ['no value', { type: 'FieldValue', fieldValue: { fieldPath: 'data.pin', value: 'letmein' } }, 'unknown', '".data.pin" == (not shown): ".data.pin" missing'],
  ['different values', { type: 'FieldsEqual', fieldsEqual: { fieldA: 'data.password', fieldB: 'data.other' } }, 'fail', '".data.password" == ".data.other": they differ (values of a Secret are not shown)'],
  ['a rule that is false', celRule('self.data.password == "letmein"'), 'fail', 'not this one'],
  ['a rule that cannot be evaluated', celRule('timestamp(self.data.password) > timestamp("2026-01-01T00:00:00Z")'), 'unknown', 'a CEL rule ("not this one") cannot be evaluated (why is not shown for a Secret)'],
  ['a rule with a message', celRule('self.data.missing == "letmein"', 'not this one'), 'unknown', 'a CEL rule ("not this one") cannot be evaluated (why is not shown for a Secret)'],
])('%s', (_, assertion, status, message) => {
  expect(compileProbes([probe(assertion)])(secret)).toEqual({ status, message, terminal: false });
  expect(message).not.toMatch(/hunter2|swordfish|letmein/);
});

test('of other objects values are shown', () => {
  const assertion: ProbeAssertion = { type: 'FieldValue', fieldValue: { fieldPath: 'data.a', value: 'x' } };
  expect(compileProbes([probe(assertion)])(widget({ data: { a: 'y' } })).message).toBe('".data.a" == "x": it is "y"');
});
