/**
 * Checking a package's configuration against the JSON Schema that its author wrote, and filling in defaults. Issues are
 * data; the wording is fixed (docs/requirements.md, configuration). ajv is loaded on first use.
 */
export { type ConfigIssues, configIssue } from './messages/issues';
export { checkConfigSchema, validateConfig } from './validate';
export { jsonSchemaOf } from './schema/standard';
export { refineConfig, validateTypedConfig } from './typed';
export { mergeValues } from './merge';
export { type DeclaredPackage, declaredPackages, exchange, exchangeThrough, ask, isAsked, noted, noteDown } from './project-exchange';
export { fieldText } from './messages/field-path';
export { configParts, configWording, eachProblem, jointHint, nearHint } from './messages/wording';
export { type ConfigExample, exampleOf } from './example/example';
export { type ConfigKey, outlineOf } from './example/outline';
export { secretKeys, secretPointers } from './secret-keys';
