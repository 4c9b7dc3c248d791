/**
 * How a package is bundled for a place that has the language and nothing else: what Node.js brings is replaced by what can be had of it
 * without a machine, and what of this package has no use there is left out.
 */
import type { Plugin } from 'esbuild';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { kindsOfAllVersions } from '../../../schema';
import { type Library, shimIn } from './library';

/** By module of Node.js the shim that stands for it; any other is absent. */
const SHIMS: Readonly<Record<string, string>> = {
  path: 'path', 'path/posix': 'path', crypto: 'crypto', buffer: 'buffer', util: 'util', assert: 'assert', os: 'os', process: 'process',
};

/**
 * Modules of this package that belong to where a package is at home: reading bundles and files of others, catalogs, and the compile's CEL.
 * The stack of the interpreter is small, and each module that loads another one takes of it.
 */
const LEFT_OUT = new RegExp(String.raw`[/\\](?:${[
  ['lib', 'formats', 'index'], ['lib', 'formats', 'export', 'index'], ['lib', 'formats', 'project', 'index'], ['lib', 'catalog', 'index'],
  ['lib', 'cel', 'index'],
  ['constructs', 'package', 'travelling', 'record'],
].map((parts) => parts.join(String.raw`[/\\]`)).join('|')})\.[jt]s$`);

/** Packages that this one loads for those, and for the check of configurations, which is made before. */
const NOT_LOADED = /^(?:ajv|ajv-formats|tar|@bufbuild\/.*)(?:\/.*)?$/;

const ABSENT = 'absent';
const SHIM = 'shim';

export function sandboxPlugin(library: Library): Plugin {
  return {
    name: 'boxcutter-sandbox',
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, ({ path, importer }) => {
        const builtin = path.replace(/^node:/, '');
        if (builtinModules.includes(builtin)) {
          const shim = SHIMS[builtin];
          return shim === undefined ? { path: builtin, namespace: ABSENT } : { path: shim, namespace: SHIM };
        }
        return NOT_LOADED.test(path) && importer.startsWith(library.root) ? { path, namespace: ABSENT } : undefined;
      });
      // As modules of Node.js do, it has everything by name, and as a whole.
      bundler.onLoad({ filter: /./, namespace: SHIM }, ({ path }) => ({
        contents: `
          const shim = require(${JSON.stringify(shimIn(library, path))});
          module.exports = Object.assign(${path === 'assert' ? 'shim.strict' : '{}'}, shim);`,
        resolveDir: library.root,
      }));
      bundler.onLoad({ filter: /./, namespace: ABSENT }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(shimIn(library, 'absent'))}).absent(${JSON.stringify(path)});`,
        resolveDir: library.root,
      }));
      bundler.onLoad({ filter: LEFT_OUT }, ({ path }) => (path.startsWith(library.root) ? {
        contents: `module.exports = require(${JSON.stringify(shimIn(library, 'absent'))}).absent('bundles and files of others');`,
        loader: 'js',
      } : undefined));
      const schemas = join(library.root, 'lib', 'schema');
      // Where kinds live is needed; their fields are checked where the package is rendered.
      bundler.onLoad({ filter: /[/\\]schema[/\\]kubernetes\.[jt]s$/ }, ({ path }) => (path.startsWith(schemas) ? {
        contents: `
          const packs = ${JSON.stringify(kindsOfAllVersions())};
          const sources = new Map(Object.entries(packs).map(([version, pack]) => [version, require('./pack-source').sourceOf(pack)]));
          exports.supportedKubernetesVersions = () => Object.keys(packs);
          exports.kubernetesSchemas = (version = Object.keys(packs)[0]) => sources.get(version);`,
        loader: 'js',
        resolveDir: schemas,
      } : undefined));
    },
  };
}
