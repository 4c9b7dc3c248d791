/** What can be said about the configuration of a bundle beside what lib/config says, and the words for it. */
import type { WordingOf } from '../../issue';
import { issueMaker } from '../report';

export interface BundleConfigIssues {
  'unchecked-config': { readonly bundle: string };
}

export const bundleConfigWording: WordingOf<BundleConfigIssues> = {
  'unchecked-config': ({ bundle }) => ({ message: `bundle '${bundle}' has no configuration schema, so the configuration is not checked` }),
};

export const BUNDLE_CONFIG_WARNINGS = ['unchecked-config'] as const satisfies readonly (keyof BundleConfigIssues)[];

export const bundleConfigIssue = issueMaker<BundleConfigIssues>(BUNDLE_CONFIG_WARNINGS);
