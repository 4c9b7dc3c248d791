/** What every blob has: a schema, and perhaps a package and a name. */
import type { JsonObject } from '../../api';
import { defined } from '../../defined';
import type { Issue } from '../../issue';
import type { Blob, BlobPlace } from '../model/blob';
import { originOf } from './documents/decode';
import { folded, member } from './fields';
import { catalogIssue, kindOf } from './issues';

const KEYS = ['schema', 'package', 'name'] as const;
/** Characters of a blob that are shown when it has no schema. */
const SHOWN = 60;

/** @returns undefined, with issues, where it is no blob */
export function metaOf(value: JsonObject, place: BlobPlace, report: (issue: Issue) => void): Blob | undefined {
  const origin = originOf(place);
  const texts: Partial<Record<(typeof KEYS)[number], string>> = {};
  let isBlob = true;
  for (const key of KEYS) {
    const keys = Object.keys(value).filter((each) => each === key || (each.length === key.length && folded(each) === key));
    if (keys.length > 1) {
      report(catalogIssue('catalog-duplicate-key', { key, keys: keys.sort() }, { origin }));
      isBlob = false;
      continue;
    }
    const text = member(value, key);
    if (typeof text === 'string') texts[key] = text;
    else if (text !== undefined && text !== null) {
      report(catalogIssue('catalog-meta-type', { key, found: kindOf(text) }, { path: keys, origin }));
      isBlob = false;
    }
  }
  const { schema = '', package: packageName, name } = texts;
  if (schema === '' && isBlob) report(missingSchema(value, place));
  return isBlob && schema !== '' ? { schema, ...defined({ package: packageName, name }), place } : undefined;
}

function missingSchema(value: JsonObject, place: BlobPlace): Issue {
  const isManifest = typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string';
  const json = JSON.stringify(value);
  const blob = json.length > SHOWN ? `${json.slice(0, SHOWN)}…` : json;
  const looksLike = isManifest ? 'manifest' as const : undefined;
  return catalogIssue('catalog-missing-schema', { blob, ...defined({ looksLike }) }, { origin: originOf(place) });
}
