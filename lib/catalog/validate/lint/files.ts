/** Advice about how a catalog is written down. */
import { compareBytes } from '../../../api/canonical-json';
import type { Blob, CatalogContent } from '../../model/blob';
import type { Report } from '../report';

/** From which catalogs are made. */
const TEMPLATES = /^olm\.(?:semver|template\.|composite|builder\.)/;
const KNOWN = ['olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations'];

export function adviseFiles(content: CatalogContent, report: Report): void {
  const { packages, channels, bundles, deprecations, others } = content;
  if ([packages, channels, bundles, others].every((blobs) => blobs.length === 0)) report('catalog-empty', {}, undefined);
  for (const { schema, place } of others) {
    if (TEMPLATES.test(schema)) report('catalog-template', { schema }, place, ['schema']);
    else {
      const likely = KNOWN.find((known) => isLike(schema, known));
      if (likely !== undefined) report('catalog-unknown-schema', { schema, likely }, place, ['schema']);
    }
  }
  const inFile = new Map<string, Set<string>>();
  const first = new Map<string, Blob>();
  const add = (blob: Blob, name: string): void => {
    const names = inFile.get(blob.place.file) ?? new Set();
    inFile.set(blob.place.file, names.add(name));
    if (!first.has(blob.place.file)) first.set(blob.place.file, blob);
  };
  for (const blob of packages) add(blob, blob.name);
  for (const blob of [...channels, ...bundles, ...deprecations]) add(blob, blob.package);
  for (const [file, names] of inFile) {
    if (names.size > 1) report('catalog-mixed-file', { packages: [...names].sort(compareBytes) }, first.get(file)?.place);
  }
}

/** The same but for case, an `s` at the end, or one sign. */
function isLike(schema: string, known: string): boolean {
  const [a, b] = [schema.toLowerCase().replace(/s$/, ''), known.replace(/s$/, '')];
  if (a === b || Math.abs(a.length - b.length) > 1) return a === b;
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at += 1;
  const rests = [a.slice(at + 1) === b.slice(at + 1), a.slice(at) === b.slice(at + 1), a.slice(at + 1) === b.slice(at)];
  const swapped = a.slice(at, at + 2) === `${b[at + 1] ?? ''}${b[at] ?? ''}` && a.slice(at + 2) === b.slice(at + 2);
  return rests.some(Boolean) || swapped;
}
