/**
 * Checking a package's configuration against the JSON Schema that its author wrote, and filling in defaults. Findings are
 * data; the wording is that of S3 (runtime bundle configuration). ajv is loaded on first use.
 */
export { validateConfig, type ConfigOptions, type ConfigResult } from './validate';
export { CONFIG_ERROR_PREFIX } from './messages';
