/** Type-checks text as the compiler of a user does. */
import { join } from 'node:path';
import * as ts from 'typescript';

const root = join(__dirname, '..', '..', '..', '..');

/** Everything strict that there is. */
export const STRICTEST: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node20,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  skipLibCheck: false,
  erasableSyntaxOnly: true,
};

/** As `cdk8s init typescript-app` sets it up. */
export const STOCK: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2020,
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  ignoreDeprecations: '6.0',
  lib: ['lib.es2020.d.ts'],
  strict: true,
  declaration: true,
  experimentalDecorators: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  stripInternal: true,
};

/** Files of libraries, which are the same for every program of the same settings. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** What the compiler has to say about the files, each with its name and line. `cdk8s-boxcutter` is what generated modules take from it. */
export function problemsOf(files: ReadonlyMap<string, string>, options: ts.CompilerOptions = STRICTEST): string[] {
  const texts = new Map([...files].map(([name, text]) => [join(root, 'test', 'virtual', name), text]));
  const settings: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    types: [],
    paths: { 'cdk8s-boxcutter': [join(root, 'constructs', 'custom-resource.ts')] },
  };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  host.getCurrentDirectory = () => root;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.directoryExists = (name) => [...texts.keys()].some((file) => file.startsWith(`${name}/`)) || directoryExists?.(name) === true;
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    const key = `${name} ${JSON.stringify(version)}`;
    if (!libraries.has(key)) libraries.set(key, getSourceFile.call(host, name, version, ...rest));
    return libraries.get(key);
  };
  const program = ts.createProgram([...texts.keys()], settings, host);
  const found = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const name of texts.keys()) {
    const file = program.getSourceFile(name);
    found.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file));
  }
  return found.map(({ file, start = 0, messageText }) => {
    const where = file === undefined
      ? ''
      : `${file.fileName.slice(join(root, 'test', 'virtual').length + 1)}:${file.getLineAndCharacterOfPosition(start).line + 1}: `;
    return `${where}${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** The kinds of statements of a text, and whether it can be parsed at all. */
export function statementsOf(text: string): readonly string[] {
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  return [
    ...parseDiagnostics.map(({ messageText }) => `does not parse: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
    ...file.statements.map(({ kind }) => String(ts.SyntaxKind[kind])),
  ];
}
