/** One blob of a catalog as catalogs are stored and served: a line of JSON. */
import type { BlobPlace } from '../../catalog';

export interface Meta {
  readonly schema: string;
  readonly package?: string;
  readonly name?: string;
  /** Where its publisher wrote it. */
  readonly place: BlobPlace;
  /** One JSON object and the line break behind it. */
  readonly bytes: Buffer;
}
