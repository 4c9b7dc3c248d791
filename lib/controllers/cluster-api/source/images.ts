/** The manifest folders of images in registries. What an image has by its digest never changes, so it is read once. */
import { profilesOf, DESIGN_FOLDER, PROFILES_FOLDER, type ImageProfile } from '../../../capi';
import { Budget, FileTree } from '../../../formats/archive';
import {
  formatReference, parseImageReference, pathsWithin, readImage, registrySource, strangeLayers, unpackLayers, type RegistryOptions,
} from '../../../image';
import { manifestsError } from '../../../capi';

export interface ManifestImage {
  /** With its digest. */
  readonly ref: string;
  readonly profiles: readonly ImageProfile[];
}

const MIB = 1024 * 1024;
/** Of the folders; the image around them is a whole distribution. */
const LIMITS = { files: 200, total: 64 * MIB, file: 16 * MIB, unpacked: 4096 * MIB } as const;

export class ManifestImages {
  private readonly known = new Map<string, Promise<ManifestImage>>();

  constructor(private readonly registry: RegistryOptions = {}) {}

  /**
   * In the order of the references; those without a manifest folder have no profiles.
   * @throws BoxcutterError `capi-manifests`, and what registries and images say
   */
  async all(refs: readonly string[]): Promise<readonly ManifestImage[]> {
    const wanted = [...new Set(refs)];
    for (const ref of this.known.keys()) if (!wanted.includes(ref)) this.known.delete(ref);
    const images: ManifestImage[] = [];
    // One after the other: a layer is held in memory, and those of a provider hold a distribution. What is read is known from then on.
    for (const ref of wanted) images.push(await this.one(ref));
    return images;
  }

  private one(ref: string): Promise<ManifestImage> {
    const known = this.known.get(ref);
    if (known !== undefined) return known;
    const reading = this.read(ref);
    this.known.set(ref, reading);
    reading.catch(() => this.known.delete(ref));
    return reading;
  }

  private async read(ref: string): Promise<ManifestImage> {
    const reference = parseImageReference(ref);
    const image = await readImage(registrySource(reference, this.registry), reference.digest ?? reference.tag, { platform: 'linux/amd64' });
    const strange = strangeLayers(image.manifest);
    if (strange !== undefined) throw manifestsError(ref, strange);
    const budget = new Budget(ref, LIMITS);
    const tree = new FileTree(budget, pathsWithin([PROFILES_FOLDER, DESIGN_FOLDER]));
    await unpackLayers(image, image.manifest.layers, tree, { budget, whiteouts: true });
    const { tag: _tag, ...place } = reference;
    const pinned = formatReference({ ...place, digest: image.digest });
    const files = tree.files();
    const [issue] = files.issues;
    if (issue !== undefined) throw manifestsError(ref, 'its manifest folder has a link that cannot be followed');
    return { ref: pinned, profiles: profilesOf({ origin: pinned, paths: () => files.paths(), read: (path) => files.read(path) }) };
  }
}
