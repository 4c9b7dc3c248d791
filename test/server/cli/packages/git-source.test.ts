/** A bundle in a git repository, named to the command: applied by its tag, upgraded by the next one, deleted. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TestRepository } from '../../../support/git-server';
import { commandBench } from '../command';

const bench = commandBench();
const settings = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { value: "${value}" }\n`;
const extra = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: dropped }\n';
const live = (name: string) => bench.cluster.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name });

test('boxcutter apply git+file://…#v1.2.0:deploy/web, then the next tag, then delete', async () => {
  const folder = join(bench.scratch.path, 'shop');
  mkdirSync(folder);
  const repository = TestRepository.create(folder);
  const first = repository.commit({ 'deploy/web/manifests/settings.yaml': settings('one'), 'deploy/web/manifests/dropped.yaml': extra, 'README.md': 'no manifest' });
  repository.git('tag', 'v1.2.0');
  const second = repository.commit({ 'deploy/web/manifests/settings.yaml': settings('two') }, ['deploy/web/manifests/dropped.yaml']);
  repository.git('tag', 'v1.3.0');
  const at = (ref: string): string => `git+${repository.url}#${ref}:deploy/web`;

  const installed = await bench.run('apply', at('v1.2.0'));
  expect(installed).toMatchObject({ code: 0, stderr: expect.stringContaining(`To pin it, name ${at(first)}`) as string });
  const before = await live('settings');
  expect(before).toMatchObject({ type: 'object', object: { data: { value: 'one' } } });

  const planned = await bench.run('plan', at('v1.3.0'));
  expect(planned.code).toBe(10);
  const upgraded = await bench.run('apply', at('v1.3.0'));
  expect(upgraded).toMatchObject({ code: 0, stderr: expect.stringContaining(second) as string });
  const uid = before.type === 'object' ? before.object.metadata.uid : 'none';
  expect(await live('settings')).toMatchObject({ type: 'object', object: { metadata: { uid }, data: { value: 'two' } } });
  expect((await live('dropped')).type).toBe('gone');
  // A commit by its name is the same content: nothing is written, and no note says that it may move.
  const pinned = await bench.run('apply', at(second));
  expect([pinned.code, pinned.stderr.includes('To pin it')]).toEqual([0, false]);

  expect(await bench.run('delete', 'web')).toMatchObject({ code: 0 });
  expect((await live('settings')).type).toBe('gone');
}, 120_000);
