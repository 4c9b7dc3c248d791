/** @jest-environment node */
import type { ProbeSelector, ProgressionProbe } from '../../../lib/api';
import { compileProbes, needsWatching } from '../../../lib/probes';
import { isBoxcutterError } from '../../../lib/errors';
import { condition, live, probe, widget } from './objects';

const fieldX = (wanted: number,
  terminal = false) => ({ type: 'FieldValue', fieldValue: { fieldPath: 'status.x', value: wanted }, terminal }) as const;
const fieldY = (wanted: number) => ({ type: 'FieldValue', fieldValue: { fieldPath: 'status.y', value: wanted } }) as const;

describe('several assertions', () => {
  test('all assertions of all probes count, also of the same kind', () => {
    const evaluate = compileProbes([probe(fieldX(1), fieldY(1)), probe(fieldX(2))]);
    expect(evaluate(widget({ status: { x: 1, y: 2 } })).message).toBe('".status.y" == 1: it is 2 and ".status.x" == 2: it is 1');
    expect(compileProbes([probe(fieldX(1)), probe(fieldY(2))])(widget({ status: { x: 1, y: 2 } })).status).toBe('pass');
  });

  test.each([
    ['fail over unknown', [fieldX(1), fieldY(1)], { status: { x: 2 } }, 'fail', false],
    ['terminal over fail', [fieldY(1), fieldX(1, true)], { status: { x: 2, y: 2 } }, 'fail', true],
    ['terminal over unknown', [fieldY(1), fieldX(1, true)], { status: { x: 2 } }, 'fail', true],
    ['unknown over pass', [fieldX(1), fieldY(1)], { status: { x: 1 } }, 'unknown', false],
  ])('%s', (_, assertions, content, status, terminal) => {
    expect(compileProbes([probe(...assertions)])(widget(content))).toMatchObject({ status, terminal });
  });

  test('the same message is not repeated', () => {
    expect(compileProbes([probe(fieldX(1)), probe(fieldX(1))])(widget({})).message).toBe('".status.x" == 1: ".status.x" missing');
  });
});

describe('selectors', () => {
  const object = live('example.com/v1', 'Widget', {}, { labels: { app: 'web', tier: 'front' } });
  const label = (expression: object): ProbeSelector => ({ type: 'Label', label: { matchExpressions: [expression as never] } });
  test.each<[string, ProbeSelector, boolean]>([
    ['group and kind, in any version', { type: 'GroupKind', groupKind: { group: 'example.com', kind: 'Widget' } }, true],
    ['another group', { type: 'GroupKind', groupKind: { group: '', kind: 'Widget' } }, false],
    ['another kind', { type: 'GroupKind', groupKind: { group: 'example.com', kind: 'Gadget' } }, false],
    ['the object', { type: 'Object', object: { group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'web' } }, true],
    ['the object, in whatever namespace', { type: 'Object', object: { group: 'example.com', kind: 'Widget', name: 'web' } }, true],
    ['another namespace', { type: 'Object', object: { group: 'example.com', kind: 'Widget', namespace: 'x', name: 'web' } }, false],
    ['another name', { type: 'Object', object: { group: 'example.com', kind: 'Widget', name: 'x' } }, false],
    ['no labels asked for', { type: 'Label', label: { matchLabels: {} } }, true],
    ['labels', { type: 'Label', label: { matchLabels: { app: 'web', tier: 'front' } } }, true],
    ['a label with another value', { type: 'Label', label: { matchLabels: { app: 'web', tier: 'back' } } }, false],
    ['a label that it lacks', { type: 'Label', label: { matchLabels: { toString: 'web' } } }, false],
    ['In', label({ key: 'app', operator: 'In', values: ['api', 'web'] }), true],
    ['not In', label({ key: 'app', operator: 'In', values: ['api'] }), false],
    ['NotIn', label({ key: 'app', operator: 'NotIn', values: ['api'] }), true],
    ['NotIn of a label that it lacks', label({ key: 'zone', operator: 'NotIn', values: ['a'] }), true],
    ['not NotIn', label({ key: 'app', operator: 'NotIn', values: ['web'] }), false],
    ['Exists', label({ key: 'app', operator: 'Exists' }), true],
    ['not Exists', label({ key: 'zone', operator: 'Exists' }), false],
    ['DoesNotExist', label({ key: 'zone', operator: 'DoesNotExist' }), true],
    ['not DoesNotExist', label({ key: 'app', operator: 'DoesNotExist' }), false],
  ])('%s', (_, selector, selected) => {
    // The default rule lets this object pass; the probe cannot.
    expect(compileProbes([{ selector, assertions: [fieldX(1)] }])(object).status).toBe(selected ? 'unknown' : 'pass');
  });

  test('an object without labels', () => {
    const selector: ProbeSelector = { type: 'Label', label: { matchLabels: { app: 'web' } } };
    expect(compileProbes([{ selector, assertions: [fieldX(1)] }])(widget({})).status).toBe('pass');
  });
});

