/** What counts as a CustomResourceDefinition, and which of them can be read. */
import { isDefinition, isReadableDefinition } from '../../../lib/api';

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
