/** What the validation of the server needs beyond its schemas, one kind of need at a time; the server judges in test/server/schema/needs. */
import type { JsonObject } from '../../../lib/api';
import { formatPath } from '../../../lib/issue';
import { checkObjects } from '../../../lib/schema';

const container = { name: 'main', image: 'registry.example/app:1' };
const deployment = (spec: JsonObject): JsonObject => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' }, spec });
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: 'web' } };
const webhook = (rule: JsonObject): JsonObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'web' },
  webhooks: [{
    name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], clientConfig: { url: 'https://a.example.com' },
    rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'], ...rule }],
  }],
});
const definition = (openAPIV3Schema: JsonObject): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'sites.example.com' },
  spec: {
    group: 'example.com', scope: 'Namespaced', names: { plural: 'sites', kind: 'Site' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
  },
});
const SCHEMA = 'spec.versions[0].schema.openAPIV3Schema.type';

const found = (object: JsonObject): string[] =>
  checkObjects([{ object, origin: { source: 'test' } }]).map(({ code, path }) => `${code} ${formatPath(path)}`);

test.each<[string, JsonObject, readonly string[]]>([
  ['a whole Deployment', deployment({ selector, template }), []],
  ['one without selector and template', deployment({ replicas: 1 }), ['missing-field spec.selector', 'missing-field spec.template.spec.containers']],
  ['a selector that chooses nothing', deployment({ selector: {}, template }), ['missing-field spec.selector']],
  ['a selector that misses its template', deployment({ selector: { matchLabels: { app: 'shop' } }, template }), ['selector-mismatch spec.template.metadata.labels']],
  ['a container without a name', deployment({ selector, template: { ...template, spec: { containers: [{ image: 'a' }] } } }), ['missing-field spec.template.spec.containers[0].name']],
  ['a rule of a webhook for no group', webhook({ apiGroups: [] }), ['missing-field webhooks[0].rules[0].apiGroups']],
  ['a rule of a webhook for the core group', webhook({ apiGroups: [''] }), []],
  ['a list with a hole is a list with an entry', webhook({ apiGroups: Array.from({ length: 1 }) as string[] }), []],
  ['a definition whose schema has no type', definition({ properties: {} }), [`missing-field ${SCHEMA}`]],
  ['a schema of any other type', definition({ type: 'string' }), [`value-not-allowed ${SCHEMA}`]],
  ['a schema that takes any fields needs no type', definition({ 'x-kubernetes-preserve-unknown-fields': true }), []],
])('%s', (_, object, expected) => {
  expect(found(object)).toEqual(expected);
});
