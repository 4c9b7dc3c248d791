/** What is known of an extension that the controllers run, beside what is known of every extension. */
import type { Condition, KubeObject, LifecycleState, RevisionSpec } from '../../api';
import type { Approval } from './approval';
import type { Relative } from './lineage';

/** A rollout; pending upgrades are none. */
export interface ControlledRevision extends Relative {
  readonly number: number;
  readonly state: LifecycleState;
  readonly deleting: boolean;
  readonly conditions: readonly Condition[];
  /** Of its upgrade. Absent: nobody had to approve it, or it is not known. */
  readonly approval?: Approval;
  readonly object: KubeObject & { readonly spec: RevisionSpec };
}

/** An upgrade that may wait for somebody to approve it. */
export interface ControlledUpgrade {
  /** Of the ClusterExtensionRevision. */
  readonly name: string;
  readonly version: string;
  readonly approved: boolean;
  readonly conditions: readonly Condition[];
}

/** What an object of the controllers says of itself. */
export interface Said {
  /** `ClusterExtension shop`. */
  readonly by: string;
  readonly conditions: readonly Condition[];
}

/** What only extensions of the controllers have. */
export interface Controlled {
  /** The ClusterExtension. Absent: its revisions were made by hand. */
  readonly cluster?: KubeObject;
  /** Newest first. */
  readonly revisions: readonly ControlledRevision[];
  readonly said: readonly Said[];
  /** Pending upgrades of the ClusterExtension. */
  readonly pending: readonly ControlledUpgrade[];
  /** Objects of the newest revision. */
  readonly objects: number;
  /** Namespaces that it is in, as far as its own objects say it. */
  readonly namespaces: readonly string[];
}
