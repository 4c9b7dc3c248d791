/** Content ids: the same as the operator's, which is written in Go. */
import { componentContentId, goJson, renderComponent, revisionContentId } from '../../../lib/capi';
import { componentOf, CONFIG_MAP } from './samples';

const CORE = '5445d77b921ff91261811bf4ec2dbe263dd20aa99177a26d0258487e13123a38';

describe('vectors, computed with the encoder of Go', () => {
  test('of a component', () => {
    expect(renderComponent(componentOf('core', CONFIG_MAP), []).contentId).toBe(CORE);
  });

  test.each([
    ['without substitutions', [CORE], [], '7c7df46938dcb076761e4155879bca7818628872202727e7cd1c63a628b57713'],
    ['with one', [CORE], [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }], '4a8638897b61a1d53ef1737e9c22d084f8cadfd4e4f17f5d34983fe8fab0d784'],
    ['of nothing at all', [], [], '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b'],
  ])('of a revision %s', (_what, components, substitutions, id) => {
    expect(revisionContentId(components, substitutions)).toBe(id);
  });
});

test('JSON as Go spells it: keys in byte order, three characters and two separators escaped, numbers in their shortest form', () => {
  expect(goJson({ b: '<a href="x">&\u2028\u2029</a>', a: [1.0, 1e21, 0.0000001, null], 'ä': true, A: {} }))
    .toBe('{"A":{},"a":[1,1e+21,1e-7,null],"b":"\\u003ca href=\\"x\\"\\u003e\\u0026\\u2028\\u2029\\u003c/a\\u003e","ä":true}');
});

test('order of objects and annotations count; comments and spaces do not', () => {
  const second = CONFIG_MAP.replace('test-cm-core', 'second');
  const id = (manifests: string): string => renderComponent(componentOf('core', manifests), []).contentId;
  const both = id(`${CONFIG_MAP}---\n${second}`);
  expect(id(`# comment\n${CONFIG_MAP}\n--- # next\n\n${second}\n---\n`)).toBe(both);
  expect(id(`${second}---\n${CONFIG_MAP}`)).not.toBe(both);
  expect(componentContentId([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
