import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatOrigin, type Origin } from '../../../lib/issue';
import { loadFiles, yamlWording } from '../../../lib/yaml';
import { inWords } from '../in-words';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'manifests-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string | Buffer>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
const object = (name: string, kind = 'ConfigMap') => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
const names = (loaded: ReturnType<typeof loadFiles>) => loaded.objects.map(({ manifest }) => (manifest.metadata as { name: string }).name);
const short = (text: string | undefined) => text?.replaceAll(`${folder}/`, '');
const placeOf = (origin: Origin | undefined) => origin && short(formatOrigin(origin));

test('a file of several documents: each knows file, document and line; empty ones are left out', () => {
  write({ 'app.yaml': `# head\n---\n${object('a')}---\n---\n# only a comment\n---\n${object('b')}` });
  const { objects, issues } = loadFiles(join(folder, 'app.yaml'));
  expect(issues).toEqual([]);
  expect(objects.map(({ origin, document, line }) => [placeOf(origin), document, line])).toEqual([['app.yaml:3 (document 1)', 1, 3], ['app.yaml:11 (document 4)', 4, 11]]);
});

test('a file of one document needs no document number', () => {
  write({ 'app.yaml': object('a') });
  expect(placeOf(loadFiles(join(folder, 'app.yaml')).objects[0]?.origin)).toBe('app.yaml:1');
});

test('a folder is read with its subfolders, in the order of the paths, hidden and other files passed over', () => {
  write({ 'b.yml': object('b'), 'a/z.yaml': object('az'), 'c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}', '.git/x.yaml': object('hidden'), 'README.md': '# no', 'a/a.yaml': object('aa') });
  expect(names(loadFiles(folder))).toEqual(['aa', 'az', 'b', 'c']);
});

test('standard input', () => {
  const { objects } = loadFiles('-', { stdin: object('a') });
  expect(objects.map(({ origin }) => origin)).toEqual([{ source: 'standard input', line: 1 }]);
});

test('lists are taken apart, nested ones too; entries of a typed list may leave out their kind', () => {
  write({ 'list.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${object('a').replaceAll('\n', '\n  ')}\n- apiVersion: v1\n  kind: SecretList\n  items:\n  - metadata: {name: b}\n` });
  const { objects, issues } = loadFiles(folder);
  expect(issues).toEqual([]);
  expect(objects.map(({ manifest, origin }) => [manifest.kind, placeOf(origin)])).toEqual([['ConfigMap', 'list.yaml:1 (item 1)'], ['Secret', 'list.yaml:1 (item 2) (item 1)']]);
});

test('documents that are no objects are findings that name file, document and line', () => {
  write({ 'app.yaml': `${object('a')}---\n- 1\n---\nkind: ConfigMap\n---\napiVersion: v1\nkind: 5\n---\njust text\n` });
  const findings = inWords(loadFiles(folder).issues, yamlWording);
  expect(findings.map(({ code, message, origin }) => [code, message, short(origin)])).toEqual([
    ['not-an-object', 'this is a list, not a Kubernetes object', 'app.yaml:6 (document 2)'],
    ['missing-kind', 'the document has no apiVersion', 'app.yaml:8 (document 3)'],
    ['missing-kind', 'kind is not a string', 'app.yaml:10 (document 4)'],
    ['not-an-object', 'this is just text, not a Kubernetes object', 'app.yaml:13 (document 5)'],
  ]);
});

test('one bad file does not hide the others', () => {
  write({ 'a.yaml': 'a: [', 'b.yaml': object('b'), 'c.yaml': Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]) });
  const loaded = loadFiles(folder);
  expect(names(loaded)).toEqual(['b']);
  expect(loaded.issues.map(({ code, origin }) => [code, placeOf(origin)])).toEqual([['yaml-syntax', expect.stringMatching(/^a\.yaml:\d$/)], ['yaml-encoding', 'c.yaml']]);
});

test('a bundle as one document is left out with a note, and taken where bundles are asked for', () => {
  write({ 'cm.yaml': object('cm'), 'bundle.yaml': 'apiVersion: olm.operatorframework.io/v1\nkind: BundleFiles\nmetadata: {name: shop}\nspec: {files: {}}\n' });
  const loaded = loadFiles(folder);
  expect(names(loaded)).toEqual(['cm']);
  expect(loaded.notes.map(short)).toEqual([expect.stringMatching(/^bundle\.yaml:1 is left out: it holds the files of a bundle, from which "boxcutter bundle build" makes/)]);
  expect(names(loadFiles(folder, { bundleDocuments: true }))).toEqual(['shop', 'cm']);
});

test('links that leave the folder are refused, links inside are followed', () => {
  write({ 'inside/real.yaml': object('real'), 'other/secret.yaml': object('secret') });
  symlinkSync(join(folder, 'inside/real.yaml'), join(folder, 'inside/link.yaml'));
  symlinkSync(join(folder, 'other/secret.yaml'), join(folder, 'inside/escape.yaml'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'inside/broken.yaml'));
  const loaded = loadFiles(join(folder, 'inside'));
  expect(names(loaded)).toEqual(['real', 'real']);
  expect(loaded.issues.map(({ code, origin }) => [code, placeOf(origin)]).sort()).toEqual([['broken-link', 'inside/broken.yaml'], ['link-outside', 'inside/escape.yaml']]);
});

test.each([
  ['a path that is not there', {}, 'gone', 'manifests-not-found'],
  ['a folder without manifests', { 'README.md': '' }, '.', 'manifests-empty'],
  ['a cdk8s project', { 'cdk8s.yaml': 'app: x', 'a.yaml': '' }, '.', 'manifests-are-a-project'],
])('%s is an error of the input', (_, files, path, code) => {
  write(files);
  expect(() => loadFiles(join(folder, path))).toThrow(expect.objectContaining({ code, category: 'input' }) as Error);
});
