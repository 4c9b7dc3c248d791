import type { Schema } from '../../../../lib/api/schema';
import { schemaPath } from './edit';

/** A change that breaks one constraint of the schema (not a CEL rule), and the field that the API server must then name. */
export interface Violation {
  readonly constraint: string;
  readonly field: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

function keyOf(schema: Schema): string | undefined {
  return schema['x-kubernetes-list-map-keys']?.[0];
}

function violationsOf(schema: Schema, value: unknown, path: string): Violation[] {
  const found: Violation[] = [];
  const add = (constraint: string, wrong: unknown, field = path): void => {
    found.push({ constraint, field, changes: { [path]: wrong } });
  };
  if (schema.type !== undefined) add('type', schema.type === 'string' ? 7 : 'seven');
  if (schema.enum) add('enum', 'Nonsense');
  if (schema.pattern !== undefined) add('pattern', '%');
  if (schema.format === 'date-time') add('format', 'yesterday');
  if (schema.minLength !== undefined) add('minLength', '');
  if (schema.maxLength !== undefined) add('maxLength', 'x'.repeat(schema.maxLength + 1));
  if (schema.minimum !== undefined) add('minimum', schema.minimum - 1);
  if (schema.maximum !== undefined) add('maximum', schema.maximum + 1);
  if (schema.minProperties !== undefined) add('minProperties', {});
  if (Array.isArray(value)) {
    if (schema.minItems !== undefined) add('minItems', []);
    if (schema.maxItems !== undefined) add('maxItems', new Array(schema.maxItems + 1).fill(value[0]));
    if (keyOf(schema) !== undefined) add('list-map-keys', [...(value as unknown[]), value[0]], `${path}[${value.length}]`);
  }
  for (const name of schema.required ?? []) {
    found.push({ constraint: `required ${name}`, field: `${path}.${name}`, changes: { [`${path}.${name}`]: undefined } });
  }
  for (const name of schema['x-kubernetes-embedded-resource'] === true ? ['apiVersion', 'kind'] : []) {
    const field = `${path}.${name}`;
    found.push({ constraint: `embedded ${name}`, field, changes: { [field]: undefined } });
    found.push({ constraint: `embedded ${name} empty`, field, changes: { [field]: '' } });
  }
  return found;
}

/** Every violation that the document can be given, field by field, and the paths of the schema that the document has. */
export function violations(schema: Schema, value: unknown, path: string, seen: Set<string>): Violation[] {
  seen.add(schemaPath(path));
  const found = violationsOf(schema, value, path);
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of value.entries()) found.push(...violations(schema.items, item, `${path}[${index}]`, seen));
  } else if (typeof value === 'object' && value !== null && !schema['x-kubernetes-embedded-resource']) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const inner = (value as Record<string, unknown>)[name];
      if (inner !== undefined) found.push(...violations(property, inner, `${path}.${name}`, seen));
    }
  }
  return found;
}

/** All paths of a schema. */
export function pathsOf(schema: Schema, path: string): string[] {
  const inner = schema['x-kubernetes-embedded-resource'] ? [] : Object.entries(schema.properties ?? {});
  return [
    path,
    ...inner.flatMap(([name, property]) => pathsOf(property, `${path}.${name}`)),
    ...(schema.items ? pathsOf(schema.items, `${path}[]`) : []),
  ];
}

/** All CEL rules of a schema, as `path: message`, with the path that the API server's answer names. */
export function rulesOf(schema: Schema, path: string): string[] {
  return [
    ...(schema['x-kubernetes-validations'] ?? []).map((rule) => `${path}${rule.fieldPath ?? ''}: ${rule.message}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => rulesOf(property, `${path}.${name}`)),
    ...(schema.items ? rulesOf(schema.items, `${path}[]`) : []),
  ];
}
