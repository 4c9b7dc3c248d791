/**
 * CRD upgrade safety of a rollout: the definitions that the run would change, as they are beside what they would become. Mostly the dry
 * runs of the preflight have shown both; a definition that was not asked about is read. One whose content stays costs nothing. Where a
 * change would break stored objects, they are counted.
 */
import { isReadableDefinition, keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../api';
import type { Comparison, Item, ObjectAction, State } from '../../engine';
import { outcomeOf, standingOf } from '../../engine/internal';
import type { HintWords } from '../../errors';
import {
  compareDefinitions, compareWithStored, crdUpgradeError, crdWarningNote, readDefinition,
  type CrdCheckOptions, type CrdReader, type CrdUpgrade,
} from '../../guards';
import type { Guard } from './guard';

/** What a run does about definitions whose new form would break something. */
export interface CrdSafety extends Omit<CrdCheckOptions, 'policy' | 'storedVersions'> {
  /** See `CrdPolicy`; `off` compares nothing. @default 'enforce' */
  readonly policy?: CrdCheckOptions['policy'] | 'off';
}

/** Refuses a run whose definitions would break something, and notes what is worth a warning, in these words. */
export function crdSafetyGuard(cluster: CrdReader, safety: CrdSafety | undefined, words?: HintWords): Guard {
  return {
    watches: (object) => safety?.policy !== 'off' && isReadableDefinition(object),
    beforeWrites: async ({ operation, state, desired, comparisons, onNote }) => {
      const upgrades = await crdUpgradesOf(state, desired, comparisons, cluster, safety);
      const refusal = crdUpgradeError(upgrades, { from: operation.intent === 'rollback' ? 'record' : 'path' });
      const note = refusal === undefined ? crdWarningNote(upgrades, words) : undefined;
      if (note !== undefined) onNote?.(note);
      return { refusal };
    },
  };
}

/**
 * Definitions that exist and would be changed, each with its issues; those without any are left out.
 * @param state of a run whose preflight, or whose dry run, is over
 * @throws BoxcutterError `crd-unreadable` (server)
 */
export async function crdUpgradesOf(
  state: State,
  desired: ReadonlyMap<string, KubeObject>,
  comparisons: ReadonlyMap<string, Comparison>,
  reader: CrdReader,
  safety: CrdSafety = {},
): Promise<readonly CrdUpgrade[]> {
  const { policy = 'enforce', ...options } = safety;
  if (policy === 'off') return [];
  const items = state.task.items.filter((item) => isReadableDefinition(desired.get(item.key) as KubeObject) && mayChange(state, item));
  const upgrades = await Promise.all(items.map(async ({ key }): Promise<CrdUpgrade | undefined> => {
    const next = desired.get(key) as KubeObject;
    const comparison = comparisons.get(key);
    const live = comparison === undefined ? await readDefinition(refOf(next).name, reader) : comparison.live;
    return live === undefined ? undefined : compareWithStored({ live, next: comparison?.wouldBe ?? next }, reader, { ...options, policy });
  }));
  return upgrades.filter((upgrade) => upgrade !== undefined).filter(({ issues }) => issues.length > 0);
}

/**
 * Definitions, by key, from which taking back what another client changed would break something. Drift of a definition is mostly a newer
 * form of it.
 * @param live as they were read just now
 */
export function unsafeRepairs(
  revision: ResolvedRevision,
  live: ReadonlyMap<string, KubeObject | undefined>,
  safety: CrdSafety = {},
): ReadonlyMap<string, CrdUpgrade> {
  const { policy = 'enforce', ...options } = safety;
  const unsafe = new Map<string, CrdUpgrade>();
  if (policy === 'off') return unsafe;
  for (const { object: next } of revision.phases.flatMap(({ objects }) => objects)) {
    const now = isReadableDefinition(next) ? live.get(keyOf(refOf(next))) : undefined;
    const upgrade = now === undefined ? undefined : compareDefinitions({ live: now, next }, { ...options, policy });
    if (upgrade?.issues.some(({ severity }) => severity === 'error') === true) unsafe.set(keyOf(refOf(next)), upgrade);
  }
  return unsafe;
}

const CHANGES: readonly ObjectAction['action'][] = ['Updated', 'Recovered', 'Adopted', 'HandedOver'];

/** Is it going to be written over? */
function mayChange(state: State, item: Item): boolean {
  const { task } = state;
  if (item.paused === true) return false;
  // Without a dry run nobody has looked whether it exists; where that is no collision, it is looked at now.
  if (standingOf(state, item.key)?.presence !== 'present') {
    return task.preflight === 'never' && item.protection !== 'Prevent' && item.record === undefined && !task.dryRun;
  }
  const action = outcomeOf(state, item.key);
  return action !== undefined && CHANGES.includes(action.action);
}
