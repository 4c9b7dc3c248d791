/** A typed package that travels with its code: built from its project, configured and installed where that project is not. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFilesOf, configSchemaOf, readBundle } from '../../../../lib/formats';
import { REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../../registry';
import { boxcutter, commandBench, type Finished, linkPackages } from '../command';
import { document } from '../documents';

const bench = commandBench();
let registry: RunningRegistry;
let project: string;

const PACKAGE = `
import { createHash } from 'node:crypto';
import { type ConfigOf, Package, Phase, Probe, type Revision } from 'cdk8s-boxcutter';
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { z } from 'zod';

const schema = z.strictObject({
  level: z.enum(['info', 'debug']).default('info'),
  parts: z.array(z.string()).default(['one']),
  password: z.string().optional().meta({ format: 'password' }),
}).refine(({ level, password }) => level !== 'debug' || password === undefined, { message: 'no password with debug', path: ['level'] });

export class Shop extends Package<typeof schema> {
  readonly packageName = 'shop';
  readonly configSchema = schema;
  override readonly displayName = 'Shop';

  build(scope: Revision, config: ConfigOf<typeof schema>): void {
    if (config.parts.includes('explode')) throw new Error('cannot make ' + config.parts.join() + ' with ' + config.password);
    const maps = config.parts.map((part) => new kplus.ConfigMap(scope, part, { data: {
      level: config.level,
      sum: createHash('sha256').update(part).digest('hex'),
      time: new Date(0).toISOString(),
    } }));
    const last = new ApiObject(scope, 'last', { apiVersion: 'v1', kind: 'ConfigMap', data: { count: String(maps.length) } });
    new Phase(scope, 'end', { after: ['deploy'] }).add(last);
    scope.protect(last, 'IfNoController');
    scope.probe(last, Probe.fieldValue('data.count', String(maps.length)));
  }
}
`;

const main = (namespace: string): string => `
import { App } from 'cdk8s';
import { Shop } from './shop';
const app = new App();
new Shop().revision(app, 'shop', { version: '1.2.0', namespace: '${namespace}', config: { parts: ['two'] } });
app.synth();
`;

beforeAll(async () => {
  registry = await startRegistry();
  bench.scratch.write('registries.yaml', `registries:\n  "${registry.host}":\n    plainHttp: true\n`);
}, REGISTRY_START_MS);
afterAll(() => registry.close());

function run(...words: readonly string[]): Promise<Finished> {
  return boxcutter(words, {
    cwd: bench.scratch.path,
    env: { XDG_CACHE_HOME: bench.scratch.path, BOXCUTTER_REGISTRIES: join(bench.scratch.path, 'registries.yaml') },
  });
}

const build = (...words: string[]): Promise<Finished> => run('bundle', 'build', 'project', '--format', 'package+v1', ...words);

/** The package in its project, its sources changed. */
function writeProject(change: (source: string) => string = (source) => source): void {
  project = join(bench.scratch.path, 'project');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }');
  writeFileSync(join(project, 'cdk8s.yaml'), 'language: typescript\napp: node --import tsx main.ts\n');
  writeFileSync(join(project, 'main.ts'), main(bench.namespace));
  writeFileSync(join(project, 'shop.ts'), change(PACKAGE));
}

test('built, installed with a configuration, and the same revision as that of the project', async () => {
  writeProject();
  linkPackages(project);
  const built = document(await build('--output-directory', 'shop', '-o', 'json'));
  expect(built).toMatchObject({ name: 'shop.v1.2.0', format: 'package+v1', directory: 'shop' });

  // Whatever the machine is: no date, no path, no order.
  const again = document(await boxcutter(['bundle', 'build', '--format', 'package+v1', '--archive', join(bench.scratch.path, 'shop.tar'), '-o', 'json'], {
    cwd: project, env: { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8' },
  }));
  expect(again['digest']).toBe(built['digest']);
  expect(readFileSync(join(bench.scratch.path, 'shop', 'package', 'render.js'), 'utf8')).not.toContain(bench.scratch.path);

  const configured = ['--set', 'parts={a,b}', '--set', 'level=debug'];
  const planned = document(await run('plan', 'shop', ...bench.in_(...configured, '-o', 'json')));
  expect(planned).toMatchObject({ extension: 'shop', version: '1.2.0' });
  const applied = document(await run('apply', 'shop', ...bench.in_(...configured, '-o', 'json')));
  expect(applied).toMatchObject({ extension: 'shop', revision: 1, version: '1.2.0', status: 'complete' });
  const maps = await bench.cluster.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace });
  expect(JSON.stringify(maps)).toContain('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');

  // Nothing to do: the archive, and the project at home with the same configuration, are the same revision.
  expect((await run('plan', 'shop.tar', ...bench.in_(...configured))).code).toBe(0);
  expect((await run('plan', 'project', ...bench.in_(...configured))).code).toBe(0);

  // What was configured is kept, and goes on.
  const kept = document(await run('apply', 'shop', ...bench.in_('--reuse-config', '--set', 'level=info', '-o', 'json')));
  expect(kept).toMatchObject({ revision: 2, status: 'complete' });
  expect((await run('plan', 'project', ...bench.in_('--set', 'parts={a,b}'))).code).toBe(0);
  expect((await run('delete', 'shop', ...bench.in_())).code).toBe(0);
}, 240_000);

