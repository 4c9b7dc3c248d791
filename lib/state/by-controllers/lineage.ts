/**
 * Which revisions belong together. Those of one extension do; of revisions that were made by hand, those of one extension name that name
 * each other in `spec.previous`. Pure.
 */
import { isDnsSubdomain, LABEL_OWNER, LABEL_OWNER_NAME } from '../../api';

export interface Relative {
  readonly name: string;
  readonly uid: string;
  /** Name of the extension. */
  readonly extension: string;
  /** Uid of the ClusterExtension that controls it; absent: it was made by hand. */
  readonly controller?: string;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
}

/** The other revisions of the same extension. */
export function siblingsOf<R extends Relative>(revision: R, others: Iterable<R>): readonly R[] {
  const candidates = [...others].filter(({ uid, extension }) => uid !== revision.uid && extension === revision.extension);
  if (revision.controller !== undefined) return candidates.filter(({ controller }) => controller === revision.controller);
  const byHand = candidates.filter(({ controller }) => controller === undefined);
  const family = new Set([revision]);
  // A chain: 3 names 2, which names 1.
  for (const member of family) for (const other of byHand) if (names(member, other) || names(other, member)) family.add(other);
  family.delete(revision);
  return [...family];
}

function names({ previous }: Relative, { name, uid }: Relative): boolean {
  return previous.some((one) => one.name === name && one.uid === uid);
}

/** The extension that a revision says it is of; without a label, its name without its number. */
export function extensionOfRevision(labels: Readonly<Record<string, string>>, name: string): string {
  const named = labels[LABEL_OWNER] ?? labels[LABEL_OWNER_NAME];
  return named !== undefined && isDnsSubdomain(named) ? named : name.replace(/-\d+$/, '');
}
