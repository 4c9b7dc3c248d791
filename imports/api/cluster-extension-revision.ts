// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { JsonObject, JsonValue, ObjectMeta } from '../../lib/api/object';
import type { Condition, LabelSelector } from './common';

/**
 * Either a rollout (has `phases`) or a pending upgrade (has `clusterExtensionRef`).
 *
 * Rules of the API server:
 * - exactly one of the fields in [phases clusterExtensionRef] must be set
 * - a rollout cannot become a pending upgrade, nor a pending upgrade a rollout
 * - revision is required when phases is set, and forbidden otherwise
 * - collisionProtection is forbidden when phases is not set
 * - replacementPolicy is forbidden when phases is not set
 * - progressionProbes is forbidden when phases is not set
 * - progressDeadlineMinutes is forbidden when phases is not set
 * - previous is forbidden when phases is not set
 * - collisionProtection is immutable
 * - replacementPolicy is immutable
 * - previous is immutable
 * - lifecycleState of a pending upgrade must be Active
 * - version is required when clusterExtensionRef is set, and forbidden otherwise
 * - bundleMetadata is required when clusterExtensionRef is set, and forbidden otherwise
 * - availableSince is required when clusterExtensionRef is set, and forbidden otherwise
 * - approved is forbidden when clusterExtensionRef is not set
 * - bundleMetadata.version must be equal to version
 */
export type ClusterExtensionRevisionSpec = RolloutSpec | PendingUpgradeSpec;

/**
 * Which objects of the revision are judged. A probe that selects none passes.
 *
 * Rules of the API server:
 * - groupKind is required when type is GroupKind, and forbidden otherwise
 * - label is required when type is Label, and forbidden otherwise
 * - object is required when type is Object, and forbidden otherwise
 */
export type ProbeSelector = GroupKindSelector | LabelProbeSelector | ObjectSelector;

/**
 * What must hold for the selected objects.
 *
 * Rules of the API server:
 * - conditionEqual is required when type is ConditionEqual, and forbidden otherwise
 * - fieldsEqual is required when type is FieldsEqual, and forbidden otherwise
 * - fieldValue is required when type is FieldValue, and forbidden otherwise
 * - cel is required when type is CEL, and forbidden otherwise
 */
export type ProbeAssertion = ConditionEqualAssertion | FieldsEqualAssertion | FieldValueAssertion | CelAssertion | KindDefaultAssertion;

/**
 * A rollout of an extension: an immutable, ordered snapshot of its objects, named `<extension>-<number>`. Or an upgrade of an extension that
 * waits for approval, named `<extension>-<version>`.
 */
export interface ClusterExtensionRevision {
  readonly apiVersion: 'olm.operatorframework.io/v1';
  readonly kind: 'ClusterExtensionRevision';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterExtensionRevisionSpec;
  readonly status?: ClusterExtensionRevisionStatus;
}

export interface RolloutSpec {
  /**
   * Active: rolled out and kept as it is. Paused: watched, but nothing is written. Archived: objects that no newer revision took over are
   * deleted; there is no way back. A pending upgrade is always Active.
   *
   * Rules of the API server:
   * - cannot un-archive
   *
   * @defaultValue "Active"
   */
  readonly lifecycleState: 'Active' | 'Paused' | 'Archived';
  /**
   * Number of the revision within its extension, from 1: that of the revision before plus one. It cannot change. At least 1.
   *
   * Rules of the API server:
   * - revision is immutable
   */
  readonly revision: number;
  /**
   * How objects that exist already are treated; phases and objects may override it. Without it: Prevent. It cannot change. Prevent: only objects
   * that a revision of the extension created are touched. IfNoController: also existing ones that no controller owns. None: existing ones even
   * if another controller owns them, which may end in a fight between controllers.
   */
  readonly collisionProtection?: 'Prevent' | 'IfNoController' | 'None';
  /**
   * What becomes of an object with a change that the API server does not make in place; phases and objects may override it. Without it: Recreate
   * for Jobs, Fail for everything else. It cannot change. Fail: nothing is written, and the rollout fails. Recreate: the object is deleted, and
   * made anew when it is gone.
   */
  readonly replacementPolicy?: 'Fail' | 'Recreate';
  /**
   * Objects in the order in which they are rolled out: the next phase starts when every object of this one is ready. They cannot change, but an
   * empty list may be filled once. At most 20 entries. Entries differ in `name`.
   *
   * Rules of the API server:
   * - phases is immutable
   */
  readonly phases: readonly RevisionPhase[];
  /**
   * When objects count as ready, which the next phase waits for. All assertions of all probes that select an object must hold; an object that no
   * probe selects is judged by the rule of its kind. 1 to 100 entries.
   */
  readonly progressionProbes?: readonly ProgressionProbe[];
  /**
   * Minutes after which a rollout that has not finished counts as failed and waits for a person to step in. Without it a rollout has no
   * deadline. 10 to 720.
   */
  readonly progressDeadlineMinutes?: number;
  /**
   * Revisions of the extension that were active when this one was made, and that it takes objects over from. It cannot change. At most 50
   * entries. Entries differ in `name`.
   */
  readonly previous?: readonly PreviousRevision[];
}

