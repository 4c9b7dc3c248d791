import { ANNOTATION_IGNORE, ignoredPathsOf } from '../../../lib/api';
import { kubernetesSchemas, missingField, schemaNodeOf } from '../../../lib/schema';

const pathOf = (text: string) => {
  const [path] = ignoredPathsOf({ metadata: { annotations: { [ANNOTATION_IGNORE]: text } } });
  if (path === undefined) throw new Error(text);
  return path;
};

describe('Fields of built-in kinds', () => {
  test.each([
    ['apps/v1', 'Deployment', '/spec/replicas', undefined],
    ['apps/v1', 'Deployment', '/spec/replica', { at: 1, near: 'replicas' }],
    ['apps/v1', 'Deployment', '/replicas', { at: 0 }],
    ['apps/v1', 'Deployment', '/spec/replicas/now', { at: 2 }],
    ['apps/v1', 'Deployment', '/spec/template/spec/containers/[name=web]/resources/limits/cpu', undefined],
    ['apps/v1', 'Deployment', '/spec/template/spec/containers/*/resource', { at: 5, near: 'resources' }],
    ['apps/v1', 'Deployment', '/spec/template/spec/containers/name', { at: 4 }],
    ['apps/v1', 'Deployment', '/spec/[name=web]', { at: 1 }],
    ['apps/v1', 'Deployment', '/metadata/annotations/example.com~1sum', undefined],
    ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', '/webhooks/*/clientConfig/caBundle', undefined],
    ['v1', 'ConfigMap', '/data/anything', undefined],
    ['v1', 'ConfigMap', '/data/*', undefined],
    ['v1', 'ConfigMap', '/dat/x', { at: 0, near: 'data' }],
    ['v1', 'Service', '/spec/*', undefined],
  ])('%s %s: %s', (apiVersion, kind, path, missing) => {
    const schema = kubernetesSchemas(undefined).kind(apiVersion, kind);
    expect(schema && missingField(schema.root, pathOf(path))).toEqual(missing);
  });
});

test('What a schema leaves open is not called missing', () => {
  const open = schemaNodeOf({ type: 'object', properties: { spec: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } } });
  expect(missingField(open, pathOf('/spec/anything/at/all'))).toBeUndefined();
  expect(missingField(open, pathOf('/other'))).toEqual({ at: 0 });
});
