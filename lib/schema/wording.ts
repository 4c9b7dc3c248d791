/** The words for issues about objects and their schemas. */
import { formatOrigin, type WordingOf, type Words } from '../issue';
import { yamlWording } from '../yaml';
import type { ExpectedType, KeyPart, NameRule, SchemaIssues, UnknownKind } from './issues';
import { formatRules } from './needs/wording';

/** Characters of a value that a message shows. */
const LONGEST_VALUE = 80;
/** Allowed values, and known fields, that a hint lists. */
const LISTED = 12;

export const schemaWording: WordingOf<SchemaIssues> = {
  'missing-kind': yamlWording['missing-kind'],
  'bad-api-version': ({ apiVersion }) => ({
    message: `"${apiVersion}" is not an API version`,
    hint: 'Write group/version, like apps/v1; core kinds are just v1.',
  }),
  'unknown-kind': (data) => unknownKind(data),
  'unknown-field': (data) => unknownField(data),
  'wrong-type': ({ expected, found, value, fix }) => {
    const scalar = value === undefined ? '' : ` (${shorten(JSON.stringify(value))})`;
    const and = found === undefined ? '' : `, and is ${foundTypes[found]}${scalar}`;
    return { message: `must be ${expectedTypes[expected]}${and}`, hint: fix && typeFixes[fix](value) };
  },
  'missing-field': ({ field }) => ({ message: `required field "${field}" is missing` }),
  'value-not-allowed': ({ value, allowed }) => {
    const shown = allowed.slice(0, LISTED).map((one) => JSON.stringify(one)).join(', ');
    return {
      message: `${shorten(JSON.stringify(value))} is not allowed here`,
      hint: `Allowed: ${shown}${allowed.length > LISTED ? ', …' : ''}.`,
    };
  },
  'out-of-range': ({ value, rule, limit }) => outOfRange[rule](value, limit),
  'bad-length': ({ rule, limit, length, unit }) => ({
    message: `${rule === 'at-least' ? 'must have at least' : 'may have at most'} ${limit} ${unit}, and has ${length}`,
  }),
  'pattern-mismatch': ({ value, pattern }) => ({ message: `"${shorten(value)}" does not match ${pattern}` }),
  'bad-quantity': ({ value }) => ({
    message: `"${shorten(value)}" is not a quantity`,
    hint: 'Write a number with an optional suffix: 250m, 1.5, 128Mi, 2Gi.',
  }),
  'bad-base64': () => ({ message: 'the value is not base64', hint: 'Encode it, or give a Secret the plain text under stringData.' }),
  'bad-time': ({ value, micro }) => ({
    message: `"${shorten(value)}" is not a time`,
    hint: `Write it like ${micro ? '2025-01-31T12:00:00.000000Z' : '2025-01-31T12:00:00Z'}.`,
  }),
  'duplicate-key': ({ keys, first }) => ({
    message: `a second entry with ${keys.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(', ')}; the first is [${first}]`,
    hint: `Entries of this list are told apart by ${keys.map(([key]) => key).join(' and ')}.`,
  }),
  'duplicate-item': ({ item, first }) => ({
    message: `${JSON.stringify(item)} is in this list already, at [${first}]`,
    hint: 'Items of this list must differ.',
  }),
  'missing-name': ({ absent }) => ({ message: `the object has no ${absent}`, hint: 'Give it a metadata.name.' }),
  'bad-name': ({ kind, name, rule, expected = '' }) => ({
    message: `"${name}" is not a valid name for a ${kind}`,
    hint: rule === 'plural-and-group' || rule === 'version-and-group' ? ownNameRules[rule](expected) : asHint(nameRules[rule]),
  }),
  'bad-namespace': ({ namespace }) => ({ message: `"${namespace}" is not a valid name of a namespace`, hint: asHint(nameRules.label) }),
  'namespace-ignored': ({ kind, namespace }) => ({
    message: `a ${kind} has no namespace; "${namespace}" is ignored`,
    hint: 'Remove it.',
  }),
  'bad-label': (data) => ('key' in data
    ? { message: `"${data.key}" is not a valid label key`, hint: asHint(keyRules[data.part]) }
    : {
      message: `"${data.value}" is not a valid label value`,
      hint: 'A label value has at most 63 letters, digits, "-", "_" and ".", and begins and ends with a letter or digit.',
    }),
  'bad-annotation': (data) => ('key' in data
    ? { message: `"${data.key}" is not a valid annotation key`, hint: asHint(keyRules[data.part]) }
    : { message: `the annotations have ${data.bytes} bytes together, and may have ${data.limit}` }),
  'bad-format': ({ value, format }) => ({ message: `"${shorten(value)}" is not allowed here`, hint: formatRules[format] }),
  'one-of-fields': ({ fields, found }) => ({
    message: found.length === 0 ? `one of ${fields.join(', ')} is needed` : `${found.join(' and ')} cannot be used together`,
    hint: found.length === 0 ? 'Add one of them.' : 'Keep one of them.',
  }),
  'forbidden-field': ({ field, beside }) => ({ message: `"${field}" cannot be used together with ${beside}`, hint: 'Remove one of them.' }),
  'selector-mismatch': ({ key }) => ({
    message: `the labels of the template do not match the selector (label "${key}")`,
    hint: 'Give the template every label that spec.selector asks for.',
  }),
  'unknown-volume': ({ name }) => ({ message: `the pod has no volume "${name}"`, hint: 'Declare it under volumes, or correct the name.' }),
  'stored-versions': ({ stored }) => ({
    message: `${stored} versions are stored, and exactly one must be`,
    hint: 'Set "storage: true" for one version, and false for the others.',
  }),
  'duplicate-object': ({ first, copy }) => ({
    message: copy
      ? `a copy of this object is at ${formatOrigin(first)}; the object counts once`
      : `another object with this kind and name is at ${formatOrigin(first)}`,
    hint: 'Remove one of them.',
  }),
};

