/** The images that a catalog lists of a bundle, for those who mirror it. */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { asString } from '../../schema';

export interface RelatedImage {
  readonly name: string;
  readonly image: string;
}

/**
 * Those that the ClusterServiceVersion lists, as they are; the image of the bundle, and those of the containers, where they are not among
 * them. Sorted by image.
 */
export function relatedImagesOfCsv(manifest: JsonObject, bundleImage: string): readonly RelatedImage[] {
  const spec = asObject(manifest['spec']) ?? {};
  const listed = entriesOf(spec['relatedImages']).map(({ name, image }) => ({ name: asString(name) ?? '', image: asString(image) ?? '' }));
  const deployments = entriesOf(asObject(asObject(spec['install'])?.['spec'])?.['deployments']);
  const pods = deployments.map((one) => asObject(asObject(asObject(one['spec'])?.['template'])?.['spec']) ?? {});
  const containers = pods.flatMap((pod) => [...entriesOf(pod['initContainers']), ...entriesOf(pod['containers'])]);
  return withMore(listed, [bundleImage, ...containers.map(({ image }) => asString(image) ?? '')]);
}

/** Adds images without a name, each once, and sorts. */
export function withMore(listed: readonly RelatedImage[], images: readonly string[]): readonly RelatedImage[] {
  const known = new Set(listed.map(({ image }) => image));
  const more = [...new Set(images)].filter((image) => image !== '' && !known.has(image)).map((image) => ({ name: '', image }));
  return [...listed, ...more].sort((a, b) => compareBytes(a.image, b.image));
}

function entriesOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
