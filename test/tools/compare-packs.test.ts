/** The check of the schema packs finds what differs, and nothing else. */
import type { Pack } from '../../lib/schema/pack-format';
import { differencesOf } from '../../tools/generate/compare-packs';

const pack: Pack = {
  v: '1.36',
  t: [{ p: { metadata: 2, spec: 1 } }, { p: { ports: { i: 'i' }, self: 1 }, r: ['ports'] }, { p: { name: 's' } }],
  k: { 'v1': { Thing: [0, 'things', 1] }, 'apps/v1beta1': { Other: [1, 'others', 1] } },
};
/** The same with its types in another order. */
const turned: Pack = {
  v: '1.36',
  t: [{ p: { name: 's' } }, { p: { ports: { i: 'i' }, self: 1 }, r: ['ports'] }, { p: { metadata: 0, spec: 1 } }],
  k: { 'apps/v1beta1': { Other: [1, 'others', 1] }, 'v1': { Thing: [2, 'things', 1] } },
};

test('the order of types does not matter', () => {
  expect(differencesOf(pack, turned)).toEqual([]);
});

test('a changed type is found in every kind that reaches it', () => {
  const changed: Pack = { ...pack, t: [pack.t[0] ?? '*', { p: { ports: { i: 'l' }, self: 1 }, r: ['ports'] }, pack.t[2] ?? '*'] };
  expect(differencesOf(pack, changed)).toEqual([
    expect.stringMatching(/^apps\/v1beta1 Other has another schema: ….*"i":"i".*, and ….*"i":"l"/),
    expect.stringMatching(/^v1 Thing has another schema/),
  ]);
});

test('a kind that is missing, or too many, is found; a server need not serve beta versions', () => {
  const fewer: Pack = { ...pack, k: { v1: { Thing: [0, 'things', 1] } } };
  expect(differencesOf(pack, fewer)).toEqual(['apps/v1beta1 Other is in the pack, and nowhere else']);
  expect(differencesOf(fewer, pack)).toEqual(['apps/v1beta1 Other is not in the pack']);
  expect(differencesOf(pack, fewer, true)).toEqual([]);
  expect(differencesOf(pack, { ...pack, k: {} }, true)).toEqual(['v1 Thing is in the pack, and nowhere else']);
});
