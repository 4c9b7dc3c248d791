/** A new format touches its folder and the list: nothing else in the package decides anything by the name of a format. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { bundleFilesOf, formatOf, readBundle } from '../../../lib/formats';
import { formatNamed } from '../../../lib/formats/list';
import { read } from './sample';

const root = join(__dirname, '..', '..', '..');
const NAMES = ['registry+v1', 'plain+v0', 'helm'];

/** Files outside of the folders of the formats, and why they may do what no other does. */
type Exceptions = Readonly<Record<string, string>>;

const MAY_NAME: Exceptions = {
  'lib/formats/list.ts': 'it is the list',
  'lib/controllers/provisioners/names.ts': 'each class of provisioners is there for one format',
  'lib/catalog/render/bundle-format.ts': 'what a catalog says nothing of is a bundle of OLM',
  'lib/source/build/export.ts': 'who has to choose a format is told which one OLM reads',
  'lib/cli/commands/controller/run.ts': 'an option names the helm program',
  'lib/cli/commands/controller/manifests.ts': 'an option names the helm program',
  'lib/program/home.ts': 'folders are named for the program that works in them',
  'lib/controller-package/objects/workload.ts': 'it puts the helm program beside the controllers',
};

/** What Helm and OLM have installed, and what the helm program installs: systems of a cluster, and no formats of bundles. */
const SYSTEMS = /^lib\/(?:adoption|controllers\/helm|cli\/(?:actions|commands)\/adopt)\//;

/** Blobs of a catalog hold the ClusterServiceVersion of their bundle: that is the format of catalogs, and none of bundles. */
const CATALOGS = /^lib\/catalog\//;

const MAY_KNOW_MARKS: Exceptions = {
  'lib/formats/index.ts': 'it gives out the types of all formats',
  'lib/source/catalog/carried-bundle.ts': 'what a catalog carries is a bundle of OLM',
};

const MAY_IMPORT: Exceptions = {
  'lib/formats/list.ts': 'it is the list',
  'lib/formats/detect/known-formats.ts': 'it is the light list',
  'lib/formats/index.ts': 'it gives out the types of all formats',
  'lib/formats/wording.ts': 'it has the words of all formats',
};

const FOLDERS = /^lib\/formats\/(registry-v1|plain-v0|helm)\//;

const code: ReadonlyMap<string, string> = new Map(['lib', 'constructs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).split(sep).join('/'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))] as const)));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function outside(holds: (text: string, file: string) => boolean): readonly string[] {
  return [...code].filter(([file, text]) => !FOLDERS.test(file) && !SYSTEMS.test(file) && holds(text, file)).map(([file]) => file).sort();
}

/** Files that a file imports, types included, by their paths without an ending. */
function importsOf(text: string, file: string): readonly string[] {
  return [...text.matchAll(/(?:from|import|import\(|require\()\s*'(\.[^']+)'/g)].map(([, path = '']) => posix.join(posix.dirname(file), path));
}

const folderOf = (file: string): string | undefined => FOLDERS.exec(`${file}/`)?.[1];

test('names of formats stand in the folders of the formats and in the list alone', () => {
  const named = outside((text) => /registry\+v1|plain\+v0|['"`]helm['"`]/.test(text));
  expect(named).toEqual(Object.keys(MAY_NAME).sort());
});

test('by which files and kinds a format is known stands in its folder alone', () => {
  expect(outside((text, file) => !CATALOGS.test(file) && /\bChart\\?\.yaml|ClusterServiceVersion/.test(text))).toEqual(Object.keys(MAY_KNOW_MARKS).sort());
});

test('the lists alone import from the folders of the formats', () => {
  const importing = outside((text, file) => importsOf(text, file).some((path) => folderOf(path) !== undefined));
  expect(importing).toEqual(Object.keys(MAY_IMPORT).sort());
});

test('no format imports from the folder of another', () => {
  const crossing = [...code].flatMap(([file, text]) => {
    const own = folderOf(file);
    if (own === undefined) return [];
    return importsOf(text, file).filter((path) => folderOf(path) !== undefined && folderOf(path) !== own).map((path) => `${file}: ${path}`);
  });
  expect(crossing).toEqual([]);
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
