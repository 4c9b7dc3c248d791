/**
 * Programs in Go that the tests and the benchmark need, built from pinned modules into the user's cache.
 * `node tools/go-tools.mjs helm` prints the path of one that tests need.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const peers = join(here, '..', 'bench', 'peers');

/** helm as tests render charts with, and as the benchmark compares us with. */
export const helm = { folder: peers, package: 'helm.sh/helm/v4/cmd/helm', versionOf: 'helm.sh/helm/v4' };

/** Helm 3, which stores its releases as Helm 4 does and writes its objects in another way: tests adopt them. */
export const helm3 = { folder: join(here, 'helm3'), package: 'helm.sh/helm/v3/cmd/helm', versionOf: 'helm.sh/helm/v3' };

/** The stock kubectl, of the version of the local control plane: users' commands in tests, and the benchmark. */
export const kubectl = { folder: join(peers, 'kubectl'), package: '.', versionOf: 'k8s.io/kubectl', inputs: ['main.go'] };

/** Reads YAML as kubectl does: the test of lib/yaml compares with it. */
export const kubectlReader = {
  folder: join(here, 'kubectl-reader'), package: '.', versionOf: 'k8s.io/apimachinery', inputs: ['main.go'],
};

/** A registry, empty and on loopback: tests and the demo push to it. */
export const registry = { folder: join(here, 'test-registry'), package: 'github.com/google/go-containerregistry/cmd/registry' };

/** What tests start, by the names under which they ask for it. */
const ofTests = { registry, kubectl, 'kubectl-reader': kubectlReader, helm, helm3 };

/** Builds what tests start before the first of them runs: a build beside tests takes their cores, and their time limits are seconds. */
export async function provideToolsOfTests() {
  return provideGoTools(ofTests);
}

/**
 * Gives `{ name: { path, version } }`; builds what is missing, one after the other, and one process at a time.
 *
 * @param programs by name: the folder of its module, the package in it, the module whose version it has, and sources that are ours
 */
export async function provideGoTools(programs, log = console.log) {
  return withLock('bench-peers', cacheFolder(), async () => {
    const tools = {};
    for (const [name, program] of Object.entries(programs)) tools[name] = await provide(name, program, log);
    return tools;
  });
}

async function provide(name, { folder, package: packageName, versionOf, inputs = [] }, log) {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', ...inputs]) hash.update(readFileSync(join(folder, file)));
  const path = join(cacheFolder(), `${name}-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 12)}`);
  const goMod = readFileSync(join(folder, 'go.mod'), 'utf8');
  const version = versionOf && new RegExp(`^\\s*(?:require )?${versionOf.replaceAll('.', '\\.')} (v\\S+)`, 'm').exec(goMod)?.[1];
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    const output = `${path}.${process.pid}`;
    // Late, as a fresh clone has no packages when this is loaded.
    const { require: tsxRequire } = await import('tsx/cjs/api');
    // As the control plane is built: modules that the network spoils are downloaded again, and now and then a line says how far it is.
    const { buildPackage, hasGo } = tsxRequire('../lib/control-plane/programs/go-package.ts', import.meta.url);
    if (!(await hasGo(process.env))) {
      throw new Error(`${name} has to be built, and there is no Go here: install it (https://go.dev/doc/install)`);
    }
    const what = { name: version ? `${name} ${version}` : name, package: packageName, linkerFlags: '-s -w', module: folder, output };
    await buildPackage(what, { env: process.env, onProgress: log });
    renameSync(output, path);
  }
  return { path, version };
}

function cacheFolder() {
  const { BOXCUTTER_CACHE, XDG_CACHE_HOME } = process.env;
  return join(BOXCUTTER_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'boxcutter'), 'bench');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [name = ''] = process.argv.slice(2);
  try {
    if (!Object.hasOwn(ofTests, name)) throw new Error(`name one of ${Object.keys(ofTests).join(', ')}`);
    const tools = await provideGoTools({ [name]: ofTests[name] }, console.error);
    console.log(tools[name].path);
  } catch (error) {
    console.error(`go-tools: ${error.message}`);
    process.exitCode = 1;
  }
}
