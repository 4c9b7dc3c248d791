/** The migration of the example of plain manifests, upgraded: what the command says of an object that it replaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandBench, root } from './command';
import { document } from './documents';

const bench = commandBench();
const example = readFileSync(join(root, 'examples', 'plain-manifests', 'manifests', 'migrate.yaml'), 'utf8');

/** A control plane runs no Pods: with nothing to complete, the Job is complete. */
function shop(version: string, policy?: string): string {
  const annotations = policy === undefined ? '' : `\n  annotations: { olm.operatorframework.io/replacement-policy: ${policy} }`;
  const manifest = example
    .replace('name: migrate', `name: migrate${annotations}`)
    .replace('spec:', 'spec:\n  completions: 0')
    .replace('2.3.0', version);
  return bench.scratch.write(join('shop', 'migrate.yaml'), manifest);
}

const run = (...args: string[]) => bench.run(...args, '--name', 'shop');

test('a Job with another template: plan and apply say that it is replaced, why, and what goes', async () => {
  expect((await run('apply', shop('2.3.0'))).code).toBe(0);
  const next = shop('2.4.0');
  const planned = await run('plan', next);
  expect([planned.code, planned.stdout]).toEqual([10, expect.stringMatching(
    / {2}± Job .*\/migrate {2}will be replaced\n {6}because spec\.template is immutable\n {6}its run ends[^]*2\.4\.0[^]*\n1 to replace\n/,
  )]);
  expect(document(await run('plan', next, '-o', 'json'))).toMatchObject({
    counts: { replace: 1 },
    phases: [{ objects: [{ action: 'replace', message: 'spec.template is immutable', lost: expect.stringContaining('its run ends') }] }],
  });
  const applied = await run('apply', next);
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('1 replaced')]);
  const again = await run('apply', next, '-o', 'json');
  expect(document(again)).toMatchObject({ unchanged: true, complete: true });
});

test('with the annotation it fails, and says how it is replaced; a mistyped name of an object is refused', async () => {
  const next = shop('2.5.0', 'Fail');
  const refused = await run('apply', next);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(
    /needs replacement: spec\.template cannot be changed in place[^]*--replace\s+Job\/migrate/,
  )]);
  const mistyped = await run('apply', next, '--replace', 'Job/migrat');
  expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringMatching(/has no object Job\/migrat[^]*Did you mean Job\/migrate\?/)]);
  const applied = await run('apply', next, '--replace', 'Job/migrate', '-o', 'json');
  expect(document(applied)).toMatchObject({ phases: [{ objects: [{ action: 'Replaced', message: 'spec.template is immutable' }] }] });
});
