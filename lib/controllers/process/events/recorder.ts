/** Kubernetes Events about objects of our kinds: said once, counted when they repeat, never waited for. */
import type { KubeObject, ObjectRef } from '../../../api';

export interface RecordedEvent {
  /** `Warning` for what a person has to look at. */
  readonly type: 'Normal' | 'Warning';
  /** One CamelCase word for programs: `RolledOut`. At most 128 characters. */
  readonly reason: string;
  /** What was done or tried, one CamelCase word: `Rollout`. At most 128 characters. */
  readonly action: string;
  /** For people; cut at 1024 characters. Never a secret. */
  readonly note: string;
  /** It is said once in a while, and people wait for it: a flood of others does not drown it. @default false */
  readonly isRare?: boolean;
  /** Another object that it is about. */
  readonly related?: ObjectRef;
}

export interface EventRecorder {
  /**
   * Says it, some time soon. Never throws and never waits. The same event about the same object within a few minutes is counted and not
   * repeated; a flood of them is dropped.
   * @param regarding the object that it is about
   */
  record(regarding: KubeObject, event: RecordedEvent): void;
}

/** Says nothing. */
export const noEvents: EventRecorder = { record: () => {} };
