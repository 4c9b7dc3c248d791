/** A new format touches its folder and the list: nothing else in the package decides anything by the name of a format. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { bundleFilesOf, formatOf, readBundle } from '../../../lib/formats';
import { formatNamed } from '../../../lib/formats/list';
import { read } from './sample';

const root = join(__dirname, '..', '..', '..');
const NAMES = ['registry+v1', 'plain+v0', 'helm'];

/** What may name formats, and why. */
const MAY: Readonly<Record<string, string>> = {
  'lib/formats/list.ts': 'it is the list',
  'lib/formats/export/exporter.ts': 'hints name the format that takes every object',
  'lib/cli/commands/bundle/build.ts': 'the choices of an option: words are read before anything is loaded',
  'constructs/package/package-bundle.ts': 'the default of a property',
};

test('names of formats stand in the folders of the formats and in the list alone', () => {
  const sources = ['lib', 'constructs'].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
  const outside = sources
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !/^lib\/formats\/(?:registry-v1|plain-v0|helm)\//.test(file));
  const naming = outside.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    return NAMES.some((name) => code.includes(`'${name}'`) || code.includes(`"${name}"`));
  });
  expect(naming.sort()).toEqual(Object.keys(MAY).sort());
});

test('each format is found by its name, and by a bundle of it', () => {
  expect(NAMES.map(formatNamed)).toEqual(NAMES);
  expect(['registry+v2', undefined, 1].map(formatNamed)).toEqual([undefined, undefined, undefined]);
  const { bundle } = read();
  expect(bundle && formatOf(bundle).name).toBe('registry+v1');
});

test('the annotation goes before what the files look like', () => {
  const plain = { 'metadata/annotations.yaml': 'annotations: { operators.operatorframework.io.bundle.mediatype.v1: plain }' };
  const chart = { 'Chart.yaml': 'name: shop', 'manifests/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }' };
  expect(readBundle(bundleFilesOf('shop', Object.entries({ ...plain, ...chart }))).bundle?.format).toBe('plain+v0');
});
