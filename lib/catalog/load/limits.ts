/**
 * What a catalog may have at most. Catalogs come from the network: without limits a small archive could take all memory or hours. The
 * largest real ones have 130 MB, some thousand documents, and documents of 4 MB.
 */
const MIB = 1024 * 1024;

/** As they are, or smaller ones for tests. */
export type CatalogLimits = { readonly [Limit in keyof typeof CATALOG_LIMITS]: number };

export const CATALOG_LIMITS = {
  files: 100_000,
  /** Bytes of all files together. */
  total: 1024 * MIB,
  /** Bytes of one document. */
  document: 16 * MIB,
  documents: 500_000,
  /** Values that are kept in memory: names, edges, images, small properties. Large real catalogs have a million. */
  values: 5_000_000,
  /** Characters that are parsed again to mend the indentation of YAML, which those who wrote it with a program never need. */
  mending: 64 * MIB,
  /** Collections within collections. */
  depth: 400,
  /** Bytes of an `.indexignore`. */
  ignoreFile: MIB,
  /** Mistakes that are reported one by one; the others are counted. */
  issues: 1000,
} as const;
