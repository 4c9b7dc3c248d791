// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { ObjectMeta } from '../../lib/api/object';
import type { Condition, LabelSelector } from './common';

/** What a CustomResourceDefinition on this cluster has to be compatible with. */
export interface CompatibilityRequirement {
  readonly apiVersion: 'apiextensions.openshift.io/v1alpha1';
  readonly kind: 'CompatibilityRequirement';
  readonly metadata: ObjectMeta;
  readonly spec: CompatibilityRequirementSpec;
  readonly status?: CompatibilityRequirementStatus;
}

/** What is required. */
export interface CompatibilityRequirementSpec {
  readonly compatibilitySchema: CompatibilitySchema;
  readonly customResourceDefinitionSchemaValidation?: DefinitionValidation;
  readonly objectSchemaValidation?: ObjectValidation;
}

/** The definition that the live one is compared with. */
export interface CompatibilitySchema {
  readonly customResourceDefinition: CompatibilityDefinition;
  readonly requiredVersions: RequiredVersions;
  /**
   * Fields that are not compared. 1 to 64 entries.
   *
   * Rules of the API server:
   * - each path may stand there once
   */
  readonly excludedFields?: readonly ExcludedField[];
}

/** The definition as text. */
export interface CompatibilityDefinition {
  /** Form of the text. */
  readonly type: 'YAML';
  /** A CustomResourceDefinition. 1 to 1572864 characters. */
  readonly data: string;
}

/**
 * Which of its versions count.
 *
 * Rules of the API server:
 * - additionalVersions is forbidden when defaultSelection is AllServed
 */
export interface RequiredVersions {
  /** StorageOnly: the version that is stored. AllServed: all that are served. */
  readonly defaultSelection: 'StorageOnly' | 'AllServed';
  /**
   * Versions that count beside the one that is stored. 1 to 32 entries.
   *
   * Items: 1 to 63 characters.
   *
   * Rules of the API server:
   * - must be a name of a version: lower case, digits and -
   */
  readonly additionalVersions?: readonly string[];
}

/** A field that is not compared. */
export interface ExcludedField {
  /**
   * Names of fields with dots between them, from the root; lists are passed through. 1 to 1023 characters.
   *
   * Rules of the API server:
   * - path must be at most 16 names with dots between them
   */
  readonly path: string;
  /**
   * Versions in which it is not compared. 1 to 32 entries.
   *
   * Items: 1 to 63 characters.
   *
   * Rules of the API server:
   * - must be a name of a version: lower case, digits and -
   */
  readonly versions: readonly string[];
}

/** What becomes of a definition that is not compatible. */
export interface DefinitionValidation {
  /** Deny: it is refused. Warn: whoever writes it is warned. */
  readonly action: 'Deny' | 'Warn';
}

/** What becomes of objects that do not fit the definition. */
export interface ObjectValidation {
  /** Deny: it is refused. Warn: whoever writes it is warned. */
  readonly action: 'Deny' | 'Warn';
  /**
   * Only objects in these namespaces.
   *
   * Rules of the API server:
   * - at least one of matchLabels and matchExpressions must be set
   */
  readonly namespaceSelector?: LabelSelector;
  /**
   * Only objects with these labels.
   *
   * Rules of the API server:
   * - at least one of matchLabels and matchExpressions must be set
   */
  readonly objectSelector?: LabelSelector;
  /** Only requests for which all of these hold. 1 to 64 entries. Entries differ in `name`. */
  readonly matchConditions?: readonly MatchCondition[];
}

/** A condition. */
export interface MatchCondition {
  /** Its name. 1 to 317 characters. */
  readonly name: string;
  /** CEL, as in a ValidatingWebhookConfiguration. 1 to 10240 characters. */
  readonly expression: string;
}

/**
 * What was observed. At least 1 properties.
 *
 * Rules of the API server:
 * - crdName may not be unset once set
 */
export interface CompatibilityRequirementStatus {
  /**
   * Progressing: False UpToDate, ConfigurationError, OwnershipConflict; True TransientError. Admitted: True Admitted; False NotAdmitted.
   * Compatible: True Compatible, CompatibleWithWarnings; False RequirementsNotMet, CRDNotFound. Entries differ in `type`.
   */
  readonly conditions?: readonly Condition[];
  readonly observedCRD?: ObservedDefinition;
  /**
   * Name of the definition. 1 to 253 characters.
   *
   * Rules of the API server:
   * - crdName is immutable once set
   */
  readonly crdName?: string;
}

/**
 * The definition that was compared. Without it, there was none.
 *
 * Rules of the API server:
 * - generation may only increase as long as the uid is the same
 */
export interface ObservedDefinition {
  /** Its uid. 1 to 36 characters. */
  readonly uid: string;
  /** Its metadata.generation. At least 1. */
  readonly generation: number;
}
