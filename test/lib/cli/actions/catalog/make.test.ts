/** The subcommands that make catalogs, as their users call them: files in, text and files out. */
import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import { bundleFilesFromDirectory } from '../../../../../lib/formats';
import { buildImage } from '../../../../../lib/image';
import { parseDocuments } from '../../../../../lib/yaml';
import { files as bundleFiles, CSV_FILE, serviceVersion } from '../../../formats/sample';

let folder: string;
const printed = { out: '', err: '' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-make-'));
  for (const [stream, key] of [[process.stdout, 'out'], [process.stderr, 'err']] as const) {
    printed[key] = '';
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed[key] += String(text);
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string | object): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function bundle(name: string, version: string): string {
  const csv = serviceVersion({ version, description: `Web ${version}`, icon: [{ base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' }] }, { name: `web.v${version}` });
  for (const [path, text = ''] of Object.entries(bundleFiles({ [CSV_FILE]: JSON.stringify(csv) }))) write(`${name}/${path}`, text);
  return join(folder, name);
}

const run = (...words: readonly string[]): Promise<number> => runCommand(words.map((word) => word.replace('FOLDER', folder)));
const blobs = (text = printed.out): readonly Record<string, unknown>[] => parseDocuments(text, 'out').documents.map(({ value }) => value as Record<string, unknown>);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

const web = { schema: 'olm.package', name: 'web', defaultChannel: 'stable' };
const stable = { schema: 'olm.channel', package: 'web', name: 'stable', entries: [{ name: 'web.v1.0.0' }] };

describe('catalog render', () => {
  test('prints the blob of a bundle in a folder, with the image that it will have', async () => {
    bundle('bundle', '1.0.0');
    expect(await run('catalog', 'render', 'FOLDER/bundle', '--image-name', 'registry.example/{package}-bundle:v{version}')).toBe(0);
    expect(blobs()).toEqual([expect.objectContaining({ schema: 'olm.bundle', name: 'web.v1.0.0', image: 'registry.example/web-bundle:v1.0.0' })]);
    expect(printed.err).toBe('');
  });

  test('prints JSON, and takes the placeholders of opm', async () => {
    bundle('bundle', '1.0.0+2');
    expect(await run('catalog', 'render', 'FOLDER/bundle', '--image-name', 'registry.example/{{.Package}}:{{.Version}}', '-o', 'json')).toBe(0);
    expect((JSON.parse(printed.out) as { image: string }).image).toBe('registry.example/web:1.0.0-2');
  });

  test.each([
    ['{digest}', ['--image-name', 'registry.example/web@{digest}']],
    ['--pin', ['--image-name', 'registry.example/web:v{version}', '--pin']],
  ])('names a bundle in a folder by the digest that its image will have: %s', async (_what, options) => {
    const { digest } = buildImage(bundleFilesFromDirectory(bundle('bundle', '1.0.0')));
    expect(await run('catalog', 'render', 'FOLDER/bundle', ...options)).toBe(0);
    expect(blobs()).toEqual([expect.objectContaining({ image: `registry.example/web@${digest}` })]);
  });

  test('says who can install a bundle without an image', async () => {
    bundle('bundle', '1.0.0');
    expect(await run('catalog', 'render', 'FOLDER/bundle')).toBe(0);
    expect(printed.err).toContain('has no image: boxcutter installs it from the manifests in the catalog, and OLM 1 does not install it');
  });

  test('makes a catalog of a semver template whose bundles lie beside it, with description and icon', async () => {
    bundle('bundles/one', '1.0.0');
    bundle('bundles/two', '1.1.0');
    write('template.yaml', 'schema: olm.semver\nstable: { bundles: [{ image: "registry.example/web:1.0.0", from: bundles/one }, { image: "registry.example/web:1.1.0", from: ./bundles/two }] }\n');
    expect(await run('catalog', 'render', 'FOLDER/template.yaml', '--output-directory', 'FOLDER/catalog')).toBe(0);
    expect(readdirSync(join(folder, 'catalog'), { recursive: true })).toEqual(['web', 'web/catalog.yaml']);
    const made = blobs(read('catalog/web/catalog.yaml'));
    expect(made[0]).toEqual({
      schema: 'olm.package', name: 'web', defaultChannel: 'stable-v1.1', description: 'Web 1.1.0', icon: { base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' },
    });
    expect(made.map(({ name }) => name)).toEqual(['web', 'stable-v1.0', 'stable-v1.1', 'web.v1.0.0', 'web.v1.1.0']);
    expect(await run('catalog', 'render', 'FOLDER/catalog')).toBe(0);
    expect(printed.out.slice(printed.out.indexOf('---'))).toBe(read('catalog/web/catalog.yaml'));
  });

  test('composes catalogs, and takes only the packages that are asked for', async () => {
    write('one/catalog.json', `${JSON.stringify(web)}${JSON.stringify(stable)}`);
    write('two/catalog.yaml', `---\n${JSON.stringify(web)}\n---\n${JSON.stringify({ ...web, name: 'shop' })}\n`);
    write('all.yaml', { schema: 'boxcutter.catalog-composition/v1', name: 'all', references: [{ name: 'one', from: 'one' }, { name: 'two', from: './two', packages: ['shop'] }] });
    expect(await run('catalog', 'render', 'FOLDER/all.yaml')).toBe(0);
    expect(blobs().map(({ name }) => name)).toEqual(['shop', 'web', 'stable']);
  });

  test('refuses a package that two references bring', async () => {
    write('one/catalog.json', web);
    write('two/catalog.json', web);
    write('all.yaml', { references: [{ name: 'one', from: 'one' }, { name: 'two', from: 'two' }] });
    expect(await run('catalog', 'render', 'FOLDER/all.yaml')).toBe(2);
    expect(printed.err).toContain('package "web" comes from "one" and from "two"');
  });

  test('ends where compositions name each other', async () => {
    write('a.yaml', { references: [{ from: 'b.yaml' }] });
    write('b.yaml', { references: [{ from: 'a.yaml' }] });
    expect(await run('catalog', 'render', 'FOLDER/a.yaml')).toBe(2);
    expect(printed.err).toContain('th file that another one names');
  });

  test('replaces a catalog that it has written, and nothing else', async () => {
    write('one/catalog.json', `${JSON.stringify(web)}${JSON.stringify({ ...web, name: 'shop' })}`);
    write('two/catalog.json', web);
    expect(await run('catalog', 'render', 'FOLDER/one', '--output-directory', 'FOLDER/out')).toBe(0);
    expect(await run('catalog', 'render', 'FOLDER/two', '--output-directory', 'FOLDER/out', '-o', 'json')).toBe(0);
    expect(readdirSync(join(folder, 'out'), { recursive: true })).toEqual(['web', 'web/catalog.json']);
    write('out/notes.md', 'mine');
    expect(await run('catalog', 'render', 'FOLDER/two', '--output-directory', 'FOLDER/out')).toBe(2);
    expect(printed.err).toContain('holds something else (notes.md); nothing was written');
  });

  test.each(['..', '../../escaped', 'a\nb', 'x'.repeat(300), 'nul', 'Web'])('a package that is called %j: one error, and nothing is written', async (name) => {
    for (const one of ['web', name]) write(`from/${['web', name].indexOf(one)}.json`, { schema: 'olm.package', name: one, defaultChannel: 'x' });
    for (const line of [['render', 'FOLDER/from', '--output-directory'], ['migrate', 'FOLDER/from']]) {
      expect(await run('catalog', ...line, 'FOLDER/out')).toBe(2);
      expect(printed.err.match(/invalid package name/g)).toHaveLength(1);
      expect(readdirSync(folder)).toEqual(['from']);
      printed.err = '';
    }
  });

  test('links in the folder of a catalog are not followed', async () => {
    write('one/catalog.json', `${JSON.stringify(web)}${JSON.stringify({ ...web, name: 'shop' })}`);
    write('precious', 'mine');
    mkdirSync(join(folder, 'elsewhere'));
    expect(await run('catalog', 'render', 'FOLDER/one', '--output-directory', 'FOLDER/out')).toBe(0);
    for (const name of ['web', 'shop']) {
      rmSync(join(folder, 'out', name, 'catalog.yaml'));
      symlinkSync(join(folder, 'precious'), join(folder, 'out', name, 'catalog.yaml'));
    }
    write('two/catalog.json', web);
    expect(await run('catalog', 'render', 'FOLDER/two', '--output-directory', 'FOLDER/out')).toBe(0);
    expect(read('precious')).toBe('mine');
    expect(readdirSync(join(folder, 'out'))).toEqual(['web']);
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'out', 'shop'));
    expect(await run('catalog', 'render', 'FOLDER/one', '--output-directory', 'FOLDER/out')).toBe(2);
    expect(printed.err).toContain('holds something else (shop); nothing was written');
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });

  test('of a catalog that cannot be written to its end, nothing stays', async () => {
    write('one/catalog.json', `${JSON.stringify(web)}${JSON.stringify({ ...web, name: 'shop' })}`);
    jest.spyOn(fs, 'renameSync').mockImplementationOnce(renameSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    expect(await run('catalog', 'render', 'FOLDER/one', '--output-directory', 'FOLDER/out')).not.toBe(0);
    expect(printed.err).toContain('no space left on device');
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
  });

  test.each([
    ['--strict, for a manifest that cannot be read', ['catalog', 'render', 'FOLDER/bundle', '--strict', '--image-name', 'x.example/y'], 'the file cannot be read as YAML or JSON'],
    ['two ways to migrate', ['catalog', 'render', 'FOLDER/bundle', '--migrate', '--migrate-level', 'none'], '--migrate and --migrate-level cannot be used together'],
    ['a placeholder that there is not', ['catalog', 'render', 'FOLDER/bundle', '--image-name', 'x.example/{colour}'], '{colour} cannot be filled in for web.v1.0.0'],
    ['what is not there', ['catalog', 'render', 'FOLDER/none'], 'There is no file or folder'],
  ])('refuses %s', async (_what, line, message) => {
    bundle('bundle', '1.0.0');
    write('bundle/manifests/broken.yaml', 'a: [');
    expect(await run(...line)).toBe(2);
    expect(printed.err).toContain(message);
  });
});

describe('catalog convert and migrate', () => {
  test('the template of a catalog names its bundles by their images', async () => {
    write('catalog/web.json', `${JSON.stringify(web)}${JSON.stringify({ schema: 'olm.bundle', package: 'web', name: 'web.v1.0.0', image: 'registry.example/web:1', properties: [] })}`);
    expect(await run('catalog', 'convert', 'FOLDER/catalog')).toBe(0);
    expect(blobs()).toEqual([{ schema: 'olm.template.basic', entries: [web, { schema: 'olm.bundle', image: 'registry.example/web:1' }] }]);
  });

  test('manifests become what describes them', async () => {
    bundle('bundle', '1.0.0');
    await run('catalog', 'render', 'FOLDER/bundle', '--bundle-objects', '--image-name', 'registry.example/web:1');
    write('old/catalog.yaml', printed.out);
    expect(printed.out).toContain('olm.bundle.object');
    expect(await run('catalog', 'migrate', 'FOLDER/old', 'FOLDER/new')).toBe(0);
    expect(read('new/web/catalog.yaml')).toContain('type: olm.csv.metadata');
    expect(read('new/web/catalog.yaml')).not.toContain('olm.bundle.object');
    expect(await run('catalog', 'migrate', 'FOLDER/old', 'FOLDER/new')).toBe(2);
    expect(printed.err).toContain('must be empty; nothing was written');
  });
});

describe('catalog init', () => {
  test('prints a package with its description and icon', async () => {
    write('about.md', '# Web\n');
    write('icon', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await run('catalog', 'init', 'web', '-c', 'stable', '-d', 'FOLDER/about.md', '-i', 'FOLDER/icon')).toBe(0);
    expect(blobs()).toEqual([{
      schema: 'olm.package', name: 'web', defaultChannel: 'stable', description: '# Web\n',
      icon: { base64data: Buffer.from(read('icon')).toString('base64'), mediatype: 'image/svg+xml' },
    }]);
  });

  test.each([
    ['a name that is none', ['Web'], 'cannot be the name of a package'],
    ['a description that is not there', ['web', '-d', 'FOLDER/none'], 'cannot be read'],
    ['an icon that is none', ['web', '-i', 'FOLDER/about.md'], 'is not an image'],
  ])('refuses %s', async (_what, words, message) => {
    write('about.md', '# Web\n');
    expect(await run('catalog', 'init', ...words)).toBe(2);
    expect(printed.err).toContain(message);
  });
});

describe('catalog dockerfile', () => {
  beforeEach(() => { write('catalog/web.json', web); });

  test('writes one of the files alone beside the folder, once', async () => {
    expect(await run('catalog', 'dockerfile', 'FOLDER/catalog', '-l', 'team=web "x"')).toBe(0);
    expect(read('catalog.Dockerfile')).toBe([
      '# The files of the catalog, and nothing that runs', 'FROM scratch', 'ADD catalog /configs',
      'LABEL operators.operatorframework.io.index.configs.v1=/configs', 'LABEL "team"="web \\"x\\""', '',
    ].join('\n'));
    expect(await run('catalog', 'dockerfile', 'FOLDER/catalog')).toBe(2);
    expect(printed.err).toContain('exists already; nothing was written');
  });

  test('writes one that serves with opm', async () => {
    expect(await run('catalog', 'dockerfile', 'FOLDER/catalog', '-i', 'registry.example/opm:latest')).toBe(0);
    expect(read('catalog.Dockerfile').split('\n')).toEqual([
      '# Makes the cache, so that the catalog serves at once',
      'FROM registry.example/opm:latest as builder', 'ADD catalog /configs', 'RUN ["/bin/opm", "serve", "/configs", "--cache-dir=/tmp/cache", "--cache-only"]', '',
      'FROM registry.example/opm:latest', 'ENTRYPOINT ["/bin/opm"]', 'CMD ["serve", "/configs", "--cache-dir=/tmp/cache"]',
      'COPY --from=builder /configs /configs', 'COPY --from=builder /tmp/cache /tmp/cache', 'LABEL operators.operatorframework.io.index.configs.v1=/configs', '',
    ]);
  });

  test('a folder with blanks is one folder, and the proposed command is one that a shell understands', async () => {
    write('My catalog [1]/web.json', web);
    expect(await run('catalog', 'dockerfile', 'FOLDER/My catalog [1]')).toBe(0);
    expect(read('My catalog [1].Dockerfile')).toContain('ADD ["My catalog [[]1]", "/configs"]\n');
    expect(printed.out).toContain(`podman build -f '${folder}/My catalog [1].Dockerfile' -t registry.example/my-catalog-1:v1 ${folder}`);
  });

  test.each([
    ['an image that is more than one word', ['FOLDER/catalog', '-i', 'x\nRUN evil'], 'The image "x\\nRUN evil" cannot stand in a Dockerfile'],
    ['a label of two lines', ['FOLDER/catalog', '-l', 'a=b\nc'], 'The label "b\\nc" cannot stand in a Dockerfile'],
    ['a folder of two lines', ['FOLDER/two\nlines'], 'The folder "two\\nlines" cannot stand in a Dockerfile'],
  ])('refuses %s', async (_what, words, message) => {
    write('two\nlines/web.json', web);
    expect(await run('catalog', 'dockerfile', ...words)).toBe(2);
    expect(printed.err).toContain(message);
    expect(readdirSync(folder).filter((name) => name.endsWith('Dockerfile'))).toEqual([]);
  });

  test('refuses a folder that is not there', async () => {
    expect(await run('catalog', 'dockerfile', 'FOLDER/none')).toBe(2);
    expect(existsSync(join(folder, 'none.Dockerfile'))).toBe(false);
  });
});

describe('catalog build', () => {
  test('writes an image that is read as the same catalog, with the same digest every time', async () => {
    write('catalog/web.json', `${JSON.stringify(web)}${JSON.stringify(stable)}${JSON.stringify({ schema: 'olm.bundle', package: 'web', name: 'web.v1.0.0', image: 'registry.example/web:1', properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.0.0' } }] })}`);
    write('catalog/.indexignore', 'notes\n');
    write('catalog/notes', 'not read');
    expect(await run('catalog', 'build', 'FOLDER/catalog', '--layout', 'FOLDER/layout', '-o', 'json')).toBe(0);
    const first = JSON.parse(printed.out) as Record<string, unknown>;
    expect(first).toMatchObject({ schema: 'boxcutter.catalog-build/v1', packages: 1, channels: 1, bundles: 1, layout: join(folder, 'layout') });
    expect(first['files']).toEqual([expect.objectContaining({ path: 'configs/.indexignore' }), expect.objectContaining({ path: 'configs/notes' }), expect.objectContaining({ path: 'configs/web.json' })]);
    printed.out = '';
    expect(await run('catalog', 'build', 'FOLDER/catalog', '--archive', 'FOLDER/catalog.tar')).toBe(0);
    expect(printed.out).toContain(`Image ${String(first['digest'])}\n`);
    for (const image of ['layout', 'catalog.tar']) {
      printed.out = '';
      expect(await run('catalog', 'render', `FOLDER/${image}`)).toBe(0);
      expect(blobs().map(({ name }) => name)).toEqual(['web', 'stable', 'web.v1.0.0']);
    }
  });

  test('renders what is no folder, and refuses what is broken, and an image without a place', async () => {
    write('catalog.json', web);
    write('broken/web.json', '{"schema":');
    expect(await run('catalog', 'build', 'FOLDER/catalog.json')).toBe(2);
    expect(printed.err).toContain('The command line does not say where to put the image');
    expect(await run('catalog', 'build', 'FOLDER/broken', '--layout', 'FOLDER/layout')).toBe(2);
    expect(existsSync(join(folder, 'layout'))).toBe(false);
  });
});
