/** Taking a release over that was prepared: Helm's hands off it first, then its objects. */
import type { Outcome, Plan, PlanOptions } from '../../runtime';
import { planTakeOver, takeOver, type TakeOptions } from '../take/adopt';
import type { HelmAdoption } from './begin';
import { fence, refuseUnfenced } from './fence';

/**
 * Puts the release aside, for what takes its objects over.
 * @throws BoxcutterError `release-changed` (locked), `release-unwritten` (server)
 */
export function fenceRelease(
  { extension, history, release: { version } }: HelmAdoption, { cluster, stateNamespace }: Pick<TakeOptions, 'cluster' | 'stateNamespace'>,
): Promise<void> {
  return fence(history, { extension, stateNamespace, version }, cluster);
}

/**
 * After the last write: whether Helm has it as well.
 * @throws BoxcutterError `release-changed` (locked)
 */
export function lookAgain({ history }: HelmAdoption, { cluster }: Pick<TakeOptions, 'cluster'>): Promise<void> {
  return refuseUnfenced(history, cluster);
}

/**
 * The release is put aside with the extension held and right before the first write: what is refused before that leaves Helm its release.
 * @throws BoxcutterError as `takeOver`; `release-changed` (locked): before the first write, or when Helm stored a version until the last;
 *   `release-unwritten` (server)
 */
export async function adoptHelm(
  adoption: HelmAdoption, options: Omit<TakeOptions, 'beforeWrites'>,
): Promise<Outcome> {
  const outcome = await takeOver(adoption.taking, { ...options, beforeWrites: () => fenceRelease(adoption, options) });
  if (outcome.status === 'complete') await lookAgain(adoption, options);
  return outcome;
}

/** @throws BoxcutterError as `planTakeOver` */
export async function planHelm({ taking }: HelmAdoption, options: PlanOptions): Promise<Plan> {
  return planTakeOver(taking, options);
}
