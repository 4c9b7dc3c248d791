/** A plan in a file: who may read it, what is refused. */
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseDecided } from '../../../../lib/cli/actions/saved/frozen';
import { refuseOtherCluster } from '../../../../lib/cli/actions/saved/cluster-id';
import { isSavedPlan, readSavedPlan, writeSavedPlan, type SavedPlan } from '../../../../lib/cli/actions/saved/saved-plan';
import type { ApplyArgs } from '../../../../lib/cli/commands/apply';

const folder = { path: mkdtempSync(join(tmpdir(), 'saved-plan-')) };
afterAll(() => rmSync(folder.path, { recursive: true }));
const plan = {
  madeAt: '2026-01-01T00:00:00Z', cluster: 'c-1', stateNamespace: 'shop', digest: 'd', options: { namespace: 'shop', deleteData: false },
  revision: { extension: 'shop', number: 1, digest: 'sha256:x', phases: [{ name: 'a', objects: [] }], probes: [] },
} as unknown as SavedPlan;

function saved(): string {
  const file = join(folder.path, 'shop.plan');
  writeSavedPlan(file, plan);
  return file;
}

test('it comes back as it was, and only its owner may read it', () => {
  const file = saved();
  expect(isSavedPlan(file)).toBe(true);
  expect(readSavedPlan(file)).toEqual(plan);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an earlier plan is replaced, another file is not', () => {
  const file = saved();
  writeSavedPlan(file, { ...plan, digest: 'e' });
  expect(readSavedPlan(file).digest).toBe('e');
  const other = join(folder.path, 'notes.txt');
  writeFileSync(other, 'mine');
  expect(() => writeSavedPlan(other, plan)).toThrow(expect.objectContaining({ code: 'plan-out' }));
  expect(readFileSync(other, 'utf8')).toBe('mine');
  expect(() => writeSavedPlan(join(folder.path, 'none', 'shop.plan'), plan)).toThrow(expect.objectContaining({ code: 'plan-out' }));
});

test('a folder, a missing file and other files are no plans', () => {
  const other = join(folder.path, 'object.json');
  writeFileSync(other, '{"apiVersion":"v1"}');
  const paths = [folder.path, join(folder.path, 'nope'), other, '-', 'registry/shop:v1'];
  expect(paths.filter(isSavedPlan)).toEqual([]);
});

test.each<[what: string, change: (file: string) => void]>([
  ['is cut off', (file) => truncateSync(file, statSync(file).size - 40)],
  ['was changed', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"extension":"shop"', '"extension":"shed"'))],
  ['has no content', (file) => writeFileSync(file, '{"schema":"boxcutter.saved-plan/v1","sum":""}')],
])('one that %s is refused', (_what, change) => {
  const file = saved();
  change(file);
  expect(() => readSavedPlan(file)).toThrow(expect.objectContaining({ code: 'plan-damaged', message: expect.stringContaining(file) }));
});

const args = { path: 'shop.plan', timeout: '5m', wait: true, output: 'text', plan: false, crdSafety: 'enforce', preflight: 'new-content' };

test.each<[given: object, refused: string | undefined]>([
  [{}, undefined],
  [{ timeout: '1m', wait: false, atomic: true, giveUp: ['crash=1m'], context: 'prod', yes: true, watch: true }, undefined],
  [{ namespace: 'x' }, '--namespace'],
  [{ namespace: 'shop', stateNamespace: 'shop', name: 'shop' }, undefined],
  [{ name: 'shed' }, '--name'],
  [{ set: ['a=1'], deleteData: true }, '--delete-data, --set'],
  [{ crdWaiver: [] }, undefined],
  [{ dryRun: true }, '--dry-run'],
])('options beside it: %j', (given, refused) => {
  const refuse = (): void => refuseDecided('shop.plan', { ...args, ...given } as unknown as ApplyArgs, plan);
  if (refused === undefined) refuse();
  else expect(refuse).toThrow(expect.objectContaining({ code: 'plan-options', message: expect.stringContaining(refused) }));
});

describe('the cluster', () => {
  const system = { apiVersion: 'v1', kind: 'Namespace' };
  const cluster = (uid?: string) => ({
    get: () => Promise.resolve(uid === undefined
      ? { type: 'refused' as const, status: { code: 403, reason: 'Forbidden', message: '', causes: [] } }
      : { type: 'object' as const, created: false, object: { ...system, metadata: { name: 'kube-system', uid } } }),
  });
  test('another one is refused', async () => {
    await expect(refuseOtherCluster('shop.plan', plan, cluster('c-2'))).rejects.toMatchObject({ code: 'plan-cluster' });
  });
  test('the same, or one that cannot be told, is not', async () => {
    await refuseOtherCluster('shop.plan', plan, cluster('c-1'));
    await refuseOtherCluster('shop.plan', plan, cluster());
  });
});
