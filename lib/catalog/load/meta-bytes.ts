/** Blobs as catalogd keeps and serves them: a line of JSON each, keys in order, digits of integers kept. */
import { canonicalJson } from '../../api/canonical-json';
import { BoxcutterError } from '../../errors';
import type { Issue } from '../../issue';
import type { Blob } from '../model/blob';
import type { CatalogFiles } from './files/catalog-files';
import { exactJson } from './documents/exact-json';
import { walkBlobs, type WalkedBlob } from './walk';

export interface CatalogMeta {
  readonly blob: Blob;
  /** Compact JSON and a line break. */
  readonly bytes: Buffer;
}

/**
 * All blobs of a catalog, one after another.
 * @param report is called for what cannot be read; the walk goes on @default nothing is passed over
 * @throws BoxcutterError `catalog-invalid` for the first thing that cannot be read, unless `report` is given
 */
export async function* walkMetas(source: CatalogFiles, report: (issue: Issue) => void = refuse): AsyncGenerator<CatalogMeta> {
  for await (const walked of walkBlobs(source, report)) yield { blob: walked.blob, bytes: metaBytes(walked) };
}

function refuse(issue: Issue): never {
  throw new BoxcutterError(
    'catalog-invalid', 'input', 'The catalog holds something that cannot be read.',
    { hint: 'boxcutter catalog validate shows what it is.', details: { issue } },
  );
}

function metaBytes({ value, exact }: WalkedBlob): Buffer {
  const whole = exact();
  return Buffer.from(`${whole === value ? canonicalJson(value) : exactJson(whole)}\n`);
}
