// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { JsonObject, ObjectMeta } from '../../lib/api/object';
import type { BundleSpec, Condition } from './common';

/** Content that is to run on this cluster: installed, kept, and upgraded when its template changes. */
export interface BundleDeployment {
  readonly apiVersion: 'core.rukpak.io/v1alpha1';
  readonly kind: 'BundleDeployment';
  readonly metadata: ObjectMeta;
  readonly spec: BundleDeploymentSpec;
  readonly status?: BundleDeploymentStatus;
}

/**
 * What is to run.
 *
 * Rules of the API server:
 * - a provisioner installs bundles of its own class, and core-rukpak-io-plain those of core-rukpak-io-registry as well
 * - installNamespace is neither set nor cleared later
 */
export interface BundleDeploymentSpec {
  /** The provisioner that installs it. At most 63 characters. */
  readonly provisionerClassName: string;
  readonly template: BundleTemplate;
  /**
   * Where objects without a namespace go; made where it is not there. Without it, what a bundle suggests, or <package>-system for bundles of
   * OLM, and the namespace of the provisioners for others. 1 to 63 characters.
   *
   * Rules of the API server:
   * - installNamespace must be a valid DNS1123 label
   * - installNamespace is immutable
   */
  readonly installNamespace?: string;
  /** For the provisioner. Of charts, `values` is a text with YAML. Of others, the configuration of the bundle. */
  readonly config?: JsonObject;
  readonly preflight?: BundlePreflight;
}

/** The Bundle that is to be active. Another template is another Bundle. */
export interface BundleTemplate {
  readonly metadata?: BundleTemplateMetadata;
  /** What the Bundle is. */
  readonly spec: BundleSpec;
}

/** Of the Bundle. */
export interface BundleTemplateMetadata {
  /** Its labels. */
  readonly labels?: {
    readonly [k: string]: string;
  };
  /** Its annotations. */
  readonly annotations?: {
    readonly [k: string]: string;
  };
}

/** Checks before anything is written. */
export interface BundlePreflight {
  readonly crdUpgradeSafety?: BundleCrdUpgradeSafety;
}

/** Whether definitions may change so that what is stored is lost. */
export interface BundleCrdUpgradeSafety {
  /** They may. */
  readonly disabled?: boolean;
}

/** What runs. */
export interface BundleDeploymentStatus {
  /** Name of the Bundle that is installed. At most 253 characters. */
  readonly activeBundle?: string;
  /** metadata.generation that this was observed of. At least 0. */
  readonly observedGeneration?: number;
  /**
   * HasValidBundle: True UnpackSuccessful; False UnpackPending, Unpacking, UnpackFailed, which are True while an older one is installed.
   * Installed: True InstallationSucceeded, Upgrading, UninstallBlocked; False Installing, InstallFailed, UpgradeFailed, BundleLoadFailed,
   * Uninstalling. Healthy: True Healthy; False Unhealthy; Unknown Unhealthy, InstallationStatusFalse, Uninstalling, UninstallBlocked. Entries
   * differ in `type`.
   */
  readonly conditions?: readonly Condition[];
}
