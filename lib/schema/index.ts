/**
 * Checks Kubernetes objects against the schemas of a Kubernetes version and of the CRDs that come with them, and gives issues. What is
 * checked, and what only the server knows: docs/schema-check.md.
 */
export { checkObjects } from './check';
export { checkValue, schemaNodeOf } from './check-value';
export { withCrds } from './crd';
export { asArray, asString } from './json';
export { missingField, type MissingField } from './missing-field';
export { kindsOfAllVersions, kubernetesSchemas, supportedKubernetesVersions } from './kubernetes';
export type { KindSchema, SchemaNode, SchemaSource } from './pack';
export { nearest } from './suggest';
export { schemaWording } from './wording';
