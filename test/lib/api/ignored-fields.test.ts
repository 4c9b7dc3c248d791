import { ANNOTATION_IGNORE, ignoredPathsOf, ignoredProblem, type JsonObject } from '../../../lib/api';

const of = (text: string, more: JsonObject = {}): JsonObject => ({ apiVersion: 'v1', kind: 'Thing', metadata: { annotations: { [ANNOTATION_IGNORE]: text } }, ...more });

test.each([
  ['/spec/replicas', ['spec', 'replicas']],
  ['/metadata/annotations/a.com~1b~0c', ['metadata', 'annotations', 'a.com/b~c']],
  ['metadata.annotations["a.com/b, [c]"]', ['metadata', 'annotations', 'a.com/b, [c]']],
  ['/webhooks/*/clientConfig', ['webhooks', { all: true }, 'clientConfig']],
  ['webhooks[*].clientConfig', ['webhooks', { all: true }, 'clientConfig']],
  ['spec.ports[port=80,protocol=TCP].nodePort', ['spec', 'ports', { item: { port: '80', protocol: 'TCP' } }, 'nodePort']],
])('%s is read', (text, path) => expect([ignoredPathsOf(of(text)), ignoredProblem(of(text))]).toEqual([[path], undefined]));

test('commas and white space divide paths', () => {
  expect(ignoredPathsOf(of('/spec/a, spec.b\n/spec/c'))).toEqual([['spec', 'a'], ['spec', 'b'], ['spec', 'c']]);
});

test.each([
  ['', 'empty'], [' , ', 'empty'], ['/', 'malformed'], ['/spec//a', 'malformed'], ['/spec/a~2', 'malformed'], ['spec..a', 'malformed'],
  ['spec.a[0]', 'malformed'], ['spec.a["b]', 'malformed'], ['/spec/[name]', 'malformed'], [`/spec/${'a'.repeat(300)}`, 'too-long'],
  [Array.from({ length: 33 }, (_, index) => `/spec/a${index}`).join(), 'too-many'],
  ['/apiVersion', 'forbidden'], ['/kind', 'forbidden'], ['/*', 'forbidden'], ['/metadata', 'forbidden'], ['/metadata/name', 'forbidden'],
  ['metadata.ownerReferences', 'forbidden'], ['/metadata/managedFields', 'forbidden'], ['/metadata/annotations', 'forbidden'],
  ['/metadata/labels/*', 'forbidden'], ['/metadata/annotations/olm.operatorframework.io~1ignore', 'forbidden'],
])('%j is refused: %s', (text, problem) => {
  expect(ignoredProblem(of(text))).toMatchObject({ problem });
  expect(problem === 'too-many' || ignoredPathsOf(of(text)).length === 0).toBe(true);
});

test('an item by its place is refused where there is a list, and is a name where there is a map', () => {
  expect(ignoredProblem(of('/hooks/0/ca', { hooks: [{ ca: '' }] }))).toEqual({ path: '/hooks/0/ca', problem: 'index' });
  expect(ignoredProblem(of('/hooks/0/ca', { hooks: { 0: { ca: '' } } }))).toBeUndefined();
});

test('what has no annotation, or is no object, ignores nothing', () => {
  expect([ignoredPathsOf({}), ignoredPathsOf({ metadata: { annotations: { [ANNOTATION_IGNORE]: 1 } } })]).toEqual([[], []]);
  expect(ignoredProblem({ metadata: null })).toBeUndefined();
});
