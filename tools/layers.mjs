/**
 * The layering of the project as data: which folders of lib/ each folder may import. docs/architecture.md says why.
 * A folder that is not listed here cannot be imported at all, and the check of the layering asks to give it a place.
 */
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { noCircles, searched } from './circles.mjs';

const base = [
  'errors',
  'defined',
  'plain-text',
  'shell-word',
  'counted',
  'within',
  'own-package',
  'doc-page',
  'issue',
  'version',
  'home',
  'make-folders',
  'write-whole',
  'own-file',
  'program',
  'semver',
  'api',
  'yaml',
  'schema',
  'probes',
  'kinds',
];
const formats = ['config', 'revision', 'formats'];
/** Packages from elsewhere: registries, archives, git repositories. */
const transport = ['net', 'image', 'git'];
/** Catalogs: what is in them, and where they are kept. */
const catalogs = ['catalog', 'catalog-store'];
const running = ['engine', 'kube', 'guards', 'state'];

/** Of each folder or file of lib/ (without `.ts`): what it may import, itself apart. Low to high. */
export const layers = {
  // Text of others as it may stand on a terminal.
  'plain-text': [],
  'errors': ['plain-text'],
  'defined': [],
  // A word of a command line, in hints.
  'shell-word': [],
  // A number with its noun.
  'counted': [],
  // Work with a signal and a time limit of its own.
  'within': [],
  'issue': ['defined', 'plain-text'],
  // What package.json says, and where the documentation is.
  'own-package': [],
  'doc-page': ['own-package'],
  'version': ['own-package'],
  'home': [],
  'make-folders': [],
  'write-whole': [],
  // Files of the cache that only this user can have written.
  'own-file': [],
  // Other programs: the folders that they work in, and that they end with this process.
  'program': [],
  // Versions and ranges as OLM reads them: what bundles and catalogs say in the same grammar is read by the same code.
  'semver': ['defined'],
  'api': ['errors', 'defined', 'issue'],
  'yaml': ['errors', 'defined', 'plain-text', 'shell-word', 'issue', 'api'],
  'schema': ['errors', 'defined', 'issue', 'api', 'yaml'],
  // Rules over a JSON value. Its library is slow to load, so only these two load it, and only when there is a rule.
  'cel': [],
  // Is an object ready? Judged from the object alone.
  'probes': ['errors', 'defined', 'counted', 'issue', 'api', 'yaml', 'schema', 'cel'],
  // The kinds of our own API: their definitions, and what they are checked for.
  'kinds': ['errors', 'defined', 'issue', 'api', 'yaml', 'schema', 'cel', 'probes'],

  // How HTTP leaves this machine: proxies.
  'net': ['errors', 'defined', 'issue'],
  'config': base,
  'revision': base,
  'formats': [...base, 'config', 'revision'],
  'image': [...base, 'net', 'formats'],
  // Git repositories as places of bundles.
  'git': [...base, 'net', 'formats'],
  // Manifests of Cluster API providers: pure, whatever they are read from.
  'capi': [...base, 'formats', 'in-words'],
  // File-based catalogs as data: constructs describe them, so no network here.
  'catalog': [...base, 'config', 'revision', 'formats', 'cel', 'in-words'],
  // Where catalogs come from and how they are kept and served: folders, images, HTTP. Knows no cluster and no command.
  'catalog-store': [...base, 'config', 'revision', 'formats', 'cel', 'in-words', 'net', 'image', 'catalog'],

  'engine': ['errors', 'defined', 'counted', 'doc-page', 'issue', 'api', 'probes'],
  'kube': [...base, 'net', 'engine'],
  'guards': [...base, 'engine', 'kube'],
  'state': [...base, 'revision', 'engine', 'kube', 'guards'],

  // What a user names: opened, configured, compiled. What a cluster knows is handed in.
  'source': [...base, ...formats, ...transport, ...catalogs],

  // What is done to an extension as a whole: the operations behind the command, and an entry point of the package.
  'runtime': ['in-words', ...base, ...formats, ...running],
  // What others have installed, taken over: releases of Helm, objects of kubectl, Flux, Argo CD, kapp, OLM.
  'adoption': [...base, ...formats, ...running, 'runtime'],
  // The in-cluster part: what watches our own kinds and acts on them.
  'controllers': [...base, ...formats, ...transport, ...catalogs, ...running, 'in-words', 'cel', 'capi', 'source', 'runtime', 'adoption'],
  // The controllers as a package of our own, in constructs: what installs them.
  'controller-package': [...base, ...formats, 'capi', 'controllers'],
  'control-plane': [
    'errors', 'defined', 'counted', 'doc-page', 'version', 'home', 'make-folders', 'write-whole', 'own-file', 'net', 'api', 'yaml',
  ],
  'testing': [...base, ...formats, 'control-plane'],
  'cli': [
    ...base, ...formats, ...transport, ...catalogs, ...running,
    'capi', 'source', 'runtime', 'adoption', 'controllers', 'controller-package', 'control-plane', 'testing',
  ],

  // What the entry points of the package add: everything that is wrong in words.
  'in-words': ['issue'],
  'compile': ['in-words', 'issue', 'revision'],
  // Entry point: the formats of packages.
  'bundle': ['in-words', 'issue', 'api', 'formats'],

  // Main entry point of the package: what `cdk8s synth` loads, so nothing that runs revisions.
  'index': [...base, ...formats, 'catalog', 'compile'],
};

