import { DNS_LABEL, DNS_SUBDOMAIN } from '../dns';
import { asObject, type JsonValue } from '../object';
import type { Schema, ValidationRule, Variant } from './schema';
import { named, object } from './schema';

/** A CEL string literal. CEL unescapes backslashes, so those of a regular expression are doubled. */
function celString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function isThere(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

/** Rule on a string: it matches the regular expression (RE2, unanchored unless it says so). */
export function matches(regularExpression: string, message: string): ValidationRule {
  return {
    rule: `self.matches(${celString(regularExpression)})`,
    message,
    holds: (self) => typeof self === 'string' && new RegExp(regularExpression).test(self),
  };
}

export function dnsSubdomain(message: string): ValidationRule {
  return matches(DNS_SUBDOMAIN, message);
}

/** The long form of the message, which our API uses for names of things. */
export function namedDnsSubdomain(field: string): ValidationRule {
  return dnsSubdomain(
    `${field} must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), ` +
      'start and end with an alphanumeric character, and be no longer than 253 characters',
  );
}

export function dnsLabel(message: string): ValidationRule {
  return matches(DNS_LABEL, message);
}

/** Rule on a field that cannot come and go (its parent sees to that): its value never changes. */
export function immutable(message: string): ValidationRule {
  return { rule: 'self == oldSelf', message };
}

/** CEL literals of what is as good as nothing. */
const NOTHING = { string: "''", boolean: 'false', integer: '0', object: '{}', array: '[]' } as const;

/**
 * Rule on an object: what it asks for never changes. An empty text, `false`, zero and an empty list are the same as a field that is not
 * there, as clients in Go take them; within lists, defaults have to see to that. Written with `has`, whose cost the server can estimate.
 */
export function immutableMeaning(schema: Schema, message: string): ValidationRule {
  return { rule: leavesOf(schema).map((leaf) => `${leaf('self')} == ${leaf('oldSelf')}`).join(' && '), message };
}

/**
 * What stands in an object, field by field, as CEL for an object of that name.
 * @param optional paths on the way that may be absent, from the object on
 */
function leavesOf(schema: Schema, path = '', optional: readonly string[] = []): readonly ((root: string) => string)[] {
  const { type = 'object', properties = {}, required = [] } = schema;
  if (type === 'object') {
    return Object.entries(properties).flatMap(([name, inner]) => {
      const at = `${path}.${name}`;
      return leavesOf(inner, at, required.includes(name) ? optional : [...optional, at]);
    });
  }
  if (optional.length === 0) return [(root) => root + path];
  const isThere = (root: string): string => optional.map((one) => `has(${root}${one})`).join(' && ');
  return [(root) => `(${isThere(root)} ? ${root}${path} : ${NOTHING[type]})`];
}

/** Rule on the parent of an optional field: the field is neither set, changed nor taken away after creation. */
export function immutableField(field: string): ValidationRule {
  return {
    rule: `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`,
    message: `${field} is immutable`,
    fieldPath: `.${field}`,
  };
}

/** Rule on the parent: `field` is there exactly when `other` is. */
export function togetherWith(field: string, other: string): ValidationRule {
  return {
    rule: `has(self.${field}) == has(self.${other})`,
    message: `${field} is required when ${other} is set, and forbidden otherwise`,
  };
}

/** Rule on the parent: `field` may be there only when `other` is. */
export function onlyWith(field: string, other: string): ValidationRule {
  return { rule: `!has(self.${field}) || has(self.${other})`, message: `${field} is forbidden when ${other} is not set` };
}

/** Rule on the parent: one of two fields is there, and only one. */
export function exactlyOneOf(first: string, second: string): ValidationRule {
  return { rule: `has(self.${first}) != has(self.${second})`, message: `exactly one of the fields in [${first} ${second}] must be set` };
}

/** Rule on the parent, the API convention for unions: `member` is there exactly when the discriminator has the value. */
export function unionMember(discriminator: string, value: string, member: string, called: string = discriminator): ValidationRule {
  return {
    rule: `has(self.${discriminator}) && self.${discriminator} == ${celString(value)} ? has(self.${member}) : !has(self.${member})`,
    message: `${member} is required when ${called} is ${value}, and forbidden otherwise`,
    holds: (self) => {
      const object = asObject(self) ?? {};
      return (object[discriminator] === value) === isThere(object[member]);
    },
  };
}

export interface UnionMember {
  /** TypeScript name of the shape. */
  readonly name: string;
  /** Field that belongs to the discriminator's value; absent when the value needs no more. */
  readonly field?: string;
  readonly schema?: Schema;
}

/**
 * An object whose discriminator says which one of its other fields is set.
 * `common` are optional fields that every shape may have.
 */
export function union(options: {
  readonly name: string;
  readonly description: string;
  readonly discriminator: string;
  readonly discriminatorDescription: string;
  readonly members: Readonly<Record<string, UnionMember>>;
  readonly common?: Readonly<Record<string, Schema>>;
}): Schema {
  const { discriminator, members, common = {} } = options;
  const properties: Record<string, Schema> = {
    [discriminator]: { description: options.discriminatorDescription, type: 'string', enum: Object.keys(members) },
  };
  const validations: ValidationRule[] = [];
  const variants: Variant[] = [];
  for (const [value, { name, field, schema }] of Object.entries(members)) {
    const fields = field === undefined ? [] : [field];
    if (field !== undefined && schema !== undefined) {
      properties[field] = schema;
      validations.push(unionMember(discriminator, value, field));
    }
    variants.push({
      name,
      allowed: [discriminator, ...fields, ...Object.keys(common)],
      required: [discriminator, ...fields],
      literal: { property: discriminator, value },
    });
  }
  Object.assign(properties, common);
  const schema = object(options.description, properties, [discriminator], { 'x-kubernetes-validations': validations });
  return named(options.name, schema, { variants });
}
