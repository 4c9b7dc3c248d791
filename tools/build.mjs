/**
 * Builds dist/: the library with tsc (CommonJS and types), and the command bundled with esbuild into dist/bin.
 *
 * The bundle is made of ES modules with shared chunks, so that every subcommand loads only what it imports, and loads it
 * late: esbuild splits only this format. dist/bin/package.json says so to Node, which keeps the plain name boxcutter.js.
 *
 * Does nothing when no source has changed since the last build. The new dist/ takes the place of the old one when it is
 * complete, so that a failed build leaves a working one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { root, setup } from './setup.mjs';

const sourceFolders = ['lib', 'constructs', 'imports'];
const otherInputs = ['tsconfig.json', 'package.json', 'package-lock.json', 'tools/build.mjs'];
const cliEntry = 'lib/cli/main.ts';

const cache = join(root, 'node_modules', '.cache', 'cdk8s-boxcutter');
const stamp = join(cache, 'build.sha256');
const dist = join(root, 'dist');
const fresh = join(cache, 'dist');

/** Throws an Error whose message is for the user. */
export async function build() {
  if (upToDate()) return;
  await withLock('build', root, async () => {
    if (upToDate()) return;
    const started = Date.now();
    const digest = sourceDigest();
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    compile();
    copyAssets();
    const bundled = existsSync(join(root, cliEntry));
    if (bundled) await bundle();
    rmSync(stamp, { force: true });
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    writeFileSync(stamp, digest);
    const what = bundled ? 'the library and the command' : `the library (no command yet: there is no ${cliEntry})`;
    console.log(`build: ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
}

function upToDate() {
  return existsSync(dist) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceDigest();
}

function sourceDigest() {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...sourceFolders.flatMap(filesBelow), ...otherInputs]) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function compile() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', '--outDir', fresh], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) throw new Error('tsc found errors (above); dist/ is as it was.');
}

/** Data that the sources read at run time lies beside them, and so beside what is compiled from them. */
function copyAssets() {
  for (const file of sourceFolders.flatMap(filesBelow)) {
    if (file.endsWith('.ts')) continue;
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    cpSync(join(root, file), join(fresh, file));
  }
}

async function bundle() {
  const esbuild = await import('esbuild');
  const outdir = join(fresh, 'bin');
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { boxcutter: cliEntry },
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    // A third of a short command is reading its own text.
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Peers: there must be one copy of them, the user's.
    external: ['cdk8s', 'constructs'],
    alias: {
      // Its ES module build breaks lines of help within words; the CommonJS build wraps them.
      yargs: join(root, 'node_modules', 'yargs', 'index.cjs'),
      // json-schema-to-typescript loads it and, as it is asked for no formatting, does not use it. It is larger than everything else.
      prettier: writeEmptyModule(),
    },
    // With this variable set, json-schema-to-typescript would write about its work into our output.
    define: { 'process.env.VERBOSE': 'undefined' },
    // What CommonJS code may use and ES modules do not have.
    banner: { js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);" },
    inject: [writeCommonJsGlobals()],
    plugins: [onlyAuthentication, onlyOneCel],
  });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(outdir, 'LICENSES.txt'), licences(Object.keys(result.metafile.inputs)));
  const command = join(outdir, 'boxcutter.js');
  writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8').replace(/^#!.*\n/, '')}`);
  chmodSync(command, 0o755);
}

/**
 * Of the Kubernetes client the command uses the kubeconfig and its authentication (lib/kube). The package's index loads its
 * typed API too, 5 MB of it, so the bundle takes the module with the configuration for the whole.
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

function writeCommonJsGlobals() {
  const file = join(cache, 'commonjs-globals.mjs');
  writeFileSync(
    file,
    [
      "import { fileURLToPath } from 'node:url';",
      'export const __filename = fileURLToPath(import.meta.url);',
      "export const __dirname = fileURLToPath(new URL('.', import.meta.url));",
      '',
    ].join('\n'),
  );
  return file;
}

function writeEmptyModule() {
  const file = join(cache, 'empty.cjs');
  writeFileSync(file, 'module.exports = {};\n');
  return file;
}

/** The licences of the packages whose code is in the bundle: most ask to go with every copy. */
function licences(inputs) {
  const folders = new Set(inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
  const sections = [...folders].filter((folder) => existsSync(join(root, folder, 'package.json'))).sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const texts = readdirSync(join(root, folder)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
    const body = texts.map((name) => readFileSync(join(root, folder, name), 'utf8').trim()).join('\n\n');
    return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${body}`;
  });
  return `The command contains code of these packages.\n\n${sections.join(`\n\n${'-'.repeat(100)}\n\n`)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setup();
    await build();
  } catch (error) {
    console.error(`build: ${error.message}`);
    process.exitCode = 1;
  }
}
