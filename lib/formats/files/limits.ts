/**
 * What a bundle may have at most. Bundles come from elsewhere: without limits a small archive could take all memory. The largest real one
 * that was looked at has 4 MB of manifests, and its largest file 2.1 MB.
 */
const MIB = 1024 * 1024;

export const LIMITS = {
  files: 10_000,
  /** Bytes of all files together. */
  total: 256 * MIB,
  /** Bytes of one manifest file. */
  manifest: 8 * MIB,
  /** Bytes of all manifest files together. */
  manifests: 16 * MIB,
  /** Bytes of a file in `metadata/`. */
  metadata: MIB,
  /** Characters of one constraint in `dependencies.yaml`, as OLM has it. */
  constraint: 131_072,
} as const;

/** A size for messages. */
export function inMebibytes(bytes: number): string {
  return `${bytes / MIB} MiB`;
}
