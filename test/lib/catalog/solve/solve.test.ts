import {
  dependencyCheck, explanationWords, type InstalledPackage, type NamedCatalog, type PackageRequest, type Property, resolveBundle, solve,
  type Solution, type SolveInput,
} from '../../../../lib/catalog';
import { broken, type BundleTable, catalogWith, gvkOf, named, needsKind, needsPackage, type PackageTable, provides } from '../a-catalog';

const bundle = (version: string, ...properties: readonly Property[]): BundleTable => ({ version, properties });
const table = (name: string, ...bundles: readonly BundleTable[]): PackageTable => ({ name, bundles });
const constraint = (value: object): Property => ({ type: 'olm.constraint', value });
const wants = (...names: readonly string[]): readonly PackageRequest[] => names.map((packageName) => ({ packageName }));

/** Each version may follow all before it. */
function upgradable(name: string, ...bundles: readonly BundleTable[]): PackageTable {
  return { name, bundles, channels: { stable: bundles.map(({ version }) => ({ name: `${name}.v${version}`, skipRange: `<${version}` })) } };
}

function present(packageName: string, version: string, ...properties: readonly Property[]): InstalledPackage {
  return { packageName, name: `${packageName}.v${version}`, version, properties };
}

function over(tables: readonly PackageTable[], input: Partial<SolveInput>): Solution {
  return solve({ catalogs: [named('c', catalogWith(...tables))], installed: [], wanted: [], ...input });
}

/** `install b 1.0.0 (a)`: what is done, and for whom. */
function said(solution: Solution): readonly string[] | string {
  if (solution.conflict !== undefined) return explanationWords(solution.conflict).message;
  return solution.plan.map((step) => {
    const version = step.action === 'keep' ? step.installed.version : step.bundle.version?.version.raw;
    const from = step.action !== 'keep' && step.from !== undefined ? ` from ${step.from.version}` : '';
    const by = step.neededBy.length === 0 ? '' : ` (${step.neededBy.map(({ packageName }) => packageName).join(', ')})`;
    return `${step.action} ${step.packageName} ${version}${from}${by}`;
  });
}

