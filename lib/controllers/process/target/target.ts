/** The cluster that the objects of revisions are in: the same as the revisions, or another one. */
import type { KubeCluster, SharingCluster } from '../../../kube';

/** Why nothing can be done in the target now. */
export type TargetProblem =
  /** There is no kubeconfig, or it cannot be used. */
  | 'kubeconfig'
  /** No answer comes from there. */
  | 'unreachable'
  /** It answers, and does not let us in. */
  | 'refused';

export interface TargetAway {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly problem: TargetProblem;
  /** As a sentence, that of the first time: it does not change as long as the problem is the same. */
  readonly message: string;
}

export interface Target {
  /** Its writes are fenced as those of the management cluster. */
  readonly cluster: KubeCluster;
  /** The same, with streams that are shared by the label `owner-name`. */
  readonly shared: SharingCluster;
  /** How messages call it; undefined: it is the management cluster itself. */
  readonly name: string | undefined;
  /** What tells it from other clusters: the uid of its namespace kube-system. Undefined: the management cluster, or not known yet. */
  readonly id: string | undefined;
  /** Undefined: it can be reached, as far as is known. */
  readonly away: TargetAway | undefined;
  /** Resolves when it is known whether it can be reached. */
  readonly settled: Promise<void>;
  /** Calls back when `away` or `id` is another than before. @returns the way to call it off */
  onChange(handler: () => void): () => void;
}

/** It is another cluster, and not known yet which one: nothing is decided before that. */
export function isPending({ name, id, away }: Target): boolean {
  return name !== undefined && id === undefined && away === undefined;
}

/** Objects live where their revisions do. */
export function managementTarget(cluster: KubeCluster, shared: SharingCluster): Target {
  return { cluster, shared, name: undefined, id: undefined, away: undefined, settled: Promise.resolve(), onChange: () => () => undefined };
}
