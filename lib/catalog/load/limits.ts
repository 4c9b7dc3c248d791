/**
 * What a catalog may have at most. Catalogs come from the network: without limits a small archive could take all memory or hours. The
 * largest real ones have 130 MB, some thousand documents, and documents of 4 MB.
 */
const MIB = 1024 * 1024;

export const CATALOG_LIMITS = {
  files: 100_000,
  /** Bytes of all files together. */
  total: 1024 * MIB,
  /** Bytes of one document. */
  document: 16 * MIB,
  /** Collections within collections. */
  depth: 400,
  /** Bytes of an `.indexignore`. */
  ignoreFile: MIB,
  /** Mistakes that are reported one by one; the others are counted. */
  issues: 1000,
} as const;
