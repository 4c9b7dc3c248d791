import type { KubeObject, ObjectRef } from '../../api';
import type { Answer, ServedKind } from '../../engine';

/** What would be lost with one object. */
export interface DataLoss {
  /** The object that has to go. */
  readonly ref: ObjectRef;
  /** What would go with it, by kind: `3 Certificate`. */
  readonly contents: readonly { readonly kind: string; readonly count: number; readonly examples: readonly string[] }[];
}

export interface DataLossReport {
  readonly losses: readonly DataLoss[];
  /** Objects seen while looking (metadata only): what must go is known from them without another read. */
  readonly seen: readonly KubeObject[];
}

/** An object that is to be deleted. */
export interface Removal {
  readonly ref: ObjectRef;
  /** Its uid on record. Absent: it is not known whether it was created. */
  readonly uid?: string;
}

/** What is about to happen. */
export interface Departure {
  readonly removals: readonly Removal[];
  /**
   * Is this live object (metadata is enough) one that is to be deleted? By its uid and its mark: another object of the same name is not,
   * and what the extension keeps is not, either: both would be lost.
   */
  readonly goes: (object: KubeObject) => boolean;
  /** Is an object of this name among all that goes, beside `removals` too? */
  readonly isNamed: (ref: ObjectRef) => boolean;
  /** Is it a part of this extension's own state? */
  readonly isState: (object: KubeObject) => boolean;
}

/** What the guard asks of a cluster (`KubeCluster` has it). */
export interface GuardCluster {
  kinds(): Promise<readonly ServedKind[]>;
  /** Versions (`group/version`) whose server does not answer: what is there of them cannot be seen. */
  unavailable(): Promise<readonly string[]>;
  list(
    scope: { apiVersion: string; kind: string; namespace?: string },
    options: { metadataOnly: boolean },
  ): Promise<{ objects: KubeObject[] }>;
  get(ref: ObjectRef): Promise<Answer>;
  resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined>;
}
