/** Bringing the images of a project into its cache, and its lock file up to date. Where images come from is given. */
import { BoxcutterError } from '../../errors';
import { isError, findingOf, formatFindings } from '../../issue';
import type { BundleFiles } from '../bundle';
import type { Bundle } from '../list';
import { defined } from '../../defined';
import { readBundle } from '../read';
import { formatsWording } from '../wording';
import { contentDigestOf } from './content-digest';
import { LOCK_FILE, type LockedBundleEntry, type LockFile, readLock, writeLock } from './lock-file';
import { lockName, pinnedReference } from './reference';
import { readStored, storeBundle } from './store';

/** A registry, as far as it is needed here. */
export interface BundleSource {
  /** Digest of what a reference names now. */
  resolve(reference: string): Promise<string>;
  /** Files of the image with this digest. */
  open(reference: string, digest: string): Promise<BundleFiles>;
}

export interface FetchOptions {
  /** Folder of the lock file. */
  readonly root: string;
  /** What to fetch, and to pin where it is not yet; none: what is pinned already. */
  readonly references: readonly string[];
  /** Ask for references that are pinned, too, what they name now. */
  readonly update?: boolean;
  /** Only report what would be done. Without `update` that takes no network. */
  readonly check?: boolean;
  readonly source: BundleSource;
  /** Called before something is brought from the registry. */
  readonly onFetch?: (reference: string) => void;
}

/**
 * `current`: nothing to do. `fetched`: brought into the cache, as it was pinned. `pinned`: new in the lock file. `moved`: it names another
 * image than before.
 */
export type FetchAction = 'current' | 'fetched' | 'pinned' | 'moved';

export interface FetchedBundle {
  readonly reference: string;
  readonly action: FetchAction;
  /** What it was brought for, when it had been pinned before. */
  readonly because?: 'missing' | 'changed';
  readonly digest: string;
  /** Not known of what was only checked. */
  readonly entry?: LockedBundleEntry;
  /** What the reference stood for before it moved. */
  readonly previous?: LockedBundleEntry;
}

export interface FetchResult {
  readonly bundles: readonly FetchedBundle[];
  /** Whether something was done or, with `check`, would be. */
  readonly changed: boolean;
}

/**
 * Fills the cache and the lock file of a project. A tag that has moved changes nothing without `update`. The lock file is written at the
 * end, when all is there.
 * @throws BoxcutterError `nothing-locked`, `bundle-unusable`, `bundle-content-mismatch`, category input, and what the source throws
 */
export async function fetchBundles(options: FetchOptions): Promise<FetchResult> {
  const lock = readLock(options.root);
  const references = options.references.length > 0 ? [...new Set(options.references.map(lockName))] : Object.keys(lock.bundles);
  if (references.length === 0) {
    throw new BoxcutterError(
      'nothing-locked', 'input',
      `There is no ${LOCK_FILE} in ${options.root} that pins a bundle.`,
      { hint: 'Name one: boxcutter bundle fetch registry.example/team/bundle:v1' },
    );
  }
  const bundles: FetchedBundle[] = [];
  for (const reference of references) bundles.push(await fetchOne(reference, lock, options));
  if (options.check !== true) pin(options.root, bundles);
  return { bundles, changed: bundles.some(({ action }) => action !== 'current') };
}

async function fetchOne(reference: string, lock: LockFile, options: FetchOptions): Promise<FetchedBundle> {
  const { root, update = false, check = false, source, onFetch } = options;
  const entry = Object.hasOwn(lock.bundles, reference) ? lock.bundles[reference] : undefined;
  const digest = entry === undefined || update ? await source.resolve(reference) : entry.digest;
  if (entry?.digest === digest) {
    const { state } = readStored(root, entry.content, reference);
    if (state === 'stored') return { reference, action: 'current', digest, entry };
    if (!check) {
      onFetch?.(reference);
      storePinned(root, reference, entry, await source.open(reference, digest));
    }
    return { reference, action: 'fetched', because: state, digest, entry };
  }
  const action = entry === undefined ? 'pinned' : 'moved';
  if (check) return { reference, action, digest, ...defined({ previous: entry }) };
  onFetch?.(reference);
  const files = await source.open(reference, digest);
  const { format, packageName, version } = usable(reference, files);
  const content = storeBundle(root, files);
  return {
    reference,
    action,
    digest,
    entry: { digest, format, packageName, ...defined({ version }), content },
    ...defined({ previous: entry }),
  };
}

/** The same image has to give the same files: else the lock file is not about this image. */
function storePinned(root: string, reference: string, entry: LockedBundleEntry, files: BundleFiles): void {
  if (contentDigestOf(files) === entry.content) {
    storeBundle(root, files);
    return;
  }
  throw new BoxcutterError(
    'bundle-content-mismatch', 'input',
    `The content of ${pinnedReference(reference, entry.digest)} is not what ${LOCK_FILE} has pinned.`,
    { hint: 'The lock file may have been changed by hand or by a merge. To pin the image again, remove the entry and run: '
      + `boxcutter bundle fetch ${reference}` },
  );
}

function usable(reference: string, files: BundleFiles): Bundle {
  const { bundle, issues } = readBundle(files, { forInstall: true });
  if (bundle !== undefined) return bundle;
  const errors = issues.filter(isError).map((issue) => findingOf(issue, formatsWording));
  const rest = errors.length > SHOWN ? `\n… and ${errors.length - SHOWN} more` : '';
  throw new BoxcutterError(
    'bundle-unusable', 'input',
    `${reference} cannot be used, and was not pinned:\n${formatFindings(errors.slice(0, SHOWN))}${rest}`,
    { details: { findings: errors } },
  );
}

/** Mistakes of a bundle that are shown. */
const SHOWN = 20;

/** Read again: of two that write at the same time, each keeps what the other has pinned. */
function pin(root: string, bundles: readonly FetchedBundle[]): void {
  const pinned = bundles.flatMap(({ reference, action, entry }) => (entry !== undefined && (action === 'pinned' || action === 'moved')
    ? [[reference, entry] as const]
    : []));
  if (pinned.length > 0) writeLock(root, { bundles: { ...readLock(root).bundles, ...Object.fromEntries(pinned) } });
}
