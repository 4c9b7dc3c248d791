import type { Schema } from '../../../lib/api/schema';

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  const suffix = unit === '' ? '' : ` ${unit}`;
  if (high === undefined) return `At least ${low}${suffix}`;
  if (low === undefined) return `At most ${high}${suffix}`;
  return `${low} to ${high}${suffix}`;
}

/** What a schema demands of a value besides its type, as sentences; for the comments of types and for the reference pages. */
export function facts(schema: Schema): string[] {
  const sentences = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, 'entries'),
    range(schema.minProperties, schema.maxProperties, 'properties'),
    schema['x-kubernetes-list-map-keys'] ? `Entries differ in \`${schema['x-kubernetes-list-map-keys'].join('`, `')}\`` : undefined,
    schema.format === 'date-time' ? 'RFC 3339 time' : undefined,
  ];
  return sentences.filter((sentence) => sentence !== undefined).map((sentence) => `${sentence}.`);
}

/** What the API server answers when a rule of the node does not hold. */
export function ruleMessages(schema: Schema): string[] {
  return (schema['x-kubernetes-validations'] ?? []).map((rule) => rule.message);
}
