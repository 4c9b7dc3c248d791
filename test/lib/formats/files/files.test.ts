/** The files of a bundle, and how little harm those of a stranger can do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleFilesFromDirectory, bundleFilesOf, readBundle } from '../../../../lib/bundle';
import { errors, files as sample, lines, readFiles } from '../sample';
import { cpuMilliseconds } from '../../../support/cpu-time';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'bundle-'))));
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('a folder', () => {
  test('is read in the order of its paths, without hidden folders and special files', () => {
    for (const path of [
      'metadata/b',
      'manifests/ä',
      'manifests/b',
      'manifests/a.yaml',
      '.git/config',
      'manifests/.x/y',
      'é/z',
    ]) write(path, path);
    const files = bundleFilesFromDirectory(root);
    expect(files.paths()).toEqual(['manifests/.x/y', 'manifests/a.yaml', 'manifests/b', 'manifests/ä', 'metadata/b', 'é/z']);
    expect(files.read('manifests/ä')?.toString()).toBe('manifests/ä');
    expect(files.read('manifests')).toBeUndefined();
    expect(files.issues).toEqual([]);
  });

  test('of a chart is read with its hidden folders, which templates may read: not .git, nor those that .helmignore names', () => {
    for (const path of [
      'Chart.yaml',
      '.ci/values.yaml',
      'files/.x/y',
      '.git/config',
      '.idea/a',
      'files/.vscode/b',
      '.cache/c',
    ]) write(path, path);
    write('.helmignore', '# Folders of editors.\n.idea/\r\n  .vscode\n/.cache/\n*.tmp\n');
    expect(bundleFilesFromDirectory(root).paths()).toEqual(['.ci/values.yaml', '.helmignore', 'Chart.yaml', 'files/.x/y']);
  });

  test('gives no file but its own', () => {
    write('bundle/a', 'inside');
    write('secret', 'outside');
    const files = bundleFilesFromDirectory(join(root, 'bundle'));
    for (const path of [
      '../secret',
      '/etc/passwd',
      join(root, 'secret'),
      './a',
      '__proto__',
      'constructor',
    ]) expect(files.read(path)).toBeUndefined();
  });

  test('links: to a file inside it is followed; elsewhere, to a folder or to nothing it is refused', () => {
    write('bundle/manifests/real.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
    write('bundle-2/secret.yaml', 'token: hunter2');
    symlinkSync('real.yaml', join(root, 'bundle/manifests/link.yaml'));
    symlinkSync('../../bundle-2/secret.yaml', join(root, 'bundle/manifests/leak.yaml'));
    symlinkSync('/etc', join(root, 'bundle/manifests/etc'));
    symlinkSync('..', join(root, 'bundle/manifests/loop'));
    symlinkSync('../manifests', join(root, 'bundle/manifests/again'));
    symlinkSync('nowhere', join(root, 'bundle/broken'));
    const files = bundleFilesFromDirectory(join(root, 'bundle'));
    expect(files.paths()).toEqual(['manifests/link.yaml', 'manifests/real.yaml']);
    const result = readBundle(files);
    expect(result.bundle).toBeUndefined();
    expect(lines(result).sort()).toEqual([
      'error broken-link broken: the link leads nowhere',
      'error link-outside manifests/etc: the link leaves the folder',
      'error link-outside manifests/leak.yaml: the link leaves the folder',
      'error link-outside manifests/loop: the link leaves the folder',
      'error link-to-folder manifests/again: the link leads to a folder',
    ]);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('a pipe among the manifests is refused without being read, also behind a link; elsewhere it is passed over', () => {
    write('manifests/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
    execFileSync('mkfifo', [join(root, 'manifests/pipe.yaml'), join(root, 'beside')]);
    symlinkSync('../beside', join(root, 'manifests/link.yaml'));
    const result = readBundle(bundleFilesFromDirectory(root));
    expect(lines(result).sort()).toEqual([
      'error special-file manifests/link.yaml: this is not a plain file but a pipe, a socket or a device',
      'error special-file manifests/pipe.yaml: this is not a plain file but a pipe, a socket or a device',
    ]);
  });

  test('with an empty metadata/ is told that such a folder counts as none', () => {
    write('manifests/a.yaml', 'kind: ClusterServiceVersion\n');
    mkdirSync(join(root, 'metadata'));
    expect(readBundle(bundleFilesFromDirectory(root)).findings).toContainEqual(expect.objectContaining({
      code: 'bundle-layout',
      origin: 'metadata/',
      hint: expect.stringContaining('a folder without files does not count'),
    }));
  });

  test('that is too large is refused without being read', () => {
    for (let index = 0; index < 5; index++) {
      write(`manifests/${index}.yaml`, '');
      truncateSync(join(root, `manifests/${index}.yaml`), 60 * 1024 * 1024);
    }
    const start = cpuMilliseconds();
    expect(errors(readBundle(bundleFilesFromDirectory(root))))
      .toEqual([expect.stringMatching(/^error bundle-too-large .*: the bundle has more than 256 MiB$/)]);
    expect(cpuMilliseconds() - start).toBeLessThan(500);
  });

  test('of an app, with all that it is made of, is called that', () => {
    write('package.json', '{}');
    write('node_modules/large/data.bin', '');
    truncateSync(join(root, 'node_modules/large/data.bin'), 300 * 1024 * 1024);
    expect(readBundle(bundleFilesFromDirectory(root)).findings).toMatchObject([{
      code: 'bundle-too-large',
      message: 'this is the folder of an app, not of a bundle: with the sources of the app it has more than 256 MiB',
      hint: expect.stringContaining('Name the folder that the app writes'),
    }]);
  });

  test('that is not there, or is a file', () => {
    write('file', '');
    expect(() => bundleFilesFromDirectory(join(root, 'none')))
      .toThrow(expect.objectContaining({ code: 'bundle-not-found', category: 'input' }));
    expect(() => bundleFilesFromDirectory(join(root, 'file'))).toThrow(expect.objectContaining({
      code: 'bundle-not-found',
      message: expect.stringContaining('is a file') as string,
    }));
  });

  test('whose file goes away before it is read', () => {
    write('manifests/a.yaml', '');
    const files = bundleFilesFromDirectory(root);
    rmSync(join(root, 'manifests/a.yaml'));
    expect(() => files.read('manifests/a.yaml')).toThrow(expect.objectContaining({ code: 'bundle-unreadable' }));
  });
});

describe('files in memory', () => {
  test('paths are made relative and sorted', () => {
    expect(bundleFilesOf('x', [['/metadata/b', ''], ['./manifests//a', '']]).paths()).toEqual(['manifests/a', 'metadata/b']);
  });
  test.each(['../a', 'a/../../b', '', '/', 'a\0b'])('a path that is none within a bundle: %j', (path) => {
    expect(() => bundleFilesOf('x', [[path, '']])).toThrow(RangeError);
  });
});

describe('hostile content', () => {
  const within = (milliseconds: number, action: () => void): void => {
    const start = cpuMilliseconds();
    action();
    expect(cpuMilliseconds() - start).toBeLessThan(milliseconds);
  };

  test('a manifest, or manifests together, beyond the limit', () => {
    const large = Buffer.alloc(9 * 1024 * 1024, '#');
    const most = Buffer.alloc(7 * 1024 * 1024, '#');
    const read = (...contents: Buffer[]) => errors(readBundle(bundleFilesOf('x', [
      ['manifests/0.yaml', Buffer.from('kind: ClusterServiceVersion')],
      ...contents.map((content, index) => [`manifests/${index + 1}.yaml`, content] as const),
    ])));
    expect(read(large)).toContain('error bundle-too-large manifests/1.yaml: the file has more than 8 MiB');
    expect(read(most, most, most)).toContain('error bundle-too-large manifests/: the manifests have more than 16 MiB together');
  });

  test('keys that mean something to JavaScript stay data', () => {
    const nasty = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","__proto__":{"polluted":true}},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const { bundle } = readFiles({
      ...sample(),
      'manifests/a.json': nasty,
      'metadata/properties.yaml': '{"properties":[{"type":"a","value":{"__proto__":{"polluted":true}}},{"__proto__":{"type":"b","value":1}}]}',
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(bundle).toBeUndefined();
    const annotated = readFiles({ ...sample(), 'metadata/annotations.yaml': '{"annotations":{"__proto__":"x","constructor":"y"}}' });
    expect(errors(annotated).filter((line) => line.includes('annotation-missing'))).toHaveLength(5);
  });

  test('deep nesting, aliases that multiply, binary, and text of another encoding', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...[...'bcdefghij'].map((letter, index) => `${letter}: &${letter} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`),
    ].join('\n');
    within(2000, () => {
      for (const [content, code] of [
        [`a: ${'['.repeat(100_000)}`, 'yaml-syntax'],
        [bomb, 'yaml-alias-limit'],
        [Buffer.from([0xff, 0xfe, 0x00, 0x41]), 'yaml-encoding'],
        [Buffer.alloc(1000), 'yaml-syntax'],
      ] as const) {
        const { findings } = readBundle(bundleFilesOf('x', [['manifests/a.yaml', content]]));
        expect(findings.map((finding) => finding.code)).toContain(code);
      }
    });
  });

  test('a megabyte of annotations, and a deep constraint', () => {
    within(3000, () => {
      const many = JSON.stringify({ annotations: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key-${index}`, 'v'])) });
      expect(errors(readFiles({ ...sample(), 'metadata/annotations.yaml': many }))).toHaveLength(5);
      const deep = `{"dependencies":[{"type":"olm.constraint","value":${'{"not":{"constraints":['.repeat(90)}{"cel":{"rule":"${'('.repeat(20_000)}"}}${']}}'.repeat(90)}}]}`;
      expect(errors(readFiles({
        ...sample(),
        'metadata/dependencies.yaml': deep,
      }))).toEqual([expect.stringContaining('Invalid CEL expression')]);
    });
  });
});
