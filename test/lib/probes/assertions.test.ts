import type { JsonObject, JsonValue, ProbeAssertion } from '../../../lib/api';
import { compileProbes, describeFailure } from '../../../lib/probes';
import { condition, live, probe, widget } from './objects';

const judge = (assertion: ProbeAssertion, object = widget({})) => compileProbes([probe(assertion)])(object);
const available: ProbeAssertion = { type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } };
const equal = (fieldA: string, fieldB: string): ProbeAssertion => ({ type: 'FieldsEqual', fieldsEqual: { fieldA, fieldB } });
const value = (fieldPath: string, wanted: JsonValue): ProbeAssertion => ({ type: 'FieldValue', fieldValue: { fieldPath, value: wanted } });

describe('ConditionEqual', () => {
  test.each<[string, JsonObject, string, string]>([
    ['no status', {}, 'unknown', 'missing .status.conditions'],
    ['no conditions', { status: {} }, 'unknown', 'missing .status.conditions'],
    ['null conditions', { status: { conditions: null } }, 'unknown', 'missing .status.conditions'],
    ['conditions that are no list', { status: { conditions: { Available: 'True' } } }, 'unknown', 'malformed .status.conditions'],
    ['another condition', { status: { conditions: [null, condition('Ready', 'True')] } }, 'unknown', 'missing .status.condition["Available"]'],
    [
      'a condition of another generation', { status: { conditions: [condition('Available', 'True', { observedGeneration: 7 })] } },
      'unknown', '.status.condition["Available"] outdated',
    ],
    ['status False', { status: { conditions: [condition('Available', 'False')] } }, 'fail', '.status.condition["Available"] is False'],
    [
      'status False with an explanation', { status: { conditions: [condition('Available', 'False', { reason: 'Min', message: 'Not\n enough.' })] } },
      'fail', '.status.condition["Available"] is False (Min: Not enough)',
    ],
    ['status Unknown', { status: { conditions: [condition('Available', 'Unknown')] } }, 'unknown', '.status.condition["Available"] is Unknown'],
    ['no status in it', { status: { conditions: [{ type: 'Available' }] } }, 'unknown', '.status.condition["Available"] is undefined'],
  ])('%s', (_, content, status, message) => {
    expect(judge(available, widget(content))).toMatchObject({ status, message: `condition "Available" == "True": ${message}`, terminal: false });
  });

  test('holds with the wanted status, of this generation or of none', () => {
    expect(judge(available, widget({ status: { conditions: [condition('Available', 'True')] } }))).toEqual({ status: 'pass', message: '',
      terminal: false });
    const conditions = [condition('Available', 'True', { observedGeneration: 1 })];
    expect(judge(available, widget({ status: { conditions } })).status).toBe('pass');
  });

  test('status False may be what is wanted', () => {
    const degraded: ProbeAssertion = { type: 'ConditionEqual', conditionEqual: { type: 'Degraded', status: 'False' } };
    expect(judge(degraded, widget({ status: { conditions: [condition('Degraded', 'False')] } })).status).toBe('pass');
    expect(judge(degraded, widget({ status: { conditions: [condition('Degraded', 'True')] } })))
      .toMatchObject({ status: 'fail', message: 'condition "Degraded" == "False": .status.condition["Degraded"] is True' });
  });
});

describe('FieldsEqual', () => {
  test.each<[string, JsonObject, string, string]>([
    ['equal numbers', { status: { a: 2, b: 2 } }, 'pass', ''],
    ['equal structures, keys in another order', { status: { a: { x: [1], y: null }, b: { y: null, x: [1] } } }, 'pass', ''],
    ['the first missing', { status: { b: 1 } }, 'unknown', '".status.a" == ".status.b": ".status.a" missing'],
    ['the second missing', { status: { a: 1 } }, 'unknown', '".status.a" == ".status.b": ".status.b" missing'],
    ['both missing', {}, 'unknown', '".status.a" == ".status.b": ".status.a" missing'],
    ['different', { status: { a: 1, b: 2 } }, 'fail', '".status.a" == ".status.b": 1 is not 2'],
    ['a number and a text', { status: { a: 1, b: '1' } }, 'fail', '".status.a" == ".status.b": 1 is not "1"'],
    ['null and nothing', { status: { a: null } }, 'unknown', '".status.a" == ".status.b": ".status.b" missing'],
    ['lists of another order', { status: { a: [1, 2], b: [2, 1] } }, 'fail', '".status.a" == ".status.b": [1,2] is not [2,1]'],
  ])('%s', (_, content, status, message) => {
    expect(judge(equal('status.a', '.status.b'), widget(content))).toEqual({ status, message, terminal: false });
  });
});

