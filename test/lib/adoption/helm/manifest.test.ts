/** What a manifest of a release says, in all the forms in which it is stored. */
import { sourceOfRelease, type HelmRelease } from '../../../../lib/adoption';

const release = (over: Partial<HelmRelease>): HelmRelease => ({
  name: 'shop', namespace: 'ns', version: 1, status: 'deployed', storage: 'helm', chart: { name: 'c', version: '1.0.0' }, config: {}, manifest: '',
  hooks: [], files: [], labels: {}, appliesServerSide: false, ...over,
});

const names = (over: Partial<HelmRelease>): readonly string[] => sourceOfRelease(release(over), 'shop').source.objects.map(({ manifest }) => {
  return `${String(manifest['kind'])} ${String((manifest['metadata'] as { readonly name: string }).name)}`;
});

const document = (kind: string, name: string): string => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;

test('documents of YAML, also without a line of their own for the mark, with comments and empty ones between', () => {
  const manifest = `---\n# Source: c/templates/a.yaml\n${document('ConfigMap', 'a')}---\n# only a comment\n---\n---apiVersion: v1\nkind: Secret\nmetadata: { name: b }\n`;
  expect(names({ manifest })).toEqual(['ConfigMap a', 'Secret b']);
});

test('millions of empty lines take no time', () => {
  expect(names({ manifest: `${document('ConfigMap', 'a')}---${'\n'.repeat(3_000_000)}# nothing\n---\n${document('Secret', 'b')}` })).toEqual(['ConfigMap a', 'Secret b']);
});

test.each([
  ['objects', '60000 objects of 1 kinds', Array.from({ length: 60_000 }, (_, index) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m${index}"}}`).join('\n')],
  ['kinds', '8000 objects of 8000 kinds', Array.from({ length: 8_000 }, (_, index) => `{"apiVersion":"g${index}.x/v1","kind":"K","metadata":{"name":"m"}}`).join('\n')],
])('more %s than a release has are refused before one of them is asked for', (_what, has, manifest) => {
  expect(() => names({ manifest })).toThrow(`The manifest of release "shop" has ${has}, and may have 5000 of 300. Nothing was changed.`);
});

test('definitions of crds/ live on when they have to go; those of a manifest are as it says', () => {
  const definition = (name: string): string => `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: ${name} }\n`;
  const { source } = sourceOfRelease(release({ manifest: definition('a.b'), files: [{ name: 'crds/d.yaml', text: definition('d.e') }] }), 'shop');
  expect(source.former.definitions).toEqual(['d.e']);
  expect(source.objects.map(({ manifest }) => manifest['metadata']).sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length))
    .toEqual([{ name: 'a.b' }, { name: 'd.e', annotations: { 'olm.operatorframework.io/on-removal': 'orphan' } }]);
});

test('an object of JSON a line', () => {
  const manifest = ['a', 'b'].map((name) => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })).join('\n');
  expect(names({ manifest: `${manifest}\n\n` })).toEqual(['ConfigMap a', 'ConfigMap b']);
});

test('an object of JSON over several lines, and a List', () => {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }] });
  const manifest = `---\n${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, null, 2)}\n---\n${list}`;
  expect(names({ manifest })).toEqual(['ConfigMap a', 'ConfigMap b']);
});

test('definitions come first where a hook may need them; a hook that runs gets the name that an apply gives it', () => {
  const job = `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n  annotations: { helm.sh/hook: pre-install }\nspec: { template: {} }\n`;
  const { source, hooksNotRun } = sourceOfRelease(release({
    manifest: `---\n${document('ConfigMap', 'a')}`,
    files: [{ name: 'README.md', text: 'kind: ConfigMap' }, { name: 'crds/d.yaml', text: 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: d.e }\n' }],
    hooks: [
      { name: 'migrate', kind: 'Job', path: 'c/templates/job.yaml', manifest: job, events: ['pre-install'] },
      { name: 'clean', kind: 'Job', path: 'c/templates/clean.yaml', manifest: job.replace('migrate', 'clean').replace('pre-install', 'pre-delete'), events: ['pre-delete'] },
    ],
  }), 'shop');
  expect(source.objects.map(({ authorName, phase }) => [authorName, phase])).toEqual([
    [undefined, undefined], [undefined, 'crds-shop-c'], ['migrate', 'pre-1-shop-c'],
  ]);
  expect(hooksNotRun).toEqual([{ kind: 'Job', name: 'clean', events: ['pre-delete'] }]);
});

test('what helm keeps when it uninstalls lives on here, too', () => {
  const manifest = `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations: { helm.sh/resource-policy: keep }\n`;
  const [object] = sourceOfRelease(release({ manifest }), 'shop').source.objects;
  expect(object?.manifest['metadata']).toMatchObject({ annotations: { 'olm.operatorframework.io/on-removal': 'orphan' } });
});

test('what cannot be read is refused as a whole, with its template', () => {
  expect(() => names({ manifest: '---\n# Source: c/templates/bad.yaml\nkind: [\n' })).toThrow(/The manifest of release "shop" cannot be read:\n.*templates\/bad\.yaml/);
});
