/**
 * Checks Kubernetes objects against the schemas of a Kubernetes version and of the CRDs that come with them, and gives issues. What is
 * checked, and what only the server knows: docs/schema-check.md.
 */
export { type CheckInput, type CheckOptions, checkObjects } from './check';
export { checkValue, schemaNodeOf } from './check-value';
export { withCrds } from './crd';
export { schemaIssue, type SchemaIssues } from './issues';
export { asArray, asString } from './json';
export { kubernetesSchemas, supportedKubernetesVersions } from './kubernetes';
export type { KindSchema, SchemaNode, SchemaSource, SchemaType } from './pack';
export { nearest } from './suggest';
export { schemaWording } from './wording';
