import {
  type Catalog, failureWords, type NamedCatalog, type Resolution, resolveBundle, type ResolveRequest, type Unresolved,
} from '../../../../lib/catalog';
import { broken, type BundleTable, catalogWith, named, needsKind, needsPackage, type PackageTable } from '../a-catalog';

const versions = (...list: readonly string[]): readonly BundleTable[] => list.map((version) => ({ version }));
const p = (table: Partial<PackageTable>): Catalog => catalogWith({ name: 'p', bundles: [], ...table });
const chain: PackageTable = {
  name: 'p',
  bundles: versions('1.0.0', '1.0.1', '1.2.0', '2.0.0'),
  channels: {
    beta: ['p.v1.0.0', { name: 'p.v1.0.1', replaces: 'p.v1.0.0' }, { name: 'p.v1.2.0', replaces: 'p.v1.0.1' }],
    stable: ['p.v1.0.0', { name: 'p.v1.0.1', replaces: 'p.v1.0.0' }],
    alpha: ['p.v2.0.0'],
  },
};

function resolve(catalogs: readonly NamedCatalog[], request: Partial<ResolveRequest> = {}): Resolution {
  return resolveBundle({ catalogs, packageName: 'p', policy: 'CatalogProvided', ...request });
}

/** `catalog: bundle`, or the message. */
function said(resolution: Resolution): string {
  return resolution.failure === undefined ? `${resolution.catalog}: ${resolution.bundle.name}` : failureWords(resolution).message;
}

function hint(resolution: Resolution): string | undefined {
  return failureWords(resolution as Unresolved).hint;
}

describe('a package without anything installed', () => {
  const catalogs = [named('c', catalogWith(chain))];
  test.each([
    ['the newest', {}, 'c: p.v2.0.0'],
    ['the newest in the range', { version: '<2' }, 'c: p.v1.2.0'],
    ['the newest of the channel', { channels: ['stable'] }, 'c: p.v1.0.1'],
    ['the newest of both channels', { channels: ['stable', 'beta'] }, 'c: p.v1.2.0'],
    ['range and channel', { version: '<1.0.1', channels: ['beta'] }, 'c: p.v1.0.0'],
    ['an exact version', { version: '1.0.1' }, 'c: p.v1.0.1'],
    ['an empty range is none', { version: '' }, 'c: p.v2.0.0'],
    ['an unknown package', { packageName: 'q' }, 'no bundles found for package "q"'],
    ['a version that is not there', { version: '3.0.0' }, 'no bundles found for package "p" matching version "3.0.0"'],
    ['a channel that is not there', { channels: ['gamma'] }, 'no bundles found for package "p" in channels [gamma]'],
    ['a version of another channel', { version: '1.2.0', channels: ['stable', 'alpha'] },
      'no bundles found for package "p" matching version "1.2.0" in channels [stable alpha]'],
    ['a range that cannot be read', { version: 'foo' }, 'desired version range "foo" is invalid: improper constraint: "foo"'],
  ])('%s', (_, request, expected) => {
    expect(said(resolve(catalogs, request))).toBe(expected);
  });

  test('what a channel does not list can be installed all the same, as long as none is asked for', () => {
    const catalog = p({ bundles: versions('1.0.0', '2.0.0'), channels: { stable: ['p.v1.0.0'] } });
    expect(said(resolve([named('c', catalog)]))).toBe('c: p.v2.0.0');
    expect(said(resolve([named('c', catalog)], { channels: ['stable'] }))).toBe('c: p.v1.0.0');
  });

  test('of the same version the newest release', () => {
    const bundles = [{ version: '1.0.0' }, { version: '1.0.0', release: '2', name: 'p-v1.0.0-2' }, { version: '1.0.0', release: '10', name: 'p-v1.0.0-10' }];
    expect(said(resolve([named('c', p({ bundles }))]))).toBe('c: p-v1.0.0-10');
  });

  test('a bundle without a valid version is never chosen', () => {
    expect(said(resolve([named('c', p({ bundles: versions('1.0.0', 'master') }))]))).toBe('c: p.v1.0.0');
  });
});

