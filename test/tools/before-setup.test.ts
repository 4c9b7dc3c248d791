/** What a fresh clone starts: it sets node_modules up by itself, so what it loads before that must do without. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as ts from 'typescript';

const root = join(__dirname, '..', '..');

/** The programs that scripts of package.json and `.ci/run` start as the first thing, before any set-up. */
function firstPrograms(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const started = [...Object.values(scripts), ...readFileSync(join(root, '.ci/run'), 'utf8').split('\n')];
  const programs = started.flatMap((line) => /^node (\S+\.mjs)/.exec(line)?.[1] ?? []);
  return [...new Set(programs)].sort();
}

/** Packages that a module loads before its first statement runs, each with the way there. */
function packagesOf(module: string, way: readonly string[] = []): string[] {
  if (way.includes(module)) return [];
  const here = [...way, module];
  const { statements } = ts.createSourceFile(module, readFileSync(module, 'utf8'), ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    if (statement.moduleSpecifier === undefined) return [];
    const { text } = statement.moduleSpecifier as ts.StringLiteral;
    if (text.startsWith('node:')) return [];
    if (text.startsWith('.')) return packagesOf(join(dirname(module), text), here);
    return [`${here.map((file) => relative(root, file)).join(' > ')} > ${text}`];
  });
}

test('the programs are found', () => {
  const some = ['check', 'demo/command', 'demo/controller', 'setup', 'test'].map((name) => `tools/${name}.mjs`);
  expect(firstPrograms()).toEqual(expect.arrayContaining(some));
});

test.each(firstPrograms())('%s loads no package before the set-up', (program) => {
  expect(packagesOf(join(root, program))).toEqual([]);
});
