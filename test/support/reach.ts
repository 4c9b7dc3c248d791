/**
 * Which source files a file can make use of: its imports, static and dynamic, and theirs. An import through the public face of a folder
 * leads to the file that declares the name, so that a folder's other files do not count.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as ts from 'typescript';

/** Names that a file takes or passes on from another; without names: all of them. */
interface Link {
  readonly to: string;
  readonly names?: readonly string[];
}

interface Source {
  readonly imports: readonly Link[];
  readonly reExports: readonly Link[];
  readonly declared: ReadonlySet<string>;
  readonly tree: ts.SourceFile;
}

const sources = new Map<string, Source>();

export function sourceOf(file: string): Source {
  const known = sources.get(file) ?? read(file);
  sources.set(file, known);
  return known;
}

/** All files that `start` reaches, itself among them. */
export function reachedFrom(start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const todo = [start];
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { to, names } of sourceOf(file).imports) todo.push(...(names?.map((name) => declaring(to, name) ?? to) ?? [to]));
  }
  return seen;
}

/** Calls the visitor for each node of a tree. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The file that declares what another one exports under a name. */
function declaring(file: string, name: string): string | undefined {
  const { declared, reExports } = sourceOf(file);
  if (declared.has(name)) return file;
  const [found] = reExports.flatMap(({ to, names }) => (names === undefined || names.includes(name) ? declaring(to, name) ?? [] : []));
  return found;
}

function read(file: string): Source {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const imports: Link[] = [];
  const reExports: Link[] = [];
  const declared = new Set<string>();
  const link = (specifier: ts.Expression | undefined, names?: readonly string[]): readonly Link[] => {
    const to = specifier !== undefined && ts.isStringLiteral(specifier) ? fileOf(file, specifier.text) : undefined;
    return to === undefined ? [] : [{ to, ...(names === undefined ? {} : { names }) }];
  };
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) imports.push(...link(node.moduleSpecifier, importedNames(node)));
    else if (ts.isExportDeclaration(node)) {
      const { exportClause } = node;
      const names = exportClause !== undefined && ts.isNamedExports(exportClause)
        ? exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
        : undefined;
      if (!node.isTypeOnly) reExports.push(...link(node.moduleSpecifier, names));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      imports.push(...link(node.arguments[0], namesTaken(node)));
    } else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
      if (node.name !== undefined) declared.add(node.name.text);
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) declared.add(node.name.text);
  });
  return { imports, reExports, declared, tree };
}

function fileOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = resolve(dirname(from), specifier.replace(/\.js$/, ''));
  return [`${base}.ts`, `${base}/index.ts`].find((path) => existsSync(path));
}

function importedNames({ importClause }: ts.ImportDeclaration): readonly string[] {
  const bindings = importClause?.namedBindings;
  if (importClause === undefined || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** Of `(await import('./x.js')).name`, and of `const { name } = await import('./x.js')`. */
function namesTaken(call: ts.CallExpression): readonly string[] | undefined {
  let node: ts.Node = call.parent;
  while (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent;
  if (ts.isPropertyAccessExpression(node)) return [node.name.text];
  if (!ts.isVariableDeclaration(node) || !ts.isObjectBindingPattern(node.name)) return undefined;
  return node.name.elements.flatMap(({ name, propertyName }) => {
    const taken = propertyName ?? name;
    return ts.isIdentifier(taken) ? [taken.text] : [];
  });
}
