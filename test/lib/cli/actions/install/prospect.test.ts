/** What could become of an installed extension, and who would miss it. */
import { dependentsOf } from '../../../../../lib/cli/actions/install/dependents';
import { upgradeIntent } from '../../../../../lib/cli/actions/install/intent';
import { prospectOf } from '../../../../../lib/cli/actions/install/prospect';
import type { NamedCatalog } from '../../../../../lib/catalog';
import type { InstalledExtension } from '../../../../../lib/runtime';
import { catalogWith, choice, extension } from './samples';

const needs = [{ packageName: 'cache', versionRange: '>=1.0.0' }];
const own = catalogWith('own', { shop: [{ version: '1.0.0' }, { version: '1.1.0', replaces: '1.0.0' }, { version: '3.0.0' }, { version: '4.0.0-rc.1' }] });

function prospect(present: InstalledExtension, asked: Parameters<typeof upgradeIntent>[2] = {}, catalogs: readonly NamedCatalog[] = [own]) {
  const { goal, newest, why, isUnknown } = prospectOf(present, upgradeIntent('shop', choice('shop'), asked), { catalogs, installed: [present], cluster: {} });
  return [goal?.bundle.name, newest?.bundle.name, why, isUnknown];
}

test('the next along the channel, and why not the newest', () => {
  expect(prospect(extension('shop', '1.0.0'))).toEqual(['shop.v1.1.0', 'shop.v3.0.0', expect.stringContaining('3.0.0: no upgrade edge from shop.v1.0.0'), false]);
});

test('the newest is installed: nothing to do, and nothing to explain', () => {
  expect(prospect(extension('shop', '3.0.0'))).toEqual([undefined, 'shop.v3.0.0', undefined, false]);
});

test('held back by a range, or by what it was installed from', () => {
  expect(prospect(extension('shop', '1.0.0'), { version: '1.0.0' })).toEqual([undefined, 'shop.v3.0.0', expect.stringContaining('3.0.0: not in 1.0.0'), false]);
  expect(prospect(extension('shop', '2.0.0'))).toEqual([undefined, 'shop.v3.0.0', expect.stringContaining('no bundles found for package "shop"'), false]);
});

test('to any version, where the user vouches for it; without a range pre-releases count, as in OLM', () => {
  expect(prospect(extension('shop', '1.0.0'), { upgradeConstraintPolicy: 'SelfCertified' })[0]).toBe('shop.v4.0.0-rc.1');
});

test('what needs something that cannot be had is held back, with what is missing', () => {
  const catalog = catalogWith('own', { shop: [{ version: '1.0.0' }, { version: '2.0.0', replaces: '1.0.0', needs }] });
  expect(prospect(extension('shop', '1.0.0'), {}, [catalog])).toEqual([undefined, 'shop.v2.0.0', expect.stringMatching(/^2\.0\.0: .*cache/), false]);
});

test('a catalog that cannot be read says nothing', () => {
  const broken: NamedCatalog = { name: 'own', priority: 0, labels: {}, problem: { found: 'unreadable', why: 'it is gone' } };
  expect(prospect(extension('shop', '1.0.0'), {}, [broken])).toEqual([undefined, undefined, expect.stringContaining('it is gone'), true]);
});

describe('who would miss an extension', () => {
  const gvk = { group: 'cache.example', version: 'v1', kind: 'Cache' };
  const cache = extension('cache', '1.2.0', { properties: [{ type: 'olm.gvk', value: gvk }] });
  const shop = extension('shop', '1.0.0', { properties: [{ type: 'olm.package.required', value: needs[0] }] });
  const bar = extension('bar', '1.0.0', { stateNamespace: 'far', properties: [{ type: 'olm.gvk.required', value: gvk }] });
  test('those that need its package or its kinds', () => {
    const found = dependentsOf(cache, [cache, shop, bar]);
    expect(found.map(({ extension: name, stateNamespace, needs: missing }) => [name, stateNamespace, missing])).toEqual([
      ['shop', 'here', ['package cache >=1.0.0']], ['bar', 'far', [expect.stringContaining('Cache')]],
    ]);
  });
  test('nobody, where another one provides it, or where it was missing before', () => {
    expect(dependentsOf(cache, [cache, shop, extension('cache', '1.1.0', { extension: 'second' })])).toEqual([]);
    expect(dependentsOf(extension('cache', '0.9.0'), [extension('cache', '0.9.0'), shop])).toEqual([]);
  });
});
