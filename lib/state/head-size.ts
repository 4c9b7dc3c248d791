/**
 * Does the record of an extension fit into its head, one Secret? Asked before a run, of what the head may hold at its end: the uid and the
 * digests of objects come only with their writes, and they are most of it.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { InventoryEntry } from '../engine';
import { BoxcutterError } from '../errors';
import type { Head } from './head';
import { HEAD_BOUNDS } from './reading/inflate';

/** What the API server takes as data of a Secret (1 MiB), less some room for what only the run itself adds: its lock, a longer history. */
export const HEAD_LIMIT_BYTES = 1024 * 1024 - 32 * 1024;

/**
 * `state-too-large` (input), or nothing.
 * @param inventory all that may exist while the run is under way
 */
export function tooLargeHead(head: Head, inventory: readonly InventoryEntry[]): BoxcutterError | undefined {
  const full = JSON.stringify({ ...head, inventory: inventory.map(withIdentity) });
  // Text of this kind shrinks to less than half: what is small enough as it is need not be compressed to know.
  const bytes = full.length <= HEAD_LIMIT_BYTES ? 0 : gzipSync(full, { level: 9 }).length;
  if (bytes <= HEAD_LIMIT_BYTES && full.length <= HEAD_BOUNDS.bytes) return undefined;
  const size = bytes > HEAD_LIMIT_BYTES ? inMebibytes(bytes) : `${inMebibytes(full.length)} as text`;
  return new BoxcutterError(
    'state-too-large',
    'input',
    `The record of the ${inventory.length} objects of extension "${head.extension}" would take ${size}, more than one Secret holds.`,
    { hint: 'Make several extensions of it, or give the objects shorter names. Nothing was written.' },
  );
}

function inMebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MiB`;
}

/** The entry with an uid and digests that compress as badly as real ones. */
function withIdentity(entry: InventoryEntry, index: number): InventoryEntry {
  const digest = (what: string): string => createHash('sha256').update(`${what}${index}`).digest('hex').slice(0, 32);
  const uid = digest('uid').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { uid, desired: digest('desired'), owned: digest('owned'), ...entry };
}