/** Objects that are applied together. */
export interface RevisionPhase {
  /**
   * Name of the phase, unique within the revision. 1 to 63 characters.
   *
   * Rules of the API server:
   * - the value must consist of only lowercase alphanumeric characters and hyphens, and must start and end with an alphanumeric character.
   */
  readonly name: string;
  /**
   * Overrides that of the revision for the objects of this phase. Prevent: only objects that a revision of the extension created are touched.
   * IfNoController: also existing ones that no controller owns. None: existing ones even if another controller owns them, which may end in a
   * fight between controllers.
   */
  readonly collisionProtection?: 'Prevent' | 'IfNoController' | 'None';
  /**
   * Overrides that of the revision for the objects of this phase. Fail: nothing is written, and the rollout fails. Recreate: the object is
   * deleted, and made anew when it is gone.
   */
  readonly replacementPolicy?: 'Fail' | 'Recreate';
  /** The objects, in no particular order. At most 50 entries. */
  readonly objects: readonly RevisionObject[];
}

/**
 * One object: inline, or by reference.
 *
 * Rules of the API server:
 * - exactly one of the fields in [object ref] must be set
 */
export interface RevisionObject {
  /** The manifest. Exactly one of object and ref is set. */
  readonly object?: JsonObject;
  readonly ref?: RevisionObjectRef;
  /**
   * Overrides that of the phase and of the revision. Prevent: only objects that a revision of the extension created are touched. IfNoController:
   * also existing ones that no controller owns. None: existing ones even if another controller owns them, which may end in a fight between
   * controllers.
   */
  readonly collisionProtection?: 'Prevent' | 'IfNoController' | 'None';
  /**
   * Overrides that of the phase and of the revision. Fail: nothing is written, and the rollout fails. Recreate: the object is deleted, and made
   * anew when it is gone.
   */
  readonly replacementPolicy?: 'Fail' | 'Recreate';
}

/** A key of a content Secret that holds the manifest as JSON. Exactly one of object and ref is set. */
export interface RevisionObjectRef {
  /** Name of the Secret. 1 to 253 characters. */
  readonly name: string;
  /** Namespace of the Secret. Without it, the one that the controller runs in. At most 63 characters. */
  readonly namespace?: string;
  /** Key in the data of the Secret. 1 to 253 characters. */
  readonly key: string;
}

/** Assertions about the objects that a selector finds. */
export interface ProgressionProbe {
  readonly selector: ProbeSelector;
  /** What must hold. 1 to 20 entries. */
  readonly assertions: readonly ProbeAssertion[];
}

export interface GroupKindSelector {
  readonly type: 'GroupKind';
  readonly groupKind: ProbeGroupKind;
}

/** The kind. */
export interface ProbeGroupKind {
  /** API group; empty for the core group. At most 253 characters. */
  readonly group: string;
  /** Kind. 1 to 63 characters. */
  readonly kind: string;
}

