/** The structure of what a package gives, as a schema: what comes out of a sandbox is input like any other. Compile checks the rest. */
import type { JsonObject } from '../../api';
import { schemaNodeOf } from '../../schema';

const text = { type: 'string' };
const anything = { 'x-kubernetes-preserve-unknown-fields': true };
const texts = { type: 'object', additionalProperties: text };

function list(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

function object(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required, properties };
}

const policies = { collisionProtection: text, replacementPolicy: text };

const revision = object(['objects'], {
  ...policies,
  objects: list(object(['manifest', 'origin'], {
    ...policies,
    manifest: { type: 'object', ...anything },
    origin: text,
    phase: text,
    scope: { type: 'string', enum: ['namespaced', 'cluster'] },
  })),
  phases: list(object(['name', 'origin'], { ...policies, name: text, origin: text, after: list(text), before: list(text) })),
  order: list(object(['first', 'then'], { first: text, then: text })),
  // Probes have a check of their own, which takes anything.
  probes: list(anything),
  progressDeadlineMinutes: { type: 'integer' },
  systemNamespace: text,
  labels: texts,
  annotations: texts,
});

export const outputNode = schemaNodeOf(object(['contract'], {
  contract: { type: 'integer' },
  revision,
  problems: { ...list(object(['message'], { message: text, hint: text })), minItems: 1, maxItems: 100 },
}));
