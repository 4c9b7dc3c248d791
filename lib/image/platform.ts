/** Which of the images of an index is taken. */
import { BoxcutterError } from '../errors';
import type { Descriptor } from './image';

/** Node's names of architectures that the OCI calls otherwise. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', ppc64: 'ppc64le', mipsel: 'mipsle' };

/** `linux/<architecture of this machine>`: bundles run on clusters, and those are Linux. */
export function ownPlatform(): string {
  return `linux/${ARCHITECTURES[process.arch] ?? process.arch}`;
}

/**
 * The image of a platform (`linux/arm64`, `linux/arm/v7`). When none is asked for: that of {@link ownPlatform}, or the only one there is,
 * as most bundles are built once for all.
 * @throws BoxcutterError `image-platform`, category input, naming those there are
 */
export function choosePlatform(manifests: readonly Descriptor[], platform: string | undefined, origin: string): Descriptor {
  // What builders attach to images (provenance, lists of contents) stands in the index like an image of an unknown platform.
  const images = manifests.filter(({ annotations }) => annotations?.['vnd.docker.reference.type'] === undefined);
  const wanted = platform ?? ownPlatform();
  const exact = images.find((image) => nameOf(image) === wanted);
  const found = exact ?? images.find((image) => nameOf(image)?.startsWith(`${wanted}/`) === true);
  if (found !== undefined) return found;
  const [only, ...others] = images;
  if (platform === undefined && only !== undefined && others.length === 0) return only;
  const names = [...new Set(images.map((image) => nameOf(image) ?? 'an unnamed one'))].sort();
  const there = names.length === 0 ? 'it has no images at all' : `it has ${names.join(', ')}`;
  throw new BoxcutterError(
    'image-platform', 'input',
    `${origin} has no image for ${wanted}: ${there}.`,
    { hint: 'Choose one of those.', details: { platform: wanted, platforms: names } },
  );
}

function nameOf({ platform }: Descriptor): string | undefined {
  if (platform === undefined) return undefined;
  const { os = 'unknown', architecture = 'unknown', variant } = platform;
  return [os, architecture, ...(variant === undefined ? [] : [variant])].join('/');
}
