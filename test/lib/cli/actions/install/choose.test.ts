/** What is installed for what a user wants: extensions, in their order. */
import { choose } from '../../../../../lib/cli/actions/install/choose';
import { installIntent, requestOf, upgradeIntent } from '../../../../../lib/cli/actions/install/intent';
import type { InstalledExtension } from '../../../../../lib/runtime';
import { catalogWith, choice, extension, openedWith } from './samples';

const needs = [{ packageName: 'cache', versionRange: '>=1.1.0 <2.0.0' }];
const own = catalogWith('own', {
  shop: [{ version: '1.0.0' }, { version: '2.0.0', replaces: '1.0.0', needs }],
  cache: [{ version: '1.0.0' }, { version: '1.1.0', replaces: '1.0.0' }],
});
const around = (installed: readonly InstalledExtension[] = [], namespace?: string) =>
  ({ opened: openedWith(own), installed, cluster: {}, stateNamespace: 'here', namespace });
const brief = (chosen: ReturnType<typeof choose>) =>
  chosen.map(({ extension: name, action, from, bundle, namespace, stateNamespace }) => [name, action, from, bundle.name, namespace, stateNamespace]);

test('nothing is there: a dependency first, beside what needs it', () => {
  const chosen = choose([installIntent('my-shop', 'shop', {})], around([], 'there'));
  expect(brief(chosen)).toEqual([
    ['cache', 'install', undefined, 'cache.v1.1.0', 'there', 'here'], ['my-shop', 'install', undefined, 'shop.v2.0.0', 'there', 'here'],
  ]);
  expect(chosen.map(({ isWanted, neededBy }) => [isWanted, neededBy])).toEqual([[false, ['shop: package cache >=1.1.0 <2.0.0']], [true, []]]);
  expect(chosen[1]?.choice).toEqual(choice('shop'));
});

test('a dependency that is there is left alone; one that is too old is upgraded where it is', () => {
  const shop = installIntent('shop', 'shop', {});
  expect(brief(choose([shop], around([extension('cache', '1.1.0')])))).toEqual([['shop', 'install', undefined, 'shop.v2.0.0', undefined, 'here']]);
  const old = extension('cache', '1.0.0', { extension: 'redis', stateNamespace: 'far', namespace: 'away', catalog: choice('cache', { channels: ['stable'] }) });
  const chosen = choose([shop], around([old], 'there'));
  expect(brief(chosen)[0]).toEqual(['redis', 'upgrade', '1.0.0', 'cache.v1.1.0', 'away', 'far']);
  expect(chosen[0]?.choice).toEqual(choice('cache', { channels: ['stable'] }));
});

test('a dependency that was installed for other versions is not changed in passing', () => {
  const pinned = extension('cache', '1.0.0', { catalog: choice('cache', { version: '~1.0.0' }) });
  expect(() => choose([installIntent('shop', 'shop', {})], around([pinned]))).toThrow(expect.objectContaining({
    code: 'dependency-pinned', message: expect.stringMatching(/"cache" would have to be upgraded to 1\.1\.0 \(needed by shop: .*for versions ~1\.0\.0 only/),
  }));
});

test('the package is installed already: it goes on from there, or stays', () => {
  const shop = installIntent('shop', 'shop', {});
  const there = [extension('shop', '1.0.0', { namespace: 'shops' }), extension('cache', '1.1.0')];
  expect(brief(choose([shop], around(there)))).toEqual([['shop', 'upgrade', '1.0.0', 'shop.v2.0.0', 'shops', 'here']]);
  expect(brief(choose([installIntent('shop', 'shop', { version: '1.0.0' })], around(there)))).toEqual([['shop', 'same', '1.0.0', 'shop.v1.0.0', 'shops', 'here']]);
});

test('under another name, or in another namespace, it begins anew', () => {
  const there = [extension('shop', '2.0.0', { stateNamespace: 'far' })];
  expect(brief(choose([installIntent('shop', 'shop', { version: '1.0.0' })], around(there)))).toEqual([['shop', 'install', undefined, 'shop.v1.0.0', undefined, 'here']]);
});

test('what never was complete, and what has no version, is no version to go on from', () => {
  const { complete: _complete, ...broken } = extension('shop', '2.0.0');
  expect(brief(choose([installIntent('shop', 'shop', { version: '1.0.0' })], around([broken])))[0]?.slice(0, 3)).toEqual(['shop', 'install', undefined]);
});

test('a record of an earlier version of boxcutter knows no bundle: the catalog has its name', () => {
  const { bundle: _bundle, ...known } = extension('shop', '1.0.0').complete ?? { revision: 1 };
  const old = { ...extension('shop', '1.0.0'), newest: known, complete: known };
  expect(brief(choose([installIntent('shop', 'shop', {})], around([old, extension('cache', '1.1.0')])))[0]?.slice(0, 3)).toEqual(['shop', 'upgrade', '1.0.0']);
});

test('what cannot be is told with the reasons', () => {
  const none = catalogWith('own', { shop: [{ version: '2.0.0', needs }] });
  const context = { ...around(), opened: openedWith(none) };
  expect(() => choose([installIntent('shop', 'shop', {})], context)).toThrow(expect.objectContaining({ code: 'catalog-unresolved', category: 'input' }));
  expect(() => choose([installIntent('shop', 'shop', { version: '>=3' })], context)).toThrow(expect.objectContaining({
    message: 'no bundles found for package "shop" matching version ">=3"',
  }));
});

describe('what is asked', () => {
  const kept = choice('shop', { channels: ['stable'], version: '<3', policy: 'SelfCertified' });
  test.each<[string, Parameters<typeof upgradeIntent>[2], object]>([
    ['nothing said: as it was installed', {}, { channels: ['stable'], version: '<3', policy: 'SelfCertified' }],
    ['another range', { version: '>=3' }, { channels: ['stable'], version: '>=3', policy: 'SelfCertified' }],
    ['no range any more', { version: '' }, { channels: ['stable'], policy: 'SelfCertified' }],
    ['no channel any more, and edges again', { channel: [''], upgradeConstraintPolicy: 'CatalogProvided' }, { version: '<3', policy: 'CatalogProvided' }],
  ])('%s', (_, args, expected) => {
    const { selector, ...request } = requestOf(upgradeIntent('shop', kept, args));
    expect(request).toEqual({ packageName: 'shop', ...expected });
    expect(selector).toEqual({ matchLabels: { 'olm.operatorframework.io/metadata.name': 'own' } });
  });
});
