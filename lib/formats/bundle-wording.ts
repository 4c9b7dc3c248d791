/** What can be wrong with a bundle as a whole, and the words for it. */
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
  /** `installation`: where the bundle is to be installed; absent: of an object. */
  'bad-namespace': { readonly namespace: string; readonly use?: 'installation' };
}

export const bundleWording: WordingOf<BundleIssues> = {
  'bundle-format-unknown': () => ({
    message: 'this is no bundle: there are neither manifests nor a chart',
    hint: 'Give the folder that holds manifests/ and metadata/.',
  }),
  'bundle-without-objects': () => ({
    message: 'the bundle has no objects to install',
    hint: 'Installing it brings nothing but its dependencies; OLM needs them, and nothing here does.',
  }),
  'kubernetes-too-old': ({ bundle, version, needed }) => ({
    message: `${bundle} needs Kubernetes ${needed} or newer, and is rendered for ${version}`,
    hint: 'Choose an older version of the package, or a newer one of Kubernetes.',
  }),
  'bundle-needs-kinds': ({ bundle, kinds }) => ({
    message: `${bundle} needs kinds that it does not bring: ${kinds.join(', ')}`,
    hint: 'Install what has them before it.',
  }),
  'bundle-needs-packages': ({ bundle, packages }) => ({
    message: `${bundle} needs other packages, which are not installed with it: ${packages.join(', ')}`,
    hint: 'Install them before it.',
  }),
  'bundle-constraint': ({ bundle, constraint }) => ({
    message: `${bundle} needs ${constraint}, which is not looked for here`,
    hint: 'See that it is so on the cluster.',
  }),
  'bad-namespace': ({ namespace, use }, issue) => use === undefined ? schemaWording['bad-namespace']({ namespace }, issue) : {
    message: `"${namespace}" is no name of a namespace`,
    hint: 'Name the namespace to install into: lower-case letters, digits and hyphens, up to 63.',
  },
};

export const BUNDLE_WARNINGS = [
  'bundle-without-objects', 'kubernetes-too-old', 'bundle-needs-kinds', 'bundle-needs-packages', 'bundle-constraint',
] as const satisfies readonly (keyof BundleIssues)[];

export const bundleIssue = issueMaker<BundleIssues>(BUNDLE_WARNINGS);
