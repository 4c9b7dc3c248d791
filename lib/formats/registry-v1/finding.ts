/** Findings about registry+v1 bundles. */
import { findingsOf } from '../report';
import type { RegistryIssues } from './issues';
import { registryWording } from './wording';

export const REGISTRY_WARNINGS = [
  'default-channel', 'description', 'good-practice', 'bundle-size', 'annotation-case', 'examples', 'example-missing', 'crd-not-owned',
  'service-account-repeated', 'export-fixed-namespace',
] as const satisfies readonly (keyof RegistryIssues)[];

export const registryFinding = findingsOf<RegistryIssues>({ ...registryWording }, REGISTRY_WARNINGS);
