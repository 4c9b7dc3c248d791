/** `plan --out FILE` and `apply FILE`: exactly what was planned, or nothing. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { commandBench, manifests } from './command';

const bench = commandBench();
const { run, scratch } = bench;
const { config } = manifests;
const file = (name: string): string => join(scratch.path, name);
const stored = (): Promise<readonly string[]> => bench.test.contents();

test('what was planned is applied, though the files have changed since; a second time there is nothing to do', async () => {
  const shop = scratch.write('shop.yaml', config('settings', 'planned'));
  const planned = await run('plan', shop, '--name', 'saved', '--out', file('saved.plan'));
  expect(planned).toMatchObject({
    code: 10, stderr: expect.stringMatching(/Saved to \S+saved\.plan, .*: boxcutter apply \S+saved\.plan does exactly this/),
  });
  expect(statSync(file('saved.plan')).mode & 0o077).toBe(0);
  expect(await stored()).toEqual([]);
  scratch.write('shop.yaml', config('settings', 'later'));

  expect(await run('apply', file('saved.plan'))).toMatchObject({ code: 0, stdout: expect.stringContaining('1 created') });
  const { stdout } = await run('get', 'saved', 'manifest');
  expect(stdout).toMatch(/value: '?"?planned/);

  expect(await run('apply', file('saved.plan'))).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
  await run('delete', 'saved');
});

test('a cluster that has changed since: nothing is written', async () => {
  const shop = scratch.write('moved.yaml', config('moved', '1'));
  await run('apply', shop, '--name', 'moved');
  scratch.write('moved.yaml', config('moved', '2'));
  expect((await run('plan', shop, '--name', 'moved', '--out', file('moved.plan'))).code).toBe(10);
  await run('apply', scratch.write('third.yaml', config('moved', '3')), '--name', 'moved');
  expect(await run('apply', file('moved.plan'))).toMatchObject({
    code: 5, stderr: expect.stringMatching(/would now do something else\. Nothing was written\.\n.*boxcutter plan PATH --out FILE/),
  });
  expect((await run('get', 'moved', 'manifest')).stdout).toMatch(/value: '?"?3/);
  await run('delete', 'moved');
});

test('what cannot be carried out is not saved, and options that it decides are refused', async () => {
  const shop = scratch.write('taken.yaml', config('taken', '1'));
  await run('apply', shop, '--name', 'owner');
  const collides = await run('plan', shop, '--name', 'thief', '--out', file('thief.plan'));
  expect(collides).toMatchObject({ code: 4, stderr: expect.stringContaining('The plan was not saved') });
  expect(() => statSync(file('thief.plan'))).toThrow('ENOENT');
  await run('plan', shop, '--name', 'owner', '--out', file('owner.plan'));
  expect(await run('apply', file('owner.plan'), '--name', 'other', '--delete-data')).toMatchObject({
    code: 2, stderr: expect.stringMatching(/has fixed these options: --name, --delete-data\./),
  });
  await run('delete', 'owner');
});

test('a saved plan is shown with the options that it was made with', async () => {
  const shop = scratch.write('seen.yaml', config('seen', '1'));
  await run('plan', shop, '--name', 'seen', '--delete-data', '--out', file('seen.plan'));
  expect(await run('plan', file('seen.plan'))).toMatchObject({
    code: 10, stdout: expect.stringMatching(/\+ ConfigMap \S+\/seen/), stderr: expect.stringMatching(/seen\.plan was made \S+ --delete-data/),
  });
  expect(await run('plan', file('seen.plan'), '--replace', 'all')).toMatchObject({
    code: 2, stderr: expect.stringMatching(/has fixed these options: --replace\./),
  });
  await run('apply', scratch.write('seen.yaml', config('seen', '2')), '--name', 'seen');
  expect(await run('plan', file('seen.plan'))).toMatchObject({ code: 5, stderr: expect.stringContaining('an apply refuses it') });
  await run('delete', 'seen');
});
