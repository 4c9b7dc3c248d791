/**
 * In which order blobs are written: package by package, and in each the package, its channels, its bundles, blobs of other schemas, and its
 * deprecations; blobs without a package last. Source: operator-registry, how `opm render` writes a catalog.
 */
import type { JsonObject } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { asString } from '../../schema';

const RANKS: Readonly<Record<string, number>> = { 'olm.package': 0, 'olm.channel': 1, 'olm.bundle': 2, 'olm.deprecations': 4 };
const OTHERS = 3;

/** The package that a blob belongs to; an `olm.package` belongs to itself. Empty: to none. */
export function packageOfBlob(blob: JsonObject): string {
  return asString(blob['schema'] === 'olm.package' ? blob['name'] : blob['package']) ?? '';
}

/** A copy in order. Blobs of the same name keep theirs. */
export function inCatalogOrder(blobs: readonly JsonObject[]): readonly JsonObject[] {
  return [...blobs].sort((a, b) => comparePackages(packageOfBlob(a), packageOfBlob(b)) || compareWithin(a, b));
}

function comparePackages(a: string, b: string): number {
  return Number(a === '') - Number(b === '') || compareBytes(a, b);
}

/** Channels and bundles by name; blobs of other schemas by schema, and otherwise as they come. */
function compareWithin(a: JsonObject, b: JsonObject): number {
  const [rank, other] = [rankOf(a), rankOf(b)];
  if (rank !== other) return rank - other;
  const key = rank === OTHERS ? 'schema' : 'name';
  return compareBytes(asString(a[key]) ?? '', asString(b[key]) ?? '');
}

function rankOf(blob: JsonObject): number {
  return RANKS[asString(blob['schema']) ?? ''] ?? OTHERS;
}
