/**
 * What compile takes: objects as their author wrote them, with where each came from, and the author's wishes about phases,
 * order, probes and collisions. Constructs, plain files and bundles all end here.
 */
import type {
  CollisionProtection, JsonObject, KubeObject, ProgressionProbe, ReplacementPolicy, ResolvedRevision, RevisionManifest,
} from '../api';
import type { Issue, Origin } from '../issue';

export interface SourceObject {
  /** The object as written; not trusted to be well-formed. */
  readonly manifest: JsonObject;
  /** A construct path, or a file with line and document. Unique within the source. */
  readonly origin: Origin;
  /** Name of the phase the author put it into; absent: placed by kind. */
  readonly phase?: string;
  readonly collisionProtection?: CollisionProtection;
  /** @default as the annotation of the object, its phase and the revision say; otherwise by its kind */
  readonly replacementPolicy?: ReplacementPolicy;
  /** Where objects of its kind live, if the caller knows; for kinds that are not known otherwise. */
  readonly scope?: 'namespaced' | 'cluster';
  /**
   * Name by which its author knows it, where the manifest's own is this one with a hash of the content ({@link contentName}). Constructs
   * are found by it, and the compile has no use for it.
   */
  readonly authorName?: string;
}

/** A phase the author declared by name. Standard phases (placed by kind) exist without being declared. */
export interface PhaseSource {
  readonly name: string;
  readonly origin: Origin;
  /**
   * Names of phases (declared or standard) that come before / after this one. Neither given: after all standard phases, in order of
   * declaration.
   */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  readonly collisionProtection?: CollisionProtection;
  readonly replacementPolicy?: ReplacementPolicy;
}

/** `first` must be ready before `then` is applied; both are origins of objects. */
export interface OrderSource {
  readonly first: Origin;
  readonly then: Origin;
}

export interface RevisionSource {
  /** Name of the extension. */
  readonly extension: string;
  /** @default 1 */
  readonly number?: number;
  readonly packageName?: string;
  readonly version?: string;
  /** @default `<packageName>.v<version>` when both are given, as OLM names bundles */
  readonly bundleName?: string;
  /** Image that the bundle came from. */
  readonly bundleReference?: string;
  /** Namespace for namespaced objects that name none; absent: such an object is an error. */
  readonly namespace?: string;
  /** Where content Secrets go. @default SYSTEM_NAMESPACE */
  readonly systemNamespace?: string;
  /**
   * The content is confidential: all of it goes into Secrets, whose names say nothing about it without this salt.
   * @default objects of kind Secret go into Secrets, and others that are large
   */
  readonly contentSalt?: string;
  readonly objects: readonly SourceObject[];
  readonly phases?: readonly PhaseSource[];
  readonly order?: readonly OrderSource[];
  /** @default Prevent */
  readonly collisionProtection?: CollisionProtection;
  /** @default by kind: Jobs are made anew, everything else fails */
  readonly replacementPolicy?: ReplacementPolicy;
  readonly probes?: readonly ProgressionProbe[];
  readonly progressDeadlineMinutes?: number;
  /**
   * The revision is rolled out by this package, from its record: where the objects need more than 20 phases of 50, phases are not cut at
   * 50, and a revision may have 10,000 objects. The document of such a revision does not fit the API (`ClusterExtensionRevision`).
   * @default false
   */
  readonly largePhases?: boolean;
  /** Kubernetes minor version whose schema the objects are checked against, like `1.36`. @default the newest in the package */
  readonly kubernetesVersion?: string;
  /** Extensions that this one needs. Absent: it is not known which. */
  readonly dependsOn?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What compile gives. With an error among the issues there is no `compiled`. */
export interface CompileResult {
  readonly issues: readonly Issue[];
  readonly compiled?: CompiledRevision;
}

export interface CompiledRevision {
  readonly resolved: ResolvedRevision;
  /** The ClusterExtensionRevision document. */
  readonly manifest: RevisionManifest;
  /** Immutable Secrets that the manifest refers to. */
  readonly contentSecrets: readonly KubeObject[];
}