describe('before any rule', () => {
  test.each([
    ['a custom resource', widget({}, { deletionTimestamp: '2026-01-01T00:00:00Z' })],
    ['a ConfigMap', live('v1', 'ConfigMap', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' })],
  ])('%s that is being deleted is never ready', (_, object) => {
    expect(compileProbes([])(object)).toEqual({ status: 'fail', message: 'is being deleted', terminal: false });
    expect(compileProbes([probe({ type: 'KindDefault' })])(object).status).toBe('fail');
  });

  test.each<[string, unknown, string]>([
    ['older', 1, 'unknown'], ['equal', 2, 'pass'], ['a text, as some kinds write it', '1', 'pass'], ['absent', undefined, 'pass'],
      ['null', null, 'pass'],
  ])('a status whose observed generation is %s', (_, observedGeneration, status) => {
    const object = widget({ status: { observedGeneration: observedGeneration as number, x: 1 } }, { generation: 2 });
    expect(compileProbes([])(object).status).toBe(status);
    const verdict = compileProbes([probe(fieldX(1))])(object);
    expect(verdict.status).toBe(status);
    expect(verdict.message).toBe(status === 'pass' ? '' : '.status outdated');
  });

  test('a selecting probe replaces the default rule, KindDefault brings it back', () => {
    const object = live('v1', 'Namespace', { status: { x: 1 } });
    expect(compileProbes([])(object).status).toBe('unknown');
    expect(compileProbes([probe(fieldX(1))])(object).status).toBe('pass');
    expect(compileProbes([probe(fieldX(1), { type: 'KindDefault' })])(object).message).toBe('".status.phase" == "Active": ".status.phase" missing');
  });
});

describe('a probe that is not valid is an input error that names its place', () => {
  const selector: ProbeSelector = { type: 'Label', label: { matchLabels: {} } };
  const second = (assertion: object) => [probe(fieldX(1)), probe(fieldX(1), assertion as never)];
  const selecting = (value: object) => [{ selector: value, assertions: [{ type: 'KindDefault' }] } as unknown as ProgressionProbe];
  test.each<[string, readonly ProgressionProbe[], string]>([
    ['unknown assertion type', second({ type: 'Magic' }), 'assertions[1].type: "Magic" is not allowed here.'],
    ['no assertion type', second({}), 'assertions[1].type: required field "type" is missing.'],
    ['missing member', second({ type: 'ConditionEqual' }), 'assertions[1]: conditionEqual is required when type is ConditionEqual, and forbidden otherwise.'],
    ['condition status', second({ type: 'ConditionEqual', conditionEqual: { type: 'A', status: true } }),
      'assertions[1].conditionEqual.status: must be a string, and is a boolean (true).'],
    ['no value', second({ type: 'FieldValue', fieldValue: { fieldPath: 'a' } }), 'assertions[1].fieldValue.value: required field "value" is missing.'],
    ['bad path', second({ type: 'FieldValue', fieldValue: { fieldPath: 'a..b', value: 1 } }), 'assertions[1].fieldValue.fieldPath: "a..b" is not a field path.'],
    ['bad second path', second({ type: 'FieldsEqual', fieldsEqual: { fieldA: 'a', fieldB: 'b[x]' } }),
      'assertions[1].fieldsEqual.fieldB: "b[x]" is not a field path.'],
    ['bad CEL', second({ type: 'CEL', cel: { rule: 'selv.x == 1', message: 'x' } }),
      'assertions[1].cel.rule: "selv.x == 1" cannot be used: unknown variable selv; the object is the variable self.'],
    ['empty rule', second({ type: 'CEL', cel: { rule: '', message: 'x' } }), 'assertions[1].cel.rule: must have at least 1 characters, and has 0.'],
    ['no message', second({ type: 'CEL', cel: { rule: 'true', message: '' } }), 'assertions[1].cel.message: must have at least 1 characters, and has 0.'],
    ['terminal', second({ type: 'KindDefault', terminal: 'yes' }), 'assertions[1].terminal: must be a boolean, and is a string ("yes").'],
    ['no assertions', [{ selector } as unknown as ProgressionProbe], 'assertions: required field "assertions" is missing.'],
    ['an empty list of assertions', [{ selector, assertions: [] }], 'assertions: must have at least 1 items, and has 0.'],
    ['unknown selector type', selecting({ type: 'Name' }), 'selector.type: "Name" is not allowed here.'],
    ['no selector', [{ assertions: [{ type: 'KindDefault' }] } as unknown as ProgressionProbe], 'selector: required field "selector" is missing.'],
    ['no kind', selecting({ type: 'GroupKind', groupKind: { group: '' } }), 'selector.groupKind.kind: required field "kind" is missing.'],
    ['no name', selecting({ type: 'Object', object: { group: '', kind: 'Pod', name: '' } }), 'selector.object.name: must have at least 1 characters, and has 0.'],
    ['namespace', selecting({ type: 'Object', object: { group: '', kind: 'Pod', name: 'a', namespace: 1 } }),
      'selector.object.namespace: must be a string, and is a number (1).'],
    ['no label', selecting({ type: 'Label' }), 'selector: label is required when type is Label, and forbidden otherwise.'],
    ['label value', selecting({ type: 'Label', label: { matchLabels: { a: 1 } } }), 'selector.label.matchLabels.a: must be a string, and is a number (1).'],
    ['expressions', selecting({ type: 'Label', label: { matchExpressions: {} } }), 'selector.label.matchExpressions: must be a list, and is an object.'],
    ['no key', selecting({ type: 'Label', label: { matchExpressions: [{ operator: 'Exists' }] } }),
      'selector.label.matchExpressions[0].key: required field "key" is missing.'],
    ['operator', selecting({ type: 'Label', label: { matchExpressions: [{ key: 'a', operator: 'Gt' }] } }),
      'selector.label.matchExpressions[0].operator: "Gt" is not allowed here.'],
    ['values missing', selecting({ type: 'Label', label: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
      'selector.label.matchExpressions[0].values: values must be given for In and NotIn, and must be absent for Exists and DoesNotExist.'],
    ['values given', selecting({ type: 'Label', label: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] } }),
      'selector.label.matchExpressions[0].values: values must be given for In and NotIn, and must be absent for Exists and DoesNotExist.'],
  ])('%s', (_, probes, rest) => {
    const index = probes.length - 1;
    const message = `Probe ${index} is not valid: spec.progressionProbes[${index}].${rest}`;
    const error = thrownBy(() => compileProbes(probes));
    expect(isBoxcutterError(error) && [error.code, error.category, error.message]).toEqual(['probe-invalid', 'input', message]);
  });

  test('its details are data', () => {
    const error = thrownBy(() => compileProbes(second({ type: 'CEL', cel: { rule: '1 +', message: 'x' } })));
    expect(isBoxcutterError(error) && error.details).toEqual({ probe: 1, assertion: 1, path: 'spec.progressionProbes[1].assertions[1].cel.rule' });
  });
});

describe('needsWatching', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'web' };
  const select = (selector: ProbeSelector): ProgressionProbe => ({ selector, assertions: [fieldX(1)] });
  test.each<[string, boolean]>([
    ['v1 ConfigMap', false], ['v1 Secret', false], ['v1 Service', false], ['v1 ServiceAccount', false],
    ['rbac.authorization.k8s.io/v1 ClusterRole', false], ['admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration', false],
    ['policy/v1 PodDisruptionBudget', false], ['batch/v1 CronJob', false], ['networking.k8s.io/v1 Ingress', false],
    ['apps/v1 Deployment', true], ['v1 Namespace', true], ['v1 PersistentVolumeClaim', true], ['batch/v1 Job', true],
    ['apiextensions.k8s.io/v1 CustomResourceDefinition', true], ['example.com/v1 Widget', true], ['example.com/v1 Secret', true],
  ])('%s by itself: %s', (kind, expected) => {
    const [apiVersion = '', name = ''] = kind.split(' ');
    expect(needsWatching({ apiVersion, kind: name, name: 'web' }, [])).toBe(expected);
  });

  test.each<[string, ProgressionProbe, boolean]>([
    ['its kind', select({ type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } }), true],
    ['another kind', select({ type: 'GroupKind', groupKind: { group: '', kind: 'Secret' } }), false],
    ['it', select({ type: 'Object', object: { group: '', kind: 'ConfigMap', name: 'web' } }), true],
    ['another one', select({ type: 'Object', object: { group: '', kind: 'ConfigMap', name: 'x' } }), false],
    ['its label', select({ type: 'Label', label: { matchLabels: { app: 'web' } } }), true],
    ['another label', select({ type: 'Label', label: { matchLabels: { app: 'x' } } }), false],
    ['it, with the default rule', { selector: { type: 'Label', label: {} }, assertions: [{ type: 'KindDefault' }] }, false],
  ])('a ConfigMap with a probe for %s', (_, given, expected) => {
    expect(needsWatching(configMap, [given], { app: 'web' })).toBe(expected);
  });

  test('labels that are not known may match', () => {
    expect(needsWatching(configMap, [select({ type: 'Label', label: { matchLabels: { app: 'x' } } })])).toBe(true);
  });

  test('what need not be watched is ready in every state but deletion', () => {
    const object = live('policy/v1', 'PodDisruptionBudget', { status: { observedGeneration: 1, conditions: [condition('Ready', 'False')] } },
      { generation: 2 });
    expect(compileProbes([])(object).status).toBe('pass');
  });
});

test('the CEL library is loaded only for a CEL probe', () => {
  jest.isolateModules(() => {
    const loaded = jest.fn();
    jest.doMock('../../../lib/probes/cel', () => {
      loaded();
      return { compileCel: () => () => ({ status: 'pass', message: '', terminal: false }) };
    });
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- isolateModules is synchronous
    const isolated = require('../../../lib/probes') as typeof import('../../../lib/probes');
    isolated.compileProbes([probe(fieldX(1), { type: 'KindDefault' })])(widget({}));
    expect(loaded).not.toHaveBeenCalled();
    isolated.compileProbes([probe({ type: 'CEL', cel: { rule: 'true', message: 'x' } })]);
    expect(loaded).toHaveBeenCalledTimes(1);
    jest.dontMock('../../../lib/probes/cel');
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
