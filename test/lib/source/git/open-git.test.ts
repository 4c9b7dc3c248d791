/** A git repository as a source of the command: named, read, refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../lib/cli/command-line/run';
import { EXIT } from '../../../../lib/cli/exit';
import { configure, open, readSource } from '../../../../lib/source';
import { pinnedAddress, parseGitAddress } from '../../../../lib/source/git/address';
import { shownPath } from '../../../../lib/source/url/shown-path';
import { type GitServer, startGitServer, TestRepository } from '../../../support/git-server';

const root = mkdtempSync(join(tmpdir(), 'open-git-'));
const repository = TestRepository.create(join(root, 'shop'));
const settings = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { value: "${value}" }\n`;
const first = repository.commit({ 'deploy/web/manifests/settings.yaml': settings('one') });
repository.git('tag', 'v1.0.0');
const second = repository.commit({ 'deploy/web/manifests/settings.yaml': settings('two') });
repository.git('tag', '-a', 'v2.0.0', '-m', 'second');
repository.git('branch', 'both', first);
repository.git('tag', 'both', second);
const at = (fragment: string): string => `git+${repository.url}#${fragment}`;
let closed: GitServer;

const environment = { ...process.env };
beforeAll(async () => { closed = await startGitServer(root, 'secret'); });
afterEach(() => {
  process.env = { ...environment };
  jest.restoreAllMocks();
});
afterAll(async () => {
  await closed.close();
  rmSync(root, { recursive: true });
});

async function opened(path: string, offline = false) {
  const notes: string[] = [];
  const source = await open(path, {}, { onNote: (note) => notes.push(note), offline });
  if (source.kind !== 'bundle') throw new Error(source.kind);
  const [object] = source.bundle.others;
  return { source, value: (object?.manifest['data'] as { readonly value?: string } | undefined)?.value, notes };
}

describe('what is named', () => {
  test.each([
    ['a tag', 'v1.0.0', 'one', first], ['an annotated tag', 'v2.0.0', 'two', second], ['a branch', 'main', 'two', second],
    ['a tag by its whole name', 'refs/tags/both', 'two', second], ['a branch by its whole name', 'refs/heads/both', 'one', first],
    ['nothing: the default branch', '', 'two', second],
  ])('%s, and a note that says how to pin it', async (_what, ref, value, commit) => {
    const found = await opened(at(`${ref}:deploy/web`));
    expect(found).toMatchObject({ value, source: { kind: 'bundle', bundle: { format: 'plain+v0', name: 'web' } } });
    expect(found.notes).toEqual([expect.stringContaining(`To pin it, name ${at(`${commit}:deploy/web`)}`)]);
  });

  test('a commit: without a note; also where no server may be asked, for it is on this machine', async () => {
    expect(await opened(at(`${first}:deploy/web`), true)).toMatchObject({ value: 'one', notes: [] });
  });

  test('what is put down of it: repository and folder, the same for everybody', async () => {
    const { source } = await opened(at('v1.0.0:deploy/web'));
    const remote = { ...source, path: 'git+https://user.example/acme/shop.git#v1:deploy/web' };
    const { resolved } = await readSource(remote, { namespace: 'shop' }, { onNote: () => undefined, rollsOut: true });
    expect(resolved.source).toEqual({ repository: 'user.example/acme/shop', path: 'deploy/web' });
    expect(await configure(source, { namespace: 'shop' }, { onNote: () => undefined })).toMatchObject({ extension: 'web' });
  });

  test('the address as it is shown and pinned', () => {
    const address = parseGitAddress('git+https://example.com/a.git?token=hidden#v1:./x/');
    expect(address).toEqual({ repository: 'https://example.com/a.git?token=hidden', ref: 'v1', directory: 'x', shown: 'git+https://example.com/a.git#v1:x' });
    expect(pinnedAddress(address, first)).toBe(`git+https://example.com/a.git#${first}:x`);
    expect(shownPath('git+https://user:hidden@example.com/a.git#v1:x')).toBe('git+https://example.com/a.git#v1:x');
  });
});

describe('what is refused', () => {
  test.each([
    ['a tag and a branch of one name', at('both:deploy/web'), 'git-ref-ambiguous'], ['nothing of that name', at('none'), 'git-ref-missing'],
    ['a short commit', at(first.slice(0, 8)), 'git-ref-missing'], ['no such folder', at('v1.0.0:none'), 'git-directory'],
    ['a folder outside', at('v1.0.0:../x'), 'git-directory'], ['no repository', `git+file://${root}/nowhere#main`, 'git-failed'],
    ['an option in place of a name', at('--upload-pack=id'), 'git-address'], ['another option', 'git+file://-x', 'git-address'],
    ['signs that names do not have', at('a b'), 'git-address'], ['a range', at('v1..v2'), 'git-address'],
    ['a program in place of a server', 'git+ext://sh', 'git-address'], ['another protocol', 'git+ssh://git@example.com/a', 'git-address'],
    ['what is not encrypted', 'git+http://example.com/a', 'git-address'], ['a password', 'git+https://u:hidden@example.com/a#v1', 'git-address'],
    ['no bundle in it', at('v1.0.0'), 'input-invalid'],
  ])('%s', async (_what, path, code) => {
    await expect(opened(path)).rejects.toMatchObject({ code, message: expect.not.stringContaining('hidden') });
  });

  test('a server, where none may be asked', async () => {
    await expect(opened('git+https://example.com/a.git?x=hidden#v1', true)).rejects.toMatchObject({
      code: 'git-offline', message: expect.not.stringContaining('hidden'),
    });
  });

  test('who it is to say is not asked, and the query of the address is not repeated', async () => {
    const path = `git+${closed.url('shop/.git')}?x=hidden#v1.0.0`;
    await expect(opened(path)).rejects.toMatchObject({ code: 'git-failed', message: expect.not.stringContaining('hidden') });
  });
});

test('the credential helper of the user is asked, and its answer goes to that server', async () => {
  const config = join(root, 'gitconfig');
  writeFileSync(config, '[credential]\n\thelper = "!f() { echo username=user; echo password=secret; }; f"\n');
  process.env['GIT_CONFIG_GLOBAL'] = config;
  expect(await opened(`git+${closed.url('shop/.git')}#v1.0.0:deploy/web`)).toMatchObject({ value: 'one' });
  expect(closed.requests.at(-1)).toMatchObject({ authorization: `Basic ${Buffer.from('user:secret').toString('base64')}` });
});

test('variables that mean another repository mean nothing', async () => {
  process.env['GIT_DIR'] = '/nowhere';
  process.env['GIT_OBJECT_DIRECTORY'] = '/nowhere';
  expect(await opened(at('v1.0.0:deploy/web'))).toMatchObject({ value: 'one' });
});

describe('the command', () => {
  async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      jest.spyOn(process[name], 'write').mockImplementation((chunk, ...more) => {
        texts[name] += String(chunk);
        for (const done of more) if (typeof done === 'function') (done as () => void)();
        return true;
      });
    }
    const code = await runCommand(args);
    return { code, ...texts };
  }

  test('render', async () => {
    const { code, stdout } = await run('render', at('v1.0.0:deploy/web'), '--namespace', 'shop');
    expect(code).toBe(EXIT.done);
    expect(stdout).toMatch(/value: "?one"?/);
  });

  test('bundle validate', async () => {
    const { code, stdout } = await run('bundle', 'validate', at('v2.0.0:deploy/web'));
    expect(code).toBe(EXIT.done);
    expect(stdout).toContain('plain+v0');
  });

  test('what is no bundle there is a mistake of the user', async () => {
    const { code, stderr } = await run('render', at('none'));
    expect(code).toBe(EXIT.input);
    expect(stderr).toContain('has no tag or branch none');
  });
});
