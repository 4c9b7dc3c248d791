/**
 * What is bundled with esbuild: the module of the library that has a part of the Kubernetes client in it, and the command.
 *
 * The command goes into dist/bin: `boxcutter.js`, which loads scripts (lib/cli/start), and these.
 *
 * The scripts are shared chunks, so that every subcommand loads only what it imports, and loads it late. esbuild splits only ES modules,
 * which Node loads slowly and whose compiled code it keeps nowhere before version 22; so each chunk is made a script afterwards
 * (bundle/script.mjs).
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './setup.mjs';

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  // A third of a short command is reading its own text.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  // lib/cli/start/scripts.ts counts on it.
  charset: 'ascii',
};

const providerModule = 'lib/kube/auth/provider-source';

/** @param dist what tsc has made; its module is replaced */
export async function bundleProvider(dist) {
  const esbuild = await import('esbuild');
  const file = join(dist, `${providerModule}.js`);
  const { metafile } = await esbuild.build({
    ...common,
    minifyIdentifiers: true,
    entryPoints: [`${providerModule}.ts`],
    outfile: file,
    allowOverwrite: true,
    format: 'cjs',
    keepNames: true,
    metafile: true,
    plugins: [onlyAuthentication],
  });
  writeFileSync(file.replace(/\.js$/, '.LICENSES.txt'), licences('This module', Object.keys(metafile.inputs)));
}

/**
 * @param outdir is made; `cache` is a folder for what esbuild is given beside the sources
 * @param readable functions keep the names that they have in the sources, for a profile
 */
export async function bundleCommand(outdir, cache, { readable = false } = {}) {
  const esbuild = await import('esbuild');
  const { commonJs, refuseCircles, wrapped } = await import('./bundle/script.mjs');
  const options = { ...common, minifyIdentifiers: !readable };
  const { outputFiles, metafile } = await chunks(esbuild, options, outdir, cache);
  mkdirSync(join(outdir, 'chunks'), { recursive: true });
  refuseCircles(metafile.outputs);
  const digest = createHash('sha256');
  const names = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    const { code } = await esbuild.transform(commonJs(text, { name, names, isRequired: Object.hasOwn(late, basename(name, '.js')) }), {
      format: 'cjs', platform: options.platform, target: options.target, charset: options.charset,
      minifyWhitespace: options.minifyWhitespace,
      // Loading is synchronous from here on.
      supported: { 'dynamic-import': false },
    });
    const script = `${wrapped(code)}\n`;
    // `charset` leaves the text of regular expressions as it is.
    const found = script.search(/[^\x00-\x7f]/);
    const around = script.slice(Math.max(0, found - 60), found + 20);
    if (found !== -1) throw new Error(`${name} is not ASCII; write this with \\u: ${around}`);
    digest.update(script);
    writeFileSync(path, script);
  }
  writeFileSync(join(outdir, 'LICENSES.txt'), licences('The command', Object.keys(metafile.inputs)));
  const main = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === commandEntry)[0];
  await esbuild.build({
    ...options,
    entryPoints: { boxcutter: 'lib/cli/start/index.ts' },
    outdir,
    format: 'cjs',
    define: {
      COMMAND_SCRIPT: JSON.stringify(`chunks/${basename(main)}`),
      COMMAND_DIGEST: JSON.stringify(digest.digest('hex').slice(0, 32)),
    },
    banner: { js: '#!/usr/bin/env node' },
  });
  chmodSync(join(outdir, 'boxcutter.js'), 0o755);
}

const commandEntry = 'lib/cli/main.ts';

/**
 * What our sources load late with `require`, where an `import()` would make them asynchronous: scripts by their names. esbuild would put
 * these beside what may ask for them, and every run would read them.
 */
const late = {
  'wording': 'lib/source/wording.ts',
  'formats': 'lib/formats/index.ts',
  'formats-project': 'lib/formats/project/index.ts',
  'formats-export': 'lib/formats/export/index.ts',
  'capi-produce': 'lib/capi/produce/index.ts',
  'catalog': 'lib/catalog/index.ts',
  'travelling-record': 'constructs/package/travelling/record.ts',
  'package-sandbox': 'lib/formats/package-v1/sandbox/run-in-sandbox.ts',
  'cel': 'lib/cel/index.ts',
  'cel-probe': 'lib/probes/cel.ts',
  'cel-parser': '@bufbuild/cel',
  're2': '@bufbuild/re2',
  'ajv': 'ajv',
  'ajv-2019': 'ajv/dist/2019',
  'ajv-2020': 'ajv/dist/2020',
  'ajv-formats': 'ajv-formats/dist/formats',
  'tar': 'tar',
  'fzstd': 'fzstd',
  'json-schema-to-typescript': 'json-schema-to-typescript',
};

