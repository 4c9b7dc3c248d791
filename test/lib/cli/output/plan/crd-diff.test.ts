import { crdLines } from '../../../../../lib/cli/output/plan/crd-diff';

test('definitions: fields as users of the kind write them, new ones by type, descriptions counted', () => {
  const at = 'spec.versions[name=v1].schema.openAPIV3Schema.properties.spec.properties.backends.items.properties.port';
  const shown = crdLines([
    { path: `${at}.minimum`, after: 1 }, { path: `${at}.description`, before: 'a', after: 'b' },
    { path: `${at}.properties.host`, after: { type: 'object', description: 'x', properties: { name: { type: 'string' } } } }, { path: 'spec.scope', before: 'Cluster', after: 'Namespaced' },
  ]);
  expect(shown.map(({ sign, text }) => `${sign} ${text}`)).toEqual([
    '+ v1: spec.backends[].port.minimum: 1', '+ v1: spec.backends[].port.host (object: name)', '~ spec.scope', '- Cluster', '+ Namespaced', '  and 1 description in the schema',
  ]);
});
