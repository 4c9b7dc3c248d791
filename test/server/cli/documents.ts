/** The documents that the command prints for machines, each checked against its published schema. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { root, type Finished } from './command';

type Schema = Record<string, unknown>;

/** The published schemas allow fields to be added; here every field that is there must be documented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}

export const schemas: ReadonlyMap<string, Schema> = new Map(
  readdirSync(join(root, 'docs', 'schemas')).filter((file) => file.endsWith('.json')).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(root, 'docs', 'schemas', file), 'utf8')) as Schema]),
);

/** The document of a run, against its published schema. */
export function document(result: Finished): Record<string, unknown> {
  expect(result.stderr).toBe('');
  const parsed = JSON.parse(result.stdout) as Record<string, unknown>;
  const schema = schemas.get(String(parsed['schema']).replace(/^boxcutter\.(.*)\/v1$/, '$1'));
  if (schema === undefined) throw new Error(`no schema is published for ${String(parsed['schema'])}`);
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
  addFormats(ajv);
  const validate = ajv.compile(closed(schema) as Schema);
  if (!validate(parsed)) throw new Error(`${JSON.stringify(validate.errors, null, 2)}\n${result.stdout}`);
  return parsed;
}
