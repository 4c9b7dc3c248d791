/**
 * For which lost heads a head stands in. A head that says so of itself could claim the objects of any extension; so it counts when an
 * installer sealed it, and then only for objects that name a head of this very name and namespace (`OwnerContext.former`).
 */
import type { Head, StoredHead } from '../head';
import type { FormerStatement } from './seal';
import type { Seals } from './seals';

export function formerStatement(extension: string, namespace: string, uids: readonly string[]): FormerStatement {
  return { about: 'former-heads', namespace, extension, uids };
}

/** What a head says of lost ones, sealed where this account can: without a seal it does not count. */
export async function sealedFormerUids(
  extension: string,
  namespace: string,
  uids: readonly string[],
  seals: Seals,
): Promise<Pick<Head, 'formerUids' | 'formerSeal'>> {
  const sealed = await seals.seal(formerStatement(extension, namespace, uids));
  return { formerUids: uids, ...(sealed.type === 'sealed' ? { formerSeal: sealed.seal } : {}) };
}

/** @returns the uids that count, and whether others were left out */
export async function trustedFormerUids(
  stored: StoredHead | undefined,
  seals: Seals,
  trustState = false,
): Promise<{ readonly uids: readonly string[]; readonly ignored: boolean }> {
  const { extension = '', formerUids: uids = [], formerSeal }: Partial<Head> = stored?.head ?? {};
  if (uids.length === 0 || trustState) return { uids, ignored: false };
  const statement = formerStatement(extension, stored?.ref.namespace ?? '', uids);
  const isTrusted = (await seals.doubt(formerSeal, statement)) === undefined;
  return isTrusted ? { uids, ignored: false } : { uids: [], ignored: true };
}
