/** Advice about packages and bundles. */
import type { BundleBlob, PackageBlob } from '../../model/blob';
import { isPinned, isRelativePath } from '../image-name';
import type { PackageParts } from '../packages';
import type { Report } from '../report';

export function adviseIcon({ name, icon, place }: PackageBlob, report: Report): void {
  if (icon === undefined) return;
  const about = { package: name };
  const { size, mediaType, looksLike } = icon;
  if (size === 0) report('catalog-icon', { ...about, problem: 'no-data' }, place, ['icon', 'base64data']);
  else if (looksLike === undefined) report('catalog-icon', { ...about, problem: 'no-image' }, place, ['icon', 'base64data']);
  if (mediaType === '') report('catalog-icon', { ...about, problem: 'no-media-type' }, place, ['icon', 'mediatype']);
  else if (looksLike !== undefined && !isSameType(mediaType, looksLike)) {
    report('catalog-icon', { ...about, problem: 'other-type', mediaType, looksLike }, place, ['icon', 'mediatype']);
  }
}

function isSameType(mediaType: string, looksLike: string): boolean {
  const plain = mediaType.split(';')[0]?.trim().toLowerCase();
  return plain === looksLike || (plain === 'image/jpg' && looksLike === 'image/jpeg');
}

/** @param allowsPaths bundles may be named by their paths; where they may not, that is an error */
export function adviseBundle(
  { name, package: packageName, image, relatedImages, properties, place }: BundleBlob, allowsPaths: boolean, report: Report,
): void {
  const about = { package: packageName, bundle: name };
  if (allowsPaths && isRelativePath(image)) report('catalog-image-path', { ...about, image }, place, ['image']);
  const images = [...new Set([image, ...relatedImages.map((related) => related.image)])]
    .filter((each) => each !== '' && !isRelativePath(each) && !isPinned(each));
  if (images.length > 0) report('catalog-unpinned-image', { ...about, images }, place);
  if (relatedImages.length === 0) report('catalog-related-images', { ...about, problem: 'none' }, place, ['relatedImages']);
  relatedImages.forEach((related, index) => {
    if (related.image === '') report('catalog-related-images', { ...about, problem: 'empty' }, place, ['relatedImages', index, 'image']);
  });
  const hasObjects = properties.some(({ type }) => type === 'olm.bundle.object');
  if (image !== '' && hasObjects) report('catalog-bundle-objects', about, place, ['properties']);
}

/** What the publisher calls deprecated, although users are led to it. */
export function adviseDeprecations(
  { name, blob, channels, deprecations }: PackageParts, heads: ReadonlyMap<string, string>, report: Report,
): void {
  const of = (schema: string): ReadonlySet<string> => new Set(
    deprecations?.entries.filter(({ reference }) => reference.schema === schema).map(({ reference }) => reference.name ?? ''),
  );
  const [deprecatedChannels, deprecatedBundles] = [of('olm.channel'), of('olm.bundle')];
  for (const channel of channels.values()) {
    const head = heads.get(channel.name);
    const isDefault = channel.name === blob?.defaultChannel;
    const about = { package: name, channel: channel.name };
    if (isDefault && deprecatedChannels.has(channel.name)) report('catalog-deprecated-default', about, channel.place);
    if (head === undefined || !deprecatedBundles.has(head) || deprecatedChannels.has(channel.name)) continue;
    report('catalog-deprecated-head', { ...about, bundle: head, of: isDefault ? 'default-channel' : 'channel' }, channel.place);
  }
}