describe('what is deprecated', () => {
  test.each([
    ['comes after what is not, even if that is older', p({ bundles: versions('1.0.0', '2.0.0'), deprecated: ['p.v2.0.0'] }), 'c: p.v1.0.0'],
    ['is chosen where there is nothing else', p({ bundles: versions('1.0.0', '2.0.0'), deprecated: ['p.v1.0.0', 'p.v2.0.0'] }), 'c: p.v2.0.0'],
  ])('%s', (_, catalog, expected) => {
    expect(said(resolve([named('c', catalog)]))).toBe(expected);
  });

  const fresh = p({ bundles: versions('1.0.0') });
  const old = p({ bundles: versions('3.0.0'), deprecated: ['p.v3.0.0'] });
  test.each([
    ['in one of two catalogs, the other counts', [named('a', old), named('b', fresh)], 'b: p.v1.0.0'],
    ['even with a lower priority', [named('a', old, { priority: 5 }), named('b', fresh)], 'b: p.v1.0.0'],
    ['in both, they are as good as each other', [named('a', old), named('b', old)],
      'found bundles for package "p" in multiple catalogs with the same priority [a b]'],
    ['in both, the priority counts', [named('a', old), named('b', old, { priority: 1 })], 'b: p.v3.0.0'],
  ])('%s', (_, catalogs, expected) => {
    expect(said(resolve(catalogs))).toBe(expected);
  });

  test('what its catalog says of package, channels and bundle comes along; not what another one says', () => {
    const loud = p({ bundles: versions('1.0.0'), channels: { stable: ['p.v1.0.0'], beta: [] }, deprecated: ['olm.package', 'stable', 'beta', 'p.v1.0.0'] });
    const [one, other] = [named('a', loud, { priority: 1 }), named('b', loud)];
    const resolution = resolve([other, one]);
    expect(resolution.failure === undefined && resolution.deprecations).toEqual({
      package: 'olm.package is old', bundle: 'p.v1.0.0 is old', channels: [{ name: 'stable', message: 'stable is old' }],
    });
    const quiet = resolve([named('a', fresh, { priority: 1 }), other]);
    expect(quiet.failure === undefined && quiet.deprecations).toEqual({ channels: [] });
  });
});

describe('several catalogs', () => {
  const [one, two] = [p({ bundles: versions('1.0.0') }), p({ bundles: versions('2.0.0') })];
  test.each([
    ['the higher priority wins over the newer version', [named('a', one, { priority: 1 }), named('b', two)], {}, 'a: p.v1.0.0'],
    ['a negative priority comes last', [named('a', one), named('b', two, { priority: -1 })], {}, 'a: p.v1.0.0'],
    ['the highest of three', [named('a', one, { priority: 1 }), named('b', two, { priority: 3 }), named('c', one, { priority: 2 })], {}, 'b: p.v2.0.0'],
    ['of the same priority none can be chosen, whatever the versions', [named('b', two), named('a', one)], {},
      'found bundles for package "p" in multiple catalogs with the same priority [a b]'],
    ['of the same priority, with all that was asked for', [named('a', one), named('b', one)], { version: '1.x', channels: ['stable'] },
      'found bundles for package "p" matching version "1.x" in channels [stable] in multiple catalogs with the same priority [a b]'],
    ['a range that only one can meet', [named('a', one), named('b', two)], { version: '>=2' }, 'b: p.v2.0.0'],
    ['one is out of service', [named('a', one), named('b', two, { isDisabled: true })], {}, 'a: p.v1.0.0'],
    ['all are out of service', [named('a', one, { isDisabled: true })], {}, 'no bundles found for package "p"'],
    ['there is none', [], {}, 'no bundles found for package "p"'],
  ])('%s', (_, catalogs, request, expected) => {
    expect(said(resolve(catalogs, request))).toBe(expected);
  });
});

