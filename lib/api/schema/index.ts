/**
 * Structural schemas of our own API as data, and the rules (CEL) that stand in them. CRDs, TypeScript types, reference pages and the checks
 * of this package are all made of them.
 */
export { type BrokenRule, brokenRules } from './broken-rules';
export { labelSelector } from './label-selector';
export {
  dnsLabel, dnsSubdomain, exactlyOneOf, immutable, immutableField, immutableMeaning, matches, namedDnsSubdomain, onlyWith, togetherWith,
  union, type UnionMember, unionMember,
} from './rules';
export {
  list, listByKey, named, object, rules, type Schema, string, strings, time, type KindDefinition, TYPE_HINT, type ValidationRule,
  type Variant,
} from './schema';
