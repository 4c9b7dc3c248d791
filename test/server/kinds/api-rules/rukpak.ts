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
  Directory: { type: 'directory', directory: { path: '/srv/bundles/a' } },
  Http: { type: 'http', http: { url: 'https://charts.example.com/a-1.0.0.tgz', auth: { secret: auth.secret, insecureSkipVerify: false } } },
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
const TYPES = { image: 'Image', git: 'Tag', configMaps: 'ConfigMaps', http: 'Http', directory: 'Directory' } as const;
const NO_REFERENCES = ['-b', '--upload-pack=x', '.x', '/x', 'a b', 'a..b', 'a@{1}', 'a//b', 'a/', 'a.lock', 'a~1', 'a:b'];
const REFERENCE = 'must be the name of a git reference';
const WITHIN = 'directory must be within the repository';
const COMMITS = 'commit must be a whole commit, in lower-case hexadecimal digits';
const ONE = 'exactly one of branch, tag and commit must be set';

const NO_ADDRESSES = [
  'http://example.com/a', 'ftp://example.com/a', 'ssh://example.com/a', 'git@example.com:a.git', 'file:///etc/passwd', '/srv/a', 'x', 'HTTPS://x', 'https://',
  'https://me:secret@example.com/a', 'https://me@example.com', 'http://127.0.0.1.example.com/a', 'https://example.com/a b',
];

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
  ...NO_ADDRESSES.flatMap((address) => [
    bad(`${kind}Http`, `${path}.http.url`, 'url must begin with https:// and a host, without credentials', { [`${path}.http.url`]: address }),
    bad(`${kind}Tag`, `${path}.git.repository`, 'repository must begin with https:// and a host, without credentials', { [`${path}.git.repository`]: address }),
  ]),
  ...['srv', '/srv/../etc', '/srv/./a', '/..', './a'].map((folder) => bad(`${kind}Directory`, `${path}.directory.path`, 'path must be absolute, without . and ..', { [`${path}.directory.path`]: folder })),
  bad(`${kind}Http`, `${path}.http`, 'insecureSkipVerify is not there for source type "http"', { [`${path}.http.auth.insecureSkipVerify`]: true }),
  ...['/etc', '..', 'a/../..'].map((folder) => bad(`${kind}ConfigMaps`, `${path}.configMaps[0].path`, 'path must be within the bundle', { [`${path}.configMaps[0].path`]: folder })),
]);

export const RUKPAK_BAD: readonly BadCase[] = [
  ...SOURCE,
  bad('bundleImage', '<nil>', 'the name of a bundle has at most 52 characters', { metadata: { name: 'x'.repeat(53) } }),
  changed('bundleImage', 'spec', 'bundle.spec is immutable', { 'spec.source.image.ref': 'registry.example.com/other' }),
  changed('bundleImage', 'spec', 'bundle.spec is immutable', { 'spec.provisionerClassName': 'core-rukpak-io-helm' }),
  changed('bundleImage', 'spec', 'bundle.spec is immutable', { 'spec.source.image.pullSecret': undefined }),
  bad('deploymentImage', '<nil>', 'the name of a bundle deployment has at most 45 characters', { metadata: { name: 'x'.repeat(46) } }),
  ...['a.b', 'A', '-a'].map((name) => bad('deploymentImage', 'spec.installNamespace', 'installNamespace must be a valid DNS1123 label', { 'spec.installNamespace': name })),
  ...[['plain', 'core-rukpak-io-helm'], ['plain', 'others-class'], ['registry', PLAIN], ['helm', 'core-rukpak-io-registry']].map(([own, of]) => bad(
    'deploymentImage', 'spec.template', 'a provisioner installs bundles of its own class, and core-rukpak-io-plain those of core-rukpak-io-registry as well',
    { 'spec.provisionerClassName': `core-rukpak-io-${own}`, 'spec.template.spec.provisionerClassName': of },
  )),
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
  { from: 'bundleImage', before: {}, changes: { 'status.phase': 'Failing', 'status.digest': undefined } },
  // Another template, another class, another configuration: it pivots.
  { from: 'deploymentImage', before: {}, changes: { 'spec.template.spec.source': SOURCES.Tag, 'spec.config': { values: 'replicas: 2' } } },
  {
    from: 'deploymentImage', before: {},
    changes: { 'spec.provisionerClassName': 'core-rukpak-io-helm', 'spec.template.spec.provisionerClassName': 'core-rukpak-io-helm', 'spec.preflight': undefined },
  },
  { from: 'deploymentImage', changes: { 'spec.template.spec.provisionerClassName': 'core-rukpak-io-registry' } },
  // Of a provisioner of somebody else nothing is known.
  { from: 'deploymentImage', changes: { 'spec.provisionerClassName': 'others-class' } },
  ...['my-bundle@sha256:xyz123', 'localhost/a', 'localhost:5000/a/b:v1', 'registry:5000/a', '[::1]:5000/a', 'quay.io/a/b-c_d:V1.0_x', `quay.io/a:v1@${DIGEST}`, `10.0.0.1:5000/a@sha512:${'a'.repeat(128)}`]
    .map((ref): GoodCase => ({ from: 'bundleImage', changes: { 'spec.source.image.ref': ref } })),
  ...['https://example.com:8443/a/b.git?x=1', 'https://example.com', 'https://example.com#sha256=0', 'http://127.0.0.1:8080/a', 'http://localhost/a', 'http://[::1]/a']
    .flatMap((address): readonly GoodCase[] => [
      { from: 'bundleTag', changes: { 'spec.source.git.repository': address } }, { from: 'bundleHttp', changes: { 'spec.source.http.url': address } },
    ]),
  { from: 'bundleDirectory', changes: { 'spec.source.directory.path': '/srv/.hidden/a..b' } },
  { from: 'bundleConfigMaps', changes: { 'spec.source.configMaps[0].path': 'a/..b/c' } },
];
