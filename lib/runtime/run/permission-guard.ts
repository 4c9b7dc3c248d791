/** Refuses a run that needs more than its credentials may do, with everything that they lack. Off by default: it costs requests. */
import { keyOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../api';
import type { InventoryEntry } from '../../engine';
import { isBoxcutterError, type BoxcutterError } from '../../errors';
import { lackingOwnPermissions, permissionsError, unknownTexts } from '../../guards';
import type { KubeCluster } from '../../kube';
import { keysOf, type HeadRecord, type Operation } from '../../state';
import type { Guard } from './guard';
import { comingNamespaces } from './namespace-guard';

export interface PermissionCheckOptions {
  readonly cluster: Pick<KubeCluster, 'create' | 'get' | 'kinds'>;
  readonly stateNamespace: string;
  /**
   * Ask beforehand whether these credentials may do everything that the run needs: a request for each namespace, and one for each role of
   * others that the package binds. Not everything can be asked: see docs/permissions.md. @default false
   */
  readonly checkPermissions?: boolean;
  /** See `NamespaceOptions`. @default false */
  readonly createNamespace?: boolean;
  /** Let objects live that have to go. @default false */
  readonly orphan?: boolean;
}

/** What of a record decides what is needed. */
type CheckedRecord = Pick<HeadRecord, 'extension' | 'inventory' | 'stored'>;

export function permissionGuard(record: HeadRecord, options: PermissionCheckOptions): Guard {
  return {
    before: async ({ operation, onNote }) => ({ refusal: await missingPermissions(operation, record, options, onNote) }),
  };
}

/**
 * Why the operation may not begin; undefined when nothing is known to be missing, or nothing was to be asked.
 * @throws BoxcutterError `permissions-unknown` (server)
 */
async function missingPermissions(
  operation: Operation,
  record: CheckedRecord,
  options: PermissionCheckOptions,
  onNote?: (note: string) => void,
): Promise<BoxcutterError | undefined> {
  if (options.checkPermissions !== true) return undefined;
  const what = 'revision' in operation ? 'extension' : 'deleting extension';
  return missingFor(what, record.extension, await contentOf(operation, record, options), options, onNote);
}

/**
 * Reads the record of an extension. Where the server refuses to show it and permissions are to be checked, the error is all that is missing
 * as for a new installation, the rules for the state among it: what leaves is not known then.
 * @param revision what is to be applied; undefined: only the record knows it
 * @throws BoxcutterError as `read`; `permissions-missing`, `permissions-unknown` (server)
 */
export async function readOrListMissing<R>(
  read: () => Promise<R>,
  extension: string,
  options: PermissionCheckOptions,
  revision?: ResolvedRevision,
): Promise<R> {
  try {
    return await read();
  } catch (error) {
    if (options.checkPermissions !== true || !isBoxcutterError(error) || error.code !== 'state-refused') throw error;
    const record = { extension, inventory: [], stored: undefined };
    const content = revision === undefined ? NOTHING : await contentOf({ intent: 'apply', revision, again: false }, record, options);
    throw (await missingFor('extension', extension, content, options)) ?? error;
  }
}

async function missingFor(
  what: 'extension' | 'deleting extension',
  extension: string,
  { objects, coming, ...leaving }: Content,
  { cluster, stateNamespace }: PermissionCheckOptions,
  onNote?: (note: string) => void,
): Promise<BoxcutterError | undefined> {
  const lacking = await lackingOwnPermissions(objects, cluster, {
    extension, stateNamespace, ...leaving, makesNamespaces: coming > 0, kinds: await cluster.kinds(),
  });
  const error = permissionsError(lacking, `${what} "${extension}"`);
  if (error === undefined) for (const text of unknownTexts(lacking.unknown)) onNote?.(`Permissions: ${text}.`);
  return error;
}

interface Content {
  readonly objects: readonly KubeObject[];
  readonly removed: readonly ObjectRef[];
  readonly released: readonly ObjectRef[];
  /** How many namespaces would be made. */
  readonly coming: number;
}

const NOTHING: Content = { objects: [], removed: [], released: [], coming: 0 };

async function contentOf(operation: Operation, record: CheckedRecord, options: PermissionCheckOptions): Promise<Content> {
  const isOrphaning = options.orphan === true || (operation.intent === 'delete' && operation.orphan);
  const kept = 'revision' in operation ? keysOf(operation.revision) : new Set<string>();
  const leaving = record.inventory.filter(({ ref }) => !kept.has(keyOf(ref)));
  const isReleased = ({ orphan }: InventoryEntry): boolean => isOrphaning || orphan === true;
  const released = leaving.filter(isReleased).map(({ ref }) => ref);
  const removed = leaving.filter((entry) => !isReleased(entry)).map(({ ref }) => ref);
  const content = { removed, released, objects: [], coming: 0 };
  if (!('revision' in operation)) return content;
  const { revision } = operation;
  const { coming } = options.createNamespace === true ? await comingNamespaces(revision, record, options) : { coming: [] };
  return { ...content, objects: revision.phases.flatMap((phase) => phase.objects.map(({ object }) => object)), coming: coming.length };
}
