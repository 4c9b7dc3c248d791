/** What a bundle needs of a cluster: refused, or said. */
import { bundleFilesOf, readBundle, renderBundle } from '../../../../lib/bundle';
import { inspectBundle, isOlderKubernetes, requirementsOf, type Bundle, type ClusterFacts } from '../../../../lib/formats';
import { checkRequirements } from '../../../../lib/source/bundle/requirements';
import { CSV_FILE, files, serviceVersion } from '../../formats/sample';

const DEPENDENCIES = JSON.stringify({
  dependencies: [
    { type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.14.0' } },
    { type: 'olm.gvk', value: { group: 'cert-manager.io', version: 'v1', kind: 'Certificate' } },
    { type: 'olm.gvk', value: { group: 'web.example', version: 'v1', kind: 'Site' } },
    { type: 'olm.constraint', value: { failureMessage: 'x', package: { packageName: 'certs', versionRange: '>1.0.0' } } },
  ],
});

function bundleWith(spec: Parameters<typeof serviceVersion>[0], dependencies?: string, properties?: string): Bundle {
  const all = files({
    [CSV_FILE]: JSON.stringify(serviceVersion(spec)), 'metadata/dependencies.yaml': dependencies, 'metadata/properties.yaml': properties,
  });
  const given = bundleFilesOf('sample', Object.entries(all).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
  const { bundle, findings } = readBundle(given);
  if (bundle === undefined) throw new Error(JSON.stringify(findings));
  return bundle;
}

async function checked(bundle: Bundle, cluster?: Partial<ClusterFacts>, ignoresMinKubeVersion = false) {
  const notes: string[] = [];
  let asked = 0;
  const facts = (): Promise<ClusterFacts> => {
    asked += 1;
    return Promise.resolve({ certificates: 'none', kubernetesVersion: '1.36.0', apiVersions: [], ...cluster });
  };
  const surroundings = { onNote: (text: string) => void notes.push(text), ...(cluster === undefined ? {} : { facts }) };
  await checkRequirements({ bundle }, { ignoresMinKubeVersion }, surroundings);
  return { notes, asked };
}

test.each([
  ['1.29.9', '1.30.0', true], ['v1.30.0-gke.12', '1.30.0', false], ['1.30.0+k3s1', '1.30.1', true], ['1.30', '1.30.4', false],
  ['1.9.0', '1.10.0', true], ['2.0.0', '1.36.0', false],
])('is Kubernetes %s older than %s: %s', (version, than, isOlder) => expect(isOlderKubernetes(version, than)).toBe(isOlder));

test('what is needed: of the dependencies and of the ClusterServiceVersion; what the bundle brings itself is not', () => {
  const required = [{ name: 'issuers.cert-manager.io', version: 'v1', kind: 'Issuer' }];
  const owned = [{ name: 'sites.web.example', version: 'v1', kind: 'Site' }];
  expect(requirementsOf(bundleWith({ customresourcedefinitions: { owned, required } }, DEPENDENCIES))).toEqual({
    minKubeVersion: '1.30.0',
    kinds: [{ group: 'cert-manager.io', version: 'v1', kind: 'Issuer' }, { group: 'cert-manager.io', version: 'v1', kind: 'Certificate' }],
    packages: [{ name: 'cert-manager', range: '>=1.14.0' }, { name: 'certs', range: '>1.0.0' }],
    constraints: [],
  });
});

describe('an older Kubernetes than the bundle needs', () => {
  test('is refused, with what to do', async () => {
    await expect(checked(bundleWith({}), { kubernetesVersion: '1.29.3-eks-1' })).rejects.toMatchObject({
      code: 'kubernetes-too-old', category: 'input', details: { needed: '1.30.0', found: '1.29.3-eks-1' },
      message: 'Bundle web.v1.2.3 needs Kubernetes 1.30.0 or newer, but the cluster has 1.29.3-eks-1. Nothing was written.',
      hint: expect.stringContaining('--ignore-min-kube-version'),
    });
  });

  test('is a note where that is asked for', async () => {
    const { notes } = await checked(bundleWith({}), { kubernetesVersion: '1.29.3' }, true);
    expect(notes).toEqual([expect.stringContaining('it is installed nevertheless')]);
  });

  test('is a warning where it is rendered for it', () => {
    const render = (kubernetesVersion: string) => renderBundle(bundleWith({}), {
      installNamespace: 'demo', config: {}, certificates: 'none', kubernetesVersion,
    }).issues.map(({ code, severity }) => `${severity} ${code}`);
    expect(render('1.29')).toEqual(['warning kubernetes-too-old']);
    expect(render('1.30')).toEqual([]);
  });
});

test('kinds that the cluster does not serve are named, with the packages that may have them', async () => {
  const { notes } = await checked(bundleWith({}, DEPENDENCIES), { apiVersions: [] });
  expect(notes).toEqual([
    'Bundle web.v1.2.3 needs kinds that the cluster does not serve: Certificate (cert-manager.io/v1). '
    + 'Install the package that provides them, which may be cert-manager >=1.14.0 or certs >1.0.0.',
    'Bundle web.v1.2.3 needs other packages, which are not installed with it: cert-manager >=1.14.0, certs >1.0.0. '
    + 'From a catalog, boxcutter install brings them.',
  ]);
});

test('of kinds that are served nothing is said', async () => {
  const { notes } = await checked(bundleWith({}, DEPENDENCIES), { apiVersions: ['cert-manager.io/v1', 'cert-manager.io/v1/Certificate'] });
  expect(notes).toEqual([expect.stringContaining('needs other packages')]);
});

test('without a cluster, what is needed is said', async () => {
  const { notes } = await checked(bundleWith({}, DEPENDENCIES));
  expect(notes).toEqual([
    'Bundle web.v1.2.3 needs Kubernetes 1.30.0 or newer.',
    expect.stringContaining('needs kinds that it does not bring: Certificate (cert-manager.io/v1). On the cluster there must be'),
    expect.stringContaining('needs other packages'),
  ]);
});

test('a bundle that needs nothing asks nothing', async () => {
  expect(await checked(bundleWith({ minKubeVersion: '' }), {})).toEqual({ notes: [], asked: 0 });
});

const gvk = (kind: string) => ({ gvk: { group: 'certs.example', version: 'v1', kind } });
const named = { package: { packageName: 'certs', versionRange: '>1.0.0' } };
const constrained = (value: object) => bundleWith({ minKubeVersion: '' }, JSON.stringify({ dependencies: [{ type: 'olm.constraint', value }] }));
const serving = (...kinds: string[]) => ({ apiVersions: kinds.map((kind) => `certs.example/v1/${kind}`) });

describe('a constraint that combines others', () => {
  test('with all of them asks for each', () => {
    const all = { all: { constraints: [gvk('Issuer'), { all: { constraints: [gvk('Cert'), named] } }] } };
    expect(requirementsOf(constrained(all))).toEqual({
      kinds: [{ group: 'certs.example', version: 'v1', kind: 'Issuer' }, { group: 'certs.example', version: 'v1', kind: 'Cert' }],
      packages: [{ name: 'certs', range: '>1.0.0' }],
      constraints: [],
    });
  });

  const ANY = { any: { constraints: [gvk('Issuer'), { all: { constraints: [gvk('Cert')] } }] } };
  const OPEN = { any: { constraints: [gvk('Issuer'), named] } };
  const NOT = { not: { constraints: [gvk('Issuer')] } };
  const BOTH = { all: { constraints: [gvk('Issuer'), gvk('Cert')] } };
  const BOTH_TEXT = 'all of [Issuer (certs.example/v1), Cert (certs.example/v1)]';
  const NESTED = { any: { constraints: [BOTH, gvk('Other')] } };
  const NOT_BOTH = { not: { constraints: [BOTH] } };
  const UNMET = 'which is not true on this cluster';
  const UNKNOWN = 'which boxcutter does not check';
  const EITHER = 'one of [Issuer (certs.example/v1), all of [Cert (certs.example/v1)]]';
  test.each([
    ['one of two kinds', ANY, serving('Cert'), []],
    ['one of two kinds', ANY, serving(), [`${EITHER}, ${UNMET}`]],
    ['one of two kinds', ANY, undefined, [`${EITHER}, ${UNKNOWN}`]],
    ['a kind or a package', OPEN, serving('Issuer'), []],
    ['a kind or a package', OPEN, serving(), [`one of [Issuer (certs.example/v1), package certs >1.0.0], ${UNKNOWN}`]],
    ['no such kind', NOT, serving('Cert'), []],
    ['no such kind', NOT, serving('Issuer'), [`none of [Issuer (certs.example/v1)], ${UNMET}`]],
    ['two kinds, or another', NESTED, serving('Issuer'), [`one of [${BOTH_TEXT}, Other (certs.example/v1)], ${UNMET}`]],
    ['two kinds, or another', NESTED, serving('Issuer', 'Cert'), []],
    ['two kinds, or another', NESTED, serving('Other'), []],
    ['not two kinds at once', NOT_BOTH, serving('Issuer'), []],
    ['not two kinds at once', NOT_BOTH, serving('Issuer', 'Cert'), [`none of [${BOTH_TEXT}], ${UNMET}`]],
    ['a rule', { cel: { rule: 'true' } }, serving(), [`"true", ${UNKNOWN}`]],
    ['a rule in words', { failureMessage: 'a certifier', cel: { rule: 'true' } }, serving(), [`"a certifier", ${UNKNOWN}`]],
  ])('that asks for %s: %j on %j', async (_, value, cluster, notes) => {
    const { notes: told } = await checked(constrained(value), cluster);
    expect(told).toEqual(notes.map((note) => `Bundle web.v1.2.3 needs ${note}.`));
  });

  test('is met by what the bundle brings', () => {
    const any = { any: { constraints: [{ gvk: { group: 'web.example', version: 'v1', kind: 'Site' } }, named] } };
    expect(requirementsOf(constrained(any)).constraints).toEqual([]);
  });
});

describe('the newest OpenShift that a bundle supports', () => {
  const limited = bundleWith({ minKubeVersion: '' }, undefined, JSON.stringify({ properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.18' }] }));
  test('is read', () => expect(requirementsOf(limited).maxOpenShiftVersion).toBe('4.18'));
  test('is in the summary', () => expect(inspectBundle(limited)).toMatchObject({ maxOpenShiftVersion: '4.18' }));

  test.each([
    ['without a cluster', undefined, 1],
    ['on OpenShift', { apiVersions: ['config.openshift.io/v1'] }, 1],
    ['nowhere else', { apiVersions: ['apps/v1'] }, 0],
  ])('is told %s', async (_, cluster, count) => {
    const { notes } = await checked(limited, cluster);
    expect(notes).toEqual(Array(count).fill(expect.stringContaining('supports OpenShift up to 4.18')));
  });
});
