/** docs/findings.md has every finding about charts, with its severity; docs/charts.md has every property of the construct. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELM_WARNINGS, helmWording } from '../../../../lib/formats/helm/wording';
import { codesOf } from '../codes';

const root = join(__dirname, '..', '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('all codes about charts are documented', () => {
  const used = codesOf(helmWording, HELM_WARNINGS);
  const documented = [...read('docs/findings.md').matchAll(/^\| (.*?) \| ([ew]) \|/gm)].flatMap(([, codes = '', severity]) =>
    [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${code} ${severity}`));
  expect(used.length).toBeGreaterThan(18);
  expect(used.filter((code) => !documented.includes(code))).toEqual([]);
});

test('all properties of HelmChart are documented', () => {
  const properties = [...read('constructs/content/helm-chart.ts').matchAll(/^ {2}readonly (\w+)\??: .*;$/gm)].map(([, name]) => name);
  const own = properties.slice(0, properties.indexOf('chartName'));
  expect(own).toEqual(expect.arrayContaining(['chart', 'values', 'upgrade']));
  const text = read('docs/charts.md');
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
