/** `boxcutter config` on bundles in folders: what it prints is what the schema says, and can be used as it is. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFilesFromDirectory, checkBundleConfig, readBundle } from '../../../../lib/bundle';
import { readConfigValues } from '../../../../lib/source/configuration/values';
import { buildCommand, start, type Finished } from '../command';
import { document } from '../documents';

let folder: string;
beforeAll(() => {
  buildCommand();
  folder = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SCHEMA = `
type: object
additionalProperties: false
required: [host]
properties:
  host: { type: string, description: Where it is reached. }
  replicas: { type: integer, default: 2 }
  password: { type: string, format: password, default: hunter2 }
`;

function bundle(name: string, schema?: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'manifests'), { recursive: true });
  mkdirSync(join(root, 'metadata'));
  writeFileSync(join(root, 'manifests', 'config.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n');
  if (schema !== undefined) writeFileSync(join(root, 'metadata', 'config-schema.yaml'), schema);
  return root;
}

async function printed(...args: string[]): Promise<Finished> {
  return start(['config', ...args]).finished;
}

test('each key has a line, and no default of a secret is shown', async () => {
  const { code, stdout } = await printed(bundle('table', SCHEMA));
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'host: string, required',
    '    Where it is reached.',
    'replicas: integer, default: 2',
    'password: string, default: (secret)',
    '',
  ]);
});

test('the document is as it is published', async () => {
  const result = await printed(bundle('document', SCHEMA), '--example', '-o', 'json');
  expect(document(result)).toMatchObject({ schema: 'boxcutter.config/v1', bundle: 'document', format: 'plain+v0', configSchema: { required: ['host'] } });
});

test('the example can be given back as the configuration', async () => {
  const root = bundle('example', SCHEMA);
  const { stdout, stderr } = await printed(root, '--example');
  expect(stderr).toContain('CHANGE-ME');
  expect(stdout).not.toContain('hunter2');
  writeFileSync(join(root, 'values.yaml'), stdout);
  const { values = {} } = await readConfigValues({ files: [join(root, 'values.yaml')], set: ['host=example.com'] }, () => undefined);
  const read = readBundle(bundleFilesFromDirectory(root)).bundle;
  expect(read && checkBundleConfig(read, values, { installNamespace: 'web' })).toMatchObject({ findings: [], value: { host: 'example.com', replicas: 2 } });
});

test('the schema is printed as its author wrote it', async () => {
  const { stdout } = await printed(bundle('schema', SCHEMA), '--schema');
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object', properties: { replicas: { default: 2 } } });
});

test('the type is one that TypeScript takes', async () => {
  const { stdout } = await printed(bundle('types', SCHEMA), '--types');
  expect(stdout).toMatch(/export interface TypesConfig \{/);
  expect(stdout).toMatch(/readonly host: string;/);
  expect(stdout).toMatch(/readonly replicas\?: number;/);
});

test('a bundle without a schema says so', async () => {
  const root = bundle('bare');
  const { stdout: said } = await printed(root);
  expect(said).toMatch(/^bare has no configuration schema, so boxcutter cannot check a configuration; /);
  expect(said).toContain('; boxcutter apply takes one with --dangerously-accept-bundles-without-config-schema.');
  expect((await printed(root, '--example')).stdout).toMatch(/^# bare has no .*\n\{\}\n$/s);
  const { code, stdout } = await printed(root, '--schema', '-o', 'json');
  expect(code).toBe(2);
  expect(stdout).toContain('config-schema-missing');
});

test('a schema that cannot be used makes the bundle invalid', async () => {
  const { code, stderr } = await printed(bundle('broken', 'properties: {a: {pattern: "(?=x)"}}'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/metadata\/config-schema\.yaml.*the pattern "\(\?=x\)" at #\/properties\/a looks around/);
});
