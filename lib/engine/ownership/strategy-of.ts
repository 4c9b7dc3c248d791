import { holdsOthers, type KubeObject } from '../../api';
import type { OwnerStrategy } from './owner-context';

/** How this very object names its owner. */
export function strategyFor(object: Pick<KubeObject, 'apiVersion' | 'kind'>, strategy: OwnerStrategy): OwnerStrategy {
  const isApart = strategy.type === 'native' && strategy.forData !== undefined && holdsOthers(object);
  return isApart ? { type: 'annotation', annotation: strategy.forData } : strategy;
}
