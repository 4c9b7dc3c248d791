/** Blobs as catalogd keeps and serves them: a line of JSON each, keys in order, digits of integers kept. */
import { canonicalJson, compareBytes } from '../../api/canonical-json';
import { BoxcutterError } from '../../errors';
import type { Issue } from '../../issue';
import type { Blob } from '../model/blob';
import type { CatalogFiles } from './files/catalog-files';
import { type ExactJson, LargeInteger, mayHoldLargeIntegers, readJson } from './documents/json-reader';
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
    'catalog-invalid', 'input', 'The catalog holds what cannot be read.',
    { hint: 'boxcutter catalog validate tells what it is.', details: { issue } },
  );
}

function metaBytes({ value, bytes, form }: WalkedBlob): Buffer {
  if (form === 'json') {
    const text = bytes.toString('utf8');
    const read = mayHoldLargeIntegers(text) ? readJson(text) : undefined;
    if (read !== undefined && 'value' in read) return Buffer.from(`${exactJson(read.value)}\n`);
  }
  return Buffer.from(`${canonicalJson(value)}\n`);
}

function exactJson(value: ExactJson): string {
  if (value instanceof LargeInteger) return value.text;
  if (Array.isArray(value)) return `[${(value as readonly ExactJson[]).map(exactJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Readonly<Record<string, ExactJson>>).sort(([a], [b]) => compareBytes(a, b));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${exactJson(one)}`).join(',')}}`;
}
