/**
 * What would happen to each object that only former content had, and what of others would go with it.
 */
import { keyOf, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import { ownershipOf, type CausedAction, type Cluster, type OwnerContext, type Removal, type State } from '../../engine';
import { farewellOf, type Standing } from '../../engine/internal';
import type { DataLoss, GuardCluster } from '../../guards';
import type { ExtensionRecord } from '../../state';
import { lossesWith } from '../run';

/** What would happen to an object that only former content had. */
export interface PlannedRemoval {
  readonly ref: ObjectRef;
  /**
   * `release`: another client manages it by now; `gone`: it is not there any more; `collision`: it names the extension as it was before its
   * record was made anew, so the apply would fail.
   */
  readonly action: 'delete' | 'orphan' | 'release' | 'gone' | 'collision';
  /** Why it is not ours to delete: of `release` and `collision`. */
  readonly because?: Extract<CausedAction, { action: 'Released' | 'Collision' }>;
  /** What of others would go with it: the data-loss guard stops such an apply. */
  readonly loss?: DataLoss;
}

/** What of others would go with what has to go. Of what is let live nothing goes along, so it is not asked about. */
export async function lossesOf(
  record: ExtensionRecord, removals: readonly Removal[], cluster: GuardCluster,
): Promise<readonly DataLoss[]> {
  const going = removals.filter(({ orphan }) => !orphan).map((removal) => ({ ref: removal.ref, ...defined({ uid: removal.record?.uid }) }));
  return (await lossesWith(going, record, cluster)).losses;
}

/** What the run knows that would remove it. */
export interface RemovingRun extends Pick<State['task'], 'revision' | 'owned'> {
  readonly standing: Pick<Standing, 'presence' | 'isGone' | 'settled'> | undefined;
  readonly isStopped: boolean;
  readonly context: OwnerContext;
}

/** A stream by label may not show an object that lives: what it did not show is read, in whatever version the reader finds it. */
export async function planRemoval(
  removal: Removal,
  { standing, isStopped, revision, owned, context }: RemovingRun,
  reader: Pick<Cluster, 'get'>,
  losses: readonly DataLoss[],
): Promise<PlannedRemoval> {
  const { ref } = removal;
  if (standing?.presence === 'present' || isStopped) {
    const settled = standing?.settled;
    return settled?.action === 'Released' || settled?.action === 'Collision' ? left(ref, settled) : going(removal, losses);
  }
  if (standing?.isGone === true) return { ref, action: 'gone' };
  const answer = await reader.get(ref);
  if (answer.type === 'gone' || answer.type === 'unserved') return { ref, action: 'gone' };
  if (answer.type !== 'object') return going(removal, losses);
  const farewell = farewellOf({ ownership: ownershipOf(answer.object, context, removal.record?.uid), revision, owned });
  switch (farewell.type) {
    case 'ours':
      return going(removal, losses);
    case 'release':
      return left(ref, { action: 'Released', cause: farewell.cause });
    case 'collision':
      return left(ref, { action: 'Collision', cause: farewell.cause });
  }
}

function left(ref: ObjectRef, because: NonNullable<PlannedRemoval['because']>): PlannedRemoval {
  return { ref, action: because.action === 'Released' ? 'release' : 'collision', because };
}

function going({ ref, key, orphan }: Removal, losses: readonly DataLoss[]): PlannedRemoval {
  if (orphan) return { ref, action: 'orphan' };
  const loss = losses.find((candidate) => keyOf(candidate.ref) === key);
  return { ref, action: 'delete', ...defined({ loss }) };
}
