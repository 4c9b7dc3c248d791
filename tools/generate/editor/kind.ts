/** The JSON Schema of a kind of our API, for editors: what the CRD says and JSON Schema can say, and stricter with names of fields. */
import { API_VERSION, type JsonObject, type JsonValue } from '../../../lib/api';
import { DNS_SUBDOMAIN } from '../../../lib/api/dns';
import type { Schema } from '../../../lib/api/schema';
import type { KindDefinition } from '../../../lib/kinds';
import { portablePattern } from './pattern';
import { schemaOfRule } from './rules';

export const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** Keywords that mean the same in a CRD and in JSON Schema. */
const COMMON = [
  'description', 'default', 'enum', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'minProperties',
  'maxProperties', 'required',
] as const;

export function schemaOfKind({ kind, description, spec, status }: KindDefinition): JsonObject {
  return {
    $schema: DRAFT,
    title: kind,
    description,
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { description: 'Group and version of the API that the object is written in.', const: API_VERSION },
      kind: { description: 'Kind of the object.', const: kind },
      metadata,
      spec: schemaOf(spec),
      status: schemaOf(status),
    },
    additionalProperties: false,
  };
}

const texts = { type: 'object', additionalProperties: { type: 'string' } };
const metadata: JsonObject = {
  description: 'What the object is called. It has no namespace.',
  type: 'object',
  required: ['name'],
  properties: {
    name: { description: 'Name of the object, unique in the cluster.', type: 'string', maxLength: 253, pattern: DNS_SUBDOMAIN },
    labels: { description: 'Labels, to select the object by.', ...texts },
    annotations: { description: 'Annotations, for programs and people.', ...texts },
  },
};

function schemaOf(schema: Schema): JsonObject {
  const { type, nullable, pattern, properties, additionalProperties, items } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  return {
    ...typeOf(type, nullable),
    ...Object.fromEntries(COMMON.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword] as JsonValue]]))),
    ...(pattern === undefined ? {} : { pattern: portablePattern(pattern) }),
    ...(properties === undefined ? {} : { properties: fieldsOf(properties) }),
    ...(isEmbedded ? embedded(properties ?? {}) : {}),
    // The API server drops fields that it does not know; somebody who writes one means something else.
    ...(additionalProperties !== undefined ? { additionalProperties: schemaOf(additionalProperties) } : {}),
    ...(properties !== undefined && !isOpen ? { additionalProperties: false } : {}),
    ...(items === undefined ? {} : { items: schemaOf(items) }),
    ...rulesOf(schema),
  };
}

function typeOf(type: Schema['type'], nullable: true | undefined): JsonObject {
  if (type === undefined) return {};
  return { type: nullable === undefined ? type : [type, 'null'] };
}

function fieldsOf(properties: Readonly<Record<string, Schema>>): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, schemaOf(property)]));
}

/** A whole object of Kubernetes within another one. */
function embedded(properties: Readonly<Record<string, Schema>>): JsonObject {
  const own = {
    apiVersion: { description: 'Group and version of its API, like apps/v1.', type: 'string', minLength: 1 },
    kind: { description: 'Its kind, like Deployment.', type: 'string', minLength: 1 },
    metadata: { description: 'Its name, namespace, labels and annotations.', type: 'object' },
  };
  return { required: ['apiVersion', 'kind'], properties: { ...own, ...fieldsOf(properties) } };
}

function rulesOf(schema: Schema): JsonObject {
  const said = (schema['x-kubernetes-validations'] ?? []).map(schemaOfRule).filter((each) => each !== undefined);
  const [only, ...more] = said;
  if (only === undefined) return {};
  return more.length === 0 && 'pattern' in only && schema.pattern === undefined ? only : { allOf: said };
}
