/** What is wrong with registry+v1 bundles. */
import { issueMaker } from '../report';
import type { RegistryIssues } from './issues';

export const REGISTRY_WARNINGS = [
  'default-channel', 'description', 'good-practice', 'bundle-size', 'annotation-case', 'examples', 'example-missing', 'crd-not-owned',
  'service-account-repeated', 'export-fixed-namespace', 'export-own-namespace',
] as const satisfies readonly (keyof RegistryIssues)[];

export const registryIssue = issueMaker<RegistryIssues>(REGISTRY_WARNINGS);
