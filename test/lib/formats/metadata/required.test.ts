/** Constraints that combine others, where bundles are malformed: installing one of those must not take what cannot be read for met or not met. */
import { constraintText, isMet, readConstraint } from '../../../../lib/formats/metadata/required';

const gvk = (kind: string) => ({ gvk: { group: 'certs.example', version: 'v1', kind } });
const lost = { gvk: { kind: 'Lost' } };

test('of a malformed alternative it is not known whether it is met', () => {
  const [constraint] = readConstraint({ any: { constraints: [gvk('Issuer'), lost] } });
  expect(constraint && constraintText(constraint)).toBe('one of [Issuer (certs.example/v1), something that is malformed]');
  expect(constraint && isMet(constraint, () => false)).toBeUndefined();
  expect(constraint && isMet(constraint, ({ kind }) => kind === 'Issuer')).toBe(true);
});

test('a malformed one of several that are all needed is left out', () => {
  expect(readConstraint({ all: { constraints: [lost, 'text', gvk('Issuer')] } })).toMatchObject([{ form: 'kind' }]);
});

test.each([{}, lost, { any: {} }, { any: { constraints: [] } }, { package: {} }, { cel: {} }])('%j is no constraint', (value) => {
  expect(readConstraint(value)).toEqual([]);
});
