/**
 * The Cluster API operator: which providers belong to the release becomes a version (`version/`), versions are installed and kept
 * (`installer/`), and definitions that somebody else manages are compared with what is required of them (`requirement/`). Off by default;
 * docs/cluster-api.md says what users see.
 */
export { clusterApiController, type ClusterApiControllerOptions } from './controller';
export type { ClusterApiSettings } from './place';
export { requirementController, type RequirementControllerOptions } from './requirement/controller';
