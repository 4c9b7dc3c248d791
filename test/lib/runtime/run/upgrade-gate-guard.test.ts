/** Which operations a closed gate of what is installed holds back, and what is asked for that. */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../../../../lib/api';
import { isReturn, isUpgrade, upgradeGateGuard, type UpgradeGateOptions } from '../../../../lib/runtime/run/upgrade-gate-guard';
import type { ApplyOperation, Head, HeadRecord, RevisionRecord } from '../../../../lib/state';
import { FakeCluster, refusal } from '../fake-cluster';

const ref: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'gate' };
const gate = (status: object = {}, annotations: Readonly<Record<string, string>> = { 'olm.operatorframework.io/upgrade-gate': 'Upgradeable' }): KubeObject => (
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gate', namespace: 'shop', annotations }, status });
const ready = { conditions: [{ type: 'Upgradeable', status: 'True' }] };

const record = (number: number, version?: string, more: Partial<RevisionRecord> = {}): RevisionRecord => (
  { number, digest: `d${number}`, at: '', completeAt: '', gates: [ref], ...(version === undefined ? {} : { version }), ...more });
const installed = (...revisions: readonly RevisionRecord[]): Pick<HeadRecord, 'head'> => ({ head: { extension: 'web', revisions, inventory: [] } satisfies Head });
const apply = (version?: string, more: Partial<ApplyOperation> = {}): ApplyOperation => {
  const revision: ResolvedRevision = { extension: 'web', number: 9, digest: 'd9', probes: [], phases: [], ...(version === undefined ? {} : { version }) };
  return { intent: 'apply', revision, again: false, ...more };
};

interface Case {
  readonly before?: Pick<HeadRecord, 'head'>;
  readonly operation?: ApplyOperation;
  readonly options?: UpgradeGateOptions;
  readonly live?: KubeObject;
}

async function ask({ before = installed(record(1, '1.0.0')), operation = apply('2.0.0'), options = {}, live = gate() }: Case, cluster = new FakeCluster()): Promise<{ readonly code?: string; readonly asked: readonly string[] }> {
  await cluster.create(live);
  cluster.asked.length = 0;
  const guard = upgradeGateGuard(before, cluster.cluster, options);
  const { refusal: refused } = await guard.before?.({ operation, record: before as never, dryRun: false, onNote: undefined }) ?? {};
  return { asked: cluster.asked, ...(refused === undefined ? {} : { code: `${refused.code} ${refused.category}` }) };
}

test.each<[string, Case]>([
  ['another version', {}],
  ['content without a version', { operation: apply() }],
  ['a version after content without one', { before: installed(record(1)) }],
  ['one after a rollout that is not complete: what is installed decides', { before: installed(record(2, '2.0.0', { completeAt: undefined as never, gates: [] }), record(1, '1.0.0')), operation: apply('3.0.0') }],
])('is held back: %s', async (_what, given) => {
  expect(await ask(given)).toEqual({ code: 'upgrade-gated incomplete', asked: ['get gate'] });
});

test.each<[string, Case]>([
  ['a first install', { before: installed() }],
  ['what has no gate', { before: installed(record(1, '1.0.0', { gates: [] })) }],
  ['the same version', { operation: apply('1.0.0') }],
  ['an older version', { operation: apply('0.9.0') }],
  ['the content that is installed', { before: installed(record(2, '1.1.0', { completeAt: undefined as never }), record(1, '1.0.0', { digest: 'd9' })) }],
  ['a rollout that has begun', { operation: apply('2.0.0', { again: true }) }],
  ['a rollback', { operation: apply('2.0.0', { intent: 'rollback' }) }],
  ['an adoption', { options: { adopting: {} } }],
  ['who says so', { options: { ignoreUpgradeGate: true } }],
])('is not held back, and nothing is asked: %s', async (_what, given) => {
  expect(await ask(given)).toEqual({ asked: [] });
});

test.each<[string, KubeObject]>([
  ['is open', gate(ready)],
  ['is none any more', gate({}, {})],
])('holds nothing back: a gate that %s', async (_what, live) => {
  expect(await ask({ live })).toEqual({ asked: ['get gate'] });
});

test('a gate that is gone holds nothing back; one that cannot be read ends the run', async () => {
  const gone = new FakeCluster();
  gone.intercept = (verb) => (verb === 'get' ? { type: 'gone' } : undefined);
  expect(await ask({}, gone)).toEqual({ asked: ['get gate'] });
  const forbidden = new FakeCluster();
  forbidden.intercept = (verb) => (verb === 'get' ? refusal(403, 'no.') : undefined);
  await expect(ask({}, forbidden)).rejects.toMatchObject({ code: 'upgrade-gate-unknown', category: 'server' });
});

test('what is an upgrade', () => {
  expect([isUpgrade('1.0.0', '1.0.1'), isUpgrade('1.0.0', '1.0.0'), isUpgrade('1.0.0', '0.9.0'), isUpgrade(undefined, '1.0.0'), isUpgrade('one', 'two')]).toEqual([true, false, false, true, true]);
  expect([isReturn('1.0.0', '1.0.0-rc.1'), isReturn('1.0.0', '1.0.0'), isReturn('one', '0.1.0')]).toEqual([true, false, false]);
});
