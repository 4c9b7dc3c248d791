/** Taking an operator over that was prepared: OLM's hands off it first, then its objects. */
import type { Outcome } from '../../runtime';
import { takeOver, type TakeOptions } from '../take/adopt';
import type { OlmAdoption } from './begin';
import { releaseFromOlm } from './release';

/**
 * What OLM has goes when the record says what it was, and before the first object is written.
 * @throws BoxcutterError as `takeOver`; `olm-unwritten` (server)
 */
export function adoptOlm(adoption: OlmAdoption, options: Omit<TakeOptions, 'onRecord'>): Promise<Outcome> {
  const { cluster, signal } = options;
  return takeOver(adoption.taking, { ...options, onRecord: () => releaseFromOlm(adoption, cluster, signal) });
}
