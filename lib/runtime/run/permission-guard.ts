/** Refuses a run that needs more than its credentials may do, with everything that they lack. Off by default: it costs requests. */
import { keyOf, type KubeObject, type ObjectRef } from '../../api';
import type { InventoryEntry } from '../../engine';
import type { BoxcutterError } from '../../errors';
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

export function permissionGuard(record: HeadRecord, options: PermissionCheckOptions): Guard {
  return {
    before: async ({ operation, onNote }) => ({ refusal: await missingPermissions(operation, record, options, onNote) }),
  };
}

/**
 * Why the operation may not begin; undefined when nothing is known to be missing, or nothing was to be asked.
 * @throws BoxcutterError `permissions-unknown` (server)
 */
export async function missingPermissions(
  operation: Operation,
  record: HeadRecord,
  options: PermissionCheckOptions,
  onNote?: (note: string) => void,
): Promise<BoxcutterError | undefined> {
  if (options.checkPermissions !== true) return undefined;
  const { cluster, stateNamespace } = options;
  const { extension } = record;
  const { objects, coming, ...leaving } = await contentOf(operation, record, options);
  const lacking = await lackingOwnPermissions(objects, cluster, {
    extension, stateNamespace, ...leaving, makesNamespaces: coming > 0, kinds: await cluster.kinds(),
  });
  const error = permissionsError(lacking, 'revision' in operation ? `extension "${extension}"` : `deleting extension "${extension}"`);
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

async function contentOf(operation: Operation, record: HeadRecord, options: PermissionCheckOptions): Promise<Content> {
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