describe('selectors', () => {
  const catalogs = [
    named('a', p({ bundles: versions('1.0.0') }), { labels: { env: 'prod', tier: 'gold' } }),
    named('b', p({ bundles: versions('2.0.0') }), { labels: { env: 'test' } }),
  ];
  const name = 'olm.operatorframework.io/metadata.name';
  test.each([
    ['by label', { matchLabels: { env: 'prod' } }, 'a: p.v1.0.0'],
    ['by name', { matchLabels: { [name]: 'b' } }, 'b: p.v2.0.0'],
    ['several labels', { matchLabels: { env: 'prod', tier: 'silver' } }, 'no bundles found for package "p"'],
    ['In', { matchExpressions: [{ key: 'env', operator: 'In', values: ['test', 'dev'] }] }, 'b: p.v2.0.0'],
    ['NotIn, which holds without the label', { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['gold'] }] }, 'b: p.v2.0.0'],
    ['Exists', { matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, 'a: p.v1.0.0'],
    ['DoesNotExist', { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, 'b: p.v2.0.0'],
    ['labels and expressions', { matchLabels: { env: 'prod' }, matchExpressions: [{ key: name, operator: 'NotIn', values: ['a'] }] },
      'no bundles found for package "p"'],
    ['an empty one selects all', {}, 'found bundles for package "p" in multiple catalogs with the same priority [a b]'],
    ['an unknown operator', { matchExpressions: [{ key: 'env', operator: 'Like', values: ['x'] }] },
      'desired catalog selector is invalid: "Like" is not a valid label selector operator'],
    ['In without values', { matchExpressions: [{ key: 'env', operator: 'In' }] },
      'desired catalog selector is invalid: values: Invalid value: []: for \'in\', \'notin\' operators, values set can\'t be empty'],
    ['Exists with values', { matchExpressions: [{ key: 'env', operator: 'Exists', values: ['x'] }] },
      'desired catalog selector is invalid: values: Invalid value: values set must be empty for exists and does not exist'],
  ])('%s', (_, selector, expected) => {
    expect(said(resolve(catalogs, { selector }))).toBe(expected);
  });

  test.each([
    ['bad key', { matchLabels: { '-x': 'a' } }],
    ['bad prefix', { matchLabels: { 'Upper/x': 'a' } }],
    ['two slashes', { matchLabels: { 'a/b/c': 'a' } }],
    ['bad value', { matchLabels: { x: 'a b' } }],
    ['bad value in a list', { matchExpressions: [{ key: 'x', operator: 'In', values: ['a/b'] }] }],
  ])('a %s is refused', (_, selector) => {
    expect(resolve(catalogs, { selector }).failure).toMatchObject({ found: 'bad-selector' });
  });

  test('a label cannot take the place of the name', () => {
    const impostor = named('c', p({ bundles: versions('9.0.0') }), { labels: { [name]: 'a' } });
    expect(said(resolve([...catalogs, impostor], { selector: { matchLabels: { [name]: 'a' } } }))).toBe('a: p.v1.0.0');
  });
});

describe('catalogs that cannot be read', () => {
  const good = named('good', p({ bundles: versions('1.0.0') }));
  const message = (why: string): string => `error walking catalogs: error getting package "p" from catalog "bad": ${why}`;
  test.each([
    ['not served', { ...broken('bad'), problem: { found: 'not-served' } } as NamedCatalog, 'catalog "bad" is not being served'],
    ['not cached', { ...broken('bad'), problem: { found: 'not-cached' } } as NamedCatalog, 'cache for catalog "bad" not found'],
    ['unreadable', broken('bad', 'the file is binary'), 'the file is binary'],
  ])('%s: it blocks where it is selected', (_, bad, why) => {
    const resolution = resolve([good, bad]);
    expect(said(resolution)).toBe(message(why));
    expect(hint(resolution)).toContain('the package would be found in good');
  });

  test('it never blocks where it is not selected, or out of service', () => {
    const selector = { matchLabels: { 'olm.operatorframework.io/metadata.name': 'good' } };
    expect(said(resolve([good, broken('bad')], { selector }))).toBe('good: p.v1.0.0');
    expect(said(resolve([good, { ...broken('bad'), isDisabled: true }]))).toBe('good: p.v1.0.0');
  });
});

