/** Naming a new head in an object that named a lost one. */
import { ANNOTATION_OWNERS, refOf, type KubeObject, type ManagedFieldsEntry } from '../../api';
import { annotationOwners } from '../../engine';
import { formatPointer } from '../../issue';
import { FIELD_MANAGER, type StoredHead } from '../../state';
import type { OperationOptions } from '../options';

type Patcher = Pick<OperationOptions['cluster'], 'patch'>;

const PATH = formatPointer(['metadata', 'annotations', ANNOTATION_OWNERS]);

/** @returns false: the object has changed since it was looked at, or could not be written */
export async function remark(object: KubeObject, { ref, uid }: StoredHead, cluster: Patcher): Promise<boolean> {
  const { apiVersion, kind, name, namespace } = ref;
  const owner = { apiVersion, kind, name, namespace, uid, controller: true };
  const others = annotationOwners(object, ANNOTATION_OWNERS).filter(({ controller }) => controller !== true);
  const answer = await cluster.patch(refOf(object), [
    { op: 'test', path: '/metadata/uid', value: object.metadata.uid },
    { op: 'test', path: PATH, value: object.metadata.annotations?.[ANNOTATION_OWNERS] },
    { op: 'replace', path: PATH, value: JSON.stringify([...others, owner]) },
  ], FIELD_MANAGER);
  if (answer.type !== 'object') return false;
  await countAsApplied(object, answer.object, cluster);
  return true;
}

/**
 * A patch counts as an edit, and takes the annotation from what was applied; the next apply would find drift where there is none. So the
 * annotation goes back to the entry of our applies. Where that fails, or another client wrote in between, the next apply writes the object
 * once.
 */
async function countAsApplied(before: KubeObject, after: KubeObject, cluster: Patcher): Promise<void> {
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
