import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { remoteOf, repositoryName, repositoryOf } from '../../../lib/source/repository';

describe('the name of a repository', () => {
  test.each([
    ['https://github.com/acme/shop.git', 'github.com/acme/shop'],
    ['https://ann:s3cret@github.com:443/acme/shop.git/', 'github.com/acme/shop'],
    ['https://x-access-token:ghs_1234@GitHub.com/acme/shop?token=1#2', 'github.com/acme/shop'],
    ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
    ['ssh://git@github.com:2222/acme/shop', 'github.com/acme/shop'],
    ['git://git.example.com/~ann/shop', 'git.example.com/~ann/shop'],
  ])('%s is %s', (url, name) => {
    expect(repositoryName(url)).toBe(name);
  });

  test.each([
    '/srv/git/shop.git',
    '../shop',
    'file:///srv/git/shop.git',
    'C:\\git\\shop',
    'c:/git/shop',
    'https://github.com',
    'https://a/b/user:token@c',
    `https://a/${'b'.repeat(300)}`,
  ])(
    'there is none of %s, which is not the same everywhere', (url) => {
      expect(repositoryName(url)).toBeUndefined();
    });
});

describe('the remote of a repository', () => {
  test('is origin, whatever stands before it', () => {
    expect(remoteOf('[core]\n\tbare = false\n[remote "fork"]\n\turl = a\n[remote "origin"]\n\turl = b\n\turl = c\n[branch "main"]\n'))
      .toBe('b');
  });

  test('is the only one, and of several without origin none', () => {
    expect(remoteOf('[remote "upstream"]\n\turl = a\n')).toBe('a');
    expect(remoteOf('[remote "one"]\n\turl = a\n[remote "two"]\n\turl = b\n')).toBeUndefined();
    expect(remoteOf('[core]\n\turl = a\n')).toBeUndefined();
  });
});

describe('where content came from', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxcutter-repository-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const CONFIG = '[remote "origin"]\n\turl = https://ann:s3cret@github.com/acme/shop.git\n';
  const shop = { repository: 'github.com/acme/shop' };

  test('is the repository and the path in it, the same in every clone', () => {
    for (const clone of ['one', 'ci/builds/17']) {
      write(`${clone}/.git/config`, CONFIG);
      write(`${clone}/deploy/manifests/a.yaml`, '');
      expect(repositoryOf(join(folder, clone, 'deploy/manifests'))).toEqual({ ...shop, path: 'deploy/manifests' });
      expect(repositoryOf(join(folder, clone, 'deploy/manifests/a.yaml'))).toEqual({ ...shop, path: 'deploy/manifests/a.yaml' });
      expect(repositoryOf(join(folder, clone))).toEqual(shop);
    }
  });

  test('is that of the repository in a worktree and in a submodule', () => {
    write('main/.git/config', CONFIG);
    write('main/.git/worktrees/wt/commondir', '../..\n');
    write('wt/.git', `gitdir: ${join(folder, 'main/.git/worktrees/wt')}\n`);
    write('main/sub/.git', 'gitdir: ../.git/modules/sub\n');
    write('main/.git/modules/sub/config', '[remote "origin"]\n\turl = git@github.com:acme/sub.git\n');
    expect(repositoryOf(join(folder, 'wt'))).toEqual(shop);
    expect(repositoryOf(join(folder, 'main/sub'))).toEqual({ repository: 'github.com/acme/sub' });
  });

  test('is not known of what is no path, and of a repository without a remote', () => {
    write('local/.git/config', '[core]\n');
    write('broken/.git', 'nothing');
    for (const path of ['-', 'registry.example.com/shop:1', join(folder, 'missing'), join(folder, 'local'), join(folder, 'broken')]) {
      expect(repositoryOf(path)).toBeUndefined();
    }
  });
});