describe('what to install', () => {
  test('a package alone is the newest', () => {
    expect(said(over([table('a', bundle('1.0.0'), bundle('1.1.0'))], { wanted: wants('a') }))).toEqual(['install a 1.1.0']);
  });

  test('what it needs comes first, and is the newest that is allowed', () => {
    const tables = [
      table('shop', bundle('1.0.0', needsPackage('certs', '>=1.0.0 <2.0.0'), needsPackage('db', '>=1.0.0'))),
      table('certs', bundle('1.0.0'), bundle('1.5.0'), bundle('2.0.0')),
      table('db', bundle('3.0.0', needsPackage('storage', '>=1.0.0'))),
      table('storage', bundle('1.0.0')),
    ];
    expect(said(over(tables, { wanted: wants('shop') })))
      .toEqual(['install certs 1.5.0 (shop)', 'install storage 1.0.0 (db)', 'install db 3.0.0 (shop)', 'install shop 1.0.0']);
  });

  test('an older version where the newest cannot have what it needs', () => {
    const tables = [table('a', bundle('1.0.0'), bundle('2.0.0', needsPackage('b', '>=5.0.0'))), table('b', bundle('1.0.0'))];
    expect(said(over(tables, { wanted: wants('a') }))).toEqual(['install a 1.0.0']);
  });

  test('rules that take too many steps together are given up, and whether there is a way is not claimed', () => {
    const rule = 'properties.all(a, properties.all(b, properties.all(c, properties.all(d, a.type != "none"))))';
    const rules = Array.from({ length: 60 }, (_, index) => constraint({ failureMessage: 'no', cel: { rule: `${rule} && ${index} >= 0` } }));
    const many = Array.from({ length: 60 }, (_, index) => bundle(`1.${index}.0`, ...Array.from({ length: 12 }, (__, at) => ({ type: `t${at}`, value: at }))));
    const tables = [table('a', bundle('1.0.0', ...rules)), table('b', ...many), table('free', bundle('1.0.0'))];
    expect(said(over(tables, { wanted: wants('a') }))).toBe(
      'Too many packages depend on each other: the search for versions that fit together was given up. Whether there are any is not known.',
    );
    expect(said(over(tables, { wanted: wants('free') }))).toEqual(['install free 1.0.0']);
    const catalogs = [named('c', catalogWith(...tables))];
    const check = (packageName: string) => resolveBundle({ catalogs, packageName, policy: 'CatalogProvided', dependencies: dependencyCheck({ catalogs, installed: [] }, { packageName }) });
    expect(check('a').failure).toEqual({ found: 'no-bundle' });
    expect(check('free').failure).toBeUndefined();
  });

  test('packages that need each other', () => {
    const tables = [table('a', bundle('1.0.0', needsPackage('b', '1.0.0'))), table('b', bundle('1.0.0', needsPackage('a', '1.0.0')))];
    expect(said(over(tables, { wanted: wants('b') }))).toEqual(['install b 1.0.0 (a)', 'install a 1.0.0 (b)']);
  });

  test('a kind: from the package that provides it, and of several the first by name', () => {
    const tables = [
      table('a', bundle('1.0.0', needsKind('g/v1/K'))), table('z', bundle('9.0.0', provides('g/v1/K'))), table('k', bundle('1.0.0', provides('g/v1/K'))),
      table('x', bundle('1.0.0', provides('g/v2/K'))),
    ];
    expect(said(over(tables, { wanted: wants('a') }))).toEqual(['install k 1.0.0 (a)', 'install a 1.0.0']);
  });

  test('not a deprecated provider, and not one that brings others along', () => {
    const tables = [
      table('a', bundle('1.0.0', needsKind('g/v1/K'))),
      { ...table('k', bundle('1.0.0', provides('g/v1/K'))), deprecated: ['k.v1.0.0'] },
      table('l', bundle('1.0.0', provides('g/v1/K'), needsPackage('m', '1.0.0'))), table('m', bundle('1.0.0')),
      table('n', bundle('1.0.0', provides('g/v1/K'))),
    ];
    expect(said(over(tables, { wanted: wants('a') }))).toEqual(['install n 1.0.0 (a)', 'install a 1.0.0']);
  });

  test('a kind has one provider: two that are wanted exclude each other', () => {
    const tables = [table('a', bundle('1.0.0', provides('g/v1/K'))), table('b', bundle('1.0.0', provides('g/v2/K')))];
    expect(said(over(tables, { wanted: wants('a', 'b') }))).toBe([
      'a and b cannot be installed together:', '  - a is wanted, in version 1.0.0', '  - b is wanted, in version 1.0.0',
      '  - K (g) can come from one package, not from a and b',
    ].join('\n'));
  });

  test('a kind that the cluster serves already needs no package', () => {
    const tables = [table('a', bundle('1.0.0', needsKind('g/v1/K'), needsKind('/v1/Secret'))), table('k', bundle('1.0.0', provides('g/v1/K')))];
    expect(said(over(tables, { wanted: wants('a'), cluster: { apiVersions: ['g/v1/K', 'v1/Secret'] } }))).toEqual(['install a 1.0.0']);
  });

  test('the first that is wanted is more important than the second', () => {
    const tables = [
      table('a', bundle('1.0.0'), bundle('2.0.0', needsPackage('c', '1.0.0'))), table('b', bundle('1.0.0'), bundle('2.0.0', needsPackage('c', '2.0.0'))),
      table('c', bundle('1.0.0'), bundle('2.0.0')),
    ];
    expect(said(over(tables, { wanted: wants('a', 'b') }))).toEqual(['install c 1.0.0 (a)', 'install a 2.0.0', 'install b 1.0.0']);
    expect(said(over(tables, { wanted: wants('b', 'a') }))).toEqual(['install a 1.0.0', 'install c 2.0.0 (b)', 'install b 2.0.0']);
  });

  test('dependencies come from any catalog that can be read, also where the request selects another', () => {
    const own = catalogWith(table('a', bundle('1.0.0', needsPackage('b', '>=1.0.0'))));
    const catalogs = [named('own', own), named('other', catalogWith(table('b', bundle('1.0.0')))), broken('broken')];
    const selector = { matchLabels: { 'olm.operatorframework.io/metadata.name': 'own' } };
    const solution = solve({ catalogs, installed: [], wanted: [{ packageName: 'a', selector }] });
    expect(said(solution)).toEqual(['install b 1.0.0 (a)', 'install a 1.0.0']);
    expect(solution.plan?.map((step) => step.action === 'install' && step.catalog)).toEqual(['other', 'own']);
  });

  test('a bundle that needs a newer Kubernetes is no dependency', () => {
    const tables = [
      table('a', bundle('1.0.0', needsPackage('b', '>=1.0.0'))), table('b', bundle('1.0.0'), { version: '2.0.0', minKubeVersion: '1.40.0' }),
    ];
    expect(said(over(tables, { wanted: wants('a'), cluster: { kubeVersion: 'v1.31.0' } }))).toEqual(['install b 1.0.0 (a)', 'install a 1.0.0']);
  });
});

