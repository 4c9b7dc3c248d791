/**
 * Rebuilding a lost head: the objects themselves carry, in their owners annotation, whose they are.
 */
import { ANNOTATION_OWNERS, keyOf, LABEL_OWNER_NAME, refOf, type KubeObject, type ManagedFieldsEntry } from '../../api';
import { annotationOwners, type InventoryEntry, type ServedKind } from '../../engine';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { phaseOfKind, STANDARD_PHASES } from '../../revision';
import { createHead, FIELD_MANAGER, headRef, ownerSelector, readHead, sealedFormerUids, sealsOf } from '../../state';
import type { OperationOptions } from '../options';

export interface Recovered {
  readonly objects: readonly InventoryEntry[];
  /** Uids of the lost heads that the objects named. */
  readonly formerUids: readonly string[];
}

/**
 * Finds every object of the extension, writes a new head with them, and names it as owner in each of them. The next apply
 * brings content and record together again.
 * @throws BoxcutterError category `input` when the head is there, or no object of the extension is
 */
export async function recoverExtension(extension: string, options: OperationOptions): Promise<Recovered> {
  const { cluster, stateNamespace, onNote } = options;
  if ((await readHead(cluster, extension, stateNamespace)) !== undefined) {
    throw new BoxcutterError(
      'recover-needless',
      'input',
      `The state of extension "${extension}" in namespace ${stateNamespace} is there; nothing was changed.`,
    );
  }
  const { objects: found, unseen } = await findObjects(extension, options);
  // Lists that were broken off look like kinds without objects of ours: a record made from them would be wrong.
  if (options.signal?.aborted === true) {
    throw new BoxcutterError('interrupted', 'interrupted', 'Interrupted before every kind was looked at; nothing was changed.');
  }
  if (found.length === 0) {
    const where = unseen ? 'that could be looked at' : 'on the cluster';
    throw new BoxcutterError(
      'recover-nothing',
      'input',
      `No object ${where} belongs to an extension "${extension}" with its state in namespace ${stateNamespace}.`,
      {
        hint: ({ option }) =>
          `Check the name and ${option('stateNamespace')}${unseen ? ', or recover with the permission to list more' : ''}.`,
      },
    );
  }
  const formerUids = [...new Set(found.flatMap((object) => headUids(object, extension, stateNamespace)))];
  const inventory = found.map((object): InventoryEntry => {
    const phase = phaseOfKind(object.apiVersion, object.kind);
    return { ref: refOf(object), order: STANDARD_PHASES.indexOf(phase), phase, uid: object.metadata.uid ?? '' };
  });
  const former = await sealedFormerUids(extension, stateNamespace, formerUids, sealsOf(cluster, options.stateKey));
  const stored = await createHead(cluster, { extension, revisions: [], inventory, ...former }, stateNamespace);
  const owner = { apiVersion: 'v1', kind: 'Secret', name: stored.ref.name, namespace: stateNamespace, uid: stored.uid, controller: true };
  for (const object of found) {
    const others = annotationOwners(object, ANNOTATION_OWNERS).filter(({ controller }) => controller !== true);
    const answer = await cluster.patch(refOf(object), [
      { op: 'test', path: '/metadata/uid', value: object.metadata.uid },
      { op: 'replace', path: `/metadata/annotations/${ANNOTATION_OWNERS.replace('/', '~1')}`, value: JSON.stringify([...others, owner]) },
    ], FIELD_MANAGER);
    if (answer.type !== 'object') {
      onNote?.(`${object.kind} ${object.metadata.name ?? ''} could not be marked; the next apply takes it over.`);
    }
    else await countAsApplied(object, answer.object, cluster);
  }
  return { objects: inventory, formerUids };
}

/**
 * A patch counts as an edit, and takes the annotation from what was applied; the next apply would find drift where there is none. So the
 * annotation goes back to the entry of our applies. Where that fails, or another client wrote in between, the next apply writes the object
 * once.
 */
