/** The content of bundles: unpacked once, kept, and unpacked again from what it was resolved to when it is not there any more. */
import { canonicalJson } from '../../../api/canonical-json';
import { BoxcutterError } from '../../../errors';
import { type BundleFiles, readBundle } from '../../../formats';
import { isError } from '../../../issue';
import { inWords } from '../../../source';
import { within } from '../../../within';
import { Lines } from '../../process';
import type { Unpacked } from '../bundle/decide';
import type { BundleSource } from '../model';
import { CLASSES, type ProvisionerClass } from '../names';
import { SOURCE_LIMITS } from '../source/limits';
import { locate, type SourcePlace } from '../source/locate';
import { type Asker, Places } from './places';
import type { ContentStore, PackedContent } from './store';

interface Held {
  readonly unpacked: Unpacked;
  /** Until then, nothing removes it. */
  readonly release: () => void;
}

export class Contents {
  private readonly underWay = new Map<string, Promise<void>>();
  /** What waits for content that has to be unpacked again stands in another line than that. */
  private readonly lines = new Lines(SOURCE_LIMITS.atOnce);
  /** Of sources that are servers of others. */
  private readonly places = new Places(SOURCE_LIMITS);

  /**
   * @param signal breaks off what is read, when this process ends
   * @param onKept called when something was added to what is kept
   */
  constructor(
    private readonly store: ContentStore, private readonly place: SourcePlace, private readonly signal: AbortSignal,
    private readonly onKept: () => void = () => {},
  ) {}

  /**
   * Asks the source what it stands for now, and unpacks that unless it is kept.
   * @param asker who waits for it
   * @param use what becomes of it. Until that is done, nothing removes what was unpacked: afterwards a Bundle has it, or nobody needs it
   * @throws BoxcutterError `bundle-content` (input): it is no bundle of this class; as `locate`, and what `use` throws
   */
  async unpack<T>(
    source: BundleSource, className: ProvisionerClass, asker: Asker, use: (unpacked: Unpacked) => Promise<T>,
  ): Promise<T> {
    const read = (): Promise<Held> => (
      within(SOURCE_LIMITS.milliseconds, this.signal, (signal) => this.read(source, className, signal)));
    const host = hostOf(source);
    // What the API server has is not kept waiting by servers that do not answer.
    const { unpacked, release } = await (host === undefined ? this.lines.in('unpack-here', read) : this.places.in(host, asker, read));
    try {
      return await use(unpacked);
    } finally {
      release();
    }
  }

  /**
   * The files of what was unpacked before, for as long as the work takes: a few at a time.
   * @param name of the bundle
   * @throws BoxcutterError `bundle-content-changed` (input): its source gives something else by now; as `unpack`, and what `work` throws
   */
  async files<T>(name: string, unpacked: Unpacked, className: ProvisionerClass, work: (files: BundleFiles) => Promise<T>): Promise<T> {
    const { digest, resolved } = unpacked;
    return this.lines.in('read', () => this.using(digest, async () => (
      work(await this.kept(unpacked, className, () => this.store.files(digest, `bundle ${name}`, placeName(resolved))))
    )));
  }

  /** The same as an archive, which is to be closed. @throws BoxcutterError as `files` */
  async packed(unpacked: Unpacked, className: ProvisionerClass): Promise<PackedContent> {
    return this.lines.in('serve', () => this.using(unpacked.digest, () => (
      this.kept(unpacked, className, () => this.store.open(unpacked.digest)))));
  }

  collect(needed: () => ReadonlySet<string>): Promise<readonly string[]> {
    return this.store.collect(needed);
  }

  private async read(
    source: BundleSource, className: ProvisionerClass, signal: AbortSignal,
  ): Promise<Held> {
    const { resolved, key, read } = await locate(source, className, this.place, signal);
    const known = key === undefined ? undefined : await this.store.lookUp(`${className} ${key}`);
    if (known !== undefined) return { unpacked: { resolved, digest: known.digest }, release: known.release };
    const files = await read();
    refuseUnusable(files, className);
    const { digest, release } = await this.store.put(files, key === undefined ? undefined : `${className} ${key}`);
    this.onKept();
    return { unpacked: { resolved, digest }, release };
  }

  private async using<T>(digest: string, work: () => Promise<T>): Promise<T> {
    const release = this.store.use(digest);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** What is kept, or what is there when it was unpacked again. */
  private async kept<T>(unpacked: Unpacked, className: ProvisionerClass, take: () => Promise<T | undefined>): Promise<T> {
    const found = await take();
    if (found !== undefined) return found;
    await this.restored(unpacked, className);
    const restored = await take();
    if (restored !== undefined) return restored;
    throw new BoxcutterError('bundle-store', 'server', `The content ${unpacked.digest} could not be kept.`);
  }

  /** All who ask for the same at the same time wait for one look at the source. */
  private async restored(unpacked: Unpacked, className: ProvisionerClass): Promise<void> {
    const key = canonicalJson([className, unpacked.digest, unpacked.resolved]);
    const work = this.underWay.get(key) ?? this.again(unpacked, className).finally(() => this.underWay.delete(key));
    this.underWay.set(key, work);
    await work;
  }

  private async again({ resolved, digest }: Unpacked, className: ProvisionerClass): Promise<void> {
    // It was read before, and somebody waits for it who has it.
    const asker = { isOfDeployment: true, isFailing: false };
    const found = await this.unpack(resolved, className, asker, async (unpacked) => unpacked.digest);
    if (found === digest) return;
    throw new BoxcutterError('bundle-content-changed', 'input', `Its source gives other content now: ${found} instead of ${digest}.`, {
      hint: 'Make a new Bundle of it. What is installed stays.', details: { digest, found },
    });
  }
}

/** @throws BoxcutterError `bundle-content` (input) with everything that is wrong with it */
function refuseUnusable(files: BundleFiles, className: ProvisionerClass): void {
  const { issues, bundle } = readBundle(files, { forInstall: true });
  const mistakes = issues.filter(isError).map((issue) => inWords(issue).message);
  if (bundle === undefined || mistakes.length > 0) throw unusable(mistakes.join('; '));
  const format = CLASSES[className];
  if (bundle.format !== format) throw unusable(`its format is ${bundle.format}, and ${className} unpacks ${format}`);
}

function unusable(why: string): BoxcutterError {
  return new BoxcutterError('bundle-content', 'input', why);
}

/** The server that is asked; undefined: it is in the cluster. What is no address is asked nowhere. */
function hostOf({ image, git, http, configMaps }: BundleSource): string | undefined {
  if (configMaps !== undefined) return undefined;
  if (image !== undefined) return image.ref.split('/')[0] ?? '';
  const address = git?.repository ?? http?.url ?? '';
  return URL.canParse(address) ? new URL(address).host : '';
}

/** The last part of the repository, of the folder or of the file. */
function placeName({ image, git, http, configMaps, directory: folder }: BundleSource): string {
  const directory = git?.directory?.split('/').filter((part) => !['', '.', 'manifests'].includes(part)).at(-1);
  const path = image?.ref.replace(/@.*$/, '') ?? directory ?? git?.repository ?? http?.url ?? folder?.path
    ?? configMaps?.[0]?.configMap.name ?? '';
  return (path.split(/[?#]/)[0] ?? '').split('/').filter((part) => part !== '').at(-1)?.replace(/\.(git|tgz|tar\.gz|tar)$/, '') ?? '';
}
