/** The command over extensions that the controllers run: it reads them as its own, and leaves writing to those who run them. */
import { clusterCatalog, extension, fleet, PublishedCatalog, revision } from './fleet';
import { boxcutter } from '../cli/command';

const group = fleet();

const name = (): string => `cmd-${group.shard}`;
const config = (called: string, data: object): object => ({
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: called, namespace: group.test.namespace }, data },
});
const spec = (number: number, objects: readonly object[], more: object = {}): object => ({
  lifecycleState: 'Active', revision: number, collisionProtection: 'Prevent', phases: [{ name: 'deploy', objects }], ...more,
});
const run = (...args: readonly string[]): ReturnType<typeof boxcutter> => boxcutter(args);
const document = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => (
  JSON.parse((await run(...args, '-o', 'json')).stdout) as Readonly<Record<string, unknown>>
);

beforeAll(async () => {
  await group.startControllers();
  const first = await group.apply('ClusterExtensionRevision', `${name()}-1`, spec(1, [config('shown', { colour: 'red' }), config('old', {})]));
  await group.until(revision(`${name()}-1`), 'Succeeded True RolloutSuccess');
  const previous = [{ name: `${name()}-1`, uid: first.metadata.uid }];
  await group.apply('ClusterExtensionRevision', `${name()}-2`, spec(2, [config('shown', { colour: 'blue' })], { previous }));
  await group.until(revision(`${name()}-2`), 'Succeeded True RolloutSuccess');
  await group.until(revision(`${name()}-1`), 'Progressing False Archived');
}, 60_000);

test('list: with who runs it, in the namespace that it is in', async () => {
  const { extensions } = await document('list', '-n', group.test.namespace);
  expect(extensions).toEqual([
    expect.objectContaining({ extension: name(), runBy: 'controllers', status: 'complete', objects: 1, revision: 2 }),
  ]);
  const text = await run('list', '-n', group.test.namespace);
  expect(text.stdout).toMatch(/^EXTENSION +STATE IN +BY +VERSION/);
  expect(text.stdout).toContain('controllers');
});

test('status, explain and tree look at the objects', async () => {
  const status = await document('status', name());
  expect(status).toMatchObject({ extension: name(), runBy: 'controllers', healthy: true, revision: 2, record: 'complete' });
  expect(status).toMatchObject({ phases: [{ name: 'deploy', objects: [{ kind: 'ConfigMap', name: 'shown', action: 'Unchanged' }] }] });
  const text = await run('status', `clusterextension/${name()}`);
  expect([text.code, text.stdout]).toEqual([0, expect.stringContaining(`run by the controllers, ClusterExtensionRevision ${name()}-2 says complete`)]);
  expect((await run('explain', name())).stdout).toContain('all is well');
  expect((await run('tree', name())).stdout).toContain('ConfigMap');
});

test('history, get and diff read the revisions', async () => {
  const { revisions } = await document('history', name());
  expect(revisions).toEqual([
    expect.objectContaining({ number: 2, objects: 1, changes: expect.objectContaining({ removed: [expect.objectContaining({ name: 'old' })] }) }),
    expect.objectContaining({ number: 1, objects: 2 }),
  ]);
  expect((await run('get', name(), 'manifest', '--revision', '1')).stdout).toContain('colour: red');
  expect((await run('get', name(), 'manifest')).stdout).toContain('colour: blue');
  const diff = await run('diff', name(), '--from', '1', '--to', '2');
  expect([diff.code, diff.stdout]).toEqual([10, expect.stringContaining('blue')]);
  const missing = await run('get', name(), 'manifest', '--revision', '7');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('has no revision 7')]);
});

test.each<[command: readonly string[], instead: string]>([
  [['delete', 'NAME'], 'kubectl delete clusterextensionrevision NAME-2'],
  [['rollback', 'NAME'], 'Make the next revision, NAME-3'],
  [['orphan', 'NAME', '--yes'], 'kubectl delete clusterextensionrevision NAME-2 --cascade=orphan'],
  [['pause', 'NAME'], `kubectl patch clusterextensionrevision NAME-2 --type=merge -p '{"spec":{"lifecycleState":"Paused"}}'`],
  [['recover', 'NAME'], 'Nothing has to be recovered'],
])('%s is refused, with what to do instead', async (command, instead) => {
  const { code, stderr } = await run(...command.map((word) => word.replace('NAME', name())));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`The controllers run extension "${name()}"`)]);
  expect(stderr).toContain(instead.replaceAll('NAME', name()));
});

test('apply is refused before anything is written', async () => {
  const path = group.scratch.write('other.yaml', JSON.stringify({
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other', namespace: group.test.namespace },
  }));
  const { code, stderr } = await run('apply', path, '--name', name(), '-n', group.test.namespace);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`The controllers run extension "${name()}"`)]);
  expect(await group.other.exists({ apiVersion: 'v1', kind: 'ConfigMap', name: 'other', namespace: group.test.namespace })).toBe(false);
});

test('one that is not there is not found', async () => {
  const { code, stderr } = await run('status', 'clusterextension/none-of-them');
  expect([code, stderr]).toEqual([2, expect.stringContaining('The controllers run no extension "none-of-them".')]);
});

describe('a ClusterExtension', () => {
  const called = (): string => `web-${group.shard}`;
  const waiting = (): string => `none-${group.shard}`;
  const source = (packageName: string): object => ({ sourceType: 'Catalog', catalog: { packageName } });

  beforeAll(async () => {
    const catalog = new PublishedCatalog(group, 'command');
    await catalog.bundle('web', '1.0.0', { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data: { version: '1' } }] });
    catalog.package('web', { stable: [{ name: '1.0.0' }] });
    await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref: await catalog.push() } } });
    await group.until(clusterCatalog(group.shard), 'Serving True Available');
    await group.apply('ClusterExtension', waiting(), { namespace: group.test.namespace, source: source('no-such-package') });
    await group.apply('ClusterExtension', called(), { namespace: group.test.namespace, source: source('web') });
    await group.until(extension(called()), 'Installed True Succeeded');
    await group.until(extension(waiting()), 'Progressing True Retrying');
  }, 60_000);

  test('its content is read from its Secrets, and its objects are looked at', async () => {
    expect(await document('status', called())).toMatchObject({
      extension: called(), runBy: 'controllers', object: { kind: 'ClusterExtension' }, version: '1.0.0', healthy: true, record: 'complete',
    });
    expect((await run('get', called(), 'manifest')).stdout).toContain("version: '1'");
    expect((await run('tree', called())).stdout).toContain('Deployment');
  });

  test('one that has no revision says why', async () => {
    const { code, stdout } = await run('status', waiting());
    expect([code, stdout]).toEqual([3, expect.stringContaining('not installed (Retrying)')]);
    expect(stdout).toContain('no-such-package');
  });

  test('delete names the command that deletes it', async () => {
    const { code, stderr } = await run('delete', called());
    expect([code, stderr]).toEqual([2, expect.stringContaining(`kubectl delete clusterextension ${called()}`)]);
  });
});
