/**
 * What is done to an extension that is there, as its operators type it: pause, resume, rollback, orphan; and what the output says.
 */
import { newLock, readHead, replaceHead } from '../../../lib/state';
import { parseDocuments } from '../../../lib/yaml';
import { commandBench, manifests, start } from './command';
import { document } from './documents';

const bench = commandBench();
const { run } = bench;
const { config } = manifests;
const json = async (...args: string[]) => document(await run(...args, '-o', 'json'));

/** A version of an extension: its settings, and an object that only this version has. */
const version = (extension: string, number: number): string =>
  bench.scratch.write(`${extension}-${number}.yaml`, [
    config(`${extension}-settings`, String(number)),
    config(`${extension}-only-${number}`, 'x'),
  ].join('---\n'));
const apply = (extension: string, number: number, ...more: string[]) =>
  run('apply', version(extension, number), '--name', extension, ...more);
const settings = async (extension: string): Promise<unknown> =>
  ((await bench.test.get({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: bench.namespace,
    name: `${extension}-settings`,
  }))?.['data'] as { value: string } | undefined)?.value;

test('pause: everything that runs says so, with who and why, does nothing and exits with 3; after resume it is done', async () => {
  await apply('held', 1);
  const paused = await run('pause', 'held', '--reason', 'release freeze');
  expect(paused).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(new RegExp(
      '^held: paused by \\S+@\\S+ \\d s ago \\(release freeze\\)\\. '
        + 'Nothing writes to it until it is resumed: boxcutter resume held -n \\S+\n$',
    )),
  });
  expect(await run('pause', 'held')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^held: already paused by .*\(release freeze\)\n$/),
  });
  expect(await json('pause', 'held', '--reason', 'audit')).toMatchObject({ command: 'pause', changed: true, pause: { reason: 'audit' } });

  const applied = await apply('held', 2);
  expect(applied.code).toBe(3);
  expect(applied.stdout).toMatch(/ConfigMap \S+\/held-settings +would be updated\n/);
  expect(applied.stdout).toMatch(/held revision 2: paused by .*\(audit\); nothing was written\. To roll it out, resume the extension first: /);
  expect(applied.stdout).toMatch(/ boxcutter resume held -n \S+\n/);
  for (const args of [['delete', 'held'], ['orphan', 'held'], ['orphan', 'held', 'ConfigMap/held-settings']]) {
    expect(await run(...args)).toMatchObject({ code: 3, stdout: expect.stringMatching(/paused by .*\(audit\); nothing was written/) });
  }
  expect(document(await apply('held', 2, '-o', 'json'))).toMatchObject({ paused: true, pause: { reason: 'audit' }, status: 'incomplete' });
  expect(await settings('held')).toBe('1');
  expect((await run('list')).stdout).toMatch(/^held .* paused: audit +2 +\d+ s$/m);
  expect(await json('list')).toMatchObject({ extensions: [{ extension: 'held', status: 'paused', pause: { reason: 'audit' } }] });
  expect((await run('status', 'held')).stdout).toMatch(/\(audit\)/);
  expect(await json('status', 'held')).toMatchObject({ healthy: true, record: 'paused', pause: { reason: 'audit' } });
  // What is as it should be needs nothing.
  expect(await apply('held', 1)).toMatchObject({ code: 0, stdout: expect.stringMatching(/held revision 1: unchanged \(paused by .*\)\n/) });

  expect(await run('resume', 'held')).toMatchObject({ code: 0, stdout: 'held: resumed; nothing was applied by that\n' });
  expect(await run('resume', 'held')).toMatchObject({ code: 0, stdout: 'held: is not paused\n' });
  expect(await json('resume', 'held')).toEqual({ schema: 'boxcutter.pause/v1', command: 'resume', extension: 'held', changed: false });
  expect(await apply('held', 2)).toMatchObject({ code: 0, stdout: expect.stringContaining('held revision 2: complete') });
  await run('delete', 'held');
});

test('pause of what another run may hold: it says that it watches the lock, and Ctrl-C ends that at once', async () => {
  await apply('watched', 1);
  const head = await readHead(bench.cluster, 'watched', bench.namespace);
  if (head === undefined) throw new Error('no head');
  const lock = { ...newLock('apply revision 2', 'ada', 'theirs', new Date()), host: 'elsewhere' };
  const { ref } = await replaceHead(bench.cluster, head, { ...head.head, lock });
  // Without managed fields the server does not tell since when the other run is silent.
  await bench.cluster.patch(ref, [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }], 'somebody');
  const pausing = start(bench.in_('pause', 'watched', '--break-lock'));
  await pausing.said(/watching it for 60 s/);
  const interrupted = performance.now();
  pausing.child.kill('SIGINT');
  expect(await pausing.finished).toMatchObject({ code: 130, stderr: expect.stringContaining('Interrupted') });
  expect(performance.now() - interrupted).toBeLessThan(5_000);
  const after = await readHead(bench.cluster, 'watched', bench.namespace);
  if (after === undefined) throw new Error('no head');
  expect(after.head).toMatchObject({ lock: { holder: lock.holder } });
  expect(after.head).not.toHaveProperty('paused');
  await replaceHead(bench.cluster, after, head.head);
  expect(await run('delete', 'watched')).toMatchObject({ code: 0 });
});

