/** A folder of charts or bundles, named in place of one of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { open, openAsBundle } from '../../../lib/source';
import { loadObjects } from '../../../lib/source/load';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'boxcutter-below-')); });
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const chart = (name: string) => ({ [`${name}/Chart.yaml`]: 'name: nats\n', [`${name}/templates/a.yaml`]: '{{ if .Values.on }}\n' });
const load = () => loadObjects(folder, { onNote: () => undefined });

test('a chart below is named, and what is in it is not', async () => {
  write({ ...chart('2.14.2'), ...chart('2.14.2/charts/part') });
  await expect(load()).rejects.toMatchObject({
    code: 'manifests-hold-bundles',
    message: `${folder} is neither a bundle nor a folder of plain objects: 2.14.2/ is a Helm chart.`,
    hint: `Name it: ${folder}/2.14.2`,
    details: { bundles: [`${folder}/2.14.2`] },
  });
});

test('charts and bundles further below are named, the first five of them', async () => {
  const names = ['1', '2', '3', '4', '5', '6'];
  const bundle = { 'z/metadata/annotations.yaml': 'annotations: {}\n', 'z/manifests/a.yaml': 'kind: {{\n' };
  write(Object.assign({}, bundle, ...names.map((name) => chart(`charts/${name}`))) as Record<string, string>);
  await expect(load()).rejects.toMatchObject({
    message: expect.stringMatching(/: charts\/1\/ is a Helm chart, .*charts\/5\/ is a Helm chart, and 2 more\.$/) as string,
    hint: `Name one of them: ${folder}/charts/1`,
  });
  rmSync(join(folder, 'charts'), { recursive: true });
  await expect(load()).rejects.toThrow('z/ is a bundle.');
});

test('mistakes that are in no chart are listed as ever', async () => {
  write({ 'a.yaml': 'a: [' });
  await expect(load()).rejects.toMatchObject({ code: 'input-invalid' });
});

test('a folder of charts that was named as one of them, or to be configured', async () => {
  write({ ...chart('1.0.0'), ...chart('2.0.0') });
  const surroundings = { onNote: () => undefined };
  const refusal = { code: 'manifests-hold-bundles', hint: `Name one of them: ${folder}/1.0.0` };
  await expect(openAsBundle(folder, {}, surroundings)).rejects.toMatchObject(refusal);
  await expect(open(folder, { set: ['replicas=2'] }, surroundings)).rejects.toMatchObject(refusal);
});
