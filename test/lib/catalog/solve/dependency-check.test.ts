import { dependencyCheck, factText, type Need, reasonText, resolveBundle, unmetNeeds, versionText } from '../../../../lib/catalog';
import { catalogWith, named, needsKind, needsPackage, provides } from '../a-catalog';

describe('the resolver with dependencies', () => {
  const catalogs = [named('c', catalogWith(
    { name: 'a', bundles: [
      { version: '1.0.0' }, { version: '2.0.0', properties: [needsPackage('b', '>=1.0.0')] }, { version: '3.0.0', properties: [needsPackage('b', '>=2.0.0')] },
      { version: '4.0.0', properties: [{ type: 'olm.constraint', value: { what: 'ever' } }] }, { version: '5.0.0', properties: [needsKind('g/v1/K')] },
    ] },
    { name: 'b', bundles: [{ version: '1.0.0' }, { version: '2.0.0', properties: [needsPackage('gone', '1.0.0')] }] },
  ))];

  test('every candidate that cannot have what it needs is ineligible, with the facts that are in its way', () => {
    const request = { catalogs, packageName: 'a', policy: 'CatalogProvided' } as const;
    const resolution = resolveBundle({ ...request, dependencies: dependencyCheck({ catalogs, installed: [] }, { packageName: 'a' }) });
    expect(resolution.candidates.map((one) => [
      versionText(one), one.fate.is === 'ineligible' ? one.fate.reasons.map((reason) => reasonText(reason, {})).join() : one.fate.is,
    ])).toEqual([
      ['2.0.0', 'chosen'],
      ['1.0.0', 'eligible'],
      ['5.0.0', 'a 5.0.0 needs kind K (g/v1), and no package of the catalogs provides it'],
      ['4.0.0', 'its dependencies cannot be read'],
      ['3.0.0', 'a 3.0.0 needs package b >=2.0.0; that is b 2.0.0; '
        + 'b 2.0.0 needs package gone 1.0.0; no catalog has a package gone'],
    ]);
  });

  test('what is installed counts', () => {
    const installed = [{ packageName: 'k', name: 'k.v1', version: '1.0.0', properties: [provides('g/v1/K')] }];
    const dependencies = dependencyCheck({ catalogs, installed }, { packageName: 'a' });
    const resolution = resolveBundle({ catalogs, packageName: 'a', policy: 'CatalogProvided', dependencies });
    expect(resolution.failure === undefined && resolution.bundle.name).toBe('a.v5.0.0');
  });

  test('thousands of versions are asked about at a bounded cost: those that need nothing by themselves, the others until it is enough', () => {
    const versions = Array.from({ length: 4000 }, (_, index) => ({ version: `1.0.${index}` }));
    const needing = versions.map((one) => ({ ...one, properties: [needsPackage('b', '>=1.0.0')] }));
    const large = [named('c', catalogWith({ name: 'free', bundles: versions }, { name: 'a', bundles: needing }, { name: 'b', bundles: [{ version: '1.0.0' }] }))];
    const fatesOf = (packageName: string): readonly string[] => {
      const dependencies = dependencyCheck({ catalogs: large, installed: [] }, { packageName });
      return resolveBundle({ catalogs: large, packageName, policy: 'CatalogProvided', dependencies }).candidates.map(({ fate }) => (
        fate.is === 'ineligible' ? fate.reasons.map((reason) => reasonText(reason, {})).join() : fate.is
      ));
    };
    expect(new Set(fatesOf('free'))).toEqual(new Set(['chosen', 'eligible']));
    expect(new Set(fatesOf('a'))).toEqual(new Set(['chosen', 'eligible', 'not known: the search for its dependencies took too long']));
  });

  test('a request without candidates asks nothing', () => {
    const check = dependencyCheck({ catalogs, installed: [] }, { packageName: 'nothing' });
    expect(check({ catalog: 'c', bundle: catalogs[0]!.catalog!.packages.get('a')!.bundles.get('a.v1.0.0')! })).toBeUndefined();
  });

  test('facts of one provider and of what is installed have words', () => {
    expect([
      factText({ fact: 'installed', packageName: 'a', versions: ['1.0.0', '2.0.0', '3.0.0'] }),
      factText({ fact: 'one-provider', kind: { group: 'g', kind: 'K' }, packages: ['a', 'b', 'c'] }),
    ]).toEqual(['a 1.0.0 is installed, and only 2.0.0 or 3.0.0 may follow it', 'K (g) can come from one package, not from a, b and c']);
  });
});

describe('a bundle by itself', () => {
  const shop = { packageName: 'shop', name: 'shop.v1', version: '1.0.0', properties: [provides('shop/v1/Shop')] };
  const needs: readonly Need[] = [
    { constraint: { form: 'package', package: { name: 'certs', range: '>=1.0.0' } } },
    { constraint: { form: 'kind', kind: { group: 'g', version: 'v1', kind: 'K' } } },
    { constraint: { form: 'kind', kind: { group: 'shop', version: 'v1', kind: 'Shop' } } },
    { constraint: { form: 'not', of: [{ form: 'package', package: { name: 'rival' } }] } },
  ];
  const certs = { packageName: 'certs', name: 'certs.v1', version: '1.2.0', properties: [] };
  test.each([
    ['nothing is there', {}, [0, 1]],
    ['the package is installed', { installed: [certs] }, [1]],
    ['the package is installed, too old', { installed: [{ ...certs, version: '0.9.0' }] }, [0, 1]],
    ['the kind is served', { cluster: { apiVersions: ['g/v1/K'] } }, [0]],
    ['a package provides the kind', { installed: [certs, { ...certs, packageName: 'k', properties: [provides('g/v1/K')] }] }, []],
    ['what must not be there is', { installed: [{ ...certs, packageName: 'rival' }] }, [0, 1, 3]],
    ['an older version of the bundle provided the kind, and it does not', {
      installed: [{ ...shop, version: '0.9.0', properties: [provides('g/v1/K')] }], cluster: { apiVersions: ['g/v1/K'] },
    }, [0, 1]],
  ])('%s', (_, there, expected) => {
    expect(unmetNeeds({ installed: shop, needs }, { installed: [], ...there }).needs).toEqual(expected.map((index) => needs[index]));
  });

  test.each([
    ['v1.30.2', { needed: '1.31.0', found: 'v1.30.2' }],
    ['v1.31.0-eks.1', undefined],
    [undefined, undefined],
  ])('on Kubernetes %s', (kubeVersion, expected) => {
    const cluster = kubeVersion === undefined ? {} : { kubeVersion };
    expect(unmetNeeds({ installed: shop, needs: [], minKubeVersion: '1.31.0' }, { installed: [], cluster }).kubernetes).toEqual(expected);
  });
});
