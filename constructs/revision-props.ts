/** What a `Revision` is made with. */
import type { ChartProps } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { CollisionProtection, LabelSelector, ReplacementPolicy } from '../lib/api';
import type { Probe } from './probe';

/** A kind in an API group, whatever its version. */
export interface GroupKind {
  /** API group; the core group is the empty string. */
  readonly group: string;
  readonly kind: string;
}

/**
 * What probes look at: a construct (its own object where it has one, as in cdk8s-plus; otherwise every object in it), every object of a
 * kind, or every object with certain labels.
 */
export type ProbeTarget = IConstruct | GroupKind | LabelSelector;

/** Probes and what they look at. */
export interface RevisionProbe {
  readonly target: ProbeTarget;
  readonly probes: readonly Probe[];
}

/** Fields that belong to others once the object is there, and in which objects. */
export interface IgnoredFields {
  /** As of probes: a construct, every object of a kind, or every object with certain labels. */
  readonly target: ProbeTarget;
  /** JSON pointers, like `/spec/replicas`, or paths as plans print them. */
  readonly paths: readonly string[];
}

/** The same of the objects in a phase. */
export interface PhaseIgnoredFields extends Omit<IgnoredFields, 'target'> {
  /**
   * Which objects of the phase.
   * @default - every object in it
   */
  readonly target?: ProbeTarget;
}

/**
 * Properties of a `Revision`, beside those of every cdk8s chart: `namespace` (for namespaced objects that name none;
 * objects of cluster-scoped kinds stay without), `labels` (on every object) and `disableResourceNameHashes`.
 */
export interface RevisionProps extends ChartProps {
  /**
   * Version of the package, a semantic version. Object names and selectors do not depend on it.
   * @default - the revision carries no version
   */
  readonly version?: string;

  /**
   * Name of the package that this is a version of.
   * @default - the revision carries no package name
   */
  readonly packageName?: string;

  /**
   * Number of the revision, from 1. `boxcutter apply` renumbers; a program that hands revisions to a controller by other means
   * raises it with every change of content.
   * @default 1
   */
  readonly number?: number;

  /**
   * What to do with an object that exists and that no revision manages. A phase or `protect()` may say otherwise.
   * @default 'Prevent'
   */
  readonly collisionProtection?: CollisionProtection;

  /**
   * What becomes of an object with a change that the API server does not make in place (docs/immutable-fields.md). A phase or `replace()`
   * may say otherwise.
   * @default - by kind: a Job is made anew, everything else fails
   */
  readonly replacementPolicy?: ReplacementPolicy;

  /**
   * Probes by kind, by labels or by construct; `probe()` adds more.
   * @default - every object is judged by the rule of its kind
   */
  readonly probes?: readonly RevisionProbe[];

  /**
   * Fields that belong to others once the object is there (docs/ignored-fields.md); `ignore()` adds more.
   * @default - every field of the package is the package's
   */
  readonly ignore?: readonly IgnoredFields[];

  /**
   * Kubernetes minor version whose schema the objects are checked against, like `1.36`.
   * @default - the newest that this package knows
   */
  readonly kubernetesVersion?: string;

  /**
   * Minutes (10 to 720) after which a rollout that makes no progress counts as failed.
   * @default - no deadline
   */
  readonly progressDeadlineMinutes?: number;

  /**
   * Namespace of content Secrets: objects of kind Secret, and content too large for the manifest, are kept there.
   * @default 'olmv1-system'
   */
  readonly systemNamespace?: string;

  /**
   * Annotations of the revision itself, not of its objects.
   * @default - those that name package and version
   */
  readonly annotations?: { readonly [name: string]: string };
}
