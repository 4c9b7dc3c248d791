/** Pages whose tables name tests: what they name, and whether it exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const root = join(__dirname, '..');

/** Rows of the tables that have a column `test`, with the first cell and that of the outcome. */
export interface Row {
  readonly what: string;
  readonly test: string;
  readonly outcome: string;
}

export function tableRows(text: string): Row[] {
  const found: Row[] = [];
  let columns: readonly string[] = [];
  for (const line of text.split('\n')) {
    const cells = /^\| /.test(line) ? line.slice(2, -1).split(/ \|(?= |$)/).map((cell) => cell.trim()) : undefined;
    if (cells === undefined) columns = /^\|-/.test(line) ? columns : [];
    else if (columns.length === 0) columns = cells;
    else if (columns.includes('test')) found.push({ what: cells[0] ?? '', test: cells[columns.indexOf('test')] ?? '', outcome: cells[columns.findIndex((name) => name === 'outcome' || name === 'here')] ?? '' });
  }
  return found;
}

/** What a test file says: titles of tests and of groups, and first texts of rows in tables; `each`: those that are the titles of tests. */
export interface Titles {
  readonly tests: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
  readonly each: ReadonlySet<string>;
}

const known = new Map<string, Titles>();

export function titlesOf(file: string): Titles {
  const cached = known.get(file);
  if (cached !== undefined) return cached;
  const found = { tests: new Set<string>(), groups: new Set<string>(), rows: new Set<string>(), each: new Set<string>() };
  const source = ts.createSourceFile(file, readFileSync(join(root, 'test', `${file}.test.ts`), 'utf8'), ts.ScriptTarget.ES2022, true);
  const lists = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) lists.set(node.name.text, node.initializer);
    if (ts.isCallExpression(node)) {
      if (calls(node.expression, 'test')) add(found.tests, node.arguments[0]);
      if (calls(node.expression, 'describe(?:WithBundles)?')) add(found.groups, node.arguments[0]);
      if (ts.isCallExpression(node.expression) && /^(?:test|describe)\.each$/.test(node.expression.expression.getText()) && node.arguments[0]?.getText() === "'%s'") {
        addRows(found.each, node.expression.arguments[0]);
      }
    }
    if (ts.isArrayLiteralExpression(node) && ts.isArrayLiteralExpression(node.parent)) {
      const [first, second] = node.elements;
      add(found.rows, first);
      if (first !== undefined && second !== undefined && ts.isStringLiteralLike(first) && ts.isStringLiteralLike(second)) found.rows.add(`${first.text}: ${second.text}`);
    }
    ts.forEachChild(node, visit);
  };
  /** Rows stand in the call, or in a variable. */
  const addRows = (into: Set<string>, list: ts.Expression | undefined): void => {
    const literal = list !== undefined && ts.isIdentifier(list) ? lists.get(list.text) : list;
    if (literal === undefined || !ts.isArrayLiteralExpression(literal)) return;
    for (const row of literal.elements) if (ts.isArrayLiteralExpression(row)) add(into, row.elements[0]);
  };
  visit(source);
  known.set(file, found);
  return found;
}

/** `test(…)`, `test.each(…)(…)`, `(condition ? test.skip : test)(…)`. */
function calls(callee: ts.Expression, name: string): boolean {
  return new RegExp(`^\\(?(\\w+ \\? )?${name}\\b`).test(callee.getText()) || (ts.isCallExpression(callee) && calls(callee.expression, name));
}

function add(into: Set<string>, node: ts.Node | undefined): void {
  if (node !== undefined && ts.isStringLiteralLike(node)) into.add(node.text);
}

/** File and title of every test that a table names: `file`: `title`; `another title`. */
export function namedIn(rows: readonly Row[]): readonly (readonly [file: string, title: string])[] {
  return rows.flatMap(({ test: cell }) => {
    let file = '';
    return [...cell.matchAll(/`([^`]+)`(:)?/g)].flatMap(([, text = '', colon]) => {
      if (colon === undefined) return file === '' ? [] : [[file, text] as const];
      file = text;
      return [];
    });
  });
}

/** Those that do not exist. */
export function missingAmong(named: readonly (readonly [file: string, title: string])[]): readonly (readonly [file: string, title: string])[] {
  return named.filter(([file, title]) => {
    if (!existsSync(join(root, 'test', `${file}.test.ts`))) return true;
    const { tests, groups, rows: texts } = titlesOf(file);
    return !tests.has(title) && !groups.has(title) && !texts.has(title);
  });
}
