/** What can be wrong with a bundle as a whole, and the words for it. */
import { PROPERTY_ROLLOUT } from '../api';
import type { None, WordingOf } from '../issue';
import { schemaWording } from '../schema';
import { issueMaker } from './report';

export interface BundleIssues {
  'bundle-format-unknown': None;
  'bundle-without-objects': None;
  /** Rendered for a version of Kubernetes that is older than the bundle asks for. */
  'kubernetes-too-old': { readonly bundle: string; readonly version: string; readonly needed: string };
  /** What a cluster has to have beside what the bundle brings, in words: `Certificate (cert-manager.io/v1)`. */
  'bundle-needs-kinds': { readonly bundle: string; readonly kinds: readonly string[] };
  'bundle-needs-packages': { readonly bundle: string; readonly packages: readonly string[] };
  'bundle-constraint': { readonly bundle: string; readonly constraint: string };
  /** A property says how it is rolled out, and cannot be read. */
  'bad-rollout': None;
  /** `installation`: where the bundle is to be installed; absent: of an object. */
  'bad-namespace': { readonly namespace: string; readonly use?: 'installation' };
}

export const bundleWording: WordingOf<BundleIssues> = {
  'bundle-format-unknown': () => ({
    message: 'this is not a bundle: there are neither manifests nor a chart',
    hint: 'Give the folder that holds manifests/ and metadata/.',
  }),
  'bundle-without-objects': () => ({
    message: 'the bundle has no objects to install',
    hint: 'OLM would install only its dependencies; boxcutter does not install those.',
  }),
  'kubernetes-too-old': ({ bundle, version, needed }) => ({
    message: `${bundle} needs Kubernetes ${needed} or newer, but is rendered for ${version}`,
    hint: 'Choose an older version of the package, or a newer version of Kubernetes.',
  }),
  'bundle-needs-kinds': ({ bundle, kinds }) => ({
    message: `${bundle} needs kinds that it does not bring: ${kinds.join(', ')}`,
    hint: 'Install what provides them first.',
  }),
  'bundle-needs-packages': ({ bundle, packages }) => ({
    message: `${bundle} needs other packages, which are not installed with it: ${packages.join(', ')}`,
    hint: 'Install them first.',
  }),
  'bundle-constraint': ({ bundle, constraint }) => ({
    message: `${bundle} needs ${constraint}, which boxcutter does not check`,
    hint: 'Check it on the cluster.',
  }),
  'bad-rollout': () => ({
    message: `the property ${PROPERTY_ROLLOUT} does not say phases and probes as it should`,
    hint: 'Ask the publisher of the bundle; boxcutter bundle build writes this property.',
  }),
  'bad-namespace': ({ namespace, use }, issue) => use === undefined ? schemaWording['bad-namespace']({ namespace }, issue) : {
    message: `"${namespace}" cannot be the name of a namespace`,
    hint: 'Name the namespace to install into: lower-case letters, digits and hyphens, up to 63.',
  },
};

export const BUNDLE_WARNINGS = [
  'bundle-without-objects', 'kubernetes-too-old', 'bundle-needs-kinds', 'bundle-needs-packages', 'bundle-constraint',
] as const satisfies readonly (keyof BundleIssues)[];

export const bundleIssue = issueMaker<BundleIssues>(BUNDLE_WARNINGS);
