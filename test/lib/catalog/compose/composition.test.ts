/** Compositions: what one file says of other catalogs. */
import type { JsonObject } from '../../../../lib/api';
import { composeCatalog, compositionWording, isComposition, readComposition } from '../../../../lib/catalog';
import { formatIssue, type Issue } from '../../../../lib/issue';

const origin = { source: 'all.yaml' };

function read(document: JsonObject) {
  const issues: Issue[] = [];
  const composition = readComposition(document, origin, issues);
  return { composition, said: issues.map((issue) => formatIssue(issue, compositionWording)) };
}

test('the configuration file of the documentation of file-based catalogs is one as it stands', () => {
  const document = {
    name: 'community-operators', repo: 'quay.io/community-operators/catalog', tag: 'latest',
    references: [{ name: 'etcd-operator', image: 'quay.io/etcd-operator/index@sha256:58' }, { from: './prometheus', packages: ['prometheus'] }],
  };
  expect(isComposition(document)).toBe(true);
  expect(read(document)).toEqual({
    said: [],
    composition: {
      name: 'community-operators', image: 'quay.io/community-operators/catalog:latest',
      references: [{ name: 'etcd-operator', from: 'quay.io/etcd-operator/index@sha256:58' }, { name: './prometheus', from: './prometheus', packages: ['prometheus'] }],
    },
  });
});

test.each<readonly [string, JsonObject, string]>([
  ['an unknown field', { references: [], catalogs: [] }, 'all.yaml: catalogs: unknown field "catalogs". Remove it, or correct its name.'],
  ['references that are no list', { references: {} }, 'all.yaml: references: this has to be a list.'],
  ['a reference that is no mapping', { references: ['x'] }, 'all.yaml: references[0]: this has to be a mapping.'],
  ['a reference to nothing', { references: [{ name: 'x' }] }, 'all.yaml: references[0]: a reference has either an image or from. Name an image with image, or what stands on this machine with from.'],
  ['a reference to two things', { references: [{ image: 'x', from: 'y' }] }, 'all.yaml: references[0]: a reference has either an image or from. Name an image with image, or what stands on this machine with from.'],
  ['a name that is there twice', { references: [{ name: 'a', from: 'x' }, { name: 'a', from: 'y' }] }, 'all.yaml: references[1].name: two references are called "a". Give each a name of its own.'],
  ['packages that are no texts', { references: [{ from: 'x', packages: [1] }] }, 'all.yaml: references[0].packages: this has to be a list of texts.'],
])('refuses %s', (_what, document, message) => {
  expect(read(document)).toEqual({ composition: undefined, said: [message] });
});

test('a package that a reference does not have is said', () => {
  const issues: Issue[] = [];
  composeCatalog([{ reference: { name: 'one', from: 'x', packages: ['web'] }, blobs: [] }], origin, issues);
  expect(issues.map((issue) => formatIssue(issue, compositionWording))).toEqual(['all.yaml: references: reference "one" has no package "web". Correct its list of packages.']);
});
