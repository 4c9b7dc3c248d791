/**
 * Namespaces that have to be there before a run writes anything: asked about once, where nothing of ours shows already that they are. The
 * guard refuses a run that lacks one, or makes it where the caller allows that.
 */
import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import type { BoxcutterError } from '../../errors';
import {
  createNamespace, isOurs, missingNamespacesError, neededNamespaces, newNamespaceText, terminatingNote, unfitNamespaces,
} from '../../guards';
import type { KubeCluster } from '../../kube';
import { stateNamespaceTerminating, type HeadRecord } from '../../state';
import type { Guard } from './guard';

export interface NamespaceOptions {
  readonly cluster: Pick<KubeCluster, 'get' | 'create'>;
  readonly stateNamespace: string;
  /**
   * Make namespaces that objects go to, and the one for the state, instead of refusing. They belong to no extension: no delete takes them
   * along. @default false
   */
  readonly createNamespace?: boolean;
  /** Namespaces that others bring before it is written; asked by plans. @default none */
  readonly comingNamespaces?: ReadonlySet<string>;
}

/** What of a record says which namespaces are there. */
type KnownRecord = Pick<HeadRecord, 'inventory' | 'stored'>;

export function namespaceGuard(record: HeadRecord, options: NamespaceOptions): Guard {
  return {
    before: async ({ operation, dryRun, onNote }) => {
      if (!('revision' in operation)) return {};
      const { coming, notes, refusal } = await comingNamespaces(operation.revision, record, options);
      for (const note of notes) onNote?.(note);
      if (refusal !== undefined) return { refusal };
      if (dryRun) return { coming };
      for (const name of coming) {
        await createNamespace(name, options.cluster);
        onNote?.(newNamespaceText(name, 'was-created'));
      }
      return {};
    },
  };
}

export interface ComingNamespaces {
  /** Names of those that are not there yet: they would have to be made, or others bring them. */
  readonly coming: readonly string[];
  /** Of those that are being deleted. */
  readonly notes: readonly string[];
  /**
   * Some may not be made: `namespace-not-found` (input). Those that an operator only watches never are. Or the one for the state is being
   * deleted: `namespace-terminating` (server).
   */
  readonly refusal?: BoxcutterError;
}

export async function comingNamespaces(
  revision: ResolvedRevision,
  record: KnownRecord,
  options: NamespaceOptions,
): Promise<ComingNamespaces> {
  const objects = revision.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const needed = neededNamespaces(objects, record.stored === undefined ? options.stateNamespace : undefined);
  const known = knownNamespaces(objects, record);
  const { missing, terminating } = await unfitNamespaces(needed.filter(({ name }) => !known.has(name)), options.cluster);
  const unforeseen = missing.filter(({ name }) => options.comingNamespaces?.has(name) !== true);
  const refused = options.createNamespace === true ? unforeseen.filter((one) => !isOurs(one)) : unforeseen;
  const refusal = terminating.some(({ holdsState }) => holdsState)
    ? stateNamespaceTerminating(options.stateNamespace)
    : refused.length > 0 ? missingNamespacesError(refused) : undefined;
  // Of the one for the state the refusal speaks.
  const notes = terminating.filter(({ holdsState }) => !holdsState).map(terminatingNote);
  return { coming: missing.map(({ name }) => name), notes, ...defined({ refusal }) };
}

/** Where something of the extension is on record as existing, that is in the revision still. */
function knownNamespaces(objects: readonly KubeObject[], { inventory, stored }: KnownRecord): ReadonlySet<string> {
  const keys = new Set(objects.map((object) => keyOf(refOf(object))));
  const kept = inventory.filter(({ ref, uid }) => uid !== undefined && keys.has(keyOf(ref)));
  return new Set([...kept.flatMap(({ ref }) => ref.namespace ?? []), ...(stored === undefined ? [] : [stored.ref.namespace ?? ''])]);
}
