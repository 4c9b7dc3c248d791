/** Where the command was installed from, as npm writes it down. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownTarball } from '../../../../lib/cli/templates/own-package';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-own-'));
afterAll(() => rmSync(folder, { recursive: true }));
const own = join(folder, 'npx/node_modules/cdk8s-boxcutter');

function installedFrom(resolved: unknown): string | undefined {
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, '../.package-lock.json'), JSON.stringify({ packages: { 'node_modules/cdk8s-boxcutter': { resolved } } }));
  return ownTarball(own);
}

test('a tarball, as long as it is there', () => {
  writeFileSync(join(folder, 'own.tgz'), '');
  expect(installedFrom('file:../own.tgz')).toBe(join(folder, 'own.tgz'));
  expect(installedFrom('file:../gone.tgz')).toBeUndefined();
});

test.each([['a registry', 'https://registry.example/own.tgz'], ['what npm does not say', undefined]])('%s is none', (_, resolved) => {
  expect(installedFrom(resolved)).toBeUndefined();
});

test('a clone, beside which npm wrote nothing', () => {
  expect(ownTarball(join(folder, 'clone'))).toBeUndefined();
});