describe('FieldValue', () => {
  test.each<[JsonValue,
    JsonValue]>([['Active', 'Active'], [3, 3], [true, true], [null, null], [[1, 'a'], [1, 'a']], [{ a: { b: 1 } }, { a: { b: 1 } }]])(
    'finds %j', (wanted, actual) => {
      expect(judge(value('status.x', wanted), widget({ status: { x: actual } })).status).toBe('pass');
    },
  );

  test.each<[JsonValue, JsonObject, string, string]>([
    ['Active', { status: { x: 'Terminating' } }, 'fail', '".status.x" == "Active": it is "Terminating"'],
    ['3', { status: { x: 3 } }, 'fail', '".status.x" == "3": it is 3'],
    [false, { status: { x: null } }, 'fail', '".status.x" == false: it is null'],
    [{ a: 1 }, { status: { x: { a: 1, b: 2 } } }, 'fail', '".status.x" == {"a":1}: it is {"a":1,"b":2}'],
    ['Active', {}, 'unknown', '".status.x" == "Active": ".status.x" missing'],
  ])('%j', (wanted, content, status, message) => {
    expect(judge(value('status.x', wanted), widget(content))).toMatchObject({ status, message });
  });

  test.each([
    ['spec.list[0].image', { spec: { list: [{ image: 'web' }] } }],
    ['.spec["example.com/app"]', { spec: { 'example.com/app': 'web' } }],
    ["spec['a.b'].with-dash", { spec: { 'a.b': { 'with-dash': 'web' } } }],
  ])('%s: quoted keys and items of lists', (path, content) => {
    expect(judge(value(path, 'web'), widget(content))).toMatchObject({ status: 'pass' });
    expect(judge(value(path, 'web'), widget({ spec: {} }))).toMatchObject({ status: 'unknown' });
  });

  test('another key in messages', () => {
    expect(judge(value("spec['a.b'][1]", 'web'), widget({})).message).toBe('".spec["a.b"][1]" == "web": ".spec["a.b"][1]" missing');
  });

  test('a path may begin and end with a dot', () => {
    expect(judge(value('.status.x.', 1), widget({ status: { x: 1 } })).status).toBe('pass');
  });

  test('a huge value does not flood the message', () => {
    expect(judge(value('spec.x', 'a'), widget({ spec: { x: 'y'.repeat(5000) } })).message.length).toBeLessThan(400);
  });
});

describe('a terminal assertion', () => {
  const terminal = (assertion: ProbeAssertion): ProbeAssertion => ({ ...assertion, terminal: true });

  test.each<[string, ProbeAssertion, JsonObject, string, boolean]>([
    ['a condition that says no', available, { status: { conditions: [condition('Available', 'False')] } }, 'fail', true],
    ['a condition that says Unknown', available, { status: { conditions: [condition('Available', 'Unknown')] } }, 'unknown', false],
    ['a condition that is missing', available, {}, 'unknown', false],
    ['an outdated condition', available, { status: { conditions: [condition('Available', 'False', { observedGeneration: 0 })] } }, 'unknown', false],
    ['an outdated status', available, { status: { observedGeneration: 0, conditions: [condition('Available', 'False')] } }, 'unknown', false],
    ['a field with another value', value('status.x', 1), { status: { x: 2 } }, 'fail', true],
    ['a field that is missing', value('status.x', 1), {}, 'unknown', false],
    ['fields that differ', equal('status.x', 'status.y'), { status: { x: 1, y: 2 } }, 'fail', true],
    ['a CEL rule that is false', { type: 'CEL', cel: { rule: 'self.status.x == 1', message: 'no' } }, { status: { x: 2 } }, 'fail', true],
    ['a CEL rule without an answer', { type: 'CEL', cel: { rule: 'self.status.x == 1', message: 'no' } }, {}, 'unknown', false],
    ['one that holds', value('status.x', 1), { status: { x: 1 } }, 'pass', false],
  ])('%s', (_, assertion, content, status, expected) => {
    expect(judge(terminal(assertion), widget(content))).toMatchObject({ status, terminal: expected });
  });

  test('of the default rule ends the rollout for failures, not for progress', () => {
    const rule = terminal({ type: 'KindDefault' });
    const deployment = (conditions: JsonObject[]) => live('apps/v1', 'Deployment',
      { spec: { replicas: 1 }, status: { replicas: 1, updatedReplicas: 1, conditions } });
    expect(judge(rule, deployment([condition('Available', 'False')]))).toMatchObject({ status: 'fail', terminal: false });
    expect(judge(rule, deployment([condition('Available', 'False'), condition('Progressing', 'False', { reason: 'ProgressDeadlineExceeded' })])))
      .toMatchObject({ status: 'fail', terminal: true });
  });
});

test('the sentence about a failure names the object', () => {
  const ref = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
  expect(describeFailure(ref, { message: 'is being deleted' })).toBe('Object Deployment.apps/v1 shop/web: is being deleted');
  expect(describeFailure({ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }, { message: 'x' })).toBe('Object Namespace.v1 shop: x');
});
