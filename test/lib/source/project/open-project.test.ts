/** A project that is named as a source. Its app is a program that says what a Package says, and writes what it was given. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Choices, choosePackage, namesProject, open, packagesOf } from '../../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-source-'));
afterAll(() => rmSync(folder, { recursive: true }));
const surroundings = { onNote: (): void => undefined, recorded: () => Promise.resolve({}) };

/** @param extensions packages that it declares */
function app(extensions: readonly string[], ending = ''): void {
  writeFileSync(join(folder, 'cdk8s.yaml'), 'app: node main.js\n');
  writeFileSync(join(folder, 'main.js'), `
    const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
    const { BOXCUTTER_PROJECT: exchanged, CDK8S_OUTDIR: output } = process.env;
    for (const extension of ${JSON.stringify(extensions)}) {
      appendFileSync(exchanged + '/packages.jsonl', JSON.stringify({ extension, packageName: 'web', version: '1.0.0', schema: { type: 'object' } }) + '\\n');
    }
    const given = existsSync(exchanged + '/given.json') ? readFileSync(exchanged + '/given.json', 'utf8') : '';
    mkdirSync(output);
    const data = { given, words: process.argv.slice(2).join(), folder: exchanged };
    writeFileSync(output + '/web.k8s.yaml', JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data }));
    ${ending}
  `);
}

async function dataOf(choices: Choices): Promise<Readonly<Record<string, string>>> {
  const source = await open(folder, choices, surroundings);
  if (source.kind !== 'objects') throw new Error(source.kind);
  return source.objects[0]?.manifest['data'] as unknown as Readonly<Record<string, string>>;
}

test('a folder with a cdk8s.yaml is one', () => {
  app([]);
  expect([namesProject(folder), namesProject(join(folder, 'main.js')), namesProject('-'), namesProject('/nonexistent')]).toEqual([true, false, false, false]);
});

test('its app gets what is configured, in a file that is gone afterwards', async () => {
  app(['web']);
  const { given, words, folder: exchanged } = await dataOf({ set: ['replicas=3'], setString: ['code=007'] });
  expect(JSON.parse(given ?? '')).toEqual({ config: { replicas: 3, code: '007' } });
  expect([words, existsSync(exchanged ?? '')]).toEqual(['', false]);
});

test('of several packages the one with the name of --name is configured', async () => {
  app(['web', 'shop']);
  expect(JSON.parse((await dataOf({ set: ['a=1'], name: 'shop' })).given ?? '')).toEqual({ extension: 'shop', config: { a: 1 } });
  expect((await dataOf({})).given).toBe('');
});

test.each<[what: string, extensions: readonly string[], choices: Choices, ending: string, code: string]>([
  ['a configuration that may be for several', ['web', 'shop'], { set: ['a=1'] }, '', 'project-several-packages'],
  ['a configuration without a package', [], { set: ['a=1'] }, '', 'project-no-package'],
  ['a configuration for another package', ['web'], { set: ['a=1'], name: 'shop' }, '', 'project-no-package'],
  ['to reuse a configuration that is on no record', ['web'], { reuseConfig: true }, '', 'config-unknown'],
  ['to reuse and to reset', ['web'], { reuseConfig: true, resetConfig: true }, '', 'usage-config'],
  ['an app that fails', ['web'], {}, 'process.exit(3)', 'app-failed'],
  ['an app that writes nothing', ['web'], {}, "require('node:fs').rmSync(output, { recursive: true })", 'synth-no-output'],
])('refused: %s', async (_, extensions, choices, ending, code) => {
  app(extensions, ending);
  await expect(open(folder, choices, surroundings)).rejects.toMatchObject({ code, category: 'input' });
});

test('its packages are known although a configuration is missing', async () => {
  app(['web'], "process.stderr.write('Error: Validation failed with the following errors:\\\\n  [web] web: missing\\\\n'); process.exit(1)");
  const packages = await packagesOf(folder, surroundings.onNote);
  expect(choosePackage(folder, packages, undefined)).toEqual({ extension: 'web', packageName: 'web', version: '1.0.0', schema: { type: 'object' } });
});
