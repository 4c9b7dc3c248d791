/** What a reference of a repository is now, and the files of a commit. */
import { BoxcutterError, isBoxcutterError } from '../errors';
import type { BundleFiles } from '../formats';
import { ARCHIVE_LIMITS, type ArchiveLimits, Budget, FileTree } from '../formats/archive';
import { unsafe } from '../formats/archive/problems';
import { inHomeApart } from '../program';
import { addressOf, checkRepository, reachableAt } from './address';
import { authoritiesOf } from './authorities';
import type { GitRef, GitRepository } from './given';
import { GIT_LIMITS } from './limits';
import { runGit } from './program';
import type { GitProtocol } from './run';
import { basicOf, withoutSecrets } from './shown';
import { entriesOf, type TreeEntry } from './tree';

/**
 * The commit that a branch or a tag is now; of an annotated tag the commit that it names. Nothing is fetched.
 * @throws BoxcutterError `git-ref-missing` (input), and as `runGit` and `checkRepository`
 */
export async function resolveCommit(repository: GitRepository, ref: GitRef): Promise<string> {
  if ('commit' in ref) return ref.commit;
  const [name, what] = 'branch' in ref ? [`refs/heads/${ref.branch}`, `branch ${ref.branch}`] : [`refs/tags/${ref.tag}`, `tag ${ref.tag}`];
  const commit = commitOf(await listed(repository, [name]), name);
  if (commit === undefined) throw missingRef(repository, what);
  return commit;
}

/** Characters of what was given, in a message. */
const MOST_SHOWN = 80;
const WHOLE_COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The same for a name that may be any of them: a whole commit, a tag or a branch.
 * @param name absent: what the repository itself takes for its default
 * @throws BoxcutterError `git-ref-ambiguous` (input): it has a tag and a branch of that name; as {@link resolveCommit}
 */
export async function resolveNamed(repository: GitRepository, name: string | undefined): Promise<string> {
  if (name !== undefined && WHOLE_COMMIT.test(name)) return name;
  const all = name === undefined ? ['HEAD'] : name.startsWith('refs/') ? [name] : [`refs/tags/${name}`, `refs/heads/${name}`];
  const found = await listed(repository, all);
  const [first, other] = [...new Set(all.flatMap((one) => commitOf(found, one) ?? []))];
  if (first === undefined) throw missingRef(repository, name === undefined ? 'default branch' : `tag or branch ${name}`);
  if (other === undefined) return first;
  const shown = checkRepository(repository.repository, repository);
  throw new BoxcutterError('git-ref-ambiguous', 'input', `${shown} has a tag and a branch ${name}, which are not the same.`, {
    hint: `Name refs/tags/${name} or refs/heads/${name}.`,
  });
}

function missingRef(repository: GitRepository, what: string): BoxcutterError {
  return new BoxcutterError('git-ref-missing', 'input', `${checkRepository(repository.repository, repository)} has no ${what}.`, {
    hint: 'Commits are named whole.',
  });
}

type Listed = ReadonlyMap<string, string>;

function listed(repository: GitRepository, names: readonly string[]): Promise<Listed> {
  return within(repository, async (git) => {
    const args = ['ls-remote', '--', addressOf(repository.repository), ...names, ...names.map((name) => `${name}^{}`)];
    const output = await git(args, { limit: GIT_LIMITS.references });
    return new Map(output.toString('utf8').split('\n').flatMap((line) => {
      const [commit = '', of = ''] = line.split('\t');
      return of === '' ? [] : [[of, commit] as const];
    }));
  });
}

/** An annotated tag is an object of its own, which names a commit. */
function commitOf(found: Listed, name: string): string | undefined {
  return found.get(`${name}^{}`) ?? found.get(name);
}

export interface FilesOptions {
  /** Folder of the repository that is the root of the files. @default all of it */
  readonly directory?: string | undefined;
  /** Which of the files, by their paths below the folder, are read. @default all of them */
  readonly keep?: ((path: string) => boolean) | undefined;
  /** @default those of bundles */
  readonly limits?: ArchiveLimits | undefined;
}

/**
 * The files of a commit, in memory, within the limits of bundles. Links within the folder are followed; others are issues. Submodules and
 * paths that git would not check out are refused.
 * @throws BoxcutterError `git-directory` (input), `archive-too-large`, `archive-unsafe`, and as `runGit` and `checkRepository`
 */
export async function gitFiles(
  repository: GitRepository, commit: string, { directory = '', keep = () => true, limits = ARCHIVE_LIMITS }: FilesOptions = {},
): Promise<BundleFiles> {
  // Anything else could be an option of git, or an expression.
  if (!WHOLE_COMMIT.test(commit)) throw missingRef(repository, `commit ${JSON.stringify(commit.slice(0, MOST_SHOWN))}`);
  const origin = `${checkRepository(repository.repository, repository)}@${commit}`;
  return within(repository, async (git) => {
    await fetchCommit(git, repository, commit);
    const { entries, root } = await entriesBelow(git, commit, directory, origin);
    const wanted = entries.filter(({ path }) => keep(path));
    refuseTooMuch(wanted, origin, limits);
    const contents = await readAll(git, wanted);
    const budget = new Budget(origin, limits);
    const tree = new FileTree(budget);
    const { visit } = tree.layer({ whiteouts: false });
    for (const entry of wanted) {
      budget.countEntry();
      // Git makes no such names, and refuses to check them out; but whoever serves a repository may write any object.
      if (entry.path.split('/').some((part) => ['', '.', '..'].includes(part))) {
        throw unsafe(origin, entry.path, 'has a path that git would not check out');
      }
      const content = contents.get(entry.id) ?? Buffer.alloc(0);
      const target = entry.type === 'symlink' ? content.toString('utf8') : '';
      visit({ path: entry.path, type: entry.type, word: entry.word, size: entry.size, target })?.(content);
    }
    return { ...tree.files(), origin: root === '' ? origin : `${origin}:${root}`, name: nameOf(repository.repository, root) };
  });
}