/** The constructs describe and compile. */
export const constructsMayImport = [...base, ...formats, 'catalog', 'capi'];

/** Parts of lib/ that only these may import from the constructs: everything else works without cdk8s. */
const constructsUsers = ['index', 'cli', 'testing', 'controller-package'];

/** npm packages that only some folders may load, and why. */
const confinedPackages = [
  {
    names: ['@kubernetes/client-node'],
    folders: ['lib/kube'],
    why: 'only lib/kube authenticates; the typed API of the client drops fields of manifests',
  },
  { names: ['tar'], folders: ['lib/image', 'lib/formats'], why: 'archives are read in one place, under its limits' },
  {
    names: ['@dagrejs/dagre', 'json-schema-to-typescript', 'yargs', 'picocolors', 'log-update', 'diff'],
    folders: ['lib/cli'],
    why: 'they are bundled with the command and not installed with the library',
  },
  {
    names: ['croner', 'pino', 'prom-client'],
    folders: ['lib/controllers'],
    why: 'only the controllers log, measure and keep maintenance windows; they are bundled with the command and not installed with the '
      + 'library',
  },
  {
    names: ['@peculiar/asn1-schema', '@peculiar/asn1-x509'],
    folders: ['lib/controllers'],
    why: 'only the webhook makes certificates; they are bundled with the command and not installed with the library',
  },
  {
    names: ['cdk8s', 'constructs'],
    folders: ['constructs', 'lib/cli', 'lib/testing', 'lib/controller-package'],
    why: 'the rest of lib/ works without cdk8s',
  },
];

/**
 * Circles of files that still stand, types included. Files leave this list, none comes to it: whatever belongs to two files of a circle
 * is a third file.
 */
export const standingCircles = [];

const isFile = new Set([
  'errors',
  'defined',
  'plain-text',
  'shell-word',
  'counted',
  'within',
  'own-package',
  'doc-page',
  'version',
  'home',
  'make-folders',
  'own-file',
  'write-whole',
  'in-words',
  'compile',
  'index',
]);
const place = (name) => (isFile.has(name) ? `./${name}.ts` : `./${name}`);

const zones = [
  ...Object.entries(layers).map(([name, allowed]) => ({
    target: `./lib/${place(name).slice(2)}`,
    from: './lib',
    except: [name, ...allowed].map(place),
    message: `lib/${name} may import ${allowed.length === 0 ? 'nothing of lib/' : `only ${allowed.join(', ')}`} (tools/layers.mjs).`,
  })),
  {
    target: './constructs',
    from: './lib',
    except: constructsMayImport.map(place),
    message: 'The constructs describe and compile; they reach no cluster (tools/layers.mjs).',
  },
  {
    target: './imports',
    from: ['./lib', './constructs'],
    except: [],
    message: 'Generated files import nothing of ours (tools/layers.mjs).',
  },
  ...Object.keys(layers)
    .filter((name) => !constructsUsers.includes(name))
    .map((name) => ({
      target: `./lib/${place(name).slice(2)}`,
      from: './constructs',
      message: 'The constructs stand above this folder (tools/layers.mjs).',
    })),
  {
    target: ['./lib', './constructs'],
    from: ['./test', './tools', './bench', './examples'],
    message: 'The package may not need what does not ship with it.',
  },
];

const plugins = { 'import-x': importX, layers: { rules: { 'no-circles': noCircles(standingCircles) } } };

/** The rules of the layering, for eslint.config.mjs and for the check that they bite. */
export const layering = [
  {
    files: ['lib/**/*.ts', 'constructs/**/*.ts', 'imports/**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins,
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.check.json' })] },
    rules: { 'import-x/no-restricted-paths': ['error', { zones }], 'import-x/no-self-import': 'error' },
  },
  {
    files: searched.map((folder) => `${folder}/**/*.ts`),
    languageOptions: { parser: tseslint.parser },
    plugins,
    rules: { 'layers/no-circles': 'error' },
  },
  { files: searched.map((folder) => `${folder}/**/*.mjs`), plugins, rules: { 'layers/no-circles': 'error' } },
  ...confinedFolders().map(({ folder, patterns }) => ({
    files: [`${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  })),
];

/** ESLint replaces the options of a rule from block to block, so each folder gets one block with all that it may not load. */
function confinedFolders() {
  const folders = ['constructs', 'imports', ...Object.keys(layers).filter((name) => !isFile.has(name)).map((name) => `lib/${name}`)];
  return folders.map((folder) => ({
    folder,
    patterns: confinedPackages
      .filter((confined) => !confined.folders.includes(folder))
      .map(({ names, why }) => ({ group: names.flatMap((name) => [name, `${name}/*`]), message: `Not here: ${why} (tools/layers.mjs).` })),
  }));
}
