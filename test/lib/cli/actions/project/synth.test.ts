/** `boxcutter synth`: runs the app of the project in the working directory, and looks at what came out. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synth } from '../../../../../lib/cli/actions/project/synth';
import type { SynthArgs } from '../../../../../lib/cli/commands/project/synth';
import { bundleDocument } from '../../../../../lib/formats/export';
import { compile } from '../../../../../lib/revision';
import { capturedOutput } from '../state-server';

const before = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-synth-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});
const { out } = capturedOutput();

const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { size: '3' } };
const login = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: 'shop' }, data: { password: 'aHVudGVyMg==' } };

/** The revision of these objects with the Secrets of its content. */
function revisionOf(...objects: readonly object[]): readonly object[] {
  const { compiled, issues } = compile({
    extension: 'shop', version: '1.0.0', objects: objects.map((manifest) => ({
      manifest: manifest as never,
      origin: { source: 'a test' },
    })),
  });
  if (compiled === undefined) throw new Error(JSON.stringify(issues));
  return [compiled.manifest, ...compiled.contentSecrets];
}

const bundle = bundleDocument('shop-olm', {
  format: 'plain+v0',
  packageName: 'shop',
  version: '1.0.0',
  files: { 'manifests/a.yaml': 'a' },
});

/** An app that writes these documents, and ends with this code. */
function app(documents: readonly object[], exit = 0): string {
  writeFileSync('documents.yaml', documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  const write = documents.length === 0
    ? ''
    : "fs.mkdirSync(out, { recursive: true }); fs.copyFileSync('documents.yaml', out + '/shop.k8s.yaml');";
  writeFileSync('app.cjs', `const fs = require('fs'); const out = process.env.CDK8S_OUTDIR; ${write} process.exit(${exit});`);
  return `"${process.execPath}" app.cjs`;
}

const run = (args: Partial<SynthArgs>): Promise<number> => synth({ output: 'json', ...args });

test.each<[what: string, documents: readonly object[], found: object]>([
  ['a revision', revisionOf(settings), { revisions: [{ extension: 'shop', contentSecrets: [] }], bundles: [], looseObjects: 0 }],
  [
    'a revision with content in Secrets: these belong to it',
    revisionOf(settings, login), { revisions: [{ contentSecrets: [{ objects: 1 }] }], looseObjects: 0 },
  ],
  ['objects beside it', [...revisionOf(settings), login, settings], { revisions: [{ extension: 'shop' }], looseObjects: 2 }],
  ['a bundle that the app declares', [bundle], { revisions: [], bundles: [{ name: 'shop-olm', files: 1 }], looseObjects: 0 }],
])('what came out: %s', async (_what, documents, found) => {
  expect(await run({ app: app(documents) })).toBe(0);
  expect(JSON.parse(out())).toMatchObject({
    schema: 'boxcutter.synth/v1',
    outputDirectory: 'dist',
    files: ['dist/shop.k8s.yaml'],
    ...found,
  });
});

test('in text', async () => {
  expect(await run({ app: app(revisionOf(settings)), output: 'text' })).toBe(0);
  expect(out()).toMatch(/^shop, version 1\.0\.0: 1 object in 1 phase\n[^]*\nWrote dist\/shop\.k8s\.yaml\n$/);
});

test('where it goes: what is given, else what cdk8s.yaml says; what an earlier run left there is gone', async () => {
  writeFileSync('cdk8s.yaml', JSON.stringify({ app: app(revisionOf(settings)), output: 'configured' }));
  mkdirSync('configured');
  writeFileSync('configured/old.yaml', 'old');
  expect(await run({})).toBe(0);
  expect(readdirSync('configured')).toEqual(['shop.k8s.yaml']);
  expect(await run({ outputDirectory: 'given' })).toBe(0);
  expect(readdirSync('given')).toEqual(['shop.k8s.yaml']);
});

test.each(['.', '..'])('the project itself is never emptied: %s', async (outputDirectory) => {
  const command = app(revisionOf(settings));
  await expect(run({ app: command, outputDirectory })).rejects.toMatchObject({ code: 'synth-output', category: 'input' });
  expect(existsSync('app.cjs')).toBe(true);
});

test('an app that fails speaks for itself, and its exit code is that of the command', async () => {
  expect(await run({ app: app([], 7) })).toBe(7);
  expect(out()).toBe('');
});

test('an app that writes nothing', async () => {
  await expect(run({ app: app([]) })).rejects.toMatchObject({ code: 'synth-no-output', category: 'input' });
});