function chunks(esbuild, options, outdir, cache) {
  return esbuild.build({
    ...options,
    entryPoints: { command: commandEntry, ...late },
    outdir,
    entryNames: 'chunks/[name]',
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    format: 'esm',
    metafile: true,
    write: false,
    external: [
      // Peers: there must be one copy of them, the user's.
      'cdk8s', 'constructs',
      // The thread of a sandbox loads them by their paths, and one of them reads a file beside it.
      'quickjs-emscripten-core', '@jitl/quickjs-ng-wasmfile-release-sync',
      // That of the author's project.
      'esbuild',
    ],
    alias: {
      // Its ES module build breaks lines of help within words; the CommonJS build wraps them.
      yargs: join(root, 'node_modules', 'yargs', 'index.cjs'),
      // json-schema-to-typescript loads it and, as it is asked for no formatting, does not use it. It is larger than everything else.
      prettier: writeEmptyModule(cache),
    },
    // With this variable set, json-schema-to-typescript would write about its work into our output.
    define: { 'process.env.VERBOSE': 'undefined' },
    plugins: [lateScripts, onlyAuthentication, onlyOneCel],
  });
}

const ours = ['lib/', 'constructs/'];

/** A `require` of ours becomes one of the script beside it. */
const lateScripts = {
  name: 'late-scripts',
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'require-call' || !ours.some((folder) => importer.startsWith(join(root, folder)))) return undefined;
      const wanted = path.startsWith('.') ? join(relative(root, resolveDir), path) : path;
      const name = Object.keys(late).find((each) => [wanted, `${wanted}.ts`, `${wanted}/index.ts`].includes(late[each]));
      return name === undefined ? { errors: [{ text: `${path} is none of the late scripts` }] } : { path: `./${name}.js`, external: true };
    });
  },
};

/**
 * Of the Kubernetes client we use the authentication of older kubeconfigs (lib/kube/auth). The package's index loads its
 * typed API too, 5 MB of it, so a bundle takes the module with the configuration for the whole.
 */
const onlyAuthentication = {
  name: 'only-authentication',
  setup(bundler) {
    const folder = join(root, 'node_modules', '@kubernetes', 'client-node', 'dist');
    bundler.onResolve({ filter: /^@kubernetes\/client-node(\/dist\/config\.js)?$/ }, () => ({
      path: join(folder, 'config.js'),
      sideEffects: false,
    }));
    bundler.onResolve({ filter: /^\.{1,2}\// }, (args) => {
      if (!args.importer.startsWith(folder)) return undefined;
      return { path: join(dirname(args.importer), args.path), sideEffects: false };
    });
  },
};

/** What loads these late does so with `require`, which would bring their CommonJS builds into the command beside the ES modules. */
const onlyOneCel = {
  name: 'only-one-cel',
  setup(bundler) {
    bundler.onResolve({ filter: /^@bufbuild\// }, ({ path, kind, resolveDir }) => {
      return kind === 'require-call' ? bundler.resolve(path, { kind: 'import-statement', resolveDir }) : undefined;
    });
  },
};

function writeEmptyModule(cache) {
  const file = join(cache, 'empty.cjs');
  writeFileSync(file, 'module.exports = {};\n');
  return file;
}

/** The licences of the packages whose code is in the bundle: most ask to go with every copy. */
function licences(what, inputs) {
  const folders = new Set(inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
  const sections = [...folders].filter((folder) => existsSync(join(root, folder, 'package.json'))).sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const texts = readdirSync(join(root, folder)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
    const body = texts.map((name) => readFileSync(join(root, folder, name), 'utf8').trim()).join('\n\n');
    return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${body}`;
  });
  return `${what} contains code of these packages.\n\n${sections.join(`\n\n${'-'.repeat(100)}\n\n`)}\n`;
}
