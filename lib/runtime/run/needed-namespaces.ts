/** Namespaces that have to be there before a run writes anything: asked about once, where nothing of ours shows already that they are. */
import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../api';
import type { KubeCluster } from '../../kube';
import { createNamespace, isOurs, missingNamespaces, missingNamespacesError, neededNamespaces } from '../../guards';
import type { StoredHead } from '../../state';

export interface NamespaceOptions {
  readonly cluster: Pick<KubeCluster, 'get' | 'create'>;
  readonly stateNamespace: string;
  /**
   * Make namespaces that objects go to, and the one for the state, instead of refusing. They belong to nobody: no delete takes them along.
   * @default false
   */
  readonly createNamespace?: boolean;
}

/**
 * Names of the namespaces that would have to be made.
 * @throws BoxcutterError `namespace-not-found` (input) unless they may be made: those that an operator only watches never are
 */
export async function comingNamespaces(
  revision: ResolvedRevision,
  stored: StoredHead | undefined,
  options: NamespaceOptions,
): Promise<readonly string[]> {
  const objects = revision.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const needed = neededNamespaces(objects, stored === undefined ? options.stateNamespace : undefined);
  const known = knownNamespaces(objects, stored);
  const missing = await missingNamespaces(needed.filter(({ name }) => !known.has(name)), options.cluster);
  const refused = options.createNamespace === true ? missing.filter((one) => !isOurs(one)) : missing;
  if (refused.length > 0) throw missingNamespacesError(refused);
  return missing.map(({ name }) => name);
}

/** Where something of the extension is on record as existing, that is in the revision still. */
function knownNamespaces(objects: readonly KubeObject[], stored: StoredHead | undefined): ReadonlySet<string> {
  const keys = new Set(objects.map((object) => keyOf(refOf(object))));
  const kept = (stored?.head.inventory ?? []).filter(({ ref, uid }) => uid !== undefined && keys.has(keyOf(ref)));
  return new Set([...kept.flatMap(({ ref }) => ref.namespace ?? []), ...(stored === undefined ? [] : [stored.ref.namespace ?? ''])]);
}

/** @throws BoxcutterError `namespace-not-created` (server) */
export async function makeNamespaces(names: readonly string[], { cluster }: NamespaceOptions, onNote?: (note: string) => void): Promise<void> {
  for (const name of names) {
    await createNamespace(name, cluster);
    onNote?.(`Namespace ${name} was created; it stays when the extension is deleted.`);
  }
}
