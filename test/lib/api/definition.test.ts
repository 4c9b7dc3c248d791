/** What counts as a CustomResourceDefinition, which of them can be read, and what they define. */
import { definedGroupKind, definedKindOf, groupKindOf, isDefinition, isReadableDefinition } from '../../../lib/api';

test.each<[object, boolean, boolean]>([
  [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }, true, true],
  [{ apiVersion: 'apiextensions.k8s.io/v1beta1', kind: 'CustomResourceDefinition' }, true, false],
  [{ apiVersion: 'example.com/v1', kind: 'CustomResourceDefinition' }, false, false],
  [{ apiVersion: 'v1', kind: 'CustomResourceDefinition' }, false, false],
  [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' }, false, false],
  [{ apiVersion: 1, kind: 'CustomResourceDefinition' }, false, false],
  [{}, false, false],
])('%j', (object, definition, readable) => {
  expect([isDefinition(object), isReadableDefinition(object)]).toEqual([definition, readable]);
});

const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  spec: {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [
      { name: 'v2', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      { name: 'v1', served: false, storage: false, deprecated: true, deprecationWarning: 'Use v2.' },
    ],
  },
};

describe('what a definition defines', () => {
  test('is read whole, versions in their order', () => {
    expect(definedKindOf(WIDGETS)).toEqual({
      group: 'example.com', kind: 'Widget', plural: 'widgets', scope: 'Namespaced', keepsUnknownFields: false,
      versions: [
        { name: 'v2', served: true, storage: true, schema: { type: 'object' } },
        { name: 'v1', served: false, storage: false, deprecated: true, deprecationWarning: 'Use v2.' },
      ],
    });
    expect(definedKindOf({ spec: { ...WIDGETS.spec, preserveUnknownFields: true } }).keepsUnknownFields).toBe(true);
  });

  test.each<[unknown]>([[undefined], [null], ['text'], [[]], [{ group: 1, names: 'Widget', scope: null, versions: {} }], [{ names: { kind: [] } }]])(
    'of a spec that is %j is nothing', (spec) => expect(definedKindOf({ spec })).toEqual({ keepsUnknownFields: false, versions: [] }));

  test('of versions that are none nothing is taken, and of malformed ones what is right', () => {
    const versions = [null, 'v1', { name: 1, served: 'true' }, { name: 'v3', served: true, schema: { openAPIV3Schema: [] } }];
    expect(definedKindOf({ spec: { versions } }).versions).toEqual([{}, { name: 'v3', served: true }]);
  });

  test('is named as the kind of its objects is', () => {
    expect(definedGroupKind(WIDGETS)).toBe(groupKindOf({ apiVersion: 'example.com/v2', kind: 'Widget' }));
    expect(definedGroupKind({ ...WIDGETS, apiVersion: 'apiextensions.k8s.io/v1beta1' })).toBe('example.com/Widget');
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['an object of another kind', { ...WIDGETS, kind: 'ConfigMap' }],
    ['a definition without a group', { ...WIDGETS, spec: { names: { kind: 'Widget' } } }],
    ['a definition without a kind', { ...WIDGETS, spec: { group: 'example.com' } }],
  ])('has no name in %s', (_, object) => expect(definedGroupKind(object)).toBeUndefined());
});
