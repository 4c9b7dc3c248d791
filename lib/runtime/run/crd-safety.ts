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
  compareWithStored, crdUpgradeError, crdWarningNote, readDefinition,
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
    beforeWrites: async ({ operation, state, desired, comparisons, dryRun, onNote }) => {
      const upgrades = await crdUpgradesOf(state, desired, comparisons, cluster, safety);
      const from = operation.intent === 'rollback' ? 'record' : 'path';
      const refusal = crdUpgradeError(upgrades, { from });
      const note = refusal === undefined ? crdWarningNote(upgrades, words, { from, listed: dryRun }) : undefined;
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
 * form of it. What is stored is counted as for an apply.
 * @param live as they were read just now
 */
export async function unsafeRepairs(
  revision: ResolvedRevision,
  live: ReadonlyMap<string, KubeObject | undefined>,
  reader: CrdReader,
  safety: CrdSafety = {},
): Promise<ReadonlyMap<string, CrdUpgrade>> {
  const { policy = 'enforce', ...options } = safety;
  if (policy === 'off') return new Map();
  const definitions = revision.phases.flatMap(({ objects }) => objects.map(({ object }) => object)).filter(isReadableDefinition);
  const upgrades = await Promise.all(definitions.map(async (next): Promise<readonly (readonly [string, CrdUpgrade])[]> => {
    const key = keyOf(refOf(next));
    const now = live.get(key);
    return now === undefined ? [] : [[key, await compareWithStored({ live: now, next }, reader, { ...options, policy })]];
  }));
  return new Map(upgrades.flat().filter(([, { issues }]) => issues.some(({ severity }) => severity === 'error')));
}

const CHANGES: readonly ObjectAction['action'][] = ['Updated', 'Recovered', 'Adopted', 'HandedOver'];

/** Is it going to be written over? */
function mayChange(state: State, item: Item): boolean {
  const { task } = state;
  if (item.paused === true) return false;
  // Without a dry run it is not known whether it exists; where that is no collision, it is looked at now.
  if (standingOf(state, item.key)?.presence !== 'present') {
    return task.preflight === 'never' && item.protection !== 'Prevent' && item.record === undefined && !task.dryRun;
  }
  const action = outcomeOf(state, item.key);
  return action !== undefined && CHANGES.includes(action.action);
}
