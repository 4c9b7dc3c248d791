/** What names stand for: a small file each, replaced in one step, so that a reader finds the old catalog or the new one. */
import { lutimes } from 'node:fs/promises';
import { asObject, isJsonObject } from '../../api';
import { defined } from '../../defined';
import { isDigest } from '../../image';
import { readOwnFile } from '../../own-file';
import { writeWhole } from '../../write-whole';
import type { StoreFolders } from './folders';

export interface NamedCatalogRecord {
  /** What was named: `quay.io/team/catalog:v1`, the name of a ClusterCatalog. */
  readonly name: string;
  readonly digest: string;
  /** Since when the name stands for it, in whole seconds and never twice the same: what HTTP calls Last-Modified. */
  readonly since: Date;
  /** What a server of catalogs said of it, to be asked next time whether it is still so. */
  readonly validators?: Validators | undefined;
}

export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** Bytes. A name has 4096 characters at most, which JSON may write as six bytes each. */
export const LONGEST_RECORD = 64 * 1024;

/** What a server may say at most: a longer text, sent back to it with each question, could make it refuse them all. */
const LONGEST_VALIDATOR = 1024;

export async function readName(folders: StoreFolders, name: string): Promise<NamedCatalogRecord | undefined> {
  const path = folders.name(name);
  const text = (await readOwnFile(path, LONGEST_RECORD))?.toString('utf8');
  const record = text === undefined ? undefined : parseRecord(text, name);
  if (record === undefined) return undefined;
  const now = new Date();
  // What is not used goes one day ({@link collect}).
  await lutimes(path, now, now).catch(() => {});
  return record;
}

/** Makes a name stand for a catalog. */
export async function writeName(
  folders: StoreFolders, name: string, digest: string, validators: Validators | undefined, now: Date,
): Promise<NamedCatalogRecord> {
  const before = await readName(folders, name);
  const since = before?.digest === digest ? before.since : laterThan(before?.since, now);
  const record = { name, digest, since, ...defined({ validators }) };
  folders.make();
  writeWhole(folders.name(name), JSON.stringify({ ...record, since: since.toISOString() }), 0o600);
  return record;
}

/** Two catalogs within a second would be one for those who ask "modified since", and a clock may go back. */
function laterThan(before: Date | undefined, now: Date): Date {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(second, before === undefined ? second : before.getTime() + 1000));
}

export function parseRecord(text: string, name?: string): NamedCatalogRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { name: named, digest, since, validators } = value;
  if (typeof named !== 'string' || (name !== undefined && named !== name)) return undefined;
  if (typeof digest !== 'string' || !isDigest(digest) || typeof since !== 'string') return undefined;
  const date = new Date(since);
  if (Number.isNaN(date.getTime())) return undefined;
  const { etag, lastModified } = asObject(validators) ?? {};
  const texts = defined({ etag: validatorOf(etag), lastModified: validatorOf(lastModified) });
  return { name: named, digest, since: date, ...(isJsonObject(validators) ? { validators: texts } : {}) };
}

/** What may be sent back in a header. */
function validatorOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LONGEST_VALIDATOR && /^[\t\x20-\x7e\x80-\xff]+$/.test(value) ? value : undefined;
}
