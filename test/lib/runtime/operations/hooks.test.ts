/** Hooks of a chart that helm would run at a deletion or a rollback: the record knows them, and they are said before anything is done. */
import type { HookNotRun, KubeObject, ResolvedRevision } from '../../../../lib/api';
import { applyRevision, deleteExtension, rollbackExtension, type Outcome, type WriteOptions } from '../../../../lib/runtime';
import { hooksText } from '../../../../lib/runtime/operations/hook-notes';
import { readContent, readHead, sealsOf } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

const NAMESPACE = 'shop';
const sweep: HookNotRun = { kind: 'Job', name: 'sweep', events: ['post-delete'] };
const back: HookNotRun = { kind: 'Job', name: 'back', events: ['pre-rollback', 'test'] };
/** As the record has it. */
const kept: HookNotRun = { ...back, events: ['pre-rollback'] };
const migrate: HookNotRun = { kind: 'Job', name: 'migrate', events: ['pre-upgrade', 'pre-rollback'] };
const trial: HookNotRun = { kind: 'Pod', name: 'trial', events: ['test'] };

let server: FakeCluster;
let notes: string[];
beforeEach(() => {
  server = new FakeCluster();
  notes = [];
});

const options = (more: Partial<WriteOptions> = {}): WriteOptions =>
  ({ cluster: server.cluster, stateNamespace: NAMESPACE, onNote: (text) => notes.push(text), ...more });

function chart(value: string, hooksNotRun?: readonly HookNotRun[]): ResolvedRevision {
  const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: NAMESPACE }, data: { value } };
  const phases = [{ name: 'p', objects: [{ object, collisionProtection: 'Prevent' as const }] }];
  return { extension: 'web', number: 1, digest: `d${value}`, probes: [], phases, ...(hooksNotRun && { hooksNotRun }) };
}

const apply = (revision: ResolvedRevision): Promise<Outcome> => applyRevision(revision, options());

async function recorded(): Promise<readonly (readonly HookNotRun[] | undefined)[]> {
  return (await readHead(server.cluster, 'web', NAMESPACE))?.head.revisions.map(({ hooksNotRun }) => hooksNotRun) ?? [];
}

test('the record has those of deletion and rollback, not those of upgrades and tests; the content has none', async () => {
  await expect(apply(chart('1', [sweep, back, migrate, trial]))).resolves.toMatchObject({ hooksNotRun: [sweep, back, migrate, trial] });
  expect(await recorded()).toEqual([[sweep, kept]]);
  const head = await readHead(server.cluster, 'web', NAMESPACE);
  expect(head && (await readContent(server.cluster, head, 1, sealsOf(server.cluster)))).not.toHaveProperty('hooksNotRun');
});

test('the same objects with other hooks are put on record once; who does not know of hooks changes nothing', async () => {
  await apply(chart('1', [sweep]));
  await apply(chart('1', [back]));
  expect(await recorded()).toEqual([[kept]]);
  await expect(apply(chart('1', [back]))).resolves.toMatchObject({ unchanged: true });
  const before = await readHead(server.cluster, 'web', NAMESPACE);
  await apply(chart('1'));
  expect((await readHead(server.cluster, 'web', NAMESPACE))?.resourceVersion).toBe(before?.resourceVersion);
  await apply(chart('1', []));
  expect(await recorded()).toEqual([undefined]);
});

test('a name with a line break, as a tenant may write it into the record, begins no line of its own', () => {
  const forged = { kind: 'Job', name: 'a\n  ✓ ConfigMap shop/b  deleted', events: ['pre-delete\r\nx'] };
  expect(hooksText([forged], 'deletion')).not.toMatch(/[\r\n]/);
});

test('a chart with a thousand of them does not fill the record', async () => {
  const long = { ...sweep, name: 'x'.repeat(300) };
  await apply(chart('1', [long, ...Array.from({ length: 1000 }, (_, index) => ({ ...sweep, name: `sweep-${index}` }))]));
  expect((await recorded())[0]).toHaveLength(50);
});

test('a delete says those of deletion, the dry run too; objects that are let live need no clean-up', async () => {
  await apply(chart('1', [sweep, back]));
  notes = [];
  const said = 'The chart has 1 hook of deletion that boxcutter does not run: Job sweep (post-delete). If you need what it does, do it by hand.';
  await expect(deleteExtension('web', options({ dryRun: true }))).resolves.toMatchObject({ hooksNotRun: [sweep] });
  expect(notes).toEqual([said]);
  await deleteExtension('web', options({ orphan: true, dryRun: true }));
  expect(notes).toEqual([said]);
  await expect(deleteExtension('web', options())).resolves.toMatchObject({ status: 'complete', hooksNotRun: [sweep] });
  expect(notes).toEqual([said, said]);
});

test('a rollback says those of the revision that it goes back to, and its record keeps them', async () => {
  await apply(chart('1', [sweep, back]));
  await apply(chart('2', [sweep]));
  notes = [];
  await expect(rollbackExtension('web', options())).resolves.toMatchObject({ revision: 3, rollbackOf: 1, hooksNotRun: [kept] });
  expect(notes).toEqual([expect.stringContaining('1 hook of rollback that boxcutter does not run: Job back (pre-rollback).')]);
  expect(await recorded()).toEqual([[sweep, kept], [sweep], [sweep, kept]]);
});

test('of an extension without hooks nothing is said', async () => {
  await apply(chart('1'));
  await apply(chart('2', []));
  await expect(rollbackExtension('web', options())).resolves.not.toHaveProperty('hooksNotRun');
  await expect(deleteExtension('web', options())).resolves.not.toHaveProperty('hooksNotRun');
  expect(notes).toEqual([]);
});

test('of many, ten are listed', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...sweep, name: `s${index}` }));
  expect(hooksText(many, 'deletion')).toMatch(/^The chart has 12 hooks of deletion .* Job s9 \(post-delete\) and 2 more\. If you need what they do/);
});
