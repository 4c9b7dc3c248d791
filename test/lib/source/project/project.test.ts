/** The project in the working directory: its app, and what makes it one that cannot run here. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownApp } from '../../../../lib/source';

const before = process.cwd();
let folder: string;
let notes: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-project-'));
  process.chdir(folder);
  notes = [];
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});
const read = (given?: string) => ownApp(given, (note) => notes.push(note));
const config = (text: string): void => writeFileSync('cdk8s.yaml', text);

test('the app: what is given, else what cdk8s.yaml says, with the folder for what it writes', () => {
  config('app: node main.js\noutput: out\n');
  expect(read().app).toBe('node main.js');
  expect(read('node other.js').app).toBe('node other.js');
  expect(read().output()).toBe('out');
});

test.each<[what: string, text: string | undefined, code: string, message: RegExp]>([
  ['no cdk8s.yaml', undefined, 'synth-no-app', /^There is no cdk8s\.yaml here/],
  ['one without an app', 'language: typescript\n', 'synth-no-app', /names no app/],
  ['an app that is no text', 'app: 3\n', 'synth-config', /app is not a text/],
  ['one that is no YAML', 'app: [', 'synth-config', /^cdk8s\.yaml:\d+/],
  ['a format of its own', 'app: a\nsynthConfig: { format: helm }\n', 'synth-config', /the format helm cannot hold revisions/],
])('refused: %s', (_what, text, code, message) => {
  if (text !== undefined) config(text);
  expect(() => read()).toThrow(expect.objectContaining({ code, category: 'input', message: expect.stringMatching(message) as string }));
});

test('a folder for the output that is no text is refused when it is asked for', () => {
  config('app: a\noutput: 3\n');
  expect(() => read().output()).toThrow(expect.objectContaining({ code: 'synth-config' }));
});

test('dependencies have to be installed, here or in a folder above', () => {
  mkdirSync('packages/shop', { recursive: true });
  process.chdir('packages/shop');
  config('app: a\n');
  writeFileSync('package.json', '{}');
  expect(() => read()).toThrow(expect.objectContaining({ code: 'synth-not-installed', category: 'input', hint: 'Run: npm install' }));
  mkdirSync('../../node_modules');
  expect(read().app).toBe('a');
});

test('validations of cdk8s are not carried out, which is said', () => {
  config('app: a\nvalidations: []\n');
  read();
  expect(notes).toEqual([expect.stringContaining('cdk8s synth runs them')]);
});
