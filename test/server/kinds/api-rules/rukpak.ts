/** Bundle and BundleDeployment. A source has one of four forms, and one of git one of three, so there is a good object of each. */
import { bad, type BadCase, changed, conditions, DIGEST, type Fixture, type GoodCase } from './cases';

const auth = { secret: { name: 'credentials' }, insecureSkipVerify: true };
const git = (ref: object) => ({ type: 'git', git: { repository: 'https://git.example.com/a.git', directory: './manifests', ref, auth } });
const COMMIT = 'a'.repeat(40);
const SOURCES = {
  Image: { type: 'image', image: { ref: `registry.example.com/bundle@${DIGEST}`, pullSecret: 'pull' } },
  Branch: git({ branch: 'main' }),
  Tag: git({ tag: 'v1.0.0' }),
  Commit: git({ commit: COMMIT }),
  ConfigMaps: { type: 'configMaps', configMaps: [{ configMap: { name: 'bundle-manifests' }, path: 'manifests' }] },
  Http: { type: 'http', http: { url: 'https://charts.example.com/a-1.0.0.tgz', auth } },
};
const PLAIN = 'core-rukpak-io-plain';

const fixtures = Object.entries(SOURCES).flatMap(([name, source]): readonly (readonly [name: string, fixture: Fixture])[] => {
  const spec = { provisionerClassName: PLAIN, source };
  return [
    [`bundle${name}`, {
      kind: 'Bundle', spec,
      status: { phase: 'Unpacked', resolvedSource: source, digest: DIGEST, contentURL: 'https://bundles.example.com/a.tgz', observedGeneration: 1, conditions },
    }],
    [`deployment${name}`, {
      kind: 'BundleDeployment',
      spec: {
        provisionerClassName: PLAIN, template: { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec }, installNamespace: 'web',
        config: { values: 'replicas: 1', nested: [{ list: [1] }] }, preflight: { crdUpgradeSafety: { disabled: true } },
      },
      status: { activeBundle: 'web-1', observedGeneration: 1, conditions },
    }],
  ];
});
export const RUKPAK_FIXTURES: Readonly<Record<string, Fixture>> = Object.fromEntries(fixtures);

/** Each place where there is a source: a kind, and the path. */
const PLACES = [['bundle', 'spec.source'], ['bundle', 'status.resolvedSource'], ['deployment', 'spec.template.spec.source']] as const;
const TYPES = { image: 'Image', git: 'Tag', configMaps: 'ConfigMaps', http: 'Http' } as const;
const NO_REFERENCES = ['-b', '--upload-pack=x', '.x', '/x', 'a b', 'a..b', 'a@{1}', 'a//b', 'a/', 'a.lock', 'a~1', 'a:b'];
const REFERENCE = 'must be the name of a git reference';
const WITHIN = 'directory must be within the repository';
const COMMITS = 'commit must be a whole commit, in lower-case hexadecimal digits';
const ONE = 'exactly one of branch, tag and commit must be set';

const SOURCE: readonly BadCase[] = PLACES.flatMap(([kind, path]) => [
  ...Object.entries(TYPES).flatMap(([type, name]) => [
    bad(`${kind}${name}`, path, `bundle.spec.source.${type} must be set for source type "${type}"`, { [`${path}.${type}`]: undefined }),
    ...Object.entries(TYPES).filter(([other]) => other !== type).map(([other, otherName]) => bad(
      `${kind}${name}`, path, `bundle.spec.source.${other} is only for source type "${other}"`, { [`${path}.${other}`]: SOURCES[otherName][other as never] },
    )),
  ]),
  ...(['branch', 'tag'] as const).flatMap((field) => NO_REFERENCES.map((name) => bad(
    `${kind}${field === 'tag' ? 'Tag' : 'Branch'}`, `${path}.git.ref.${field}`, REFERENCE, { [`${path}.git.ref.${field}`]: name },
  ))),
  ...['main', COMMIT.slice(1), COMMIT.toUpperCase()].map((commit) => bad(`${kind}Commit`, `${path}.git.ref.commit`, COMMITS, { [`${path}.git.ref.commit`]: commit })),
  ...[{}, { branch: 'main', tag: 'v1' }, { tag: 'v1', commit: COMMIT }].map((ref) => bad(`${kind}Tag`, `${path}.git.ref`, ONE, { [`${path}.git.ref`]: ref })),
  ...['/etc', '..', '../x', 'a/../b', 'a/..'].map((directory) => bad(`${kind}Tag`, `${path}.git.directory`, WITHIN, { [`${path}.git.directory`]: directory })),
  ...['ftp://example.com/a.tgz', 'file:///etc/passwd', 'HTTPS://x', 'x'].map((url) => bad(
    `${kind}Http`, `${path}.http.url`, 'url must begin with https:// or http://', { [`${path}.http.url`]: url },
  )),
]);

export const RUKPAK_BAD: readonly BadCase[] = [
  ...SOURCE,
  bad('bundleImage', '<nil>', 'the name of a bundle has at most 52 characters', { metadata: { name: 'x'.repeat(53) } }),
  changed('bundleImage', 'spec', 'bundle.spec is immutable', { 'spec.source.image.ref': 'registry.example.com/other' }),
  changed('bundleImage', 'spec', 'bundle.spec is immutable', { 'spec.provisionerClassName': 'core-rukpak-io-helm' }),
  changed('bundleImage', 'spec', 'bundle.spec is immutable', { 'spec.source.image.pullSecret': undefined }),
  bad('deploymentImage', '<nil>', 'the name of a bundle deployment has at most 45 characters', { metadata: { name: 'x'.repeat(46) } }),
  ...['a.b', 'A', '-a'].map((name) => bad('deploymentImage', 'spec.installNamespace', 'installNamespace must be a valid DNS1123 label', { 'spec.installNamespace': name })),
  changed('deploymentImage', 'spec.installNamespace', 'installNamespace is immutable', { 'spec.installNamespace': 'other' }),
  changed('deploymentImage', 'spec.installNamespace', 'installNamespace is neither set nor cleared later', { 'spec.installNamespace': undefined }),
  changed('deploymentImage', 'spec.installNamespace', 'installNamespace is neither set nor cleared later', {}, { 'spec.installNamespace': undefined }),
];

export const RUKPAK_GOOD: readonly GoodCase[] = [
  { from: 'bundleImage', changes: { metadata: { name: 'x'.repeat(52) } } },
  { from: 'deploymentImage', changes: { metadata: { name: 'x'.repeat(45) } } },
  ...['main', 'feature/a-b', 'v1.0.0+build@2', '1'].map((tag): GoodCase => ({ from: 'bundleTag', changes: { 'spec.source.git.ref.tag': tag } })),
  ...['manifests', './a/b', '...', 'a/..b', '.'].map((directory): GoodCase => ({ from: 'bundleTag', changes: { 'spec.source.git.directory': directory } })),
  { from: 'bundleCommit', changes: { 'spec.source.git.ref.commit': 'b'.repeat(64) } },
  { from: 'bundleHttp', changes: { 'spec.source.http.url': 'http://x/' } },
  { from: 'bundleImage', before: {}, changes: { 'status.phase': 'Failing', 'status.digest': undefined } },
  // Another template, another class, another configuration: it pivots.
  { from: 'deploymentImage', before: {}, changes: { 'spec.template.spec.source': SOURCES.Tag, 'spec.config': { values: 'replicas: 2' } } },
  { from: 'deploymentImage', before: {}, changes: { 'spec.provisionerClassName': 'core-rukpak-io-helm', 'spec.preflight': undefined } },
];
