import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatIssue } from '../../../../lib/issue';
import { withItsChart } from '../../../../lib/source/bundle/chart-of-template';
import { objectsOfText, yamlWording } from '../../../../lib/yaml';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'template-'));
  mkdirSync(join(folder, 'my chart/templates/web'), { recursive: true });
  writeFileSync(join(folder, 'my chart/Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 1.0.0\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function hintFor(path: string): string {
  const file = join(folder, path);
  writeFileSync(file, 'a: {{ .Values.a }}\n');
  const [issue] = objectsOfText('a: {{ .Values.a }}\n', file).issues;
  if (issue === undefined) throw new Error('nothing is wrong');
  return formatIssue(withItsChart(issue), yamlWording);
}

test('a template within a chart names the folder of the chart', () => {
  expect(hintFor('my chart/templates/web/cm.yaml')).toMatch(/not a manifest\. Name the folder of its chart instead: '[^']*\/my chart'$/);
});

test('a template without one says what can be done', () => {
  expect(hintFor('cm.yaml')).toMatch(/or give the output of helm template\.$/);
});
