/** Where the command keeps an extension, and the seals that count there. */
import type { ContentCache } from './content-cache';
import type { StateCluster } from './store';
import { sealsOf, type Seals, type StateKeyPlace } from './trust';

export interface HeadPlace {
  readonly cluster: StateCluster;
  readonly stateNamespace: string;
  /**
   * Where `content` looks first: for a caller that asks again and again for objects and probes. The choices of the user may be older ones.
   * @default every call reads
   */
  readonly contents?: ContentCache | undefined;
  /** Where the key is that seals content. @default Secret `boxcutter-state-key` in namespace `kube-system` */
  readonly stateKey?: StateKeyPlace | undefined;
  /** Trust the state no matter who wrote it. @default false */
  readonly trustState?: boolean | undefined;
  readonly onNote?: ((note: string) => void) | undefined;
}

export function sealsIn({ cluster, stateKey }: HeadPlace): Seals {
  return sealsOf(cluster, stateKey);
}
