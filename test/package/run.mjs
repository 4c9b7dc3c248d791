/**
 * The package as its users get it: packs it, installs the tarball into the project that `cdk8s init typescript-app` makes
 * (CommonJS, ts-node, ts-jest) and into an ES module project, works with it there, and times what README calls the first success.
 * Needs dist/ and the npm registry.
 * `KEEP=1` leaves the projects for a look.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstSuccess } from './first-success.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const manifest = readJson(join(root, 'package.json'));
const entryPoints = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')
  .map((entry) => entry.replace('.', manifest.name));
/** npm without its remarks, from its cache where that has what is asked for. */
const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
/** Whose template of a project is tried. Nothing else needs it, so it is installed here and not with the clone. */
const cdk8sCli = 'cdk8s-cli@2.207.60';
/** What `npm install` of the package may bring into an empty folder, itself and its peers included. */
const limits = { packages: 60, megabytes: 45 };
const work = mkdtempSync(join(tmpdir(), 'boxcutter-package-'));

try {
  const tarball = pack();
  const weight = weigh(tarball);
  await stockProject(tarball);
  await moduleProject(tarball);
  const { seconds, promised, lines } = firstSuccess(root, work, tarball);
  step(`the first success of README:\n    ${lines.join('\n    ')}`);
  const places = 'the stock cdk8s project and an ES module project';
  const first = `the first success of README takes ${seconds.toFixed(0)} s of the ${promised} s that it promises`;
  console.log(`${basename(tarball)} works in ${places}, on Node ${process.versions.node}; an install of it is ${weight}; ${first}`);
} finally {
  if (process.env.KEEP) console.error(`The projects are in ${work}`);
  else rmSync(work, { recursive: true, force: true });
}

function pack() {
  const [packed] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', work], root));
  const paths = packed.files.map((file) => file.path);
  const wanted = [
    'dist/lib/index.js', 'dist/lib/index.d.ts', 'dist/lib/testing/at-exit/watchdog.js', 'dist/bin/boxcutter.js', 'dist/bin/LICENSES.txt',
    'tools/control-plane/go.mod', 'docs/schemas/files/kinds.json', 'LICENSE', 'README.md',
  ];
  for (const path of wanted) assert.ok(paths.includes(path), `${path} is missing from the package`);
  const stray = /^(lib|constructs|test|bench|\.ci)\/|^examples\/[^/]+\/(dist|node_modules|\.boxcutter)\/|^dist\/lib\/cli\/|\.tsbuildinfo$/;
  const strays = paths.filter((path) => stray.test(path));
  assert.deepEqual(strays, [], 'files in the package that do not belong there');
  const [size, unpackedSize] = [packed.size, packed.unpackedSize].map((bytes) => `${(bytes / 1024).toFixed(0)} KiB`);
  step(`${packed.filename}: ${paths.length} files, ${size} packed, ${unpackedSize} unpacked`);
  return join(work, packed.filename);
}

/** What an install is in an empty folder: packages, and megabytes (2^20 bytes) on the disk. Too many of them are a failure. */
function weigh(tarball) {
  const project = join(work, 'empty');
  mkdirSync(project);
  run('npm', ['install', ...quiet, tarball], project);
  const modules = join(project, 'node_modules');
  const names = Object.entries(readJson(join(modules, '.package-lock.json')).packages).filter(([, entry]) => !entry.inBundle);
  const bytesOf = (folder) => readdirSync(folder, { recursive: true })
    .reduce((sum, file) => sum + lstatSync(join(folder, file)).blocks * 512, 0);
  const megabytes = bytesOf(modules) / 2 ** 20;
  const weight = `${names.length} packages, ${megabytes.toFixed(1)} MB`;
  assert.ok(names.length <= limits.packages && megabytes <= limits.megabytes, `an install is ${weight}`);
  step(`installed into an empty folder: ${weight}, ${(bytesOf(join(modules, manifest.name)) / 2 ** 20).toFixed(1)} of them its own`);
  return weight;
}

