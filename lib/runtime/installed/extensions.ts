/** The extensions of a cluster, as far as upgrades and dependencies ask: which package in which version, and how a catalog chose it. */
import type { InstalledBundle } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { type Head, type ReadableHeads, type RevisionRecord, type StoredHead, summariseHeads, summariseReadableHeads } from '../../state';
import type { OperationOptions } from '../options';

export interface InstalledExtension {
  readonly extension: string;
  readonly stateNamespace: string;
  readonly packageName?: string;
  /** The newest revision. Absent: the record was recovered, and what is installed is not known until the next apply. */
  readonly newest?: InstalledVersion;
  /** The newest one that was complete: upgrades go on from there. Absent: none was, and the next install begins anew. */
  readonly complete?: InstalledVersion;
  /** Names of bundles that were given up by a rollback to the one that is installed now. */
  readonly rolledBackFrom: readonly string[];
  readonly paused: boolean;
  readonly deleting: boolean;
}

export interface InstalledVersion {
  /** Number of the revision. */
  readonly revision: number;
  readonly version?: string;
  /** Absent: it was not made of a bundle, or an earlier version of this package put it on record. */
  readonly bundle?: InstalledBundle;
}

export interface InstalledScope extends Pick<OperationOptions, 'cluster' | 'onNote'> {
  /** Only those with their state there. @default those of all namespaces, where the account may list them */
  readonly namespace?: string | undefined;
  /** Where it may not: only those of this namespace, with a note. @default it is an error */
  readonly otherwise?: string | undefined;
  /** Called with each record as it was read. @default they are not kept: they may be large */
  readonly onRecord?: ((stored: StoredHead) => void) | undefined;
}

/**
 * By name, then by namespace. One request.
 * @throws BoxcutterError `state-*`, `server-*`
 */
export async function installedExtensions(scope: InstalledScope): Promise<readonly InstalledExtension[]> {
  const { cluster, namespace, otherwise, onNote, onRecord } = scope;
  const onUnreadable = ({ message }: Error): void => onNote?.(message);
  try {
    return await summariseHeads(cluster, { ...defined({ namespace }), onUnreadable }, (stored) => {
      onRecord?.(stored);
      return summary(stored);
    });
  } catch (error) {
    if (namespace !== undefined || otherwise === undefined || !isForbidden(error)) throw error;
    onNote?.(`Extensions of other namespaces than ${otherwise} may not be listed, so what they provide does not count.`);
    return installedExtensions({ ...scope, namespace: otherwise });
  }
}

/** Those of all namespaces that the account may read: in one request, or, where that is not allowed, in one for each namespace. */
export function readableExtensions(
  { cluster, otherwise, onNote }: Pick<InstalledScope, 'cluster' | 'onNote'> & { readonly otherwise: string },
): Promise<ReadableHeads<InstalledExtension>> {
  return summariseReadableHeads(cluster, { otherwise, onUnreadable: ({ message }) => onNote?.(message) }, summary);
}

function isForbidden(error: unknown): boolean {
  return isBoxcutterError(error) && error.code === 'server-forbidden';
}

function summary({ head, ref }: StoredHead): InstalledExtension {
  return installedOf(head, ref.namespace ?? '');
}

/** Pure. */
export function installedOf({ extension, packageName, revisions, paused, deleting }: Head, stateNamespace: string): InstalledExtension {
  const [newest] = revisions;
  const complete = revisions.find(({ completeAt }) => completeAt !== undefined);
  return {
    extension,
    stateNamespace,
    ...defined({ packageName, newest: newest && versionOf(newest), complete: complete && versionOf(complete) }),
    rolledBackFrom: givenUp(revisions),
    paused: paused !== undefined,
    deleting: deleting === true,
  };
}

function versionOf({ number, version, bundle }: RevisionRecord): InstalledVersion {
  return { revision: number, ...defined({ version, bundle }) };
}

/** What came after the revision that a rollback went back to. */
function givenUp([newest, ...before]: Head['revisions']): readonly string[] {
  const target = newest?.rollbackOf;
  if (target === undefined) return [];
  const names = before.flatMap(({ number, bundle }) => (number > target && bundle !== undefined ? [bundle.name] : []));
  return [...new Set(names)].filter((name) => name !== newest?.bundle?.name);
}