describe('what is installed', () => {
  const b = upgradable('b', bundle('1.0.0'), bundle('1.1.0'), bundle('2.0.0'));

  test('is kept where it will do', () => {
    const tables = [table('a', bundle('1.0.0', needsPackage('b', '>=1.0.0'))), b];
    expect(said(over(tables, { wanted: wants('a'), installed: [present('b', '1.0.0')] }))).toEqual(['keep b 1.0.0 (a)', 'install a 1.0.0']);
  });

  test('is upgraded where it will not, to the newest that may follow', () => {
    const tables = [table('a', bundle('1.0.0', needsPackage('b', '>=1.1.0'))), b];
    expect(said(over(tables, { wanted: wants('a'), installed: [present('b', '1.0.0')] }))).toEqual(['upgrade b 2.0.0 from 1.0.0 (a)', 'install a 1.0.0']);
  });

  test('as few as possible change, whatever their names', () => {
    const two = (name: string): PackageTable => upgradable(name, bundle('1.0.0'), bundle('2.0.0'));
    const newer = (name: string): object => ({ package: { packageName: name, versionRange: '>=2.0.0' } });
    const either = constraint({ any: { constraints: [newer('k'), { all: { constraints: [newer('l'), newer('m')] } }] } });
    const installed = ['k', 'l', 'm'].map((name) => present(name, '1.0.0'));
    expect(said(over([table('a', bundle('1.0.0', either)), two('k'), two('l'), two('m')], { wanted: wants('a'), installed })))
      .toEqual(['upgrade k 2.0.0 from 1.0.0 (a)', 'install a 1.0.0']);
  });

  test('within the limits that it was installed with', () => {
    const tables = [table('a', bundle('1.0.0', needsPackage('b', '>=1.1.0'))), b];
    const installed = [{ ...present('b', '1.0.0'), limits: { version: '<2' } }];
    expect(said(over(tables, { wanted: wants('a'), installed }))).toEqual(['upgrade b 1.1.0 from 1.0.0 (a)', 'install a 1.0.0']);
    expect(said(over(tables, { wanted: wants('a'), installed: [{ ...present('b', '1.0.0'), limits: { version: '1.0.0' } }] })))
      .toContain('a 1.0.0 needs package b >=1.1.0; there is only b 1.0.0 (installed); b 2.0.0 may not be installed: not in 1.0.0');
  });

  test('is never upgraded without an edge', () => {
    const tables = [table('a', bundle('1.0.0', needsPackage('b', '>=1.1.0'))), table('b', bundle('1.0.0'), bundle('2.0.0'))];
    expect(said(over(tables, { wanted: wants('a'), installed: [present('b', '1.0.0')] }))).toBe([
      'a cannot be installed:', '  - a is wanted, in version 1.0.0', '  - a 1.0.0 needs package b >=1.1.0; there is only b 1.0.0 (installed); '
        + 'b 2.0.0 may not be installed: no upgrade edge from b.v1.0.0 (no replaces, skips or skipRange)',
    ].join('\n'));
  });

  test('keeps what it needs: an upgrade that would take it away is not made', () => {
    const tables = [upgradable('k', bundle('1.0.0', provides('g/v1/K')), bundle('1.5.0', provides('g/v1/K')), bundle('2.0.0', provides('g/v2/K')))];
    const installed = [present('k', '1.0.0', provides('g/v1/K')), present('user', '1.0.0', needsKind('g/v1/K'))];
    expect(said(over(tables, { wanted: wants('k'), installed }))).toEqual(['upgrade k 1.5.0 from 1.0.0']);
    // The cluster serves the kind because of that very package, so that does not count.
    expect(said(over(tables, { wanted: wants('k'), installed, cluster: { apiVersions: ['g/v1/K'] } }))).toEqual(['upgrade k 1.5.0 from 1.0.0']);
  });

  test('may go on lacking what it lacks already', () => {
    const installed = [present('old', '1.0.0', needsPackage('gone', '1.0.0'))];
    expect(said(over([table('a', bundle('1.0.0'))], { wanted: wants('a'), installed }))).toEqual(['install a 1.0.0']);
  });

  test('is kept where it is asked for in the version that it has, or upgraded, or with SelfCertified made older', () => {
    const installed = [present('b', '1.1.0')];
    expect(said(over([b], { installed, wanted: [{ packageName: 'b', version: '1.1.0' }] }))).toEqual(['keep b 1.1.0']);
    expect(said(over([b], { installed, wanted: wants('b') }))).toEqual(['upgrade b 2.0.0 from 1.1.0']);
    expect(said(over([b], { installed, wanted: [{ packageName: 'b', version: '<1.1', policy: 'SelfCertified' }] })))
      .toEqual(['downgrade b 1.0.0 from 1.1.0']);
  });
});

