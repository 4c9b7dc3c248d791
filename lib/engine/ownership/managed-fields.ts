/**
 * Fields that our object has from before us: written by a manager that we replace (`kubectl`, `helm`), or by ourselves with operation
 * Update (a create by POST, an earlier tool of the same name). As long as such an entry lives, a field that we leave out stays, and one
 * that we change has two owners. Merged into our Apply entry, the next apply decides about all of them.
 */
import type { KubeObject, ManagedFieldsEntry } from '../../api';
import { applyEntry, unionOf, withoutClaimed, type FieldSet } from '../fields';
import type { JsonPatchOperation, Precondition } from '../ports';
import type { OwnerContext } from './owner-context';

type Managers = Pick<OwnerContext, 'fieldManager' | 'takeOverManagers'>;

/** Is what this manager holds to become ours? */
export function isTakenOver(manager: string | undefined, { fieldManager, takeOverManagers = [] }: Managers): boolean {
  return manager !== undefined && (manager === fieldManager || takeOverManagers.includes(manager));
}

/** The entries that have to be merged into ours. Those of subresources (`status`, `scale`) belong to controllers and stay. */
export function entriesToMerge(live: KubeObject, managers: Managers): readonly ManagedFieldsEntry[] {
  return (live.metadata.managedFields ?? []).filter(({ manager, operation, subresource }) => {
    if ((subresource ?? '') !== '' || !isTakenOver(manager, managers)) return false;
    return operation === 'Update' || (operation === 'Apply' && manager !== managers.fieldManager);
  });
}

/**
 * The patch that makes them one Apply entry of ours. Field sets speak of one version of a kind: an entry of another version than the merged
 * one is dropped. The tests make it a compare-and-swap.
 *
 * @param apiVersion of the desired object: preferred where we have no entry yet
 * @param claimed fields that become ours alone as well, whoever holds them
 * @param on the state that was decided about; `live` may have become a newer one since, then the patch is refused
 */
export function mergePatch(
  live: KubeObject, managers: Managers, apiVersion: string, on: Precondition, claimed: FieldSet = {},
): readonly JsonPatchOperation[] {
  const { managedFields = [] } = live.metadata;
  const ours = applyEntry(live, managers.fieldManager);
  const merged = entriesToMerge(live, managers);
  const base = ours ?? merged.find((entry) => entry.apiVersion === apiVersion) ?? merged[0];
  const fields = [...(ours === undefined ? [] : [ours]), ...merged]
    .filter((entry) => entry.apiVersion === base?.apiVersion)
    .reduce<FieldSet>((all, { fieldsV1 = {} }) => unionOf(all, fieldsV1, true), claimed);
  const entry = { apiVersion, ...base, manager: managers.fieldManager, operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: fields };
  const others = managedFields.filter((other) => other !== ours && !merged.includes(other)).flatMap((other) => {
    if (other.fieldsV1 === undefined || Object.keys(claimed).length === 0) return [other];
    const left = withoutClaimed(other.fieldsV1, claimed);
    return left === undefined ? [] : [{ ...other, fieldsV1: left }];
  });
  return [
    { op: 'test', path: '/metadata/uid', value: on.uid },
    { op: 'test', path: '/metadata/resourceVersion', value: on.resourceVersion },
    { op: 'replace', path: '/metadata/managedFields', value: [...others, entry] },
  ];
}