describe('upgrades', () => {
  const catalogs = [named('c', catalogWith(chain))];
  const installed = { name: 'p.v1.0.0', version: '1.0.0' };
  test.each([
    ['to the successor', {}, 'c: p.v1.0.1'],
    ['not beyond it', { version: '1.2.0' },
      'error upgrading from currently installed version "1.0.0": no bundles found for package "p" matching version "1.2.0"'],
    ['anywhere with SelfCertified', { version: '1.2.0', policy: 'SelfCertified' }, 'c: p.v1.2.0'],
    ['it stays where nothing else is allowed', { version: '1.0.0' }, 'c: p.v1.0.0'],
    ['only along edges of the channel', { channels: ['alpha'] },
      'error upgrading from currently installed version "1.0.0": no bundles found for package "p" in channels [alpha]'],
    ['down is no edge', { installed: { name: 'p.v1.2.0', version: '1.2.0' }, version: '<1.2' },
      'error upgrading from currently installed version "1.2.0": no bundles found for package "p" matching version "<1.2"'],
    ['down with SelfCertified', { installed: { name: 'p.v1.2.0', version: '1.2.0' }, version: '<1.2', policy: 'SelfCertified' }, 'c: p.v1.0.1'],
    ['down, and there is none', { installed: { name: 'p.v1.2.0', version: '1.2.0' }, version: '<1', policy: 'SelfCertified' },
      'error upgrading from currently installed version "1.2.0": no bundles found for package "p" matching version "<1"'],
    ['from a version that is none', { installed: { name: 'p', version: 'master' } },
      'error finding upgrade edges: installed version "master" is not a semantic version'],
    ['from a version that is none, with SelfCertified', { installed: { name: 'p', version: 'master' }, policy: 'SelfCertified' }, 'c: p.v2.0.0'],
  ] as const)('%s', (_, request, expected) => {
    expect(said(resolve(catalogs, { installed, ...request }))).toBe(expected);
  });

  test('an installed bundle that no catalog has any more has no successor', () => {
    expect(said(resolve(catalogs, { installed: { name: 'p.v0.9.0', version: '0.9.0' } })))
      .toBe('error upgrading from currently installed version "0.9.0": no bundles found for package "p"');
  });
});

describe('what the cluster allows', () => {
  const catalogs = [named('c', p({ bundles: [{ version: '1.0.0', minKubeVersion: '1.25.0' }, { version: '2.0.0', minKubeVersion: '1.31.0' }] }))];
  test.each([
    ['v1.31.0', 'c: p.v2.0.0'],
    ['v1.32.1-gke.5', 'c: p.v2.0.0'],
    ['v1.30.9', 'c: p.v1.0.0'],
    ['v1.24.0', 'no bundles found for package "p"'],
  ])('Kubernetes %s', (kubeVersion, expected) => {
    expect(said(resolve(catalogs, { cluster: { kubeVersion } }))).toBe(expected);
  });

  test('without a cluster nothing is left out', () => {
    expect(said(resolve(catalogs))).toBe('c: p.v2.0.0');
  });
});

describe('dependencies', () => {
  const needing = (property: BundleTable['properties']): readonly NamedCatalog[] => [
    named('c', p({ bundles: [{ version: '1.0.0' }, { version: '2.0.0', properties: property ?? [] }] })),
  ];
  test.each([
    ['olm.package.required', [needsPackage('q', '>=1.0.0')]],
    ['olm.gvk.required', [needsKind('g/v1/K')]],
    ['olm.constraint', [{ type: 'olm.constraint', value: {} }]],
  ])('%s is refused as OLM refuses it, where that is asked for', (type, properties) => {
    expect(said(resolve(needing(properties), { dependencies: 'refused' })))
      .toBe(`validating bundle "p.v2.0.0": bundle "p.v2.0.0" has a dependency declared via property "${type}" which is currently not supported`);
    expect(said(resolve(needing(properties)))).toBe('c: p.v2.0.0');
  });

  test('a bundle without any passes', () => {
    expect(said(resolve(needing([]), { dependencies: 'refused' }))).toBe('c: p.v2.0.0');
  });

  test('what a check finds unmet makes a candidate ineligible, and the next one is chosen', () => {
    const asked: string[] = [];
    const resolution = resolve(needing([needsPackage('q', '>=1.0.0')]), {
      version: '*', dependencies: ({ bundle }) => {
        asked.push(bundle.name);
        return bundle.name === 'p.v2.0.0' ? { unmet: 'unreadable' } : undefined;
      },
    });
    expect(said(resolution)).toBe('c: p.v1.0.0');
    expect(asked).toEqual(expect.arrayContaining(['p.v1.0.0', 'p.v2.0.0']));
  });
});

