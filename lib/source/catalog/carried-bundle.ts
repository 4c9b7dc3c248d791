/** The bundle that a catalog carries whole, in place of the image that it does not name. */
import { type CarryingBlob, filesOfBlob, type IncompleteBlob } from '../../catalog/render/objects-of-blob';
import { BoxcutterError } from '../../errors';
import type { BundleFiles } from '../../formats';
import { bundleFilesOf } from '../../formats/files/in-memory';

/**
 * @param what the bundle, for messages
 * @throws BoxcutterError `catalog-image-missing` (input): not all of it is there
 */
export function carriedBundle(what: string, carrying: CarryingBlob): BundleFiles {
  const carried = filesOfBlob(carrying);
  if (carried.incomplete === undefined) return bundleFilesOf(what, carried.files);
  const message = `${what} names no image, and ${whyNot(carried.incomplete)}, so there is nothing to install.`;
  throw new BoxcutterError('catalog-image-missing', 'input', message, {
    hint: 'Choose another version, apply the bundle from where its publisher has it (boxcutter apply), '
      + 'or ask the publisher of the catalog to name its image.',
    details: { ...carried.incomplete },
  });
}

function whyNot(incomplete: IncompleteBlob): string {
  switch (incomplete.found) {
    case 'no-objects':
      return 'the catalog does not carry its manifests (olm.bundle.object) either';
    case 'other-format':
      return `a bundle of format ${incomplete.format} cannot be carried in a catalog`;
    case 'service-versions':
      return incomplete.count === 0
        ? 'there is no ClusterServiceVersion among the manifests that the catalog carries'
        : `there are ${incomplete.count} ClusterServiceVersions among the manifests that the catalog carries`;
    case 'definitions-missing':
      return `the catalog does not carry all of its manifests: ${incomplete.names.join(', ')} is missing`;
  }
}