type Git = (args: readonly string[], options?: { readonly input?: string; readonly limit?: number }) => Promise<Buffer>;

/** In an empty repository of its own, which goes with the work; of work that was killed, with later work. */
async function within<T>(given: GitRepository, work: (git: Git) => Promise<T>): Promise<T> {
  const { repository, allowLocal = false, asUser, fetched, signal } = given;
  checkRepository(repository, { allowLocal });
  const protocol = new URL(repository).protocol.slice(0, -1) as GitProtocol;
  const settings = await settingsFor(given);
  try {
    return await inHomeApart(async (folder) => {
      const authorities = asUser === true || protocol !== 'https' ? {} : await authoritiesOf(folder);
      const shared = { folder, settings, protocol, signal, asUser, fetched, authorities };
      const git: Git = (args, options = {}) => runGit({ args, ...shared, ...options });
      await git(['init', '--bare', '--quiet', '--template=', '.']);
      return await work(git);
    }, undefined, 'git');
  } catch (error) {
    throw withoutSecrets(error, given);
  }
}

/** Credentials go to the server that they are for, and to none that it redirects to. */
async function settingsFor({ repository, credentials, insecure, refuses }: GitRepository): Promise<Readonly<Record<string, string>>> {
  if (!repository.startsWith('http')) return {};
  const { origin } = new URL(repository);
  const at = refuses === undefined ? undefined : await reachableAt(repository, refuses);
  return {
    ...(credentials === undefined ? {} : {
      [`http.${origin}/.extraHeader`]: `Authorization: Basic ${basicOf(credentials)}`, 'http.followRedirects': 'false',
    }),
    ...(insecure === true ? { [`http.${origin}/.sslVerify`]: 'false' } : {}),
    // What the name stands for is not looked up again, when it could stand for something else.
    ...(at === undefined ? {} : { 'http.curloptResolve': at }),
  };
}

/** Only that commit; a server that does not give single commits gives everything that has a name. */
async function fetchCommit(git: Git, given: GitRepository, commit: string): Promise<void> {
  const repository = addressOf(given.repository);
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  try {
    await git(['fetch', ...options, '--depth', '1', '--', repository, commit]);
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'git-failed') throw error;
    await git(['fetch', ...options, '--', repository, '+refs/heads/*:refs/fetched/heads/*', '+refs/tags/*:refs/fetched/tags/*']);
    await git(['cat-file', '-e', `${commit}^{commit}`]).catch(() => {
      throw new BoxcutterError('git-ref-missing', 'input', `${checkRepository(given.repository, given)} has no commit ${commit}.`);
    });
  }
}

/** The folder itself, or the one above: RukPak's API calls `./manifests` the default, and reads `manifests/` below the folder. */
async function entriesBelow(
  git: Git, commit: string, directory: string, origin: string,
): Promise<{ readonly entries: readonly TreeEntry[]; readonly root: string }> {
  const parts = directory.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || directory.startsWith('/')) {
    throw new BoxcutterError('git-directory', 'input', `The directory ${directory} of ${origin} is not within the repository.`);
  }
  const all = entriesOf(await git(['ls-tree', '-r', '-z', '--long', '--full-tree', commit], { limit: GIT_LIMITS.list }));
  const below = (folder: readonly string[]): readonly TreeEntry[] => {
    const prefix = folder.map((part) => `${part}/`).join('');
    return all.filter(({ path }) => path.startsWith(prefix)).map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }));
  };
  const entries = below(parts);
  if (entries.length === 0) throw new BoxcutterError('git-directory', 'input', `${origin} has no directory ${directory}.`);
  const isManifests = parts.at(-1) === 'manifests' && !entries.some(({ path }) => path.startsWith('manifests/'));
  const root = isManifests ? parts.slice(0, -1) : parts;
  return { entries: isManifests ? below(root) : entries, root: root.join('/') };
}

/** By their sizes, before anything of them is read. */
function refuseTooMuch(entries: readonly TreeEntry[], origin: string, limits: ArchiveLimits): void {
  const budget = new Budget(origin, limits);
  for (const { path, size, type } of entries) {
    budget.countEntry();
    if (type === 'file') budget.countFile(path, size);
    // The content of a link is where it leads to.
    const isEndless = type === 'symlink' && size > ARCHIVE_LIMITS.path;
    if (isEndless) throw unsafe(origin, path, `is a link of more than ${ARCHIVE_LIMITS.path} characters`);
  }
}

/** The content of objects by their ids, in one go. */
async function readAll(git: Git, entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, Buffer>> {
  const ids = [...new Set(entries.filter(({ type }) => type !== 'other').map(({ id }) => id))];
  const sizes = new Map(entries.map(({ id, size }) => [id, size]));
  const limit = ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0) + HEADER, 0);
  const output = ids.length === 0 ? Buffer.alloc(0) : await git(['cat-file', '--batch'], { input: `${ids.join('\n')}\n`, limit });
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0x0a, at);
    const [id = '', , size = '0'] = output.subarray(at, end).toString('ascii').split(' ');
    contents.set(id, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}

/** Bytes before and behind an object: its id, its type, its size, the ends of lines. */
const HEADER = 128;

/** The last part of the folder, or of the address. */
function nameOf(repository: string, root: string): string {
  const path = root === '' ? new URL(repository).pathname : root;
  return (path.split('/').filter((part) => part !== '').at(-1) ?? '').replace(/\.git$/, '');
}
