/**
 * The configuration schema of an exported bundle. Its objects were built with one configuration, and neither format has templates: what a
 * user writes cannot change them any more. So the schema takes exactly what was built in: a user who comes from the typed package with this
 * configuration keeps it, and any other is refused instead of ignored. Secrets are left out, and what holds one with them: a bundle is
 * published.
 */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { secretKeys } from '../../config';
import { defined } from '../../defined';
import type { CommonBundle } from '../bundle';
import type { ExportContent } from './source';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/**
 * @param bundle as it is without this schema
 * @param own what rendering itself takes, in short: it stays configurable
 * @returns undefined when nothing was configurable: then the format's own rules hold
 */
export function exportedSchema(
  { schema, value }: NonNullable<ExportContent['configuration']>,
  bundle: CommonBundle,
  own: JsonObject | undefined,
): JsonObject | undefined {
  const declared = asObject(schema['properties']) ?? {};
  // In the order of the names: it makes no difference how a configuration is written down.
  const secret = secretKeys(schema, value);
  const fixed = Object.entries(value).filter(([key]) => !secret.has(key)).sort(([a], [b]) => compareBytes(a, b));
  if (fixed.length === 0) return undefined;
  return {
    $schema: DRAFT_07,
    title: `Configuration of ${bundle.name}`,
    type: 'object',
    properties: {
      ...Object.fromEntries(fixed.map(([key, content]) => [key, fixedAt(declared[key], content)])),
      ...asObject(own?.['properties']),
    },
    ...(own?.['required'] === undefined ? {} : { required: own['required'] }),
    additionalProperties: false,
  };
}

function fixedAt(declared: JsonValue | undefined, value: JsonValue): JsonObject {
  const { title, description, type } = asObject(declared) ?? {};
  const said = typeof description === 'string' ? `${description} ` : '';
  return { ...defined({ title }), description: `${said}Built into this bundle.`, ...defined({ type }), const: value, default: value };
}
