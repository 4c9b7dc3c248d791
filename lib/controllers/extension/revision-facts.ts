/** What the revisions of an extension say: which is installed, which are rolling out, and what each of them was made of. */
import {
  ANNOTATION_BUNDLE_CONTENT, ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_RELEASE, ANNOTATION_BUNDLE_VERSION,
  ANNOTATION_REQUEST, type ClusterExtension, type ClusterExtensionRevision, type Condition, type KubeObject, type RolloutSpec,
} from '../../api';
import { defined } from '../../defined';
import { type RollbackMarker, rollbackMarkerOf } from '../../state';

/** As the API server gives them. */
export type LiveExtension = ClusterExtension & KubeObject;
export type LiveRevision = ClusterExtensionRevision & KubeObject;

/** A bundle as a revision remembers it. */
export interface RevisionBundle {
  readonly name: string;
  /** A semantic version, to the letter. */
  readonly version: string;
  readonly release?: string;
  /** Image that it came from. Absent: made by hand, or of something else. */
  readonly reference?: string;
  /** Digest of what a catalog carried of it, where it names no image. */
  readonly content?: string;
}

/** A rollout of the extension; pending upgrades are no rollouts. */
export interface RevisionFacts {
  /** Empty: a release of Helm, which stands for one. */
  readonly name: string;
  readonly uid: string;
  readonly number: number;
  readonly lifecycleState: RolloutSpec['lifecycleState'];
  /** It is being deleted. */
  readonly isLeaving: boolean;
  /** Absent: made by hand, without the annotations that say it. */
  readonly bundle?: RevisionBundle;
  /** Digest of everything that it was made of (`requestDigest`). Absent: made by hand. */
  readonly request?: string;
  /** Present when it brought back what was there before. */
  readonly rollback?: RollbackMarker;
  readonly conditions: readonly Condition[];
}

/** The revisions of one extension, by what they mean for it. */
export interface RevisionStates {
  /** All rollouts, by number. */
  readonly all: readonly RevisionFacts[];
  /** The newest that succeeded once and is not archived. */
  readonly installed?: RevisionFacts;
  /** Those that have not succeeded and are not archived, by number, and that are newer than what is installed. */
  readonly rollingOut: readonly RevisionFacts[];
  /** By number. */
  readonly archived: readonly RevisionFacts[];
}

export function revisionStates(revisions: readonly ClusterExtensionRevision[]): RevisionStates {
  const all = revisions.flatMap((revision) => factsOf(revision) ?? []).sort((a, b) => a.number - b.number);
  const standing = all.filter(({ lifecycleState, isLeaving }) => lifecycleState !== 'Archived' && !isLeaving);
  const installed = standing.filter(hasSucceeded).at(-1);
  return {
    all,
    // One that a newer one has taken the place of rolls out no more, also before it is archived.
    rollingOut: standing.filter((one) => !hasSucceeded(one) && one.number > (installed?.number ?? 0)),
    archived: all.filter(({ lifecycleState }) => lifecycleState === 'Archived'),
    ...defined({ installed }),
  };
}

export function conditionOf({ conditions }: RevisionFacts, type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}

/**
 * Whether the rollout cannot go on by itself, so that another version may take its place: without that, a healthy rollout would be left
 * in the middle whenever a catalog gets something newer.
 */
export function isStuck(revision: RevisionFacts): boolean {
  const { reason } = conditionOf(revision, 'Progressing') ?? {};
  return reason !== undefined && STUCK.has(reason);
}

/** What a rollout waits for: the objects that are not ready, with what each lacks. Undefined: nothing that its probes tell. */
export function awaitedBy(revision: RevisionFacts): string | undefined {
  const available = conditionOf(revision, 'Available');
  return available === undefined || available.status === 'True' || !AWAITED.has(available.reason) ? undefined : available.message;
}

const AWAITED: ReadonlySet<string> = new Set(['ProbeFailure', 'Reconciling']);

const STUCK: ReadonlySet<string> = new Set(['RolloutError', 'ObjectCollisions', 'ProgressDeadlineExceeded', 'Blocked', 'Paused']);

function factsOf({ metadata, spec, status }: ClusterExtensionRevision): RevisionFacts | undefined {
  if (!('phases' in spec)) return undefined;
  const annotations = metadata.annotations ?? {};
  const name = annotations[ANNOTATION_BUNDLE_NAME];
  const version = annotations[ANNOTATION_BUNDLE_VERSION];
  const bundle = !name || !version ? undefined : {
    name,
    version,
    ...defined({
      release: annotations[ANNOTATION_BUNDLE_RELEASE] || undefined, reference: annotations[ANNOTATION_BUNDLE_REFERENCE] || undefined,
      content: annotations[ANNOTATION_BUNDLE_CONTENT] || undefined,
    }),
  };
  return {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    number: spec.revision,
    lifecycleState: spec.lifecycleState,
    isLeaving: metadata.deletionTimestamp !== undefined,
    conditions: status?.conditions ?? [],
    ...defined({ bundle, request: annotations[ANNOTATION_REQUEST], rollback: rollbackMarkerOf(annotations) }),
  };
}

export function hasSucceeded(revision: RevisionFacts): boolean {
  return conditionOf(revision, 'Succeeded')?.status === 'True';
}

/** Why what is installed lets no upgrade happen now: a gate of its package is closed. */
export function gateOf({ installed }: RevisionStates): string | undefined {
  const condition = installed && conditionOf(installed, 'Upgradeable');
  return condition?.status === 'False' ? condition.message : undefined;
}
