/** What a package is for what makes revisions and bundles of it. */
import type { BundleMetadata } from '../../lib/formats/export';
import type { Revision } from '../revision';
import type { ConfigOf, ConfigSchema } from './config-schema';

/** The members of a `Package`, which says what they are for. */
export interface DescribedPackage<Schema extends ConfigSchema> extends BundleMetadata {
  readonly packageName: string;
  readonly configSchema: Schema;
  build(scope: Revision, config: ConfigOf<Schema>): void;
}
