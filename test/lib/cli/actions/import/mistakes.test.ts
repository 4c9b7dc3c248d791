/** What `boxcutter import` says of a path that it cannot take: in words of its own, and with what to name instead. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crdCheck } from '../../../../../lib/cli/actions/crd/check';
import { importBundle } from '../../../../../lib/cli/actions/import/bundle';
import { importCrd } from '../../../../../lib/cli/actions/import/crd';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'boxcutter-import-')); });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writing = { outputDirectory: 'imports', check: false, output: 'text' } as const;

test('definitions that are not there', async () => {
  const missing = join(folder, 'nope');
  const hint = 'Name a file or folder that holds CustomResourceDefinitions, a bundle, or cluster.';
  await expect(importCrd({ ...writing, sources: [missing] })).rejects.toMatchObject({
    code: 'manifests-not-found',
    message: `There is no file or folder ${missing}.`,
    hint,
  });
  // The old ones of a check may be those of a cluster.
  const checked = crdCheck({ old: missing, new: missing, crdSafety: 'enforce', output: 'text' });
  await expect(checked).rejects.toMatchObject({
    code: 'manifests-not-found',
    hint: 'Name a file, a folder, a bundle, or (as the old one) cluster.',
  });
});

test('a bundle that is not there, and manifests that are none', async () => {
  await expect(importBundle({ ...writing, bundle: join(folder, 'nope') })).rejects.toMatchObject({
    category: 'input',
    hint: expect.stringContaining('An image is named with its registry'),
  });
  const file = join(folder, 'crds.yaml');
  writeFileSync(file, '{}');
  await expect(importBundle({ ...writing, bundle: file })).rejects.toMatchObject({
    category: 'input', message: `${file} is a file of manifests, not a bundle.`, hint: expect.stringContaining('boxcutter import crd'),
  });
});
