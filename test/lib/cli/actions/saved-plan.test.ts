/** A plan in a file: who may read it, what is refused. */
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../../lib/engine';
import { contentDigest } from '../../../../lib/revision';
import { decidedOptions, refuseDecided } from '../../../../lib/cli/actions/saved/frozen';
import { clusterMarks, refuseOtherCluster } from '../../../../lib/cli/actions/saved/cluster-id';
import { isSavedPlan, readSavedPlan, writeSavedPlan, type SavedPlan } from '../../../../lib/cli/actions/saved/saved-plan';
import { applyWords } from '../../../../lib/cli/commands/apply';

const folder = { path: mkdtempSync(join(tmpdir(), 'saved-plan-')) };
afterAll(() => rmSync(folder.path, { recursive: true }));
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' } };
const phases = [{ name: 'a', objects: [{ object, collisionProtection: 'Prevent' as const }] }];
const plan = {
  madeAt: '2026-01-01T00:00:00Z', cluster: 'c-1', namespaceUid: 'n-1', stateNamespace: 'shop', digest: 'd',
  options: { namespace: 'shop', deleteData: false },
  revision: { extension: 'shop', number: 1, digest: contentDigest(phases, []), phases, probes: [] },
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
  ['nests without end', (file) => writeFileSync(file, `{"schema":"boxcutter.saved-plan/v1","sum":"","plan":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)],
  ['has no content', (file) => writeFileSync(file, '{"schema":"boxcutter.saved-plan/v1","sum":""}')],
])('one that %s is refused', (_what, change) => {
  const file = saved();
  change(file);
  expect(() => readSavedPlan(file)).toThrow(expect.objectContaining({ code: 'plan-damaged', message: expect.stringContaining(file) }));
});

/** As somebody would who means to lead astray: with the right sum. */
function forged(change: (plan: Record<string, unknown> & { options: Record<string, unknown> }) => unknown): string {
  const copy = JSON.parse(JSON.stringify(plan)) as Parameters<typeof change>[0];
  const made = change(copy) ?? copy;
  const file = join(folder.path, 'forged.plan');
  const sum = createHash('sha256').update(canonicalJson(made)).digest('hex');
  writeFileSync(file, JSON.stringify({ schema: 'boxcutter.saved-plan/v1', sum, plan: made }));
  return file;
}

test('options that no plan decides do not come with it: a kubeconfig may start programs', () => {
  const more = { kubeconfig: 'evil', as: 'system:admin', report: '/etc/passwd', path: 'x', yes: true, output: 'json' };
  expect(readSavedPlan(forged(({ options }) => void Object.assign(options, more))).options).toEqual({ namespace: 'shop', deleteData: false });
});

test.each<[what: string, change: Parameters<typeof forged>[0]]>([
  ['is a list', () => []],
  ['has no options', (made) => void delete (made as Record<string, unknown>)['options']],
  ['has an option of another type', ({ options }) => void (options['replace'] = {})],
  ['has a text for a yes or no', ({ options }) => void (options['deleteData'] = 'no')],
  ['has no revision', (made) => void delete made['revision']],
  ['has an extension that is no name', (made) => void Object.assign(made['revision'] as object, { extension: '../other' })],
  ['has a namespace that is none', (made) => void (made['stateNamespace'] = '../kube-system')],
  ['has phases that are none', (made) => void Object.assign(made['revision'] as object, { phases: [{ name: 'a', objects: [null] }] })],
  ['has another digest than its content', (made) => void Object.assign(made['revision'] as object, { probes: [], digest: 'sha256:x' })],
  ['has an unknown collision protection', (made) => void Object.assign(made['revision'] as object, {
    phases: [{ name: 'a', objects: [{ object, collisionProtection: 'toString' }] }],
  })],
])('one with the right sum that %s is refused', (_what, change) => {
  expect(() => readSavedPlan(forged(change))).toThrow(expect.objectContaining({ code: 'plan-damaged' }));
});

test('who carries it out is told what it allows', () => {
  const { options } = plan;
  expect(decidedOptions(plan, applyWords)).toEqual([]);
  expect(decidedOptions({ options: { ...options, deleteData: true, replace: ['Job/a b'], trustState: true } }, applyWords))
    .toEqual(['--delete-data', "--replace 'Job/a b'", '--trust-state']);
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
  const refuse = (): void => refuseDecided({ ...args, ...given }, plan, applyWords);
  if (refused === undefined) refuse();
  else expect(refuse).toThrow(expect.objectContaining({ code: 'plan-options', message: expect.stringContaining(refused) }));
});

describe('the cluster', () => {
  /** Uids of the namespaces that this account may read. */
  const cluster = (uids: Readonly<Record<string, string>>) => ({
    get: ({ name }: { readonly name: string }) => Promise.resolve(uids[name] === undefined
      ? { type: 'refused' as const, status: { code: 403, reason: 'Forbidden', message: '', causes: [] } }
      : { type: 'object' as const, created: false, object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name, uid: uids[name] } } }),
  });
  const refusal = async (uids: Readonly<Record<string, string>>, planned = plan): Promise<string> => {
    const notes: string[] = [];
    const code = await refuseOtherCluster('shop.plan', planned, cluster(uids), (note) => notes.push(note))
      .then(() => undefined, (error: unknown) => (error as { readonly code: string }).code);
    return code ?? notes[0] ?? 'the same';
  };
  test.each<[what: string, uids: Readonly<Record<string, string>>, said: string]>([
    ['another one', { 'kube-system': 'c-2', 'shop': 'n-1' }, 'plan-cluster'],
    ['the same', { 'kube-system': 'c-1' }, 'the same'],
    ['the same, where the namespace was made anew', { 'kube-system': 'c-1', 'shop': 'n-2' }, 'the same'],
    ['the same, to a tenant', { shop: 'n-1' }, 'the same'],
    ['another one, to a tenant', { shop: 'n-2' }, 'plan-cluster'],
    ['one that cannot be told', {}, 'This account may read nothing that shows whether shop.plan was made for this cluster.'],
  ])('%s', async (_what, uids, said) => {
    expect(await refusal(uids)).toBe(said);
  });
  test('a plan of a tenant has the uid of its namespace', async () => {
    expect(await clusterMarks('shop', cluster({ shop: 'n-1' }))).toEqual({ namespaceUid: 'n-1' });
  });
});