async function stockProject(tarball) {
  const project = join(work, 'shop');
  const cli = join(work, 'cli');
  mkdirSync(cli);
  run('npm', ['install', ...quiet, '--ignore-scripts', '--prefix', cli, cdk8sCli], cli);
  fillTemplate(join(cli, 'node_modules'), project);
  run('npm', ['install', ...quiet, tarball], project);
  step('stock cdk8s project installed');
  const node = join(project, 'node_modules');
  assert.ok(!existsSync(join(node, 'cdk8s-boxcutter', 'node_modules', 'constructs')), 'constructs must be one copy in the tree');

  cpSync(join(here, 'stock', 'main.ts.template'), join(project, 'main.ts'));
  // This tsconfig.json checks the declarations of packages too, and looks entry points up in the old way.
  const imports = entryPoints.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  writeFileSync(join(project, 'entries.ts'), imports.join(''));
  run('npm', ['run', 'compile'], project);
  run('npm', ['test', '--', '--ci=false'], project);
  const snapshot = readFileSync(join(project, '__snapshots__', 'main.test.ts.snap'), 'utf8');
  assert.match(snapshot, /"kind": "ClusterExtensionRevision"/);
  run('npm', ['test', '--', '--ci'], project);
  step('compiled, and the snapshot test passes twice');

  // What was compiled is removed, so that synth runs the TypeScript as the template means it.
  for (const file of readdirSync(project)) if (/^(main|entries).*\.(js|d\.ts)$/.test(file)) rmSync(join(project, file));
  run('npm', ['run', 'synth'], project, { CDK8S_CHECK_UPGRADE: 'false' });
  const files = readdirSync(join(project, 'dist'));
  const kinds = files.flatMap((file) => [...readFileSync(join(project, 'dist', file), 'utf8')
    .matchAll(/^kind: (\S+)$/gm)].map((match) => match[1]));
  assert.ok(kinds.includes('ClusterExtensionRevision'), `synth gave ${kinds.join(', ')}`);
  assert.deepEqual(kinds.filter((kind) => kind !== 'ClusterExtensionRevision' && kind !== 'Secret'), [], 'objects outside the revision');
  step(`cdk8s synth gave ${kinds.join(', ')}`);

  const version = run(join(node, '.bin', 'boxcutter'), ['--version'], project).trim();
  assert.ok(version.includes(manifest.version), `boxcutter --version says ${version}`);
  step('the command runs');
}

