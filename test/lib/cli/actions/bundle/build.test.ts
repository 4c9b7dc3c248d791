/** `boxcutter bundle build`: from whatever there is to a folder and an image. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundleFormat, bundleFilesFromDirectory, readBundle } from '../../../../../lib/bundle';
import { bundleDocument } from '../../../../../lib/formats/export';
import { bundleBuild } from '../../../../../lib/cli/actions/bundle/build';
import type { BundleBuildArgs } from '../../../../../lib/cli/commands/bundle/build';
import { compile } from '../../../../../lib/compile';

let work: string;
let said: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'boxcutter-build-test-'));
  said = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said += String(text))));
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(work, { recursive: true, force: true });
});

const at = (...parts: string[]): string => join(work, ...parts);
const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop-system' }, data: { level: 'info' } };
const prefix = 'operators.operatorframework.io.bundle.';

function documentOf(name: string, format: 'plain+v0' | 'registry+v1' = 'plain+v0'): string {
  const files = {
    'manifests/settings.yaml': JSON.stringify(settings),
    'metadata/annotations.yaml': JSON.stringify({ annotations: { [`${prefix}mediatype.v1`]: format, [`${prefix}package.v1`]: 'shop' } }),
    'metadata/properties.yaml': JSON.stringify({ properties: [{ type: 'olm.package', value: { packageName: 'shop', version: '1.0.0' } }] }),
  };
  return JSON.stringify(bundleDocument(name, { format, packageName: 'shop', version: '1.0.0', files }));
}

async function build(args: Partial<BundleBuildArgs>): Promise<Readonly<Record<string, unknown>>> {
  said = '';
  expect(await bundleBuild({ output: 'json', ...args })).toBe(0);
  return JSON.parse(said) as Readonly<Record<string, unknown>>;
}

function bundleIn(directory: string): { readonly name: string; readonly format: BundleFormat } {
  const { bundle, findings } = readBundle(bundleFilesFromDirectory(directory));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { name: bundle!.name, format: bundle!.format };
}

const plain = { format: 'plain+v0', package: 'shop', packageVersion: '1.0.0' } as const;

test('of what the app of the project synthesises, in a folder that is gone afterwards', async () => {
  writeFileSync(at('app.cjs'), `require('fs').writeFileSync(require('path').join(process.env.CDK8S_OUTDIR, 'shop.k8s.yaml'), ${JSON.stringify(documentOf('shop'))}); require('fs').writeFileSync(${JSON.stringify(at('outdir'))}, process.env.CDK8S_OUTDIR);`);
  const document = await build({ app: `"${process.execPath}" "${at('app.cjs')}"`, outputDirectory: at('bundle') });
  expect(document).toMatchObject({
    schema: 'boxcutter.bundle-build/v1',
    name: 'shop.v1.0.0',
    packageName: 'shop',
    version: '1.0.0',
    format: 'plain+v0',
    directory: at('bundle'),
  });
  expect(bundleIn(at('bundle'))).toEqual({ name: 'shop.v1.0.0', format: 'plain+v0' });
  expect(() => readdirSync(readFileSync(at('outdir'), 'utf8'))).toThrow('ENOENT');
});

test('of synthesised output: by name or by format where it holds several', async () => {
  mkdirSync(at('dist'));
  writeFileSync(at('dist', 'all.yaml'), [documentOf('one'), documentOf('two')].join('\n---\n'));
  await build({ path: at('dist'), name: 'two', outputDirectory: at('bundle') });
  expect(bundleIn(at('bundle')).name).toBe('shop.v1.0.0');
  await expect(bundleBuild({ path: at('dist'), output: 'json' })).rejects.toMatchObject({
    code: 'build-ambiguous',
    message: expect.stringContaining('2 bundles to choose from: one (plain+v0), two (plain+v0)') as string,
  });
  await expect(bundleBuild({
    path: at('dist'),
    format: 'registry+v1',
    output: 'json',
  })).rejects.toMatchObject({ code: 'build-ambiguous', message: expect.stringContaining('does not hold the requested bundle') as string });
});

test('of a revision, which says itself what it is', async () => {
  const { compiled } = compile({
    extension: 'shop',
    packageName: 'shop',
    version: '1.0.0',
    objects: [{ manifest: settings, origin: { source: 'settings' } }],
  });
  writeFileSync(at('revision.yaml'), JSON.stringify(compiled!.manifest));
  await build({ path: at('revision.yaml'), format: 'plain+v0', outputDirectory: at('bundle') });
  expect(bundleIn(at('bundle')).name).toBe('shop.v1.0.0');
  expect(readFileSync(at('bundle', 'manifests', 'settings_v1_configmap.yaml'), 'utf8')).not.toContain('owner-name');
});

test('a revision that was written by hand is checked like one that is applied', async () => {
  const { compiled } = compile({
    extension: 'shop',
    packageName: 'shop',
    version: '1.0.0',
    objects: [{ manifest: settings, origin: { source: 'settings' } }],
  });
  const { spec, ...manifest } = compiled!.manifest;
  writeFileSync(at('revision.yaml'), JSON.stringify({ ...manifest, spec: { ...spec, phase: [] } }));
  const failed = bundleBuild({ path: at('revision.yaml'), format: 'plain+v0', outputDirectory: at('bundle'), output: 'json' });
  await expect(failed).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringMatching(/revision\.yaml:1: .*phase/) as string,
  });
  expect(readdirSync(work)).toEqual(['revision.yaml']);
});

test('what stands beside a revision would be lost, so it is refused; of several revisions one is chosen by name', async () => {
  const manifestOf = (extension: string): string => {
    const objects = [{ manifest: settings, origin: { source: 'settings' } }];
    return JSON.stringify(compile({ extension, packageName: 'shop', version: '1.0.0', objects }).compiled?.manifest);
  };
  writeFileSync(at('mixed.yaml'), [manifestOf('shop'), JSON.stringify(settings)].join('\n---\n'));
  const mixed = { code: 'input-mixed', message: expect.stringMatching(/mixed\.yaml:3.*: a ConfigMap is beside/) as string };
  await expect(bundleBuild({ path: at('mixed.yaml'), format: 'plain+v0', output: 'json' })).rejects.toMatchObject(mixed);

  writeFileSync(at('several.yaml'), [manifestOf('shop'), manifestOf('web')].join('\n---\n'));
  const several = { path: at('several.yaml'), format: 'plain+v0', outputDirectory: at('bundle') } as const;
  await expect(bundleBuild({ ...several, output: 'json' })).rejects.toMatchObject({ code: 'input-revisions' });
  await build({ ...several, name: 'web' });
  expect(bundleIn(at('bundle')).name).toBe('shop.v1.0.0');
});

test('options that mean nothing for what is built are refused: a bundle says itself what it is, objects have no name to choose by', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  writeFileSync(at('declared.yaml'), documentOf('shop'));
  await build({ path: at('objects.yaml'), ...plain, outputDirectory: at('bundle') });
  const refused = (option: string): object => ({
    code: 'usage-option',
    message: expect.stringContaining(`so ${option} cannot be used`) as string,
  });
  const given = { archive: at('a.tar'), output: 'json' } as const;
  await expect(bundleBuild({ path: at('bundle'), package: 'other', ...given })).rejects.toMatchObject(refused('--package'));
  await expect(bundleBuild({
    path: at('declared.yaml'),
    packageVersion: '2.0.0',
    ...given,
  })).rejects.toMatchObject(refused('--package-version'));
  await expect(bundleBuild({ path: at('objects.yaml'), ...plain, name: 'shop', ...given })).rejects.toMatchObject(refused('--name'));
  expect(readdirSync(work).sort()).toEqual(['bundle', 'declared.yaml', 'objects.yaml']);
});

test('of plain objects: what they do not say has to be said', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  await expect(bundleBuild({
    path: at('objects.yaml'),
    package: 'shop',
    output: 'json',
  })).rejects.toMatchObject({ code: 'usage-build', message: expect.stringContaining('missing: --format, --package-version') as string });
  await build({ path: at('objects.yaml'), ...plain, channels: 'fast, stable', defaultChannel: 'fast', outputDirectory: at('bundle') });
  expect(readBundle(bundleFilesFromDirectory(at('bundle'))).bundle).toMatchObject({ channels: ['fast', 'stable'], defaultChannel: 'fast' });
});

test('the image of a folder is that of what the folder was made of', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  const made = await build({
    path: at('objects.yaml'),
    ...plain,
    outputDirectory: at('bundle'),
    layout: `${at('layout')}:v1`,
    archive: at('one.tar'),
  });
  const again = await build({ path: at('bundle'), archive: at('two.tar') });
  expect(again['digest']).toBe(made['digest']);
  expect(again).not.toHaveProperty('directory');
  expect(readFileSync(at('two.tar'))).toEqual(readFileSync(at('one.tar')));
  expect((await build({ path: `${at('layout')}:v1`, archive: at('three.tar') }))['digest']).toBe(made['digest']);
});

test('a newer bundle takes the place of an older one, as a whole; what is no bundle is left alone', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  writeFileSync(at('other.yaml'), JSON.stringify({ ...settings, metadata: { ...settings.metadata, name: 'other' } }));
  await build({ path: at('objects.yaml'), ...plain, outputDirectory: at('bundle') });
  await build({ path: at('other.yaml'), ...plain, outputDirectory: at('bundle') });
  expect(readdirSync(at('bundle', 'manifests'))).toEqual(['other_v1_configmap.yaml']);
  expect(readdirSync(work).filter((name) => name.startsWith('.'))).toEqual([]);

  for (const [folder, file] of [['mine', 'notes.txt'], ['loose', 'manifests/a.yaml']] as const) {
    mkdirSync(join(at(folder), file, '..'), { recursive: true });
    writeFileSync(at(folder, file), 'mine');
    await expect(bundleBuild({
      path: at('objects.yaml'),
      ...plain,
      outputDirectory: at(folder),
      output: 'json',
    })).rejects.toMatchObject({ code: 'bundle-directory-taken', category: 'input' });
    expect(readFileSync(at(folder, file), 'utf8')).toBe('mine');
  }
});

test('nothing is written over what the bundle is made of', async () => {
  mkdirSync(at('in', 'manifests'), { recursive: true });
  writeFileSync(at('in', 'manifests', 'objects.yaml'), JSON.stringify(settings));
  await expect(bundleBuild({
    path: at('in', 'manifests'),
    ...plain,
    outputDirectory: at('in'),
    output: 'json',
  })).rejects.toMatchObject({ code: 'bundle-directory-taken' });
});

test('what is wrong is said before anything is written', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify({ ...settings, kind: 'Namespace', metadata: { name: 'another' }, data: undefined }));
  const failed = bundleBuild({
    path: at('objects.yaml'),
    ...plain,
    format: 'registry+v1',
    namespace: 'shop',
    outputDirectory: at('bundle'),
    archive: at('a.tar'),
    output: 'json',
  });
  await expect(failed).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringMatching(/objects\.yaml:1: .*cannot hold a Namespace/) as string,
  });
  expect(readdirSync(work)).toEqual(['objects.yaml']);
});

test('a bundle that exists is checked as well, and is not copied', async () => {
  mkdirSync(at('broken', 'manifests'), { recursive: true });
  writeFileSync(at('broken', 'manifests', 'a.yaml'), 'kind: [');
  await expect(bundleBuild({ path: at('broken'), archive: at('a.tar'), output: 'json' })).rejects.toMatchObject({ code: 'input-invalid' });
  await expect(bundleBuild({ path: at('broken'), output: 'json' })).rejects.toMatchObject({ code: 'usage-build' });
});

test('for people: what it is, its image, and where it is', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  expect(await bundleBuild({ path: at('objects.yaml'), ...plain, outputDirectory: at('bundle'), output: 'text' })).toBe(0);
  expect(said.replaceAll(work, '')).toMatch(/^shop\.v1\.0\.0 \(plain\+v0\): 3 files, \d+ B\nImage sha256:[0-9a-f]{64}\nWrote \/bundle\n$/);
});

describe('an archive', () => {
  const archive = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
    writeFileSync(at('objects.yaml'), JSON.stringify(settings));
    return build({ path: at('objects.yaml'), ...plain, archive: file });
  };

  test('takes the place of an older one, and of an empty file', async () => {
    const { digest } = await archive(at('a.tar'));
    expect(await archive(at('a.tar'))).toMatchObject({ digest, archive: at('a.tar') });
    writeFileSync(at('empty'), '');
    await archive(at('empty'));
    expect(readFileSync(at('empty'))).toEqual(readFileSync(at('a.tar')));
  });

  test('never that of something else; then nothing is written at all', async () => {
    writeFileSync(at('notes.txt'), 'mine');
    mkdirSync(at('folder'));
    for (const [place, words] of [['notes.txt', 'exists and is not an image archive'], ['folder', 'is a folder']] as const) {
      await expect(archive(at(place))).rejects.toMatchObject({
        code: 'image-archive-taken',
        category: 'input',
        message: expect.stringContaining(words) as string,
      });
    }
    await expect(build({
      path: at('objects.yaml'),
      ...plain,
      layout: at('layout'),
      outputDirectory: at('bundle'),
      archive: at('notes.txt'),
    })).rejects.toMatchObject({ code: 'image-archive-taken' });
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(work).sort()).toEqual(['folder', 'notes.txt', 'objects.yaml']);
  });
});

test('a layout is printed with the tag under which the image is found', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  for (const [layout, printed] of [[at('lay'), '/lay:1.0.0'], [`${at('lay')}:mine`, '/lay:mine']] as const) {
    said = '';
    expect(await bundleBuild({ path: at('objects.yaml'), ...plain, layout, output: 'text' })).toBe(0);
    expect(said.replaceAll(work, '')).toContain(`\nWrote ${printed}\n`);
  }
  expect((await build({
    path: `${at('lay')}:1.0.0`,
    archive: at('one.tar'),
  }))['digest']).toBe((await build({ path: `${at('lay')}:mine`, archive: at('two.tar') }))['digest']);
});

// Where a file system takes no folders, Node's own way to make several never ends.
(process.platform === 'linux' ? test : test.skip)('where nothing can be written, it ends with an error', async () => {
  writeFileSync(at('objects.yaml'), JSON.stringify(settings));
  const to = (places: Partial<BundleBuildArgs>) => bundleBuild({ path: at('objects.yaml'), ...plain, ...places, output: 'json' });
  await expect(to({ layout: '/proc/boxcutter/x' })).rejects.toMatchObject({ code: 'image-write', category: 'server' });
  await expect(to({ archive: '/proc/boxcutter/x' })).rejects.toMatchObject({ code: 'image-write', category: 'server' });
  await expect(to({ outputDirectory: '/proc/boxcutter/x' })).rejects.toMatchObject({ code: 'bundle-write', category: 'server' });
});