describe('what became of every bundle', () => {
  test('each has its fate, best first, and every reason', () => {
    const catalogs = [
      named('a', catalogWith({ ...chain, deprecated: ['p.v1.0.0'] })),
      named('b', p({ bundles: [{ version: '1.0.1' }, { version: '3.0.0', minKubeVersion: '1.40.0' }, { version: 'x' }] }), { priority: -1 }),
    ];
    const { candidates } = resolve(catalogs, {
      version: '<3', channels: ['stable', 'beta'], installed: { name: 'p.v1.0.0', version: '1.0.0' }, cluster: { kubeVersion: 'v1.31.0' },
    });
    expect(candidates.map(({ catalog, bundle, fate }) => [
      `${catalog} ${bundle.name}`, fate.is === 'ineligible' ? fate.reasons.map(({ reason }) => reason) : fate.is === 'eligible' ? fate.behind : fate.is,
    ])).toEqual([
      ['a p.v1.0.1', 'chosen'],
      ['a p.v1.0.0', 'deprecated'],
      ['a p.v2.0.0', ['not-in-channels', 'no-edge']],
      ['a p.v1.2.0', ['no-edge']],
      ['b p.v3.0.0', ['not-in-range', 'no-edge', 'old-kubernetes']],
      ['b p.v1.0.1', ['no-edge']],
      ['b p.vx', ['no-version']],
    ]);
  });

  test('the same whatever the order of catalogs', () => {
    const catalogs = [named('a', catalogWith(chain)), named('b', catalogWith(chain), { priority: 2 }), named('c', catalogWith(chain))];
    const { request: _, ...expected } = resolve(catalogs);
    const { request: __, ...found } = resolve([...catalogs].reverse());
    expect(found).toEqual(expected);
  });
});

describe('where there is no bundle, the hint says what emptied the list', () => {
  const catalogs = [named('c', catalogWith(chain))];
  test.each([
    ['a package that is not there', { packageName: 'other' }, 'No package is named other in 1 catalog: c.'],
    ['a package that is misspelled', { packageName: 'pp' }, 'No package is named pp in 1 catalog: c. Did you mean p?'],
    ['a version that is not there', { version: '>=3' }, 'There are versions 2.0.0, 1.2.0, 1.0.1, 1.0.0. The nearest is 2.0.0: not in >=3.'],
    ['a channel that is not there', { channels: ['gamma'] },
      'The channels of the package are alpha, beta, stable. The nearest is 2.0.0: not in channel gamma; it is in alpha.'],
    ['no edge', { installed: { name: 'p.v0.1.0', version: '0.1.0' } },
      'Of 4 bundles none has an upgrade edge from p.v0.1.0. The nearest is 2.0.0: no upgrade edge from p.v0.1.0 (no replaces, skips or skipRange).'],
    ['different reasons', { installed: { name: 'p.v1.0.0', version: '1.0.0' }, version: '>=1.2' },
      'The nearest is 2.0.0: no upgrade edge from p.v1.0.0 (no replaces, skips or skipRange). '
        + 'Upgrading in several steps is possible: 1.0.1, 1.2.0.'],
  ])('%s', (_, request, expected) => {
    expect(hint(resolve(catalogs, request))).toBe(expected);
  });

  test('no way leads in steps where edges go round in a circle', () => {
    const circle = p({
      bundles: versions('1.0.0', '1.1.0', '3.0.0'),
      channels: { stable: [{ name: 'p.v1.0.0', replaces: 'p.v1.1.0' }, { name: 'p.v1.1.0', replaces: 'p.v1.0.0' }, 'p.v3.0.0'] },
    });
    expect(hint(resolve([named('c', circle)], { installed: { name: 'p.v1.0.0', version: '1.0.0' }, version: '>=3' })))
      .toBe('The nearest is 3.0.0: no upgrade edge from p.v1.0.0 (no replaces, skips or skipRange).');
  });

  test('no way is looked for among hundreds of bundles in hundreds of channels', () => {
    const list = Array.from({ length: 600 }, (_, index) => `1.0.${index}`);
    const entries = list.map((version, index) => ({ name: `p.v${version}`, ...(index === 0 ? {} : { replaces: `p.v1.0.${index - 1}` }) }));
    const many = p({ bundles: versions(...list), channels: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`c${index}`, entries])) });
    expect(hint(resolve([named('c', many)], { installed: { name: 'p.v1.0.0', version: '1.0.0' }, version: '1.0.599' })))
      .toBe('The nearest is 1.0.599: no upgrade edge from p.v1.0.0 (no replaces, skips or skipRange).');
  });

  test('a pre-release that the range leaves out', () => {
    expect(hint(resolve([named('c', p({ bundles: versions('1.0.0-rc.1') }))], { version: '>=0.9' })))
      .toBe('There are versions 1.0.0-rc.1. The nearest is 1.0.0-rc.1: a pre-release, and >=0.9 names none (>=1.0.0-0 would).');
  });
});
