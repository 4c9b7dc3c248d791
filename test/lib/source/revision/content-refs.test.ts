import { type JsonObject, type RevisionManifest, SYSTEM_NAMESPACE } from '../../../../lib/api';
import { contentRefs, refersTo } from '../../../../lib/source/revision/content-refs';

const refsOf = (spec: unknown) => contentRefs({ spec } as RevisionManifest);

test('what the phases refer to', () => {
  const phases = [
    { name: 'a', objects: [{ ref: { name: 'one', key: 'k' } }, { object: {} }] },
    { name: 'b', objects: [{ ref: { name: 'two', namespace: 'ops', key: 'k' } }] },
  ];
  expect(refsOf({ phases })).toEqual([{ name: 'one', key: 'k' }, { name: 'two', namespace: 'ops', key: 'k' }]);
});

test.each<[what: string, spec: unknown]>([
  ['no phases', {}], ['phases that are no list', { phases: 'a' }], ['a phase without objects', { phases: [{ name: 'a' }, null] }],
  ['a reference without a name', { phases: [{ objects: [{ ref: {} }, { ref: 'a' }, 3] }] }],
])('a document of another shape has none: %s', (_what, spec) => {
  expect(refsOf(spec)).toEqual([]);
});

test.each<[what: string, object: JsonObject, refers: boolean]>([
  ['the Secret', { kind: 'Secret', metadata: { name: 'one', namespace: 'ops' } }, true],
  ['another namespace', { kind: 'Secret', metadata: { name: 'one', namespace: 'shop' } }, false],
  ['another name', { kind: 'Secret', metadata: { name: 'two', namespace: 'ops' } }, false],
  ['another kind', { kind: 'ConfigMap', metadata: { name: 'one', namespace: 'ops' } }, false],
])('a reference to it: %s', (_what, object, refers) => {
  expect(refersTo({ name: 'one', namespace: 'ops', key: 'k' }, object)).toBe(refers);
});

test('without a namespace it is that of the system', () => {
  const secret = { kind: 'Secret', metadata: { name: 'one', namespace: SYSTEM_NAMESPACE } };
  expect(refersTo({ name: 'one', key: 'k' }, secret)).toBe(true);
});
