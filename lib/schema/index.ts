/**
 * Checks Kubernetes objects against the schemas of a Kubernetes version and of the CRDs that come with them. Findings are data;
 * formatting is apart. What is checked, and what only the server knows: docs/schema-check.md.
 */
export { type CheckInput, type CheckOptions, checkObjects } from './check';
export type { Finding } from './finding';
export { formatFinding, formatFindings } from './format';
export { asArray, asString } from './json';
export {
  type KindSchema,
  type SchemaNode,
  type SchemaSource,
  type SchemaType,
  kubernetesSchemas,
  supportedKubernetesVersions,
  withCrds,
} from './pack';
export { nearest } from './suggest';