describe('constraints', () => {
  const others = [
    table('red', bundle('1.0.0', provides('colors/v1/Red'))), table('blue', bundle('1.0.0', provides('colors/v1/Blue')), bundle('2.0.0')),
  ];
  const a = (value: object): PackageTable => table('a', bundle('1.0.0', constraint(value)));
  const pack = (packageName: string, versionRange = '>=0.0.0'): object => ({ package: { packageName, versionRange } });
  const gvk = (text: string): object => ({ gvk: gvkOf(text) });
  test.each([
    ['a package', pack('blue'), ['install blue 2.0.0 (a)', 'install a 1.0.0']],
    ['a kind', gvk('colors/v1/Blue'), ['install blue 1.0.0 (a)', 'install a 1.0.0']],
    ['all', { all: { constraints: [pack('red'), pack('blue', '<2.0.0')] } }, ['install blue 1.0.0 (a)', 'install red 1.0.0 (a)', 'install a 1.0.0']],
    ['any, by different bundles', { any: { constraints: [pack('red', '>=9.0.0'), gvk('colors/v1/Blue')] } }, ['install blue 1.0.0 (a)', 'install a 1.0.0']],
    ['not', { all: { constraints: [pack('blue'), { not: { constraints: [pack('blue', '>=2.0.0')] } }] } }, ['install blue 1.0.0 (a)', 'install a 1.0.0']],
    ['not, and nothing is there', { not: { constraints: [pack('red')] } }, ['install a 1.0.0']],
    ['any of not', { any: { constraints: [{ not: { constraints: [pack('red')] } }, pack('blue')] } }, ['install a 1.0.0']],
    ['not of not', { not: { constraints: [{ not: { constraints: [pack('red')] } }] } }, ['install red 1.0.0', 'install a 1.0.0']],
    ['a rule', { cel: { rule: 'properties.exists(p, p.type == "olm.gvk" && p.value.kind == "Red")' } }, ['install red 1.0.0 (a)', 'install a 1.0.0']],
    ['a rule about versions', {
      cel: { rule: 'properties.exists(p, p.type == "olm.package" && p.value.packageName == "blue" && semver_compare(p.value.version, "v1.5") < 0)' },
    }, ['install blue 1.0.0 (a)', 'install a 1.0.0']],
  ])('%s', (_, value, expected) => {
    const steps = said(over([a(value), ...others], { wanted: wants('a') }));
    expect([...steps].sort()).toEqual([...expected].sort());
  });

  test.each([
    ['a rule that nothing meets', { cel: { rule: 'properties.exists(p, p.type == "nothing")' } }],
    ['a rule that fails for every bundle', { cel: { rule: 'properties[100].type == "x"' } }],
    ['a rule over a version that is none', { cel: { rule: 'semver_compare("foo", "1.0.0") == 0' } }],
  ])('%s is not met', (_, value) => {
    expect(over([a(value), ...others], { wanted: wants('a') }).conflict).toMatchObject({ found: 'contradiction' });
  });

  test.each([
    ['a rule that is no CEL', { cel: { rule: 'properties.exists(' } }],
    ['an unknown form', { some: { constraints: [] } }],
    ['two forms', { ...pack('red'), ...gvk('colors/v1/Red') }],
    ['an unknown field', { package: { packageName: 'red', versionRange: '1.0.0', extra: true } }],
    ['a range that cannot be read', pack('red', '^1')],
    ['nothing to combine', { all: { constraints: [] } }],
  ])('%s cannot be read, so the bundle is not installed', (_, value) => {
    const older = table('a', bundle('0.9.0'), bundle('1.0.0', constraint(value)));
    expect(said(over([older, ...others], { wanted: wants('a') }))).toEqual(['install a 0.9.0']);
  });

  test('a hundred levels deep are refused, not followed', () => {
    let value: object = pack('red');
    for (let depth = 0; depth < 100; depth++) value = { all: { constraints: [value] } };
    expect(said(over([a(value), ...others], { wanted: wants('a') }))).not.toContain('install a 1.0.0');
  });

  test('what must not be there is not the bundle itself', () => {
    const tables = [table('a', bundle('1.0.0', provides('g/v1/K'), constraint({ not: { constraints: [gvk('g/v1/K')] } })))];
    expect(said(over(tables, { wanted: wants('a') }))).toEqual(['install a 1.0.0']);
  });

  test('what the cluster serves and must not be there', () => {
    expect(over([a({ not: { constraints: [gvk('g/v1/K')] } })], { wanted: wants('a'), cluster: { apiVersions: ['g/v1/K'] } }).conflict)
      .toMatchObject({ found: 'contradiction' });
  });
});

