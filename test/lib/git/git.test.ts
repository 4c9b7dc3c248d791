/** Bundles in git repositories, read by the real program: from this machine, and over HTTP with and without a password. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePair } from '../../../lib/controllers/cluster-api/requirement/certificates/make';
import { checkRepository, gitFiles, resolveCommit } from '../../../lib/git';
import { authoritiesOf } from '../../../lib/git/authorities';
import { type GitServer, startGitServer, TestRepository } from '../../support/git-server';

const root = mkdtempSync(join(tmpdir(), 'git-test-'));
let server: GitServer;
let closed: GitServer;
const repository = TestRepository.create(join(root, 'combo'));
const first = repository.commit({ 'manifests/a.yaml': 'a: 1\n', 'deep/bundle/manifests/b.yaml': 'b: 1\n', 'README.md': 'x' });
repository.git('tag', 'v0.0.1');
repository.git('branch', 'feature/x');
const second = repository.commit({ 'manifests/a.yaml': 'a: 2\n' });
repository.git('tag', '-a', 'v0.0.2', '-m', 'annotated');
const local = { repository: repository.url, allowLocal: true };

beforeAll(async () => {
  server = await startGitServer(root);
  closed = await startGitServer(root, 'secret');
});
afterAll(async () => {
  await server.close();
  await closed.close();
  rmSync(root, { recursive: true });
});

const textOf = async (...given: Parameters<typeof gitFiles>): Promise<Record<string, string>> => {
  const files = await gitFiles(...given);
  return Object.fromEntries(files.paths().map((path) => [path, files.read(path)?.toString() ?? '']));
};

describe('what a reference is now', () => {
  test.each([
    ['a branch', { branch: 'main' }, second], ['a branch with a folder', { branch: 'feature/x' }, first], ['a tag', { tag: 'v0.0.1' }, first],
    ['an annotated tag: the commit that it names', { tag: 'v0.0.2' }, second], ['a commit is itself', { commit: first }, first],
  ])('%s', async (_what, ref, commit) => {
    expect(await resolveCommit(local, ref)).toBe(commit);
  });

  test.each([
    [{ branch: 'none' }, /combo has no branch none\./], [{ tag: 'main' }, /has no tag main\./],
  ])('%j is not there', async (ref, message) => {
    await expect(resolveCommit(local, ref)).rejects.toMatchObject({ code: 'git-ref-missing', message: expect.stringMatching(message) });
  });

  test('a tag that moves stands for something else', async () => {
    const other = TestRepository.create(join(root, 'moving'));
    const before = other.commit({ a: '1' });
    other.git('tag', 'v1');
    expect(await resolveCommit({ ...local, repository: other.url }, { tag: 'v1' })).toBe(before);
    const after = other.commit({ a: '2' });
    other.git('tag', '-f', 'v1');
    expect(await resolveCommit({ ...local, repository: other.url }, { tag: 'v1' })).toBe(after);
  });
});

describe('the files of a commit', () => {
  test('all of them, as they were then', async () => {
    expect(await textOf(local, first)).toEqual({ 'README.md': 'x', 'deep/bundle/manifests/b.yaml': 'b: 1\n', 'manifests/a.yaml': 'a: 1\n' });
    expect((await textOf(local, second))['manifests/a.yaml']).toBe('a: 2\n');
  });

  test.each([['deep/bundle'], ['./deep/bundle/'], ['deep/bundle/manifests']])('of the folder %s: one that is called manifests means the one above', async (directory) => {
    expect(await textOf(local, first, { directory })).toEqual({ 'manifests/b.yaml': 'b: 1\n' });
  });

  test('only what is wanted', async () => {
    expect(await textOf(local, first, { keep: (path) => path.startsWith('manifests/') })).toEqual({ 'manifests/a.yaml': 'a: 1\n' });
  });

  test.each([
    ['no folder of that name', 'none', /has no directory none/], ['one outside', 'deep/../../x', /is not within the repository/], ['an absolute one', '/etc', /is not within/],
  ])('%s', async (_what, directory, message) => {
    await expect(gitFiles(local, first, { directory })).rejects.toMatchObject({ code: 'git-directory', message: expect.stringMatching(message) });
  });

  test('their name is that of the folder, or of the repository', async () => {
    expect((await gitFiles(local, first)).name).toBe('combo');
    expect((await gitFiles(local, first, { directory: 'deep/bundle' })).name).toBe('bundle');
  });

  test('links within are followed, others are issues, and nothing outside is read', async () => {
    const other = TestRepository.create(join(root, 'links'));
    other.commit({ 'manifests/real.yaml': 'r: 1\n' });
    symlinkSync('real.yaml', join(other.folder, 'manifests', 'link.yaml'));
    symlinkSync('/etc/hostname', join(other.folder, 'manifests', 'out.yaml'));
    const files = await gitFiles({ ...local, repository: other.url }, other.commit({}));
    expect(files.read('manifests/link.yaml')?.toString()).toBe('r: 1\n');
    expect(files.paths()).not.toContain('manifests/out.yaml');
    expect(files.issues).toHaveLength(1);
  });

  test('a submodule is refused', async () => {
    const other = TestRepository.create(join(root, 'super'));
    other.git('submodule', '--quiet', 'add', repository.url, 'sub');
    await expect(gitFiles({ ...local, repository: other.url }, other.commit({}))).rejects.toMatchObject({ code: 'archive-unsafe' });
  });

  test('a commit that is not there', async () => {
    await expect(gitFiles(local, '0'.repeat(40))).rejects.toMatchObject({ code: 'git-ref-missing' });
  });

  test('more than a bundle may have is refused before it is read', async () => {
    const other = TestRepository.create(join(root, 'large'));
    const commit = other.commit({ 'large.bin': 'x'.repeat(65 * 1024 * 1024) });
    await expect(gitFiles({ ...local, repository: other.url }, commit)).rejects.toMatchObject({ code: 'archive-too-large' });
    expect(await textOf({ ...local, repository: other.url }, commit, { keep: () => false })).toEqual({});
  });
});

describe('over HTTP', () => {
  test('branches, and files of a commit', async () => {
    const remote = { repository: server.url('combo/.git') };
    expect(await resolveCommit(remote, { branch: 'main' })).toBe(second);
    expect(await textOf(remote, first, { directory: 'manifests' })).toMatchObject({ 'manifests/a.yaml': 'a: 1\n' });
  });

  test('with a password, and not without', async () => {
    const remote = { repository: closed.url('combo/.git') };
    const credentials = { username: 'user', password: 'secret' };
    expect(await resolveCommit({ ...remote, credentials }, { tag: 'v0.0.2' })).toBe(second);
    expect(await textOf({ ...remote, credentials }, second, { directory: 'deep' })).toEqual({ 'bundle/manifests/b.yaml': 'b: 1\n' });
    const refused = resolveCommit({ ...remote, credentials: { ...credentials, password: 'wrong-one' } }, { tag: 'v0.0.2' });
    await expect(refused).rejects.toMatchObject({ code: 'git-failed', message: expect.not.stringContaining('wrong-one') });
    await expect(resolveCommit(remote, { tag: 'v0.0.2' })).rejects.toMatchObject({ code: 'git-failed' });
  });
});

describe('addresses', () => {
  test.each([
    ['https://example.com/a/b.git?x=1', 'https://example.com/a/b.git'], ['http://127.0.0.1:3000/a', 'http://127.0.0.1:3000/a'],
  ])('%s', (given, shown) => {
    expect(checkRepository(given)).toBe(shown);
  });

  test.each([
    ['http://example.com/a', /not encrypted/], ['file:///etc', /which is not allowed/], ['https://u:secret@example.com/a', /holds credentials/],
    ['ext::sh -c id', /cannot be read|not read by/], ['ssh://git@example.com/a', /credentials|not read by ssh/], ['git@example.com:a/b', /cannot be read|not read/], ['-x', /cannot be read/],
    ['--upload-pack=id', /cannot be read/],
  ])('%s is refused', (given, message) => {
    expect(() => checkRepository(given)).toThrow(message);
    expect(() => checkRepository(given)).not.toThrow(/secret/);
  });

  test('of this machine, where that is allowed', () => {
    expect(checkRepository('file:///srv/x', { allowLocal: true })).toBe('file:///srv/x');
    expect(() => checkRepository('file://host/x', { allowLocal: true })).toThrow(/not allowed/);
  });
});

describe('hostile trees', () => {
  const hostile = TestRepository.create(join(root, 'hostile'));
  const blob = hostile.write('blob', Buffer.from('x'));
  const tree = (name: string, mode = '100644', id = blob): string =>
    hostile.write('tree', Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]));
  const commitOf = (id: string): string => hostile.write('commit', Buffer.from(`tree ${id}\nauthor a <a@b> 0 +0000\ncommitter a <a@b> 0 +0000\n\nx\n`));

  test.each([
    ['a file above', tree('..')], ['a folder above', tree('..', '40000', tree('x'))], ['a path in a name', tree('a/../../x')], ['an absolute name', tree('/etc')],
  ])('%s is refused', async (_what, id) => {
    const commit = commitOf(id);
    hostile.git('update-ref', 'refs/heads/main', commit);
    await expect(textOf({ ...local, repository: hostile.url }, commit)).rejects.toMatchObject({ code: 'archive-unsafe' });
  });
});

describe('a server whose certificate is of a private authority', () => {
  const { authority, certificate, key } = makePair(['127.0.0.1'], { now: Date.now(), lifeMs: 60 * 60_000 });
  const [ca, usual, missing] = ['ca.pem', 'usual.pem', 'missing.pem'].map((name) => join(root, name)) as [string, string, string];
  const names = ['GIT_SSL_CAINFO', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  const put = (env: Readonly<Record<string, string | undefined>>): void => {
    for (const name of names) {
      if (env[name] === undefined) delete process.env[name];
      else process.env[name] = env[name];
    }
  };
  let secure: GitServer;
  beforeAll(async () => {
    writeFileSync(ca, authority);
    writeFileSync(usual, 'the usual ones');
    secure = await startGitServer(root, undefined, { key, cert: certificate });
  });
  beforeEach(() => put({}));
  afterAll(async () => {
    put(Object.fromEntries(before));
    await secure.close();
  });
  const read = (): Promise<string> => resolveCommit({ repository: secure.url('combo/.git') }, { branch: 'main' });

  test('is not trusted, and what to do is said', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'git-failed', message: expect.stringMatching(/certificate.*: .* name the file of that in NODE_EXTRA_CA_CERTS$/) });
  });

  test.each(names)('is trusted with %s', async (name) => {
    put({ [name]: ca });
    expect(await read()).toBe(second);
  });

  test('what is named for git alone counts before the others, and these are beside what is usual', async () => {
    const all = { GIT_SSL_CAINFO: missing, SSL_CERT_FILE: usual, NODE_EXTRA_CA_CERTS: ca };
    expect(await authoritiesOf(root, all)).toEqual({ file: missing });
    const both = await authoritiesOf(root, { ...all, GIT_SSL_CAINFO: '' });
    expect(readFileSync(both.file ?? '', 'utf8')).toBe(`the usual ones\n${authority}\n`);
    const more = await authoritiesOf(root, { NODE_EXTRA_CA_CERTS: ca });
    expect(readFileSync(more.file ?? '', 'utf8').match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(20);
    expect(await authoritiesOf(root, {})).toEqual({});
  });

  test('a file that cannot be read stops no server that is trusted without it, and is named where one is not', async () => {
    const unread = `the certificates in ${missing}, which NODE_EXTRA_CA_CERTS names, cannot be read (ENOENT)`;
    put({ NODE_EXTRA_CA_CERTS: missing });
    await expect(read()).rejects.toMatchObject({ code: 'git-failed', message: expect.stringMatching(/certificate/) });
    await expect(read()).rejects.toThrow(unread);
    put({ NODE_EXTRA_CA_CERTS: missing, SSL_CERT_FILE: ca });
    expect(await read()).toBe(second);
    expect(await authoritiesOf(root, { NODE_EXTRA_CA_CERTS: missing })).toEqual({ unread });
    await expect(authoritiesOf(root, { NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: missing })).rejects.toMatchObject({
      code: 'git-authorities', message: `The certificates in ${missing}, which SSL_CERT_FILE names, cannot be read (ENOENT).`,
    });
  });
});
