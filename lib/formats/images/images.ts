/** The container images that a bundle makes a cluster pull: for mirrors, air-gapped clusters and scanners. */
import { compareBytes } from '../../api/canonical-json';
import type { SourceObject } from '../../revision';
import { type Bundle, formatOf } from '../list';
import { imagesOfObject, type ImageUse } from './pod-images';

/**
 * Images of the containers of workloads, those that operators start later (environment variables `RELATED_IMAGE_…`), and `relatedImages`.
 * Sorted by name, each once.
 *
 * @param objects what the bundle renders to; without them only what the bundle itself says
 */
export function imagesOf(bundle: Bundle, objects: readonly SourceObject[] = []): readonly ImageUse[] {
  const uses = new Map<string, Set<string>>();
  for (const { image, by } of [...formatOf(bundle).images(bundle), ...objects.flatMap(({ manifest }) => imagesOfObject(manifest))]) {
    if (image !== '') uses.set(image, (uses.get(image) ?? new Set()).add(by));
  }
  return [...uses]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([image, by]) => ({ image, pinned: /@sha\d+:/.test(image), usedBy: [...by].sort(compareBytes) }));
}