describe('why there is no way', () => {
  test.each([
    ['nothing of that name', [table('a', bundle('1.0.0', needsPackage('b', '>=1.0.0')))], wants('a'), [
      'a is wanted, in version 1.0.0', 'a 1.0.0 needs package b >=1.0.0; no catalog has a package b',
    ]],
    ['versions that all need the same are one fact', [
      table('a', ...['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'].map((version) => bundle(version, needsKind('g/v1/K')))),
    ], wants('a'), [
      'a is wanted, in version 1.5.0, 1.4.0, 1.3.0, 1.2.0 or 2 others',
      'a 1.5.0, 1.4.0, 1.3.0, 1.2.0 and 2 others need kind K (g/v1), and no package of the catalogs provides it',
    ]],
    ['ranges without a common version, and nothing else of a larger world', [
      table('a', bundle('1.0.0', needsPackage('c', '<2.0.0'), needsPackage('d', '1.0.0'))), table('b', bundle('1.0.0', needsPackage('c', '>=2.0.0'))),
      table('c', bundle('1.0.0'), bundle('2.0.0')), table('d', bundle('1.0.0', needsPackage('e', '1.0.0'))), table('e', bundle('1.0.0')),
    ], wants('a', 'b'), [
      'a is wanted, in version 1.0.0', 'b is wanted, in version 1.0.0', 'a 1.0.0 needs package c <2.0.0; that is c 1.0.0',
      'b 1.0.0 needs package c >=2.0.0; that is c 2.0.0', 'a cluster has one version of c',
    ]],
    ['through others', [
      table('a', bundle('1.0.0', needsPackage('b', '1.0.0'))), table('b', bundle('1.0.0', constraint({
        failureMessage: 'c is what b stores in', package: { packageName: 'c', versionRange: '>=3.0.0' },
      }))), table('c', bundle('2.0.0')),
    ], wants('a'), [
      'a is wanted, in version 1.0.0', 'a 1.0.0 needs package b 1.0.0; that is b 1.0.0',
      'b 1.0.0 needs package c >=3.0.0 ("c is what b stores in"); there is only c 2.0.0',
    ]],
    ['a version that needs a newer Kubernetes is said to be there, and the others too', [
      table('a', bundle('1.0.0', needsPackage('b', '1.0.0')), { version: '2.0.0', minKubeVersion: '1.99.0' }),
    ], wants('a'), [
      'a is wanted, in version 1.0.0; a 2.0.0 may not be installed: needs Kubernetes 1.99.0, the cluster has v1.30.0',
      'a 1.0.0 needs package b 1.0.0; no catalog has a package b',
    ]],
    ['what cannot be read is said to be that', [table('a', bundle('1.0.0', constraint({ what: 'ever' })))], wants('a'), [
      'a is wanted; what a 1.0.0 depends on cannot be read',
    ]],
    ['one of several', [table('a', bundle('1.0.0', constraint({
      any: { constraints: [{ package: { packageName: 'b', versionRange: '>=2.0.0' } }, { package: { packageName: 'c', versionRange: '1.0.0' } }] },
    }))), table('b', bundle('1.0.0'))], wants('a'), [
      'a is wanted, in version 1.0.0',
      'a 1.0.0 needs one of [package b >=2.0.0, package c 1.0.0]; there is only b 1.0.0; no catalog has a package c',
    ]],
    ['many versions with needs of their own are counted', [
      table('a', ...[1, 2, 3, 4, 5].map((minor) => bundle(`1.${minor}.0`, needsPackage('b', `>=${minor + 1}.0.0`)))), table('b', bundle('1.0.0')),
    ], wants('a'), [
      'a is wanted, in version 1.5.0, 1.4.0, 1.3.0, 1.2.0 or 1.1.0',
      'a 1.5.0 needs package b >=6.0.0; there is only b 1.0.0', 'a 1.4.0 needs package b >=5.0.0; there is only b 1.0.0',
      'a 1.3.0 needs package b >=4.0.0; there is only b 1.0.0', '2 more versions of a need other versions of b',
    ]],
  ])('%s', (_, tables, wanted, facts) => {
    const what = wanted.length === 1 ? 'a cannot be installed:' : 'a and b cannot be installed together:';
    const cluster = { kubeVersion: 'v1.30.0' };
    expect(said(over(tables, { wanted, cluster }))).toBe([what, ...facts.map((fact) => `  - ${fact}`)].join('\n'));
  });

  test('a request that has no candidate at all is upstream’s message', () => {
    expect(said(over([table('a', bundle('1.0.0'))], { wanted: [{ packageName: 'a', version: '2.0.0' }] })))
      .toBe('no bundles found for package "a" matching version "2.0.0"');
    const catalogs: readonly NamedCatalog[] = [named('one', catalogWith(table('a', bundle('1.0.0')))), broken('two')];
    expect(said(solve({ catalogs, installed: [], wanted: wants('a') })))
      .toBe('error walking catalogs: error getting package "a" from catalog "two": no such file');
  });
});