function unknownKind(data: UnknownKind): Words {
  switch (data.problem) {
    case 'version-not-served':
      return {
        message: `the CustomResourceDefinition of ${data.kind} serves no version ${data.version}`,
        hint: `Served: ${data.served.join(', ')}.`,
      };
    case 'not-among-objects':
      return {
        message: `no CustomResourceDefinition of ${data.kind} in ${data.apiVersion} is among the objects, so its fields were not checked`,
        hint: 'The cluster must serve this kind already when the object is applied.',
      };
    case 'retired':
      return {
        message: `Kubernetes serves no ${data.kind} in ${data.apiVersion} since version ${data.since}`,
        hint: data.replacedBy !== undefined
          ? replacements[data.replacedBy]
          : data.servedIn && `Write it for ${data.servedIn}; fields may differ.`,
      };
    case 'no-such-kind':
      return {
        message: `Kubernetes ${data.kubernetesVersion} has no kind "${data.kind}" in ${data.apiVersion} that can be applied`,
        hint: data.servedIn !== undefined ? `It is served in ${data.servedIn}.` : data.near && `Did you mean "${data.near}"?`,
      };
  }
}

const replacements = { 'pod-security-admission': 'Pod security admission replaces it: label the namespace.' };

function unknownField({ field, known, near }: SchemaIssues['unknown-field']): Words {
  if (known === undefined) {
    return {
      message: `no fields are declared here, so the server drops "${field}"`,
      hint: 'Ask the author of the CustomResourceDefinition.',
    };
  }
  const all = known.length <= LISTED ? `Known fields: ${[...known].sort().join(', ')}.` : 'Check the spelling and the indentation.';
  return { message: `unknown field "${field}"`, hint: near === undefined ? all : `Did you mean "${near}"?` };
}

const expectedTypes: Readonly<Record<ExpectedType, string>> = {
  'object': 'an object',
  'list': 'a list',
  'string': 'a string',
  'boolean': 'a boolean',
  'integer': 'an integer',
  'number': 'a number',
  'quantity': 'a quantity',
  'integer-or-string': 'an integer or a string',
};

const foundTypes = { null: 'null', list: 'a list', object: 'an object', boolean: 'a boolean', string: 'a string', number: 'a number' };

const typeFixes = {
  quote: (value: unknown) => (value === undefined ? 'Quote it.' : `Quote it: "${String(value)}".`),
  unquote: () => 'Remove the quotes.',
  dashes: () => 'Begin each entry with "- ".',
};

const outOfRange: Readonly<Record<SchemaIssues['out-of-range']['rule'], (value: number, limit: number | undefined) => Words>> = {
  'int32': (value) => ({ message: `${value} does not fit into 32 bits`, hint: 'Use a value between -2147483648 and 2147483647.' }),
  'at-least': (value, limit) => ({ message: `${value} is less than allowed (at least ${limit})` }),
  'above': (value, limit) => ({ message: `${value} is less than allowed (above ${limit})` }),
  'at-most': (value, limit) => ({ message: `${value} is more than allowed (at most ${limit})` }),
  'below': (value, limit) => ({ message: `${value} is more than allowed (below ${limit})` }),
  'multiple-of': (value, limit) => ({ message: `${value} is not a multiple of ${limit}` }),
};

const SUBDOMAIN = 'use lower-case letters, digits, "-" and "."; begin and end with a letter or digit; at most 253 characters';
const LABEL = 'use lower-case letters, digits and "-"; begin and end with a letter or digit; at most 63 characters';

const nameRules: Readonly<Record<NameRule, string>> = {
  'subdomain': SUBDOMAIN,
  'label': LABEL,
  'label-with-letter': `${LABEL}; begin with a letter`,
  'path': 'a name may not be "." or "..", and may not contain "/" or "%"',
  'cron-job': 'the name of a CronJob has at most 52 characters, because its Jobs get eleven more',
};

const ownNameRules = {
  'plural-and-group': (expected: string) => `It must be "${expected}", plural name and group.`,
  'version-and-group': (expected: string) => `It must be "${expected}", version and group.`,
};

const keyRules: Readonly<Record<KeyPart, string>> = {
  prefix: `the part before "/" must be a DNS name (${SUBDOMAIN})`,
  name: 'the name must have 1 to 63 letters, digits, "-", "_" and ".", and begin and end with a letter or digit',
};

function asHint(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;
}

function shorten(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 3)}...`;
}
