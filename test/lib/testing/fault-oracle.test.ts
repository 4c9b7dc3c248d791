/**
 * The oracle of the fault runs can say no: each promise, broken by hand.
 */
import type { KubeObject } from '../../../lib/api';
import { PHASES } from '../../faults/content';
import { differences } from '../../faults/final-state';
import { commitOf, type AuditEvent, type Commit } from '../../faults/audit-log';
import { unlogged, violations, type Evidence } from '../../faults/oracle';
import type { Scenario } from '../../faults/scenarios';
import type { Change } from '../../faults/site';

const scenario = (parts: Partial<Scenario>): Scenario => ({
  name: 'test',
  prepare: () => Promise.resolve(),
  run: () => Promise.resolve('complete'),
  ...parts,
});

let version = 0n;
function change(type: Change['type'], kind: string, name: string, content: object = {}, uid = `${kind}-${name}`): Change {
  version += 1n;
  const object: KubeObject = { apiVersion: 'v1', kind, metadata: { name, uid, generation: 1 }, ...content };
  return { kind, name, type, version, uid, object };
}

const AVAILABLE = { status: { observedGeneration: 1, conditions: [{ type: 'Available', status: 'True' }] } };

/** As the audit log of an honest server has it. */
function commitsOf(changes: readonly Change[]): readonly Commit[] {
  return changes.flatMap(({ kind, name, type }): readonly Commit[] =>
    (type === 'modified' ? [] : [{ kind, name, type: type === 'added' ? 'created' : 'deleted' }]),
  );
}

function evidence(
  changes: readonly Change[], start: readonly KubeObject[] = [], commits: readonly Commit[] = commitsOf(changes),
): Evidence {
  const end = new Map(start.map((object) => [`${object.kind}/${String(object.metadata.name)}`, object]));
  for (const { kind, name, type, object } of changes) {
    if (type === 'deleted') end.delete(`${kind}/${name}`);
    else end.set(`${kind}/${name}`, object);
  }
  return { start, changes, commits, end: [...end.values()], state: new Map([...end.keys()].map((id) => [id, 'as desired'])) };
}

const install = (): Change[] => [
  change('added', 'ServiceAccount', 'app'), change('added', 'ConfigMap', 'settings'),
  change('added', 'Deployment', 'app'), change('added', 'Service', 'app'),
  change('modified', 'Deployment', 'app', AVAILABLE), change('added', 'ConfigMap', 'late'),
];
function judge(
  parts: Partial<Scenario>, expected: readonly Change[], found: readonly Change[], start: readonly KubeObject[] = [],
): readonly string[] {
  return violations({ scenario: scenario(parts), expected: evidence(expected, start) }, evidence(found, start));
}

const up: Partial<Scenario> = { order: { direction: 'up', phases: PHASES[1] } };
const down: Partial<Scenario> = { order: { direction: 'down', phases: PHASES[1] } };

test('an undisturbed run is in order', () => {
  expect(judge(up, install(), install())).toEqual([]);
});

test('a phase that begins before the one before it is ready', () => {
  const changes = install();
  const [available] = changes.splice(4, 1);
  expect(judge(up, install(), [...changes, available as Change])).toEqual(['ConfigMap/late was added before Deployment/app was ready']);
});

test('an object that is created twice, or made anew', () => {
  const twice = [...install(), change('deleted', 'ConfigMap', 'late'), change('added', 'ConfigMap', 'late', {}, 'another')];
  expect(judge(up, install(), twice)).toEqual([
    'ConfigMap/late was created 2 times, not 1', 'ConfigMap/late was deleted 1 times, not 0',
    'ConfigMap/late was created 2 times, not 1, says the audit log', 'ConfigMap/late was deleted 1 times, not 0, says the audit log',
  ]);
  const kept = change('added', 'ConfigMap', 'kept').object;
  expect(judge({}, [], [
    change('deleted', 'ConfigMap', 'kept'),
    change('added', 'ConfigMap', 'kept', {}, 'another'),
  ], [kept])).toContain('ConfigMap/kept was made anew');
});

test('taking down in the wrong order', () => {
  const start = install().map(({ object }) => object);
  const ids = [
    ['ConfigMap', 'late'],
    ['Service', 'app'],
    ['Deployment', 'app'],
    ['ConfigMap', 'settings'],
    ['ServiceAccount', 'app'],
  ] as const;
  const order = ids.map(([kind, name]) => change('deleted', kind, name));
  expect(judge(down, order, order, start)).toEqual([]);
  expect(judge(down, order, [...order].reverse(), start))
    .toContain('ConfigMap/settings was deleted before Deployment/app, Service/app, ConfigMap/late was gone');
});

