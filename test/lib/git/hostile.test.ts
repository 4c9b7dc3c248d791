/** Repositories and servers that mean harm, and a git that has to end: nothing of it stays, and nothing of this user plays a part. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitFiles, resolveCommit } from '../../../lib/git';
import { reachableAt } from '../../../lib/git/address';
import { isLoopback } from '../../../lib/net';
import { TestRepository } from '../../support/git-server';

const root = mkdtempSync(join(tmpdir(), 'git-hostile-'));
const repository = TestRepository.create(join(root, 'plain'));
const commit = repository.commit({ 'manifests/a.yaml': 'a: 1\n' });
const local = { repository: repository.url, allowLocal: true };
afterAll(() => rmSync(root, { recursive: true }));

/** A server that does with requests what a test says. */
async function serving<T>(listener: RequestListener, work: (url: string, server: Server) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/repo.git`, server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Command lines of processes that name this text. */
function processesOf(text: string): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const line = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').replaceAll('\0', ' ');
      return line.includes(text) ? [line] : [];
    } catch {
      return [];
    }
  });
}

const foldersOfGit = (): readonly string[] => readdirSync(tmpdir()).filter((name) => new RegExp(`^boxcutter-git-\\d+-${process.pid}-`).test(name));

const isElsewhere = process.platform !== 'linux';
(isElsewhere ? test.skip : test)('what is broken off ends as a whole: the helper that waits for a server, too, and its folder goes', async () => {
  const ending = new AbortController();
  let running: readonly string[] = [];
  await serving((request) => {
    running = processesOf(request.headers.host ?? '');
    ending.abort();
  }, async (url) => {
    await expect(resolveCommit({ repository: url, signal: ending.signal }, { branch: 'main' })).rejects.toMatchObject({ code: 'interrupted' });
    expect(running.some((line) => line.includes('remote-http'))).toBe(true);
    expect(processesOf(new URL(url).host)).toEqual([]);
  });
  expect(foldersOfGit()).toEqual([]);
  await expect(resolveCommit({ ...local, signal: ending.signal }, { branch: 'main' })).rejects.toMatchObject({ code: 'interrupted' });
});

describe('much for little', () => {
  test('more is fetched than there may be: git is stopped with the first byte too many', async () => {
    const other = TestRepository.create(join(root, 'bytes'));
    writeFileSync(join(other.folder, 'blob'), randomBytes(4 * 1024 * 1024));
    const large = other.commit({ 'manifests/a.yaml': 'a: 1\n' });
    const given = { ...local, repository: other.url, fetched: 1024 * 1024 };
    await expect(gitFiles(given, large, { directory: 'manifests' })).rejects.toMatchObject({ code: 'git-too-large' });
    expect((await gitFiles({ ...given, fetched: undefined }, large, { keep: (path) => path.startsWith('manifests/') })).paths()).toEqual(['manifests/a.yaml']);
  });

  test('a tree that stands for more files than any disk has', async () => {
    const other = TestRepository.create(join(root, 'tree'));
    const tree = (mode: string, id: string): string => other.write('tree', Buffer.concat(Array.from({ length: 16 }, (_none, index) => (
      Buffer.concat([Buffer.from(`${mode} ${'name'.repeat(8)}${index.toString(16)}\0`), Buffer.from(id, 'hex')])))));
    let id = tree('100644', other.write('blob', Buffer.from('x')));
    for (let depth = 0; depth < 8; depth += 1) id = tree('40000', id);
    const bomb = other.write('commit', Buffer.from(`tree ${id}\nauthor a <a@b> 0 +0000\ncommitter a <a@b> 0 +0000\n\nx\n`));
    other.git('update-ref', 'refs/heads/main', bomb);
    await expect(gitFiles({ ...local, repository: other.url }, bomb)).rejects.toMatchObject({ code: 'git-too-large' });
  });

  test('a link whose target is megabytes is refused before it is read', async () => {
    const other = TestRepository.create(join(root, 'link'));
    const blob = other.write('blob', Buffer.from('x'.repeat(2_000_000)));
    other.git('update-index', '--add', '--cacheinfo', `120000,${blob},manifests`);
    other.git('commit', '--quiet', '-m', 'x');
    const head = other.git('rev-parse', 'HEAD');
    await expect(gitFiles({ ...local, repository: other.url }, head)).rejects.toMatchObject({ code: 'archive-unsafe', message: expect.stringMatching(/is a link of more than/) });
  });

  test('limits of the caller count', async () => {
    const limits = { files: 1, total: 4, file: 4, unpacked: 4 };
    await expect(gitFiles(local, commit, { limits })).rejects.toMatchObject({ code: 'archive-too-large' });
  });
});

test('a link of the tree that leads to the files of this machine gives nothing of them', async () => {
  const other = TestRepository.create(join(root, 'out'));
  symlinkSync('../../../../../../etc/passwd', join(other.folder, 'passwd'));
  const files = await gitFiles({ ...local, repository: other.url }, other.commit({ 'manifests/a.yaml': 'a: 1\n' }));
  expect(files.paths()).toEqual(['manifests/a.yaml']);
});

test.each(['--upload-pack=touch x', '-h', 'HEAD', `${commit}:manifests`, `${commit} --all`])('%j is no commit', async (name) => {
  await expect(gitFiles(local, name)).rejects.toMatchObject({ code: 'git-ref-missing' });
});

test('nothing of the configuration of this user counts, and its hooks and helpers do not run', async () => {
  const home = mkdtempSync(join(root, 'home-'));
  const mark = join(home, 'ran');
  writeFileSync(join(home, '.gitconfig'), [
    `[url "file://${home}/nowhere"]`, `  insteadOf = ${repository.url}`, '[credential]', `  helper = "!touch ${mark};"`, '[core]', `  fsmonitor = "touch ${mark}"`,
    `  gitProxy = "touch ${mark}"`,
  ].join('\n'));
  const before = { ...process.env };
  try {
    Object.assign(process.env, { HOME: home, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: home, GIT_ASKPASS: `touch ${mark}` });
    expect(await resolveCommit(local, { branch: 'main' })).toBe(commit);
    await expect(resolveCommit({ ...local, asUser: true }, { branch: 'main' })).rejects.toMatchObject({ code: 'git-failed' });
    await serving((_request, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(), async (url) => {
      await expect(resolveCommit({ repository: url }, { branch: 'main' })).rejects.toMatchObject({ code: 'git-failed' });
    });
    expect(readdirSync(home)).toEqual(['.gitconfig']);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

describe('a server', () => {
  test('that sends us elsewhere is not followed, and where to is not asked', async () => {
    let asked = 0;
    await serving(() => { asked += 1; }, (elsewhere) => serving((_request, response) => {
      response.writeHead(302, { location: `${elsewhere}/info/refs?service=git-upload-pack` }).end();
    }, async (url) => {
      await expect(resolveCommit({ repository: url }, { branch: 'main' })).rejects.toMatchObject({ message: expect.stringMatching(/sends us elsewhere, which is not followed/) });
    }));
    expect(asked).toBe(0);
  });

  test('that repeats what it was sent shows nobody the credentials', async () => {
    const credentials = { username: 'user', password: 'top secret' };
    await serving((request, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`you are ${request.headers.authorization}, and your password is top secret\n`);
    }, async (url) => {
      const error = await resolveCommit({ repository: `${url}?token=t0ken`, credentials }, { branch: 'main' }).catch((caught: unknown) => caught as Error);
      expect((error as Error).message).toMatch(/you are Basic …, and your password is …/);
      expect((error as Error).message).not.toMatch(/t0ken/);
    });
  });

  test('at an address that is refused is not asked, by address or by a name', async () => {
    let asked = 0;
    await serving(() => { asked += 1; }, async (url) => {
      for (const repository of [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '0x7f.1'), url.replace('127.0.0.1', '[::1]')]) {
        await expect(resolveCommit({ repository, refuses: isLoopback }, { branch: 'main' })).rejects.toMatchObject({ code: 'git-address' });
      }
    });
    expect(asked).toBe(0);
  });

  test('is asked at the address that was looked up, and the name is not looked up again', async () => {
    expect(await reachableAt('https://localhost:8443/x', () => false)).toMatch(/^localhost:8443:(127\.0\.0\.1|\[::1\])/);
    expect(await reachableAt('https://127.0.0.1/x', () => false)).toBeUndefined();
  });
});
