/** Mistakes with which OLM installs a bundle: warnings for its users, errors for its author. */
import { bundleFilesOf, readBundle, renderBundle } from '../../../../lib/bundle';
import { CSV_FILE, files, lines, serviceVersion } from '../sample';

const withChanges = (changes: Parameters<typeof files>[0]) =>
  bundleFilesOf('sample', Object.entries(files(changes)).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));

const DEPENDENCIES = 'metadata/dependencies.yaml';

test.each<[string, Parameters<typeof files>[0], string]>([
  ['another apiVersion', { [CSV_FILE]: JSON.stringify({ ...serviceVersion(), apiVersion: 'operators.coreos.com/v1' }) }, `csv-invalid ${CSV_FILE}`],
  ['dependencies that are no YAML', { [DEPENDENCIES]: 'dependencies: [\n' }, `yaml-syntax ${DEPENDENCIES}`],
  ['dependencies that are no list', { [DEPENDENCIES]: 'dependencies: {}\n' }, `dependency-invalid ${DEPENDENCIES}`],
  ['a dependency of an unknown type', { [DEPENDENCIES]: 'dependencies:\n- type: olm.odd\n  value: {}\n' }, `dependency-invalid ${DEPENDENCIES}`],
])('%s', (_what, changes, line) => {
  const judged = readBundle(withChanges(changes));
  expect(judged.bundle).toBeUndefined();
  expect(lines(judged)).toEqual([expect.stringContaining(`error ${line}`)]);
  const taken = readBundle(withChanges(changes), { forInstall: true });
  expect(lines(taken)).toEqual([expect.stringContaining(`warning ${line}`)]);
  if (taken.bundle === undefined) throw new Error('it was not read');
  const rendered = renderBundle(taken.bundle, { installNamespace: 'demo', config: {}, certificates: 'none' });
  expect(rendered.objects.map(({ manifest }) => manifest['kind'])).toContain('Deployment');
});

test('what would be lost, or what the API server refuses, stays an error', () => {
  const nameless = { ...serviceVersion(), metadata: {} };
  for (const changes of [{ [CSV_FILE]: JSON.stringify(nameless) }, { 'manifests/sites.yaml': 'kind: [\n' }]) {
    expect(readBundle(withChanges(changes), { forInstall: true }).bundle).toBeUndefined();
  }
});
