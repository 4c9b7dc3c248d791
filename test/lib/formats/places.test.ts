/** Issues lead to the line of the mistake. */
import { bundleFilesOf, type Origin, placeIssues, readBundle } from '../../../lib/bundle';
import { stringifyYaml } from '../../../lib/yaml';
import { annotations, CSV_FILE, definition, deployment, files, serviceVersion } from './sample';

const csv = stringifyYaml(serviceVersion({ install: { strategy: 'deployment', spec: { deployments: [deployment('first'), deployment('second')] } } }));
const filesWith = (changes: Record<string, string>) =>
  bundleFilesOf('sample', Object.entries({ ...files(), [CSV_FILE]: csv, ...changes }).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
const originsOf = (changes: Record<string, string>): (string | undefined)[] => readBundle(filesWith(changes)).findings.map(({ origin }) => origin);
const lineOf = (text: string, words: string): number => text.split('\n').findIndex((line) => line.includes(words)) + 1;

test('in the ClusterServiceVersion it is the line of the field', () => {
  const wrong = csv.replace('version: 1.2.3', 'version: master');
  const line = lineOf(wrong, 'version: master');
  expect(line).toBeGreaterThan(5);
  expect(originsOf({ [CSV_FILE]: wrong })).toEqual([`${CSV_FILE}:${line}`]);
});

test('a field that is missing is at what should hold it', () => {
  const wrong = csv.replace('name: second', 'other: second');
  expect(originsOf({ [CSV_FILE]: wrong })).toContain(`${CSV_FILE}:${lineOf(wrong, 'other: second')}`);
});

test('the document stays in what is said, and so does the entry of a list', () => {
  const list = stringifyYaml({ apiVersion: 'v1', kind: 'List', items: [definition(), { ...definition('boxes.web.example', 'Box'), apiVersion: 'apiextensions.k8s.io/v1beta1' }] });
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n---\n${list}`;
  expect(originsOf({ 'manifests/sites.yaml': text })).toContain(`manifests/sites.yaml:${lineOf(text, 'v1beta1')} (document 2) (item 2)`);
});

test('files of metadata get a line, too', () => {
  const text = `annotations:\n${Object.entries((JSON.parse(annotations()) as { annotations: Record<string, string> }).annotations).map(([key, value]) => `  ${key}: ${value.replace('registry+v1', 'registry+v1').replace('metadata/', 'meta/')}\n`).join('')}`;
  expect(originsOf({ 'metadata/annotations.yaml': text })).toEqual([`metadata/annotations.yaml:${lineOf(text, 'meta/')}`]);
});

test('what is wrong with a rendered Deployment is found in the deployment that it comes from', () => {
  const given = filesWith({});
  const { bundle } = readBundle(given);
  const path = ['spec', 'template', 'spec', 'containers', 0, 'image'];
  const issue = { code: 'unknown-field', severity: 'error', path, data: { field: 'image' } } as const;
  const placed = (origin: Origin) => placeIssues(given, [{ ...issue, origin }], bundle).map((one) => one.origin);
  const images = csv.split('\n').flatMap((text, index) => (text.includes('image: registry.example/web:1') ? [index + 1] : []));
  const rendered = (kind: string): Origin => ({ source: CSV_FILE, line: 1, made: { kind, namespace: 'web', name: 'second' } });
  expect(placed(rendered('Deployment'))).toEqual([{ ...rendered('Deployment'), line: images[1] }]);
  // Of other generated objects nothing is known about where they come from.
  expect(placed(rendered('Service'))).toEqual([rendered('Service')]);
  expect(placed({ source: 'templates/web.yaml', line: 3 })).toEqual([{ source: 'templates/web.yaml', line: 3 }]);
});
