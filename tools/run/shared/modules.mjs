/**
 * Modules of Node itself, with TypeScript in them, as jest transforms it and maps names. `lib`, `constructs` and packages are loaded once a
 * process; what belongs to tests is loaded for every file anew.
 */
import Module, { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';

const require = createRequire(import.meta.url);

/** Where the source maps of all that was loaded are; jest asks for them when it words an error. */
export const sourceMaps = new Map();

/** What the file of tests that runs now is loaded with. */
let current;

/** Loads TypeScript from now on. */
export function install(transformer, config) {
  const isInstalled = current !== undefined;
  const mapper = config.moduleNameMapper.map(([pattern, target]) => [new RegExp(pattern), target]);
  current = { transformer, root: config.rootDir + sep, mapper };
  if (isInstalled) return;
  Module._extensions['.ts'] = (module, file) => {
    const { code, sourceMapPath } = current.transformer.transform(file, OPTIONS, readFileSync(file, 'utf8'));
    if (sourceMapPath) sourceMaps.set(file, sourceMapPath);
    module._compile(code, file);
  };
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, ...rest) {
    return resolve.call(this, isOurs(parent?.filename) ? mapped(request) : request, parent, ...rest);
  };
}

const OPTIONS = {
  isInternalModule: false,
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
  collectCoverage: false,
  collectCoverageFrom: [],
  coverageProvider: 'v8',
};

function isOurs(file) {
  return file !== undefined && file !== null && file.startsWith(current.root) && !file.includes(`${sep}node_modules${sep}`);
}

function mapped(request) {
  for (const [pattern, target] of current.mapper) {
    const match = pattern.exec(request);
    if (match !== null) return target.replace(/\$(\d)/g, (_, group) => match[group]);
  }
  return request;
}

/** As any module of this process. */
export function load(file) {
  return require(file);
}

/** Forgets the modules of tests. */
export function forgetTests() {
  for (const file of Object.keys(require.cache)) {
    if (isOurs(file) && /^(?:test|examples)[\\/]/.test(file.slice(current.root.length))) delete require.cache[file];
  }
}

/** Evaluated again, whatever was loaded before. */
export function loadAnew(file) {
  delete require.cache[file];
  return require(file);
}
