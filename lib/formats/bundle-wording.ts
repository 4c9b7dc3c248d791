/** What can be wrong with a bundle as a whole, and the words for it. */
import type { None, WordingOf } from '../issue';
import { schemaWording } from '../schema';
import { issueMaker } from './report';

export interface BundleIssues {
  'bundle-format-unknown': None;
  'bundle-without-objects': None;
  /** Rendered for a version of Kubernetes that is older than the bundle asks for. */
  'kubernetes-too-old': { readonly bundle: string; readonly version: string; readonly needed: string };
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
  'bad-namespace': ({ namespace, use }, issue) => use === undefined ? schemaWording['bad-namespace']({ namespace }, issue) : {
    message: `"${namespace}" is no name of a namespace`,
    hint: 'Name the namespace to install into: lower-case letters, digits and hyphens, up to 63.',
  },
};

export const BUNDLE_WARNINGS = ['bundle-without-objects', 'kubernetes-too-old'] as const satisfies readonly (keyof BundleIssues)[];

export const bundleIssue = issueMaker<BundleIssues>(BUNDLE_WARNINGS);
