/**
 * Checking a package's configuration against the JSON Schema that its author wrote, and filling in defaults. Findings are
 * data; the wording is that of S3 (runtime bundle configuration). ajv is loaded on first use.
 */
export { checkConfigSchema, CONFIG_ERROR_PREFIX, type ConfigOptions, type ConfigResult, validateConfig } from './validate';
export { type ConfigExample, exampleOf } from './example';
export { type ConfigKey, outlineOf } from './outline';
export { secretKeys } from './secret-keys';
