/** The content of bundles: unpacked once, kept, and unpacked again from what it was resolved to when it is not there any more. */
import { BoxcutterError } from '../../../errors';
import { type BundleFiles, readBundle } from '../../../formats';
import { isError } from '../../../issue';
import { inWords } from '../../../source';
import type { Unpacked } from '../bundle/decide';
import type { BundleSource } from '../model';
import { CLASSES, type ProvisionerClass } from '../names';
import { locate, type SourcePlace } from '../source/locate';
import type { ContentStore } from './store';

export class Contents {
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(private readonly store: ContentStore, private readonly place: SourcePlace) {}

  /**
   * Asks the source what it stands for now, and unpacks that unless it is kept.
   * @throws BoxcutterError `bundle-content` (input): it is no bundle of this class; as `locate`
   */
  async unpack(source: BundleSource, className: ProvisionerClass): Promise<Unpacked> {
    const located = await locate(source, className, this.place);
    const known = located.key === undefined ? undefined : await this.store.lookUp(`${className} ${located.key}`);
    if (known !== undefined) return { resolved: located.resolved, digest: known };
    const files = await located.read();
    refuseUnusable(files, className);
    const digest = await this.store.put(files, located.key === undefined ? undefined : `${className} ${located.key}`);
    return { resolved: located.resolved, digest };
  }

  /**
   * The files of what was unpacked before.
   * @param name of the bundle
   * @throws BoxcutterError `bundle-content-changed` (input): its source gives something else by now; as `unpack`
   */
  async files(name: string, unpacked: Unpacked, className: ProvisionerClass): Promise<BundleFiles> {
    await this.ensure(unpacked, className);
    const files = await this.store.files(unpacked.digest, `bundle ${name}`, placeName(unpacked.resolved));
    if (files === undefined) throw new BoxcutterError('bundle-store', 'server', `The content of bundle ${name} could not be kept.`);
    return files;
  }

  /** The same as an archive. @throws BoxcutterError as `files` */
  async packed(unpacked: Unpacked, className: ProvisionerClass): Promise<Buffer | undefined> {
    await this.ensure(unpacked, className);
    return this.store.packed(unpacked.digest);
  }

  collect(needed: ReadonlySet<string>): Promise<readonly string[]> {
    return this.store.collect(needed);
  }

  /** All who ask at the same time wait for one look at the source. */
  private async ensure(unpacked: Unpacked, className: ProvisionerClass): Promise<void> {
    const { digest } = unpacked;
    if (await this.store.packed(digest) !== undefined) return;
    const work = this.underWay.get(digest) ?? this.again(unpacked, className).finally(() => this.underWay.delete(digest));
    this.underWay.set(digest, work);
    await work;
  }

  private async again({ resolved, digest }: Unpacked, className: ProvisionerClass): Promise<void> {
    const { digest: found } = await this.unpack(resolved, className);
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

/** The last part of the repository, of the folder or of the file. */
function placeName({ image, git, http, configMaps }: BundleSource): string {
  const directory = git?.directory?.split('/').filter((part) => !['', '.', 'manifests'].includes(part)).at(-1);
  const path = image?.ref.replace(/@.*$/, '') ?? directory ?? git?.repository ?? http?.url ?? configMaps?.[0]?.configMap.name ?? '';
  return (path.split(/[?#]/)[0] ?? '').split('/').filter((part) => part !== '').at(-1)?.replace(/\.(git|tgz|tar\.gz|tar)$/, '') ?? '';
}
