/** What keeping extensions takes. */
import type { HintWords } from '../../errors';
import type { KubeCluster } from '../../kube';
import type { StateKeyPlace } from '../../state';
import type { CrdSafety } from '../run/crd-safety';
import type { KeepEvent } from './events';
import type { KeepSelection } from './head-streams';

export interface KeepOptions extends KeepSelection {
  readonly cluster: KubeCluster;
  /** Called for everything worth reporting. */
  readonly onEvent?: (event: KeepEvent) => void;
  /** Ends it: nothing new is begun, what is under way is ended in an orderly way. */
  readonly signal: AbortSignal;
  /** How many extensions are repaired at once. @default 4 */
  readonly concurrency?: number;
  /** Take locks that expired. @default false */
  readonly breakLock?: boolean;
  /** What is not done to CustomResourceDefinitions; as for an apply. @default policy `enforce` */
  readonly crdSafety?: CrdSafety;
  /** Where the key is with which content is sealed (docs/state.md). @default Secret `boxcutter-state-key` in namespace `kube-system` */
  readonly stateKey?: StateKeyPlace;
  /** Repair from content no matter who wrote it. @default false: what is not sealed is repaired within its namespace only */
  readonly trustState?: boolean;
  /** Digests of content that the caller has applied itself: it needs no seal. @default none */
  readonly vouchedDigests?: readonly string[];
  /** How messages name options. @default as the library does */
  readonly words?: HintWords;
}