async function countAsApplied(before: KubeObject, after: KubeObject, cluster: OperationOptions['cluster']): Promise<void> {
  const isApply = ({ manager, operation, subresource }: ManagedFieldsEntry): boolean =>
    manager === FIELD_MANAGER && operation === 'Apply' && (subresource ?? '') === '';
  const mark = JSON.stringify({ 'f:metadata': { 'f:annotations': { [`f:${ANNOTATION_OWNERS}`]: {} } } });
  const isMark = ({ manager, operation, fieldsV1 }: ManagedFieldsEntry): boolean =>
    manager === FIELD_MANAGER && operation === 'Update' && JSON.stringify(fieldsV1) === mark;
  const { uid, resourceVersion, managedFields = [] } = after.metadata;
  const applied = before.metadata.managedFields?.find(isApply);
  if (applied === undefined || !managedFields.some(isMark)) return;
  const entries = managedFields
    .filter((entry) => !isMark(entry))
    .map((entry) => (isApply(entry) ? { ...entry, fieldsV1: applied.fieldsV1 } : entry));
  await cluster.patch(refOf(after), [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'replace', path: '/metadata/managedFields', value: entries },
  ], FIELD_MANAGER);
}

/**
 * Every kind is asked: only the objects know of themselves. Who may not list a kind on the whole cluster is asked for those of the state
 * namespace: an extension that a user with rights in one namespace installed has nothing elsewhere.
 */
async function findObjects(
  extension: string,
  { cluster, stateNamespace, onNote }: OperationOptions,
): Promise<{ readonly objects: readonly KubeObject[]; readonly unseen: boolean }> {
  const kinds = await cluster.kinds();
  const objects = new Map<string, KubeObject>();
  const narrowed = new Set<string>();
  const refused = new Set<string>();
  const look = async ({ apiVersion, kind }: ServedKind, namespace?: string): Promise<void> => {
    const place = namespace === undefined ? {} : { namespace };
    const list = await cluster.list({ apiVersion, kind, ...place, labelSelector: ownerSelector(extension) }, { metadataOnly: true });
    for (const item of list.objects) {
      const object = { ...item, apiVersion, kind };
      const isOurs = headUids(object, extension, stateNamespace).length > 0 && object.metadata.labels?.[LABEL_OWNER_NAME] === extension;
      if (isOurs) objects.set(keyOf(refOf(object)), object);
    }
  };
  await Promise.all(kinds.map(async (served) => {
    try {
      await look(served).catch(async (error: unknown) => {
        if (!served.namespaced || !isForbidden(error)) throw error;
        await look(served, stateNamespace);
        narrowed.add(served.kind);
      });
    } catch {
      refused.add(served.kind);
    }
  }));
  if (narrowed.size > 0) {
    onNote?.(
      `Looked at in namespace ${stateNamespace} only, because these kinds `
        + `may not be listed elsewhere: ${[...narrowed].sort().join(', ')}.`,
    );
  }
  if (refused.size > 0) onNote?.(`Not looked at, because these kinds could not be listed: ${[...refused].sort().join(', ')}.`);
  const sorted = [...objects.values()].sort((a, b) => (keyOf(refOf(a)) < keyOf(refOf(b)) ? -1 : 1));
  return { objects: sorted, unseen: narrowed.size + refused.size > 0 };
}

function isForbidden(error: unknown): boolean {
  return isBoxcutterError(error) && error.code === 'server-forbidden';
}

function headUids(object: KubeObject, extension: string, stateNamespace: string): readonly string[] {
  const { name } = headRef(extension, stateNamespace);
  return annotationOwners(object, ANNOTATION_OWNERS)
    .filter((owner) => owner.kind === 'Secret' && owner.name === name && owner.namespace === stateNamespace && owner.controller === true)
    .map(({ uid }) => uid);
}