async function moduleProject(tarball) {
  const project = join(work, 'shop-esm');
  mkdirSync(project);
  const { cdk8s, constructs } = manifest.devDependencies;
  writeFileSync(join(project, 'package.json'), JSON.stringify({
    name: 'shop-esm',
    private: true,
    type: 'module',
    dependencies: { cdk8s, constructs },
  }));
  run('npm', ['install', ...quiet, tarball], project);
  cpSync(join(here, 'module', 'main.js'), join(project, 'main.js'));
  run(process.execPath, ['main.js'], project);
  const files = readdirSync(join(project, 'dist'));
  assert.match(files.map((file) => readFileSync(join(project, 'dist', file), 'utf8')).join('\n'), /^kind: ClusterExtensionRevision$/m);

  const imports = entryPoints.map((entry) => `await import('${entry}')`).join(', ');
  const program = `for (const entry of [${imports}]) if (Object.keys(entry).length < 2) throw new Error('an entry point exports nothing')`;
  run(process.execPath, ['--input-type=module', '-e', program], project);
  step(`ES modules: synthesised, and ${entryPoints.length} entry points load`);

  // What is only needed to run revisions costs those nothing who only describe them.
  const loaded = run(process.execPath, ['-e', `require('${manifest.name}'); console.log(Object.keys(require.cache).join('\\n'))`], project);
  const running = /client-node|dist\/lib\/(kube|state|controllers|cli|control-plane)\//;
  assert.doesNotMatch(loaded, running, 'the main entry loads what runs revisions');
  assert.doesNotMatch(loaded, /node_modules\/(tar|tar-stream)\//, 'the main entry loads tar');
  step('the main entry loads nothing that talks to a cluster');
  travellingPackage(project);
  olderKubeconfig(project);
  clientKubeConfig(project);
}

/** A package is made one script in its project, an ES module here, and rendered elsewhere: the sandbox is found where npm has put it. */
function travellingPackage(project) {
  const command = join(project, 'node_modules', '.bin', 'boxcutter');
  symlinkSync(join(root, 'node_modules', 'esbuild'), join(project, 'node_modules', 'esbuild'));
  for (const file of ['shop.js', 'app.js']) cpSync(join(here, 'module', file), join(project, file));
  writeFileSync(join(project, 'cdk8s.yaml'), 'language: typescript\napp: node app.js\n');
  run(command, ['bundle', 'build', '.', '--format', 'package+v1', '--output-directory', 'shop-bundle'], project);
  const elsewhere = join(work, 'elsewhere');
  cpSync(join(project, 'shop-bundle'), join(elsewhere, 'shop'), { recursive: true });
  const rendered = run(command, ['render', 'shop', '--namespace', 'shops', '--set', 'level=debug'], elsewhere);
  assert.match(rendered, /^ +level: debug$/m);
  step('a package travels with its code, and is rendered in its sandbox');
}

/** The part of the Kubernetes client that authenticates as older kubeconfigs ask for it comes with the package, with its licence. */
function olderKubeconfig(project) {
  assert.ok(!existsSync(join(project, 'node_modules', '@kubernetes')), 'the Kubernetes client is installed with the package');
  const folder = join(project, 'node_modules', manifest.name, 'dist', 'lib', 'kube', 'auth');
  assert.match(readFileSync(join(folder, 'provider-source.LICENSES.txt'), 'utf8'), /^@kubernetes\/client-node .*Apache-2\.0/m);
  // A JSON web token that nobody has signed, good until 2286.
  const token = ['{"alg":"none"}', '{"exp":9999999999}', ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const provider = { name: 'oidc', config: { 'id-token': token, 'client-id': 'c', 'idp-issuer-url': 'https://issuer.example' } };
  const program = `const { authProviderCredentials } = require(${JSON.stringify(join(folder, 'auth-provider.js'))});
    authProviderCredentials(${JSON.stringify(provider)}).current().then(({ authorization }) => console.log(authorization));`;
  assert.equal(run(process.execPath, ['-e', program], project).trim(), `Bearer ${token}`);
  step('an OIDC user of the older form is authenticated without the Kubernetes client');
}

/** A `KubeConfig` of the Kubernetes client itself has the type that `connect` asks for, under either reading of optional members. */
function clientKubeConfig(project) {
  cpSync(join(here, 'module', 'connects.ts.template'), join(project, 'connects.ts'));
  const modules = join(root, 'node_modules');
  for (const exactOptionalPropertyTypes of [true, false]) {
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({
      compilerOptions: {
        module: 'nodenext', target: 'es2022', strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes,
        types: ['node'], typeRoots: [join(modules, '@types')],
        paths: { '@kubernetes/client-node': [join(modules, '@kubernetes', 'client-node', 'dist', 'index.d.ts')] },
      },
      files: ['connects.ts'],
    }));
    run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), '-p', '.'], project);
  }
  step('connect takes a KubeConfig of the Kubernetes client');
}

/** Fills the template in as cdk8s-cli does, with the versions that it would take. */
function fillTemplate(modules, project) {
  const template = join(modules, 'cdk8s-cli', 'templates', 'typescript-app');
  cpSync(template, project, { recursive: true, filter: (file) => !/\.hooks\.sscaff\.js$|__snapshots__|\/help$/.test(file) });
  renameSync(join(project, '{{}}.gitignore'), join(project, '.gitignore'));
  const versionOf = (name) => readJson(join(modules, name, 'package.json')).version;
  const values = {
    $base: basename(project),
    cdk8s_core_version: versionOf('cdk8s'),
    cdk8s_plus_version: versionOf('cdk8s-plus-33'),
    constructs_version: versionOf('constructs'),
    cdk8s_cli_spec: `^${versionOf('cdk8s-cli')}`,
  };
  for (const file of readdirSync(project)) {
    const path = join(project, file);
    writeFileSync(path, readFileSync(path, 'utf8')
      .replace(/\{\{ (\S+) \}\}/g, (_, name) => values[name] ?? assert.fail(`the template asks for ${name}`)));
  }
}

function run(command, args, cwd, env = {}) {
  try {
    return execFileSync(command, args, {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? error.message}`;
    throw new Error(`${basename(command)} ${args.join(' ')} failed in ${basename(cwd)}:\n${output}`);
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function step(text) {
  console.log(`  ${text}`);
}