test('rollback: to the revision before, or to one that is named; the history says what happened', async () => {
  for (const number of [1, 2, 3]) expect((await apply('back', number)).code).toBe(0);
  const dry = await run('rollback', 'back', '--dry-run');
  expect(dry).toMatchObject({
    code: 10,
    stdout: expect.stringMatching(/back revision 4, the content of revision 2: nothing was written \(dry run\)/),
  });
  const rolled = await run('rollback', 'back');
  expect(rolled).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^back revision 4, the content of revision 2: complete\n1 created, 1 updated, 1 deleted; /),
  });
  expect(rolled.stderr).toMatch(/^Rolling back back\n/);
  expect(await settings('back')).toBe('2');
  expect(await json('rollback', 'back', '--to', '1')).toMatchObject({
    command: 'rollback',
    revision: 5,
    rollbackOf: 1,
    newRevision: true,
    complete: true,
  });
  expect(await settings('back')).toBe('1');
  expect((await run('history', 'back')).stdout)
    .toMatch(/\n5 +- +current, content of 1 .*\n4 +- +superseded, content of 2 .*\n3 +- +superseded +\d/);
  expect(await json('history', 'back')).toMatchObject({ revisions: [
    { number: 5, rollbackOf: 1 },
    { number: 4, rollbackOf: 2 },
    { number: 3 },
    { number: 2 },
    { number: 1 },
  ] });
  for (const [to, says] of [
    ['9', /There is no revision 9 .*\. Earlier revisions whose content is recorded: 4, 3, 2, 1\./],
    ['5', /Revision 5 is the current one/],
    ['two', /--to two is not the number of a revision/],
  ] as const) {
    const refused = await run('rollback', 'back', '--to', to);
    expect(refused).toBeOneMessage();
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(says) });
  }
  await run('delete', 'back');
});

test('orphan: single objects live on by themselves, or all of them', async () => {
  await apply('free', 1);
  // The first of several names is looked at as well, before anything is done.
  expect(await run('orphan', 'free', 'ConfigMap/nonsense', 'ConfigMap/free-settings')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nonsense'),
  });
  const unknown = await run('orphan', 'free', 'ConfigMap/free-setings');
  expect(unknown).toBeOneMessage();
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean ConfigMap/free-settings?') });
  const one = await run('orphan', 'free', 'configmap/free-settings');
  expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^free: let go of 1 object; the rest stays\n1 orphaned; /) });
  const collision = await apply('free', 1);
  expect(collision).toMatchObject({ code: 4, stdout: expect.stringMatching(/free-settings: Collision/) });
  expect(await apply('free', 1, '--collision-protection', 'IfNoController')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 adopted, 1 unchanged'),
  });
  expect(document(await run('orphan', 'free', '-o', 'json'))).toMatchObject({
    command: 'orphan',
    complete: true,
    removed: [{ action: 'Orphaned' }, { action: 'Orphaned' }],
  });
  expect(await settings('free')).toBe('1');
  expect((await run('status', 'free')).code).toBe(2);
  for (const name of ['free-settings', 'free-only-1']) await bench.test.remove({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: bench.namespace,
    name,
  });
});

test('an object that says of itself that it is to live on does', async () => {
  const kept = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, annotations: { olm.operatorframework.io/on-removal: orphan } }\n`;
  const file = bench.scratch.write('living.yaml', `${kept}---\n${config('other', '1')}`);
  await run('apply', file);
  expect(await run('delete', 'living')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 deleted, 1 orphaned') });
  expect((await bench.test.contents()).filter((name) => name.startsWith('ConfigMap'))).toEqual(['ConfigMap kept']);
  await bench.test.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'kept' });
  const wrong = await run('apply', bench.scratch.write('wrong.yaml', kept.replace(': orphan', ': keep')));
  expect(wrong).toBeOneMessage();
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/on-removal is "keep", and can only be "orphan"/) });
});

test('deleting what is not there: an error, or as good as deleted', async () => {
  expect((await run('delete', 'nobody')).code).toBe(2);
  expect(await run('delete', 'nobody', '--ignore-not-found')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^nobody: not there\nno objects; /),
  });
  expect(await json('delete', 'nobody', '--ignore-not-found')).toMatchObject({
    command: 'delete',
    complete: true,
    unchanged: true,
    removed: [],
  });
});

test('after recover, the next apply finds everything as it should be, and says that the record is up to date', async () => {
  await apply('lost', 1);
  await bench.test.remove({ apiVersion: 'v1', kind: 'Secret', namespace: bench.namespace, name: 'boxcutter.lost' });
  await run('recover', 'lost');
  const again = await apply('lost', 1);
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/lost revision 1: complete\n2 unchanged; /),
    stderr: expect.stringContaining('The record of extension "lost", which was recovered, is up to date again.'),
  });
  expect(again.stderr).not.toContain('changed by');
  await run('delete', 'lost');
});

test.each([
  ['list'],
  ['history', 'said'],
  ['status', 'said'],
  ['pause', 'said'],
  ['resume', 'said'],
  ['apply', 'said', '--dry-run'],
  ['render', 'said'],
  ['rollback', 'said', '--to', '9'],
])(
  '-o yaml is the document of -o json: %s %s', async (...words) => {
    await apply('said', 1);
    const [command = '', ...rest] = words;
    const args = command === 'apply' || command === 'render' ? [command, version('said', 1), '--name', 'said', ...rest.slice(1)] : words;
    // Both before anything has changed: the documents of pause and resume say what they changed.
    const [asYaml, asJson] = [await run(...args, '-o', 'yaml'), await run(...args, '-o', 'json')];
    const { documents, issues } = parseDocuments(asYaml.stdout, 'yaml');
    expect(issues).toEqual([]);
    const parsed = JSON.parse(asJson.stdout) as Record<string, unknown>;
    const expected = parsed['kind'] === 'List' ? (parsed['items'] as unknown[]) : [parsed];
    const without = (value: unknown): unknown => {
      const { durationMs: _durationMs, requests: _requests, changed: _changed, ...same } = value as Record<string, unknown>;
      return same;
    };
    expect(documents.map(({ value }) => without(value))).toEqual(expected.map(without));
    expect(asYaml.stderr).toBe(asJson.stderr);
  });