test('what is not ours, or paused, and is written to all the same', () => {
  const written = [change('modified', 'ConfigMap', 'settings')];
  expect(judge({ foreign: ['ConfigMap/settings'] }, [], written))
    .toContain('ConfigMap/settings was modified, although nothing may be written to it');
  expect(judge({ writes: 'none' }, [], [change('modified', 'Secret', 'boxcutter.x')]))
    .toContain('Secret/boxcutter.x was modified, although nothing may be written to it');
  expect(judge({ writes: 'state' }, [], [change('modified', 'Secret', 'boxcutter.x')])).not.toContain('Secret/boxcutter.x was modified, although nothing may be written to it');
});

test('a final state that is another', () => {
  const state = (entries: Record<string, string>) => new Map(Object.entries(entries));
  expect(differences(state({ a: '1', b: '{"x":1}' }), state({ b: '{"x":2}', c: '3' }))).toEqual([
    'a is missing', 'b is not as in the undisturbed run: …{"x":2}… instead of …{"x":1}…', 'c is left behind',
  ]);
});

test('a deletion and a creation that the history shows as one change are found in the audit log', () => {
  const [start, changes] = [install().map(({ object }) => object), [change('modified', 'ConfigMap', 'settings')]];
  const commits: readonly Commit[] = [
    { type: 'deleted', kind: 'ConfigMap', name: 'settings' },
    { type: 'created', kind: 'ConfigMap', name: 'settings' },
  ];
  const expected = evidence(changes, start);
  expect(violations({ expected, scenario: scenario({}) }, evidence(changes, start))).toEqual([]);
  expect(violations({ expected, scenario: scenario({}) }, evidence(changes, start, commits))).toEqual([
    'ConfigMap/settings was deleted 1 times, not 0, says the audit log', 'ConfigMap/settings was created 1 times, not 0, says the audit log',
  ]);
});

test('an audit log that lacks what the history shows is not judged by', () => {
  expect(unlogged(evidence(install()))).toEqual([]);
  expect(unlogged(evidence(install(), [], commitsOf(install()).slice(1))))
    .toEqual(['ServiceAccount/app was created, and the audit log does not say so']);
});

test('of the audit log, what made or deleted an object counts', () => {
  const event = (parts: Partial<AuditEvent>): AuditEvent => ({
    verb: 'patch', stage: 'ResponseComplete', requestURI: '/api/v1/namespaces/a/configmaps/late?fieldManager=x', user: { username: 'admin' },
    objectRef: { resource: 'configmaps', namespace: 'a', name: 'late' }, responseStatus: { code: 201 }, ...parts,
  });
  const late = { kind: 'ConfigMap', name: 'late' };
  expect(commitOf(event({}))).toEqual({ ...late, type: 'created' });
  expect(commitOf(event({ verb: 'create' }))).toEqual({ ...late, type: 'created' });
  expect(commitOf(event({ verb: 'delete', responseStatus: { code: 200 } }))).toEqual({ ...late, type: 'deleted' });
  const others: readonly Partial<AuditEvent>[] = [
    { responseStatus: { code: 200 } }, { responseStatus: { code: 409 } }, { verb: 'delete', responseStatus: { code: 404 } },
    { requestURI: '/api/v1/namespaces/a/configmaps/late?dryRun=All' }, { stage: 'ResponseStarted' },
    { user: { username: 'system:kube-controller-manager' } },
    { objectRef: { resource: 'secrets', namespace: 'a', name: 'late' } },
    { objectRef: { resource: 'serviceaccounts', namespace: 'a', name: 'late', subresource: 'token' } },
  ];
  for (const parts of others) expect(commitOf(event(parts))).toBeUndefined();
});

test('what another client has deleted may be made once more, and nothing else', () => {
  const widget = change('added', 'Widget', 'app').object;
  const created = (kind: string, name: string): Commit => ({ type: 'created', kind, name });
  const expected = evidence([], [widget]);
  const verdict = (...commits: readonly Commit[]) => violations({ expected, scenario: scenario({}), lost: ['Widget/app'] }, evidence([], [widget], commits));
  expect(verdict(created('Widget', 'app'))).toEqual([]);
  expect(verdict(created('Widget', 'app'), created('Widget', 'app'))).toEqual(['Widget/app was created 2 times, not 1, says the audit log']);
  expect(verdict(created('ConfigMap', 'late'))).toEqual(['ConfigMap/late was created 1 times, not 0, says the audit log']);
});

test('a field of another client that is set back, for a moment or for good', () => {
  const theirs = [{ id: 'ConfigMap/settings', read: ({ data }: KubeObject) => data, value: 'theirs' }];
  const version = (data: string): Change => change('modified', 'ConfigMap', 'settings', { data });
  const found = (...values: readonly string[]): readonly string[] => {
    const changes = values.map(version);
    return judge({ theirs }, changes, changes);
  };
  expect(found('ours', 'theirs', 'theirs')).toEqual([]);
  expect(found('ours', 'theirs', 'ours', 'theirs')).toEqual(['a field of another client in ConfigMap/settings was set back to ours']);
  expect(found('theirs', 'ours')).toEqual(['a field of another client in ConfigMap/settings was set back to ours']);
  expect(found('ours')).toEqual(['a field of another client in ConfigMap/settings is ours, not theirs']);
});