export interface LabelProbeSelector {
  readonly type: 'Label';
  /**
   * The labels.
   *
   * Rules of the API server:
   * - exactly one of matchLabels or matchExpressions must be set
   */
  readonly label: LabelSelector;
}

export interface ObjectSelector {
  readonly type: 'Object';
  readonly object: ProbeObject;
}

/** The object. */
export interface ProbeObject {
  /** API group; empty for the core group. At most 253 characters. */
  readonly group: string;
  /** Kind. 1 to 63 characters. */
  readonly kind: string;
  /** Namespace; absent for cluster-scoped objects. 1 to 63 characters. */
  readonly namespace?: string;
  /** Name. 1 to 253 characters. */
  readonly name: string;
}

export interface ConditionEqualAssertion {
  readonly type: 'ConditionEqual';
  readonly conditionEqual: ConditionEqual;
  /** True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once as failed. */
  readonly terminal?: boolean;
}

/** The condition. */
export interface ConditionEqual {
  /** Type of the condition: `Ready`. 1 to 200 characters. */
  readonly type: string;
  /** Status that it must have. */
  readonly status: 'True' | 'False';
}

export interface FieldsEqualAssertion {
  readonly type: 'FieldsEqual';
  readonly fieldsEqual: FieldsEqual;
  /** True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once as failed. */
  readonly terminal?: boolean;
}

/** The fields. The probe fails when one of them is missing. */
export interface FieldsEqual {
  /**
   * Path of the first field: `spec.replicas`. 1 to 200 characters.
   *
   * Rules of the API server:
   * - must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters, "_", "/" or "-", separated by the "."
   * character. other keys are quoted in brackets, as in metadata.annotations["example.com/ready"], and items of lists are named by index, as in
   * spec.containers[0]
   */
  readonly fieldA: string;
  /**
   * Path of the second field: `status.readyReplicas`. 1 to 200 characters.
   *
   * Rules of the API server:
   * - must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters, "_", "/" or "-", separated by the "."
   * character. other keys are quoted in brackets, as in metadata.annotations["example.com/ready"], and items of lists are named by index, as in
   * spec.containers[0]
   */
  readonly fieldB: string;
}

export interface FieldValueAssertion {
  readonly type: 'FieldValue';
  readonly fieldValue: FieldValue;
  /** True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once as failed. */
  readonly terminal?: boolean;
}

/** The field and its value. The probe fails when the field is missing. */
export interface FieldValue {
  /**
   * Path of the field: `status.phase`. 1 to 200 characters.
   *
   * Rules of the API server:
   * - must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters, "_", "/" or "-", separated by the "."
   * character. other keys are quoted in brackets, as in metadata.annotations["example.com/ready"], and items of lists are named by index, as in
   * spec.containers[0]
   */
  readonly fieldPath: string;
  /** Value that the field must have: any JSON. The length is that of strings. 1 to 200 characters. */
  readonly value: JsonValue;
}

export interface CelAssertion {
  readonly type: 'CEL';
  readonly cel: CelProbe;
  /** True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once as failed. */
  readonly terminal?: boolean;
}

/** The expression. */
export interface CelProbe {
  /** CEL expression over `self`, the object, that gives true or false. 1 to 4096 characters. */
  readonly rule: string;
  /** What is shown while it is false. 1 to 1024 characters. */
  readonly message: string;
}

export interface KindDefaultAssertion {
  readonly type: 'KindDefault';
  /** True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once as failed. */
  readonly terminal?: boolean;
}

/** An older revision. */
export interface PreviousRevision {
  /** Name of the ClusterExtensionRevision. 1 to 253 characters. */
  readonly name: string;
  /** Its metadata.uid. 1 to 128 characters. */
  readonly uid: string;
}

