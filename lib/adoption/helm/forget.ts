/** Deleting what Helm has stored of a release, when its adoption is complete and old enough: from then on there is no way back. */
import type { KubeObject } from '../../api';
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import { type Head, HeadRecord } from '../../state';
import type { OperationOptions } from '../../runtime';
import { deleteHistory, storedSince } from './fence';
import type { StoredRelease } from './release';
import { isMadeOf, wasComplete } from '../take/same-extension';
import { findFenced } from './undo';

export interface HelmForgotten {
  readonly extension: string;
  /** Stored versions that were deleted, or would be. */
  readonly versions: number;
}

/** Time for second thoughts, in milliseconds: seven days. */
export const FORGET_AFTER_MS = 7 * 24 * 3_600_000;

/**
 * @param graceMs how long ago it has to have been adopted. `dryRun`: everything is looked at, and nothing deleted
 * @throws BoxcutterError `release-not-adopted` (input), `adoption-incomplete`, `adoption-recent` (incomplete), `release-changed` (locked),
 *   `release-unwritten` (server)
 */
export async function forgetHelm(
  name: string, namespace: string, options: Pick<OperationOptions, 'cluster' | 'onNote'> & { readonly dryRun?: boolean },
  graceMs = FORGET_AFTER_MS,
): Promise<HelmForgotten> {
  const { cluster } = options;
  const { history, by: { extension, stateNamespace, at } } = await findFenced(name, namespace, options);
  const { head, stored } = await HeadRecord.read(extension, { ...options, stateNamespace });
  if (head === undefined || !isMadeOf(head, { name, namespace }) || !wasComplete(head)) {
    const what = `The adoption of release "${name}" as extension "${extension}" is not complete.`;
    throw new BoxcutterError('adoption-incomplete', 'incomplete', what, {
      hint: `Complete it first: boxcutter adopt helm ${shellWord(name)} -n ${shellWord(namespace)}.`,
    });
  }
  refuseOfHelm(name, history);
  const now = cluster.serverTime() ?? Date.now();
  const record = stored === undefined ? undefined : await cluster.get(stored.ref);
  const adopted = adoptedAt(at, head, record?.type === 'object' ? record.object : undefined);
  // The clock of the server is only known to within seconds.
  const ageMs = adopted === undefined ? 0 : Math.max(0, now - adopted);
  if (ageMs < graceMs) {
    const hours = (ms: number): string => `${Math.floor(ms / 3_600_000)} h`;
    const kept = `what Helm has stored of it is kept for ${hours(graceMs)}`;
    throw new BoxcutterError('adoption-recent', 'incomplete', `Release "${name}" was adopted ${hours(ageMs)} ago: ${kept}.`, {
      hint: ({ option }) => `Run the command again later, or give up the way back now: ${option('grace', '0s')}.`,
    });
  }
  if (options.dryRun !== true) await deleteHistory(history, cluster);
  return { extension, versions: history.length };
}

/**
 * When it was adopted, milliseconds since the epoch: the latest of what the marks of the release say, what the record says, and when the
 * record was made. Others may write the first two, and an earlier time would take the way back away. Undefined: that is not known.
 */
export function adoptedAt(
  marked: Date | undefined, { revisions }: Pick<Head, 'revisions'>, record: KubeObject | undefined,
): number | undefined {
  const completeAt = revisions.find(({ number }) => number === 1)?.completeAt;
  const { creationTimestamp = null } = record?.metadata ?? {};
  if (marked === undefined || creationTimestamp === null) return undefined;
  const times = [completeAt, creationTimestamp].map((text) => Date.parse(text ?? '')).filter((time) => !Number.isNaN(time));
  return Math.max(marked.getTime(), ...times);
}

/** What Helm has stored since then is what runs, for all we know: with the versions before it, its history would go. */
function refuseOfHelm(name: string, history: readonly StoredRelease[]): void {
  const stored = storedSince(name, history);
  if (stored === undefined) return;
  const what = `${stored}: both look after its objects.`;
  throw new BoxcutterError('release-changed', 'locked', `${what} Nothing was deleted.`, {
    hint: 'helm history shows what happened. Give the release back (--undo), or adopt it anew after that.',
  });
}
