/** What an apply may be refused for, in one list: for the run that writes, its dry run, a plan, and a paused revision. */
import type { HeadRecord } from '../../state';
import type { WriteOptions } from '../options';
import {
  adoptionGuard, confirmGuard, crdSafetyGuard, dataLossGuard, foreignDefinitionsGuard, namespaceGuard, permissionGuard, recordSizeGuard,
  trustGuard, upgradeGateGuard, type Guard, type NamespaceOptions,
} from '../run';
import type { PauseFacts } from './pause-of';

type GuardOptions = Omit<WriteOptions, 'dryRun' | 'preflight' | 'breakLock' | 'wait'>;

/** What a refusal is to a plan: the end of it, or a part of what it shows. */
type InPlan = 'refuses' | 'shown';

/** In the order in which they are asked. The namespace guard makes namespaces: whatever refuses before the run stands before it. */
function allGuards(record: HeadRecord, options: GuardOptions): readonly (readonly [InPlan, Guard])[] {
  const { cluster, crdSafety, takeOverCrds, confirm, words } = options;
  return [
    ['refuses', recordSizeGuard(record)],
    ['refuses', trustGuard(options)],
    ['shown', upgradeGateGuard(record, cluster, options)],
    ['refuses', permissionGuard(record, options)],
    ['shown', adoptionGuard(options)],
    ['shown', dataLossGuard(cluster, options, words)],
    ['refuses', namespaceGuard(record, options)],
    ['refuses', foreignDefinitionsGuard(cluster, takeOverCrds, words)],
    ['shown', crdSafetyGuard(cluster, crdSafety, words)],
    ['refuses', confirmGuard(confirm)],
  ];
}

export function applyGuards(record: HeadRecord, options: GuardOptions): readonly Guard[] {
  return allGuards(record, options).map(([, guard]) => guard);
}

/** Without the guards whose findings a plan shows: upgrade gates, data that would be lost, changes of definitions that break something. */
export function planGuards(record: HeadRecord, options: GuardOptions): readonly Guard[] {
  return allGuards(record, options).flatMap(([inPlan, guard]) => (inPlan === 'refuses' ? [guard] : []));
}

/** Of what is only looked at: nothing has to stop it. What a paused revision would make new may go to namespaces that are still missing. */
export function pausedGuards(record: HeadRecord, options: NamespaceOptions, { pause }: PauseFacts): readonly Guard[] {
  return pause === undefined ? [namespaceGuard(record, { ...options, createNamespace: true })] : [];
}
