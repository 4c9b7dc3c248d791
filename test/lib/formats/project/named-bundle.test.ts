/** What a text that names a bundle stands for, for synth and for the command alike. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleNamed, bundleNotFound } from '../../../../lib/formats/project';

const root = mkdtempSync(join(tmpdir(), 'boxcutter-named-'));
const at = (...parts: string[]): string => join(root, ...parts);
beforeAll(() => {
  for (const folder of ['shop', 'layout', 'odd/oci-layout', 'quay.io/team/shop']) mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('layout', 'oci-layout'), '{}');
  writeFileSync(at('shop.tgz'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

const digest = `sha256:${'a'.repeat(64)}`;

test.each<[text: string, named: object]>([
  ['shop', { kind: 'folder', path: 'shop' }],
  ['shop:v1', { kind: 'folder', path: 'shop', image: 'v1' }],
  ['layout', { kind: 'layout', path: 'layout' }],
  ['layout:v1', { kind: 'layout', path: 'layout', image: 'v1' }],
  [`layout@${digest}`, { kind: 'layout', path: 'layout', image: digest }],
  ['odd', { kind: 'folder', path: 'odd' }],
  ['shop.tgz', { kind: 'file', path: 'shop.tgz' }],
  ['shop.tgz:quay.io/team/shop:v1', { kind: 'file', path: 'shop.tgz', image: 'quay.io/team/shop:v1' }],
  ['quay.io/team/shop', { kind: 'folder', path: 'quay.io/team/shop' }],
])('on this machine: %s', (text, named) => {
  const shown = Object.entries(bundleNamed(at(text))).map(([key, value]: [string, string]) => [key, value.replace(`${root}/`, '')]);
  expect(Object.fromEntries(shown)).toEqual(named);
});

test.each<[text: string, kind: string]>([
  ['oci://quay.io/team/shop', 'reference'],
  ['registry.example/team/shop:v1', 'reference'],
  [`localhost:5000/shop@${digest}`, 'reference'],
  ['team/shop:v1', 'unknown'],
  ['./nowhere', 'unknown'],
  ['nowhere.tgz', 'unknown'],
])('elsewhere: %s is of kind %s', (text, kind) => {
  expect(bundleNamed(text)).toEqual({ kind });
});

test.each<[text: string, message: string, hint: RegExp]>([
  ['./nowhere', 'There is no file or folder ./nowhere.', /registry\.example/],
  ['nginx', 'There is no file or folder nginx.', /docker\.io\/library\/nginx$/],
  ['team/shop:v1', 'There is no file or folder team/shop:v1, and it cannot be the name of an image either.', /registry\.example/],
  ['git+https://me:word@host/shop.git#v1:x', 'git+https://host/shop.git is a URL, but a bundle is read from a file, a folder or a registry.', /^Download it/],
  ['https://me:word@host/shop.tgz?token=word#x', 'https://host/shop.tgz is a URL, but a bundle is read from a file, a folder or a registry.', /^Download it/],
])('the error for %s', (text, message, hint) => {
  expect(bundleNotFound(text)).toMatchObject({
    code: 'bundle-not-found',
    category: 'input',
    message,
    hint: expect.stringMatching(hint) as string,
  });
});
