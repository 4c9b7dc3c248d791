/**
 * A project from nothing: `init` and `synth`, with the packages of this clone in the place of installed ones.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SynthDocument } from '../../../../lib/cli/output/sizes';
import { boxcutter, buildCommand, linkPackages, scratchFolder } from '../command';

const scratch = scratchFolder();
beforeAll(buildCommand);

const npm = (cwd: string, ...words: string[]): string => execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, CI: 'true' } });

describe('boxcutter init', () => {
  test('makes a project that synthesises and whose tests pass, the first time and again', async () => {
    const result = await boxcutter(['init', 'my-operator', '--no-install'], { cwd: scratch.path });
    expect(result).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('npm run synth') });
    const project = join(scratch.path, 'my-operator');
    linkPackages(project);
    expect(npm(project, 'run', '--silent', 'synth')).toMatch(/my-operator, version 0\.1\.0: \d objects in \d phases/);
    expect(readFileSync(join(project, 'dist', 'my-operator.k8s.yaml'), 'utf8')).toMatch(/^kind: ClusterExtensionRevision$/m);
    npm(project, 'test');
    const snapshot = join(project, '__snapshots__', 'my-operator.test.ts.snap');
    const written = readFileSync(snapshot, 'utf8');
    npm(project, 'test');
    expect(readFileSync(snapshot, 'utf8')).toBe(written);
  });

  test('its test fails when what comes out is no longer what the snapshot says, and when types do not fit', () => {
    const project = join(scratch.path, 'my-operator');
    const file = join(project, 'my-operator.ts');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replace('pause:3.10', 'pause:3.11'));
    expect(() => npm(project, 'test')).toThrow('my-operator.test.ts');
    writeFileSync(file, source.replace('replicas: config.replicas', "replicas: 'two'"));
    expect(() => npm(project, 'test')).toThrow();
    writeFileSync(file, source);
  });

  test.each(['3scale', 'a', 'a-b--c'])('names that need care in TypeScript: %s', async (name) => {
    const result = await boxcutter(['init', name, '--no-install'], { cwd: scratch.path });
    expect(result.code).toBe(0);
    const source = readFileSync(join(scratch.path, name, `${name}.ts`), 'utf8');
    expect(source).toMatch(/export class [A-Z]\w* extends Package/);
  });

  test('an empty directory, or one with a repository and nothing else, will do', async () => {
    const directory = join(scratch.path, 'with-repository');
    mkdirSync(join(directory, '.git'), { recursive: true });
    expect(await boxcutter(['init', '--no-install'], { cwd: directory })).toMatchObject({ code: 0 });
    expect(existsSync(join(directory, 'with-repository.ts'))).toBe(true);
  });

  test('a directory that is in use is refused, and left as it is', async () => {
    scratch.write('in-use/notes.txt', 'mine');
    const result = await boxcutter(['init', 'in-use', '--no-install'], { cwd: scratch.path });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/in-use is not empty \(it has notes\.txt\); nothing was written/);
    expect(readdirSync(join(scratch.path, 'in-use'))).toEqual(['notes.txt']);
  });

  test('a name that no extension can have is refused', async () => {
    const result = await boxcutter(['init', 'My_Operator', '--no-install'], { cwd: scratch.path });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(existsSync(join(scratch.path, 'My_Operator'))).toBe(false);
  });

  test('when npm fails, its words are passed on and the project stays', async () => {
    chmodSync(scratch.write('bin/npm', '#!/bin/sh\necho "npm error the disk is full" >&2\nexit 1\n'), 0o755);
    const result = await boxcutter(['init', 'uninstallable'], { cwd: scratch.path, env: { PATH: `${scratch.path}/bin:${process.env['PATH'] ?? ''}` } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/npm install failed:\n {2}npm error the disk is full[^]*run npm install in the project/);
    expect(existsSync(join(scratch.path, 'uninstallable', 'package.json'))).toBe(true);
  });
});

describe('boxcutter synth', () => {
  /** A project with one app; its dependencies are those of this clone. */
  const project = (name: string, app: string, config = 'app: node main.js\n'): string => {
    scratch.write(`${name}/cdk8s.yaml`, config);
    scratch.write(`${name}/main.js`, `const { App, ApiObject, Chart } = require('cdk8s');\nconst { Manifests, Revision } = require('cdk8s-boxcutter');\n${app}`);
    const folder = join(scratch.path, name);
    linkPackages(folder);
    return folder;
  };
  const twoRevisions = `
    const app = new App();
    const shop = new Revision(app, 'shop', { version: '2.0.0', namespace: 'shop' });
    new ApiObject(shop, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } });
    new ApiObject(shop, 'password', { apiVersion: 'v1', kind: 'Secret', stringData: { password: 'tell-nobody' } });
    new ApiObject(new Revision(app, 'bank', { namespace: 'bank' }), 'settings', { apiVersion: 'v1', kind: 'ConfigMap' });
    new ApiObject(new Chart(app, 'loose'), 'settings', { apiVersion: 'v1', kind: 'ConfigMap' });
    app.synth();`;

  test('shows every revision, its phases and what it is written as', async () => {
    const cwd = project('two', twoRevisions);
    const { code, stdout, stderr } = await boxcutter(['synth'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/\d+ B|[\d.]+ KiB/g, '<size>').replace(/shop-1-[0-9a-f]+/g, 'shop-1-<hash>').replace(/ +/g, ' ')).toMatchSnapshot();
  });

  test('and as a document', async () => {
    const { code, stdout } = await boxcutter(['synth', '-o', 'json'], { cwd: join(scratch.path, 'two') });
    expect(code).toBe(0);
    const document = JSON.parse(stdout) as SynthDocument;
    expect(document).toMatchObject({ schema: 'boxcutter.synth/v1', outputDirectory: 'dist', looseObjects: 1 });
    const shop = document.revisions.find(({ extension }) => extension === 'shop');
    expect(shop).toMatchObject({ extension: 'shop', revision: 1, version: '2.0.0', contentSecrets: [{ objects: 1 }] });
    expect(shop?.totalBytes).toBe((shop?.manifestBytes ?? 0) + (shop?.contentSecrets[0]?.bytes ?? 0));
    expect(stdout).not.toContain('tell-nobody');
  });

  test('an earlier output does not stay', async () => {
    const cwd = project('again', twoRevisions);
    scratch.write('again/dist/old.k8s.yaml', 'kind: Old\n');
    await boxcutter(['synth'], { cwd });
    expect(readdirSync(join(cwd, 'dist')).sort()).toEqual(['bank.k8s.yaml', 'loose.k8s.yaml', 'shop.k8s.yaml']);
  });

  test('the output directory may be another, but never the project itself', async () => {
    const cwd = project('elsewhere', twoRevisions, 'app: node main.js\noutput: made\n');
    expect((await boxcutter(['synth'], { cwd })).stdout).toContain('made/shop.k8s.yaml');
    expect((await boxcutter(['synth', '--output-directory', 'other/place'], { cwd })).stdout).toContain('other/place/shop.k8s.yaml');
    for (const directory of ['.', '..', cwd, '/']) {
      const result = await boxcutter(['synth', '--output-directory', directory], { cwd });
      expect(result).toBeOneMessage();
      expect(result.code).toBe(2);
    }
    expect(existsSync(join(cwd, 'main.js'))).toBe(true);
  });

  test('what the app declares wrongly is told without the stack of the app: exit 2, nothing written', async () => {
    const cwd = project('wrong', `
      const app = new App();
      const revision = new Revision(app, 'shop', { namespace: 'shop' });
      new ApiObject(revision, 'web', { apiVersion: 'v1', kind: 'ConfigMap', date: { a: 'b' } });
      app.synth();`);
    const result = await boxcutter(['synth'], { cwd });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/What the app declares is not valid[^]*shop\/web[^]*date/);
    expect(readdirSync(join(cwd, 'dist'))).toEqual([]);
  });

  test('so is what goes wrong while it declares', async () => {
    const cwd = project('early', "new Manifests(new Chart(new App(), 'chart'), 'files', { path: 'no-such-folder' });");
    const result = await boxcutter(['synth'], { cwd });
    expect(result).toBeOneMessage();
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file or folder no-such-folder.') });
  });

  test('an app that fails in another way speaks for itself', async () => {
    const cwd = project('broken', 'console.error("out of cheese"); process.exit(7);');
    expect(await boxcutter(['synth'], { cwd })).toMatchObject({ code: 7, stdout: '', stderr: 'out of cheese\n' });
  });

  test('an app that writes nothing', async () => {
    const cwd = project('silent', '');
    const result = await boxcutter(['synth'], { cwd });
    expect(result).toBeOneMessage();
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('app.synth()') });
  });

  test.each([
    ['names no app', 'output: dist\n', 'cdk8s.yaml names no app'],
    ['cannot be parsed', 'app: [\n', /cdk8s\.yaml:\d+/],
    ['wants a Helm chart', 'app: node main.js\nsynthConfig: { format: helm }\n', 'helm cannot hold revisions'],
  ])('a cdk8s.yaml that %s', async (what, config, says) => {
    const cwd = project(`config-${what.replace(/\W/g, '-')}`, '', config);
    const result = await boxcutter(['synth'], { cwd });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(says);
  });
});
