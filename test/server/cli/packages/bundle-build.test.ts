/** A typed package on its way to a cluster as its vendor and its users go it: built into a registry, installed from there, changed to plain+v0. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../../registry';
import { boxcutter, commandBench, type Finished, linkPackages, root } from '../command';
import { document } from '../documents';

const bench = commandBench();
const APP = 'node --import tsx bundles.ts';
let registry: RunningRegistry;
let project: string;

beforeAll(async () => {
  registry = await startRegistry();
  project = join(bench.scratch.path, 'project');
  cpSync(join(root, 'examples', 'typed-package'), project, { recursive: true, filter: (path) => !/[\\/](?:dist|node_modules)$/.test(path) });
  linkPackages(project);
  // The example names a namespace; here there is one for each run.
  const app = join(project, 'bundles.ts');
  writeFileSync(app, readFileSync(app, 'utf8').replaceAll('greeter-system', bench.namespace));
  bench.scratch.write('registries.yaml', `registries:\n  "${registry.host}":\n    plainHttp: true\n`);
}, REGISTRY_START_MS);
afterAll(() => registry.close());

function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return boxcutter(words, { cwd: project, env: { XDG_CACHE_HOME: bench.scratch.path, BOXCUTTER_REGISTRIES: join(bench.scratch.path, 'registries.yaml'), ...env } });
}

const build = (...words: string[]): string[] => ['bundle', 'build', '--app', APP, '-o', 'json', ...words];

test('built, pushed, installed from the registry, and upgraded to another format', async () => {
  const olm = document(await run(build('--name', 'greeter-olm', '--push', `${registry.host}/team/greeter:v1.0.0`)));
  expect(olm).toMatchObject({ name: 'greeter.v1.0.0', format: 'registry+v1', pushed: `${registry.host}/team/greeter:v1.0.0@${String(olm['digest'])}` });
  expect(olm).not.toHaveProperty('directory');

  const elsewhere = { VERSION: '1.0.0', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' };
  expect(document(await run(build('--name', 'greeter-olm', '--archive', 'greeter.tar'), elsewhere))['digest']).toBe(olm['digest']);

  const reference = `${registry.host}/team/greeter:v1.0.0`;
  const installed = document(await run(['apply', reference, ...bench.in_('--set', `watchNamespace=${bench.namespace}`, '-o', 'json')]));
  expect(installed).toMatchObject({ extension: 'greeter', version: '1.0.0', status: 'complete' });

  expect(document(await run(build('--format', 'plain+v0', '--output-directory', 'plain'), { VERSION: '1.1.0' }))).toMatchObject({ version: '1.1.0', directory: 'plain' });
  const upgraded = document(await run(['apply', 'plain', ...bench.in_('--reset-config', '-o', 'json')]));
  expect(upgraded).toMatchObject({ extension: 'greeter', revision: 2, version: '1.1.0', status: 'complete' });

  const deleted = await run(['delete', 'greeter', ...bench.in_()]);
  expect(deleted.code).toBe(0);
});

test('a project is named by its folder, for every format', async () => {
  for (const format of ['plain+v0', 'registry+v1']) {
    const built = await run(['bundle', 'build', '.', '--format', format, '--output-directory', `of-${format}`, '-o', 'json']);
    // What npx of the app's command has to say stands on standard error.
    expect(JSON.parse(built.stdout)).toMatchObject({ format, directory: `of-${format}` });
  }
  const elsewhere = await boxcutter(['bundle', 'build', project, '--format', 'plain+v0', '-o', 'json'], { cwd: bench.scratch.path });
  expect(JSON.parse(elsewhere.stdout)).toMatchObject({ format: 'plain+v0', directory: 'bundle' });
});

test('what the app synthesises is no input of apply, and no mistake beside a revision', async () => {
  const written = await run(['synth', '--app', APP, '--output-directory', 'out']);
  expect(written.code).toBe(0);
  const refused = await run(['apply', 'out', ...bench.in_('--name', 'greeter')]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('it holds the files of a bundle, from which "boxcutter bundle build" makes a folder or an image; a cluster does not accept it');
});
