/** Selectors of probes: what is wrong with them, and those that choose nothing. */
import type { LabelSelector, ProbeSelector } from '../../../lib/api';
import { configMap, run } from './make';

const problemsOf = (selector: unknown): string[] => {
  const labelled = configMap('a', { metadata: { name: 'a', namespace: 'ns', labels: { app: 'web' } } });
  const { findings } = run([labelled], { probes: [{ selector: selector as ProbeSelector, assertions: [{ type: 'KindDefault' }] }] });
  return findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
};
const labels = (label: unknown): string[] => problemsOf({ type: 'Label', label });
const expression = (one: unknown): string[] => labels({ matchExpressions: [one] });
const AT = 'error invalid-probe progressionProbes[0].selector.label';

test.each<[string, unknown, string]>([
  ['an unknown operator', { key: 'app', operator: 'Bogus', values: ['web'] }, 'operator'],
  ['no operator', { key: 'app' }, 'operator'],
  ['no key', { operator: 'Exists' }, 'key'],
  ['In without values', { key: 'app', operator: 'In', values: [] }, 'values'],
  ['NotIn with numbers', { key: 'app', operator: 'NotIn', values: [1] }, 'values[0]'],
  ['Exists with values', { key: 'app', operator: 'Exists', values: ['web'] }, 'values'],
])('a label selector with %s', (_, one, field) => {
  expect(expression(one)).toEqual([`${AT}.matchExpressions[0].${field}`]);
});

test('label selectors that are malformed', () => {
  expect(labels({ matchExpressions: [null] })).toEqual([`${AT}.matchExpressions[0]`]);
  expect(labels({ matchExpressions: {} })).toEqual([`${AT}.matchExpressions`]);
  expect(labels({ matchLabels: { app: 1 } })).toEqual([`${AT}.matchLabels.app`]);
  expect(labels({ matchLabels: 'app' })).toEqual([`${AT}.matchLabels`]);
  expect(labels({})).toEqual([AT]);
});

test.each<LabelSelector>([
  { matchLabels: { app: 'web' } },
  { matchLabels: {} },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] },
  { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['other'] }] },
  { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
  { matchExpressions: [{ key: 'other', operator: 'DoesNotExist' }] },
  // Every object of a revision is given this one.
  { matchLabels: { 'olm.operatorframework.io/owner-name': 'demo' } },
])('%j is taken', (label) => {
  expect(labels(label)).toEqual([]);
});

describe('a probe that judges nothing is warned of', () => {
  test.each<[string, ProbeSelector]>([
    ['groupKind', { type: 'GroupKind', groupKind: { group: 'apps', kind: 'Deploymnet' } }],
    ['groupKind', { type: 'GroupKind', groupKind: { group: 'apps', kind: 'ConfigMap' } }],
    ['label', { type: 'Label', label: { matchLabels: { app: 'wbe' } } }],
    ['object', { type: 'Object', object: { group: '', kind: 'ConfigMap', namespace: 'ns', name: 'gone' } }],
    ['object', { type: 'Object', object: { group: '', kind: 'ConfigMap', namespace: 'other', name: 'a' } }],
  ])('%s', (member, selector) => {
    expect(problemsOf(selector)).toEqual([`warning invalid-probe progressionProbes[0].selector.${member}`]);
  });

  test('not where it finds one', () => {
    expect(problemsOf({ type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } })).toEqual([]);
    expect(problemsOf({ type: 'Object', object: { group: '', kind: 'ConfigMap', name: 'a' } })).toEqual([]);
  });
});
