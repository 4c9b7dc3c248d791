/** Refuses a run that would delete data of others: custom resources with their definition, the content of a namespace, volumes. */
import { keyOf, type ObjectRef } from '../../api';
import { dataLossError, findDataLoss, type GuardCluster } from '../../guards';
import { keysOf, type ExtensionRecord, type Operation } from '../../state';
import { isStateSecret } from '../options';
import type { Guard } from './guard';

/** @param allowed what the caller has said about data: then nothing is looked at */
export function dataLossGuard(cluster: GuardCluster, allowed: { readonly deleteData?: boolean; readonly orphan?: boolean }): Guard {
  return {
    before: async ({ operation, record, dryRun }) => {
      const going = goingOf(operation, record);
      if (allowed.deleteData === true || allowed.orphan === true || going.length === 0) return {};
      // What the extension keeps counts as loss as well: it must not go with a namespace or a kind that goes.
      const { losses, seen } = await findDataLoss(cluster, going, going, (object) => isStateSecret(object, record.extension));
      if (losses.length > 0) return { refusal: dataLossError(losses, subjectOf(operation, record)) };
      // Metadata is not enough for what a dry run of an apply compares.
      return dryRun && operation.intent !== 'delete' ? {} : { seen };
    },
  };
}

/** What the operation deletes. What is to live on does not go. */
function goingOf(operation: Operation, { inventory }: ExtensionRecord): readonly ObjectRef[] {
  if (operation.intent === 'repair' || operation.intent === 'orphan') return [];
  const kept = operation.intent === 'delete' ? new Set<string>() : keysOf(operation.revision);
  return inventory.filter(({ ref, orphan }) => orphan !== true && !kept.has(keyOf(ref))).map(({ ref }) => ref);
}

function subjectOf(operation: Operation, { extension }: ExtensionRecord): string {
  return 'revision' in operation
    ? `Revision ${operation.revision.number} of extension "${extension}"`
    : `Deleting extension "${extension}"`;
}