export interface PendingUpgradeSpec {
  /**
   * Active: rolled out and kept as it is. Paused: watched, but nothing is written. Archived: objects that no newer revision took over are
   * deleted; there is no way back. A pending upgrade is always Active.
   *
   * Rules of the API server:
   * - cannot un-archive
   *
   * @defaultValue "Active"
   */
  readonly lifecycleState?: 'Active' | 'Paused' | 'Archived';
  readonly clusterExtensionRef: ClusterExtensionRef;
  /**
   * The version that it can be upgraded to. It cannot change: another version is another object, to be approved anew. 1 to 253 characters.
   *
   * Rules of the API server:
   * - version is immutable
   * - version must be well-formed semver
   */
  readonly version: string;
  readonly bundleMetadata: PendingBundle;
  /** When the upgrade was found. RFC 3339 time. */
  readonly availableSince: string;
  /** True: the upgrade may happen. Without it, it may not. */
  readonly approved?: boolean;
}

/**
 * The extension that can be upgraded. It cannot change.
 *
 * Rules of the API server:
 * - clusterExtensionRef is immutable
 */
export interface ClusterExtensionRef {
  /**
   * Name of the ClusterExtension. 1 to 253 characters.
   *
   * Rules of the API server:
   * - name must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start and end
   * with an alphanumeric character, and be no longer than 253 characters
   */
  readonly name: string;
}

/**
 * The bundle that has the version. It cannot change.
 *
 * Rules of the API server:
 * - bundleMetadata is immutable
 */
export interface PendingBundle {
  /** Name of the bundle. 1 to 253 characters. */
  readonly name: string;
  /** Version of the bundle, equal to `version`. 1 to 253 characters. */
  readonly version: string;
}

/** What was observed of the revision. */
export interface ClusterExtensionRevisionStatus {
  /**
   * Progressing: True RollingOut, RolloutError (it is tried again), ObjectCollisions; False RolledOut, Archived, ProgressDeadlineExceeded,
   * Blocked, Paused. Available: True ProbesSucceeded; False ProbeFailure; Unknown Archived, Reconciling. Succeeded: True RolloutSuccess, once
   * and for good. Upgradeable, of packages with upgrade gates: False UpgradeGated as long as one of them is closed. Of a pending upgrade:
   * Approved, and Progressing. Entries differ in `type`.
   */
  readonly conditions?: readonly Condition[];
  /**
   * Digests of the phases as they were when the revision was first resolved. Content that reads otherwise later was tampered with. At most 20
   * entries. Entries differ in `name`.
   *
   * Rules of the API server:
   * - observedPhases is immutable
   */
  readonly observedPhases?: readonly ObservedPhase[];
  /** When the controller saw that a pending upgrade was approved. RFC 3339 time. */
  readonly approvedAt?: string;
  readonly approvedBy?: UpgradeApprover;
  readonly upgrade?: UpgradeChanges;
}

/** Digest of one phase. */
export interface ObservedPhase {
  /**
   * Name of the phase. 1 to 63 characters.
   *
   * Rules of the API server:
   * - the value must consist of only lowercase alphanumeric characters and hyphens, and must start and end with an alphanumeric character.
   */
  readonly name: string;
  /**
   * Digest over the resolved objects: `sha256:<hex>`. 1 to 256 characters.
   *
   * Rules of the API server:
   * - digest must be in the format '<algorithm>:<hex>'
   */
  readonly digest: string;
}

/** Who approved a pending upgrade, as far as the API server tells. */
export interface UpgradeApprover {
  /** Field manager of `spec.approved`: the program that set it, like `kubectl-patch`. At most 128 characters. */
  readonly manager?: string;
  /**
   * User who approved it with `boxcutter approve`. The admission policy of the controllers takes no other name than that of who asks; where it
   * is not installed, it is what the user said. At most 1024 characters.
   */
  readonly user?: string;
}

/**
 * Of a pending upgrade: what approving it would do, worked out when it was found, and again when the configuration or what is installed has
 * changed.
 */
