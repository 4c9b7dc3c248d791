/**
 * Revisions as data: the manifest as it is written (content may be by reference) and the resolved form that the engine runs.
 */
import type { ContentSource } from './content-source';
import type { HookNotRun } from './hook-not-run';
import type { InstalledBundle } from './installed-bundle';
import type { JsonObject, KubeObject, ObjectMeta } from './object';
import type { ProgressionProbe } from './probe';

/** What to do with an object that exists and that no revision of ours manages (docs/requirements.md, revisions). */
export type CollisionProtection = 'Prevent' | 'IfNoController' | 'None';
/** What becomes of an object with a change that the API server does not make in place (docs/immutable-fields.md). */
export type ReplacementPolicy = 'Fail' | 'Recreate';
export type LifecycleState = 'Active' | 'Paused' | 'Archived';

/** One object of a phase in the manifest: inline, or a key of a content Secret. */
export interface RevisionObject {
  readonly object?: JsonObject;
  readonly ref?: { readonly name: string; readonly namespace?: string; readonly key: string };
  readonly collisionProtection?: CollisionProtection;
  readonly replacementPolicy?: ReplacementPolicy;
}

export interface RevisionPhase {
  readonly name: string;
  readonly objects: readonly RevisionObject[];
  readonly collisionProtection?: CollisionProtection;
  readonly replacementPolicy?: ReplacementPolicy;
}

/** `spec` of a ClusterExtensionRevision in its rollout shape. */
export interface RevisionSpec {
  readonly lifecycleState: LifecycleState;
  readonly revision: number;
  readonly collisionProtection?: CollisionProtection;
  readonly replacementPolicy?: ReplacementPolicy;
  readonly phases: readonly RevisionPhase[];
  readonly progressionProbes?: readonly ProgressionProbe[];
  readonly progressDeadlineMinutes?: number;
  readonly previous?: readonly { readonly name: string; readonly uid: string }[];
}

export interface RevisionManifest {
  readonly apiVersion: string;
  readonly kind: 'ClusterExtensionRevision';
  readonly metadata: ObjectMeta & { readonly name: string };
  readonly spec: RevisionSpec;
}

/** An object of a resolved phase. */
export interface ResolvedObject {
  readonly object: KubeObject;
  /** Already resolved: object over phase over revision over Prevent. */
  readonly collisionProtection: CollisionProtection;
  /** Already resolved, as collision protection is; the annotation on the object counts as said of the object. @default by its kind */
  readonly replacementPolicy?: ReplacementPolicy;
  /** Report what would happen to it, write nothing to it. @default false */
  readonly paused?: boolean;
  /** Let it live when it has to go. @default false */
  readonly orphan?: boolean;
}

export interface ResolvedPhase {
  readonly name: string;
  readonly objects: readonly ResolvedObject[];
}

/** Content of which it is not known that an installer wrote it, and not another client that may write Secrets there. */
export interface Untrusted {
  /** The Secret that it was read from: `namespace/name`. */
  readonly secret: string;
  /**
   * It has no seal; its seal is wrong; or the seal cannot be checked: the key is not there, not readable for this account, or is none.
   * `release`: Helm, or whoever else may write there, has stored a release in it.
   */
  readonly why: 'unsealed' | 'seal-wrong' | 'key-missing' | 'key-refused' | 'key-unusable' | 'release';
}

/** An operator that OLM (v0) has installed: what OLM knows it by. */
export interface OlmOperator {
  /** Of the Subscription and of the ClusterServiceVersion. */
  readonly namespace: string;
  readonly subscription: string;
  readonly version: { readonly name: string; readonly uid: string };
}

/** A revision with all of its content at hand: what the engine runs. */
export interface ResolvedRevision {
  /** Name of the extension. */
  readonly extension: string;
  /** Number from 1. */
  readonly number: number;
  readonly packageName?: string;
  readonly version?: string;
  readonly phases: readonly ResolvedPhase[];
  readonly probes: readonly ProgressionProbe[];
  readonly progressDeadlineMinutes?: number;
  /** Paused: objects are looked at and reported, nothing is written. Archived: nothing is rolled out. @default 'Active' */
  readonly lifecycleState?: LifecycleState;
  /** Revisions that objects are handed over from. */
  readonly previous?: readonly { readonly name: string; readonly uid: string }[];
  /** Extensions that this one needs, of those that are applied with it; no part of what is kept as content. Absent: not known. */
  readonly dependsOn?: readonly string[];
  /**
   * `sha256:<hex>` over phases, protections and probes; not over number, name, version or what the user chose. Equal digest: same content.
   */
  readonly digest: string;
  /**
   * Of a bundle: what the user configured, before defaults; empty when nothing was configured, absent when it is not known. It may hold
   * secrets, so it is kept with the content and shown nowhere.
   */
  readonly config?: JsonObject;
  /** JSON Pointers of what of `config` the schema of the bundle calls secret. Absent: nothing, or it is not known. */
  readonly configSecrets?: readonly string[];
  /** Of a bundle that needs certificates: who issues them, like `cert-manager`. */
  readonly certificates?: string;
  /** The bundle that it was made of, and how a catalog chose it. Absent: it was made of something else, or that is not known. */
  readonly bundle?: InstalledBundle;
  /** The operator of OLM (v0) that it takes over, as OLM knows it. Absent: it takes over none. */
  readonly takenFromOlm?: OlmOperator;
  /** The release of Helm that it takes over. Absent: none. */
  readonly release?: { readonly name: string; readonly namespace: string };
  /**
   * Configuration, package and bundle are what an adopted release says: what is made of them is not trusted, the objects are. Absent: they
   * are as trusted as the objects.
   */
  readonly untrustedChoices?: Untrusted;
  /** The repository or the URL that it was read from; put down in the history, no part of what is kept as content. Absent: not known. */
  readonly source?: ContentSource;
  /** Of a chart: its hooks that are not run; no part of what is kept as content. Absent: it is no chart, or is not known. */
  readonly hooksNotRun?: readonly HookNotRun[];
  /**
   * It was made of state that is not trusted: it is applied only as far as that is harmless, and never sealed (docs/state.md). Never part
   * of what is kept. Absent: it is the caller's own, or trusted.
   */
  readonly untrusted?: Untrusted;
}

/**
 * What was chosen when an extension was applied last, beside its objects. Everything may be missing: older records do not know. With
 * `untrusted`, a revision that is made of the configuration has to carry that on.
 */
export type RecordedChoices = Pick<ResolvedRevision, 'packageName' | 'config' | 'certificates' | 'bundle' | 'untrusted'>;
