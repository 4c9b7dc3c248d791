/** What the page of a report says, as plain data. Texts are those of others as they are: the page escapes them. No value of a Secret. */
import type { ObjectRef, PolicyRule } from '../../../api';
import type { ImageUse } from '../../../formats';

export interface ReportData {
  readonly extension: string;
  readonly packageName?: string;
  readonly version?: string;
  /** Of what is installed. */
  readonly revision?: number;
  /** What was read: a path, or a cluster. */
  readonly source: string;
  /** When the report was made, in ISO 8601. */
  readonly madeAt: string;
  readonly phases: readonly ReportPhase[];
  /** By the places of the objects, counted through all phases from 0. */
  readonly links: readonly ReportLink[];
  readonly images: readonly ImageUse[];
  readonly roles: readonly ReportRole[];
  /** What who installs it needs, the least. */
  readonly installer: readonly InstallerRule[];
  /** What was noticed on the way, a sentence each. */
  readonly remarks: readonly string[];
  /** Newest first. Absent: it was not read from a cluster. */
  readonly history?: readonly ReportRevision[];
  /** Absent: there are no two revisions to compare. */
  readonly difference?: ReportDifference;
  /** Absent: it is not about a rollout that was watched. */
  readonly timeline?: ReportTimeline;
}

/** How a rollout went. Times are milliseconds since its begin. */
export interface ReportTimeline {
  readonly durationMs: number;
  readonly phases: readonly { readonly name: string; readonly status: string; readonly objects: readonly TimelineObject[] }[];
}

export interface TimelineObject {
  readonly ref: ObjectRef;
  /** What was done to it: `created`. */
  readonly action: string;
  /** Nothing was done, and nothing waited for. */
  readonly unchanged: boolean;
  readonly failed: boolean;
  /** Absent: it was not written. */
  readonly writtenMs?: number;
  /** Absent: it was not ready at the end. */
  readonly readyMs?: number;
  /** For what it was waited, and from when on. */
  readonly waits: readonly TimelineWait[];
}

export interface TimelineWait {
  readonly atMs: number;
  readonly text: string;
}

export interface ReportPhase {
  readonly name: string;
  readonly objects: readonly ReportObject[];
}

export interface ReportObject {
  readonly ref: ObjectRef;
  /** Absent: it was not looked for on a cluster. */
  readonly state?: ObjectState;
}

export interface ObjectState {
  readonly mark: StateMark;
  /** Why; empty where there is no more to say. */
  readonly text: string;
}

/** `drifted`: an apply would change it back; `missing`: it is not there; `failed`: the server refuses it, or it will not become ready. */
export type StateMark = 'ready' | 'waiting' | 'drifted' | 'missing' | 'failed';

/** One object names another. */
export interface ReportLink {
  readonly from: number;
  /** What it names. */
  readonly to: number;
  /** What the other is to it: `service account`. */
  readonly why: string;
}

export interface ReportRole {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** Who gets it, by the bindings of the same content: `ServiceAccount shop/controller, in namespace shop`. */
  readonly holders: readonly string[];
  readonly rules: readonly MarkedRule[];
}

export interface MarkedRule {
  readonly rule: PolicyRule;
  /** What is dangerous about it, in a few words each. */
  readonly dangers: readonly string[];
}

export interface InstallerRule extends MarkedRule {
  /** Empty: on the whole cluster. */
  readonly namespace: string;
}

export interface ReportRevision {
  readonly number: number;
  readonly version?: string;
  readonly appliedAt: string;
  readonly complete: boolean;
  readonly changes: string;
}

export interface ReportDifference {
  readonly from: string;
  readonly to: string;
  readonly objects: readonly { readonly ref: ObjectRef; readonly lines: readonly string[] }[];
}
