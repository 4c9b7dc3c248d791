import { mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type BundleSource,
  CACHE_FOLDER,
  type FetchedBundle,
  fetchBundles,
  type FetchResult,
  LOCK_FILE,
  type LockedBundleEntry,
  pinnedReference,
  projectRoot,
} from '../../../formats/project';
import { withLock } from '../../../control-plane/lock';
import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import { filesOf, openSource, parseImageReference, registrySource, type OpenedSource } from '../../../image';
import type { BundleFetchArgs } from '../../commands/bundle/fetch';
import { EXIT } from '../../exit';
import { paint } from '../../output/terminal/paint';
import { isDocument, printDocument } from '../../output/print';
import { table } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';
import { note } from '../../output/note';

export const FETCH_SCHEMA = 'boxcutter.bundle-fetch/v1';

/**
 * Fills the cache of the project in this folder, and pins what is new. With `check` nothing is written, and the exit code says whether
 * something would be.
 */
export async function bundleFetch(args: BundleFetchArgs): Promise<number> {
  const { references = [], update, check, output } = args;
  references.forEach(refuseLocal);
  const root = projectRoot(process.cwd()) ?? process.cwd();
  const say = (text: string): void => {
    if (!isDocument(output)) note(text);
  };
  const onFetch = (reference: string): void => say(`Fetching ${reference}`);
  const work = () => fetchBundles({ root, references, update, check, source: registries, onFetch });
  const result = check ? await work() : await alone(root, say, work);
  const lockFile = join(root, LOCK_FILE);
  if (isDocument(output)) {
    const bundles = result.bundles.map(documentOf);
    await printDocument({ schema: FETCH_SCHEMA, lockFile, check, changed: result.changed, bundles }, output);
  } else {
    printLines(lines(result, args, relative(process.cwd(), lockFile)));
  }
  return check && result.changed ? EXIT.changes : EXIT.done;
}

/** Two at a time would not hurt each other, but do the same work twice. */
function alone<T>(root: string, say: (text: string) => void, work: () => Promise<T>): Promise<T> {
  mkdirSync(join(root, CACHE_FOLDER), { recursive: true });
  const onWait = (holder: number): void => say(`Waiting for process ${holder}, which fetches for the same project.`);
  return withLock(join(root, CACHE_FOLDER, 'fetch.lock'), { onWait }, work);
}

function refuseLocal(reference: string): void {
  if (!reference.startsWith('oci://') && statSync(reference, { throwIfNoEntry: false }) !== undefined) {
    const hint = `Name it in the code: Revision.fromBundle(app, id, { bundle: '${reference}', … })`;
    throw new BoxcutterError('bundle-is-local', 'input', `${reference} is on this machine, so it need not be fetched.`, { hint });
  }
  parseImageReference(reference);
}

const registries: BundleSource = {
  resolve: (reference) => registrySource(reference).resolve(),
  open: async (text, digest) => {
    const reference = pinnedReference(text, digest);
    return filesOf(await openPinned(reference), reference);
  },
};

/** Of an index, the same image on every machine: what is pinned must not depend on who fetches it. */
async function openPinned(reference: string): Promise<OpenedSource> {
  try {
    return await openSource(`oci://${reference}`, { platform: 'linux/amd64' });
  } catch (error) {
    if (isBoxcutterError(error) && error.code === 'image-platform') return openSource(`oci://${reference}`);
    throw error;
  }
}

const DONE = { current: 'up to date', fetched: 'fetched', pinned: 'pinned', moved: 'moved' } as const;
const TO_DO = { current: 'up to date', fetched: 'to fetch', pinned: 'to pin', moved: 'has moved' } as const;

function lines(
  { bundles, changed }: FetchResult,
  { check, update, references = [] }: BundleFetchArgs,
  lockFile: string,
): readonly string[] {
  const { green, yellow, dim } = paint(process.stdout);
  const rows = bundles.map(({ reference, action, because, digest, entry, previous }) => {
    const state = `${(check ? TO_DO : DONE)[action]}${because === 'changed' ? ' (its files were changed)' : ''}`;
    const packageName = entry?.packageName ?? previous?.packageName ?? '-';
    const colour = action === 'current' && because !== 'changed' ? dim : check ? yellow : green;
    const [version, shortDigest] = [change(previous?.version, entry?.version), change(short(previous?.digest), short(digest))];
    return [reference, packageName, version, shortDigest, { text: state, colour }];
  });
  const shown = table(['REFERENCE', 'PACKAGE', 'VERSION', 'DIGEST', 'STATE'], rows);
  const fetching = ['boxcutter bundle fetch', ...references, ...(update ? ['--update'] : [])].join(' ');
  if (check) return changed ? [...shown, '', `To do it: ${fetching}`] : shown;
  const isChanged = bundles.some(({ action }) => action === 'pinned' || action === 'moved');
  return isChanged ? [...shown, '', `${lockFile} has changed: commit it.`] : shown;
}

function change(before: string | undefined, now: string | undefined): string {
  if (before === undefined || now === undefined || before === now) return now ?? before ?? '-';
  return `${before} → ${now}`;
}

function short(digest: string | undefined): string | undefined {
  return digest?.replace(/^(sha\d+:.{12}).*$/, '$1');
}

function documentOf({ reference, action, because, digest, entry, previous }: FetchedBundle): Record<string, unknown> {
  return {
    reference,
    action,
    ...defined({ because }),
    digest,
    ...(entry === undefined ? {} : identity(entry)),
    ...(previous === undefined ? {} : { previous: { digest: previous.digest, ...identity(previous) } }),
  };
}

function identity({ format, packageName, version, content }: LockedBundleEntry): Record<string, unknown> {
  return { format, packageName, ...defined({ version }), content };
}
