/** docs/conformance.md names tests: each of them exists, and each test of conformance is named. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const tests = join(__dirname, '..', '..', '..');
const rows = readFileSync(join(tests, '..', 'docs', 'conformance.md'), 'utf8').split('\n').filter((line) => /^\| /.test(line)).map((line) => line.slice(2, -2).split(' | '));

/** Titles of tests, and of their rows in tables, by file under test/. */
const titles = new Map<string, { readonly tests: ReadonlySet<string>; readonly rows: ReadonlySet<string> }>();

function titlesOf(file: string): { readonly tests: ReadonlySet<string>; readonly rows: ReadonlySet<string> } {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const found = { tests: new Set<string>(), rows: new Set<string>() };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) add(found.tests, node.arguments[0]);
    if (ts.isArrayLiteralExpression(node) && ts.isArrayLiteralExpression(node.parent)) add(found.rows, node.elements[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(tests, `${file}.test.ts`), 'utf8'), ts.ScriptTarget.ES2022, true));
  titles.set(file, found);
  return found;
}

/** `test(…)`, `test.each(…)(…)`, `(condition ? test.skip : test)(…)`. */
function isTest(callee: ts.Expression): boolean {
  return /^\(?(\w+ \? )?test\b/.test(callee.getText()) || (ts.isCallExpression(callee) && isTest(callee.expression));
}

function add(into: Set<string>, node: ts.Node | undefined): void {
  if (node !== undefined && ts.isStringLiteralLike(node)) into.add(node.text);
}

/** `file: title` of every test that the table names. */
const named = rows.flatMap(([, cell = '']) => {
  let file = '';
  return [...cell.matchAll(/`([^`]+)`(:)?/g)].flatMap(([, text = '', colon]) => {
    if (colon === undefined) return file === '' ? [] : [[file, text] as const];
    file = text;
    return [];
  });
});

test('every test that is named exists', () => {
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(([file, title]) => {
    if (!existsSync(join(tests, `${file}.test.ts`))) return true;
    const found = titlesOf(file);
    return !found.tests.has(title) && !found.rows.has(title);
  });
  expect(missing).toEqual([]);
});

test('every test of conformance is named', () => {
  const known = new Set(named.map(([file, title]) => `${file}: ${title}`));
  const files = ['server/conformance', 'lib/engine/conformance'].flatMap((folder) =>
    readdirSync(join(tests, folder)).filter((name) => name.endsWith('.test.ts') && name !== 'table.test.ts').map((name) => `${folder}/${name.replace('.test.ts', '')}`),
  );
  expect(files.length).toBeGreaterThan(6);
  const unnamed = files.flatMap((file) => [...titlesOf(file).tests].filter((title) => title !== '%s').map((title) => `${file}: ${title}`)).filter((title) => !known.has(title));
  expect(unnamed).toEqual([]);
});

test('what has no test says why', () => {
  const silent = rows.filter(([scenario, cell = '', outcome = '']) => scenario !== 'scenario' && !cell.includes('`') && cell.trim() === '' && outcome.trim() === '');
  expect(silent).toEqual([]);
});