export interface UpgradeChanges {
  /** Digest of what this was worked out for. At most 1024 characters. */
  readonly basis?: string;
  /** Version that is installed. At most 253 characters. */
  readonly from?: string;
  /**
   * The content that is approved: the image with its digest, or a digest of what the catalog carries. Put down once. When the same version turns
   * out to be other content, it is not installed, and has to be approved anew. At most 1024 characters.
   */
  readonly content?: string;
  /**
   * Digest of all that is approved: of the content, of its objects as they were rendered, and of the names of packages that are installed with
   * it. `boxcutter approve --digest` compares it. At most 128 characters.
   */
  readonly digest?: string;
  /**
   * Digest of the objects of the content as they were rendered for this. When others are rendered as soon as it is approved, they are not
   * installed, and it has to be approved anew. Of a chart that makes values up, the places where it puts them do not count. At most 128
   * characters.
   */
  readonly rendered?: string;
  /**
   * Packages that would be installed with it, because the extension says `dependencies: Install`. One that is not among them makes it another
   * upgrade, which has to be approved anew. At most 50 entries.
   */
  readonly dependencies?: readonly UpgradeDependency[];
  readonly counts?: UpgradeCounts;
  /**
   * Objects that would not stay as they are. Those that stand in the way stand first, then those that decide what others may do. At most 300
   * entries.
   */
  readonly objects?: readonly UpgradeObject[];
  /** Objects that would not stay as they are, and are not in the list because it would be too long. At least 0. */
  readonly omitted?: number;
  /**
   * What changes of CustomResourceDefinitions would break. With errors among them, the upgrade is refused. At most 200 entries.
   *
   * Items: At most 1024 characters.
   */
  readonly definitions?: readonly string[];
  /**
   * What roles and bindings of the package would grant in addition. What is powerful stands first. At most 200 entries.
   *
   * Items: At most 1024 characters.
   */
  readonly permissions?: readonly string[];
  /**
   * Images that are new. At most 200 entries.
   *
   * Items: At most 1024 characters.
   */
  readonly imagesAdded?: readonly string[];
  /**
   * Images that are not used any more. At most 200 entries.
   *
   * Items: At most 1024 characters.
   */
  readonly imagesRemoved?: readonly string[];
  /** Defaults of the configuration that would change. At most 100 entries. */
  readonly defaults?: readonly UpgradeDefaultChange[];
  /** Why it could not be worked out, or not whole. At most 4096 characters. */
  readonly problem?: string;
}

/** A package that would be installed with the upgrade. */
export interface UpgradeDependency {
  /** Its name. At most 1024 characters. */
  readonly package: string;
  /** Its version, as catalogs have it now. At most 253 characters. */
  readonly version?: string;
  /** What it is needed for. At most 1024 characters. */
  readonly needs?: string;
}

/** How many objects there are of each action. */
export interface UpgradeCounts {
  /** Made. At least 0. */
  readonly create?: number;
  /** Changed in place. At least 0. */
  readonly change?: number;
  /** Deleted and made anew. At least 0. */
  readonly replace?: number;
  /** Deleted. At least 0. */
  readonly delete?: number;
  /** Left as they are. At least 0. */
  readonly unchanged?: number;
  /** All others. At least 0. */
  readonly other?: number;
}

/** What the upgrade would do to one object. */
export interface UpgradeObject {
  /**
   * create, change, replace (it is deleted and made anew), adopt, hand-over, recover, delete, orphan, release; collision, refused, wait,
   * unforeseen: the upgrade would not get through as things are. At most 32 characters.
   */
  readonly action: string;
  /** `Deployment.apps/v1 namespace/name` At most 1024 characters. */
  readonly object: string;
  /** Why, where the action does not say it. At most 1024 characters. */
  readonly message?: string;
  /** Fields that would change. At most 50 entries. */
  readonly changes?: readonly UpgradeFieldChange[];
}

/** A field that would change. Without values: they are secret. */
export interface UpgradeFieldChange {
  /** Where it is. At most 1024 characters. */
  readonly path: string;
  /** Its value as JSON, cut when it is long. Absent: it is not there. At most 1024 characters. */
  readonly before?: string;
  /** Its value then. Absent: it goes. At most 1024 characters. */
  readonly after?: string;
}

/** A default of the configuration that is another one in the new version, and counts because nothing else is configured there. */
export interface UpgradeDefaultChange {
  /** Where it is in `spec.config`. At most 1024 characters. */
  readonly path: string;
  /** The default as JSON. Absent: there was none. At most 1024 characters. */
  readonly before?: string;
  /** The new default. Absent: there is none any more. At most 1024 characters. */
  readonly after?: string;
}
