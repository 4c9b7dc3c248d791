/** In whose name objects are managed: the owner, how objects name it, and what else separates ours from others'. Types only. */
import type { KubeObject } from '../../api';

/** Every object can be an owner. The command's owner is the head Secret of the extension; a controller's is the revision. */
export interface OwnerRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
}

export type OwnerStrategy = { readonly type: 'native' } | { readonly type: 'annotation'; readonly annotation: string };

/** Everything that separates ours from others'. Without `owner` the revision annotation alone marks an object as ours. */
export interface OwnerContext {
  readonly owner?: OwnerRef;
  readonly strategy: OwnerStrategy;
  /** Uids of other revisions of the same extension, older and newer. */
  readonly siblings: readonly string[];
  /** Uids of lost owners of its kind, name and namespace that this one stands in for: what they control is ours. @default none */
  readonly former?: readonly string[];
  /** Annotation that holds the revision number; absent: numbers are not written (the owner is stable over revisions). */
  readonly revisionAnnotation?: string;
  readonly fieldManager: string;
  /** Labels that every object carries besides its own, so that streams can select by them. @default none */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Field managers that we replace (for example `helm`, `kubectl-client-side-apply`, `before-first-apply`): on objects that we manage or
   * adopt, what they hold becomes ours, so that a field which we leave out goes. @default none
   */
  readonly takeOverManagers?: readonly string[];
  /**
   * To whom an object goes that is let go: what our field manager holds of it becomes theirs, and it gets their marks. Undefined: it goes
   * to nobody. @default nobody
   */
  readonly handBack?: (object: KubeObject) => HandBack | undefined;
  /** How people know an owner. @default `Kind name` */
  readonly describeOwner?: (owner: Omit<Controller, 'text'>) => string;
}

/** The next one to manage an object. */
export interface HandBack {
  readonly fieldManager: string;
  /** How they write: it decides about their next write. */
  readonly operation: 'Apply' | 'Update';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Annotations that mean something to us alone: they go. @default none */
  readonly withoutAnnotations?: readonly string[];
}

export type Namesake = 'recreated' | 'elsewhere';

/** What controls a live object. */
export interface Controller extends OwnerRef {
  /** As people name it: `ReplicaSet web-1`. */
  readonly text: string;
  /**
   * It has the kind and the name of our owner, but another uid. `recreated`: in the same namespace, so that one of the two was made anew
   * after the other was lost. `elsewhere`: in another namespace.
   */
  readonly namesake?: Namesake;
}