test('pushed, and rendered from the registry, with phases, probes and policies', async () => {
  const reference = `${registry.host}/team/shop:v1.2.0`;
  expect((await run('bundle', 'build', 'shop', '--push', reference)).code).toBe(0);
  const { stdout } = await run('render', reference, '-n', bench.namespace, '--name', 'corner', '--set', 'parts={x}');
  expect(stdout).toMatch(/^ {2}- name: end$/m);
  expect(stdout).toContain('collisionProtection: IfNoController');
  expect(stdout).toContain('fieldPath: data.count');
  expect(stdout).toContain('name: corner-x-');
  const { stdout: keys } = await run('config', reference);
  expect(keys).toContain('level: "info" or "debug", default: "info"');
  const { stdout: said } = await run('bundle', 'inspect', reference);
  expect(said).toMatch(/^Shop: shop\.v1\.2\.0 \(package\+v1\)$/m);
  expect(said).toContain(`${bench.namespace} (suggested)`);
  expect(said).toMatch(/objects +2 ConfigMap\n/);
  expect(said).toMatch(/\n2 objects without a configuration\n {2}ConfigMap \S+\/shop-one-\S+\n {2}ConfigMap \S+\/shop-last-\S+\n/);
  expect(document(await run('bundle', 'inspect', reference, '-o', 'json'))).toMatchObject({
    objects: { ConfigMap: 2 }, unconfigured: [{ apiVersion: 'v1', kind: 'ConfigMap', name: expect.stringMatching(/^shop-one-/) }, { kind: 'ConfigMap' }],
  });
});

test('what has no objects without a configuration says why', async () => {
  const needy = join(bench.scratch.path, 'needy');
  cpSync(join(bench.scratch.path, 'shop'), needy, { recursive: true });
  const file = join(needy, 'metadata', 'config-schema.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), required: ['password'] }));
  const said = await run('bundle', 'inspect', 'needy');
  expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nIts objects cannot be listed without a configuration\n.*missing required field 'password'\n {2}What can be configured: boxcutter config needy\n/) });
  expect(document(await run('bundle', 'inspect', 'needy', '-o', 'json'))).toMatchObject({ objects: {}, notRendered: [expect.stringContaining('password')] });
});

test.each([
  ['a value that the schema refuses', ['--set', 'level=loud'], /invalid value for field 'level' must be one of/],
  ['what only the library of the schema checks', ['--set', 'level=debug', '--set', 'password=hunter22'], /the package says: .*no password with debug/],
  ['what the package throws, its secrets masked', ['--set', 'parts={explode}', '--set', 'password=hunter22'], /stopped with an error: cannot make explode with \(a value, not shown\)/],
])('%s is one error', async (_what, words, message) => {
  const result = await run('plan', 'shop', ...bench.in_(...words));
  expect(result.code).toBe(2);
  expect(result).toBeOneMessage();
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toContain('hunter22');
});

test.each([
  ['reads a file', (text: string) => text.replace('if (config', "require('node:fs').readFileSync(__filename, 'utf8'); if (config"), /does not work in its sandbox[^]*a package that travels has no files \(fs\.readFileSync\)/],
  ['takes something of the environment', (text: string) => text.replace('level: config.level,', "level: process.env['PATH'] ?? 'none',"), /gives another result in its sandbox than here\. The first difference: revision\.objects\[0\]\.manifest\.data\.level/],
  ['is not exported', (text: string) => text.replace('export class', 'class') + '\nexport const make = () => new Shop();', /exports no package "shop"; export its class Shop/],
])('a package that %s is not built', async (_what, change, message) => {
  writeProject(change);
  if (_what === 'is not exported') writeFileSync(join(project, 'main.ts'), main(bench.namespace).replace('{ Shop }', '{ make }').replace('new Shop()', 'make()'));
  const result = await build('--output-directory', 'never');
  expect(result.code).toBe(2);
  expect(result).toBeOneMessage();
  expect(result.stderr).toMatch(message);
});

test('what the app adds beside the package is said, and what is no project is refused', async () => {
  writeProject();
  const beside = "const revision = new Shop()$1;\nnew ApiObject(revision, 'beside', { apiVersion: 'v1', kind: 'ConfigMap' });\n";
  writeFileSync(join(project, 'main.ts'), main(bench.namespace).replace('{ App }', '{ ApiObject, App }').replace(/new Shop\(\)(.*);\n/, beside));
  const { stderr, code } = await build('--output-directory', 'with-note');
  expect([code, stderr]).toEqual([0, expect.stringMatching(/adds this to the revision of shop, outside of the package: ConfigMap \S*shop-beside/)]);
  const refused = await run('bundle', 'build', 'shop/metadata', '--format', 'package+v1');
  expect(refused.stderr).toContain('boxcutter bundle build . --format package+v1');
});

test('the schema of the bundle is that of the author', () => {
  const text = (path: string): [string, string] => [path, readFileSync(join(bench.scratch.path, 'shop', path), 'utf8')];
  const { bundle } = readBundle(bundleFilesOf('shop', [
    'metadata/annotations.yaml', 'metadata/config-schema.json', 'metadata/properties.yaml', 'package/render.js',
  ].map(text)));
  expect(Object.keys(((bundle && configSchemaOf(bundle)) ?? {})['properties'] ?? {})).toEqual(['level', 'parts', 'password']);
});
