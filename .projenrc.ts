import { JsonFile, javascript, typescript } from 'projen';

/**
 * The source of every generated configuration file: edit this file and run `npx projen`.
 * CI runs it again and fails when anything differs.
 */
const project = new typescript.TypeScriptProject({
  name: 'cdk8s-boxcutter',
  projenVersion: '^0.103.25',
  typescriptVersion: '~6.0.3',
  description:
    'Describe Kubernetes extensions in typed constructs, compile them into phased revisions, and run those with server-side apply.',
  keywords: ['cdk8s', 'kubernetes', 'operator', 'olm', 'boxcutter', 'server-side-apply', 'cli'],
  authorName: 'The cdk8s-boxcutter authors',
  license: 'Apache-2.0',
  copyrightOwner: 'The cdk8s-boxcutter authors',
  defaultReleaseBranch: 'main',
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.19.0',
  projenrcTs: true,
  runner: typescript.TypeScriptRunner.tsx(),
  srcdir: 'lib',
  libdir: 'dist',
  entrypoint: 'dist/lib/index.js',
  entrypointTypes: 'dist/lib/index.d.ts',
  // The second name makes it a plugin of kubectl: `kubectl boxcutter status shop`.
  bin: { 'boxcutter': 'dist/bin/boxcutter.js', 'kubectl-boxcutter': 'dist/bin/boxcutter.js' },
  sampleCode: false,
  github: false,
  depsUpgrade: false,
  release: false,
  buildWorkflow: false,
  jest: false,
  eslint: false,
  prettier: false,
  docgen: false,
  package: false,
  npmIgnoreOptions: {},
  disableTsconfigDev: true,
  deps: [
    '@bufbuild/cel@^0.6.1',
    '@bufbuild/re2@^0.6.1',
    '@jitl/quickjs-ng-wasmfile-release-sync@^0.32.0',
    'ajv@^8.20.0',
    'ajv-formats@^3.0.1',
    'fzstd@^0.1.1',
    'js-yaml@^5.5.0',
    'quickjs-emscripten-core@^0.32.0',
    'semver@^7.8.6',
    'tar@^7.5.23',
  ],
  peerDeps: ['cdk8s@^2.68.11', 'constructs@^10.3.0'],
  peerDependencyOptions: { pinnedDevDependency: false },
  devDeps: [
    '@dagrejs/dagre@^3.1.3',
    '@kubernetes/client-node@^1.4.0',
    '@peculiar/asn1-schema@^2.11.1',
    '@peculiar/asn1-x509@^2.11.1',
    '@prometheus-io/lezer-promql@^0.315.0',
    '@swc/core@^1.16.22',
    '@swc/jest@^0.2.39',
    '@types/jest@^30.0.0',
    '@sinclair/typebox@^0.34.52',
    '@types/node@^20.19.43',
    '@types/semver@^7.7.0',
    'cdk8s@2.70.106',
    'cdk8s-plus-28@2.5.6',
    'constructs@10.8.1',
    'croner@^11.0.1',
    'diff@^9.0.0',
    'esbuild@^0.28.2',
    'eslint@^10.15.0',
    'eslint-import-resolver-typescript@^4.4.4',
    'eslint-plugin-import-x@^4.18.1',
    'jest@^30.5.2',
    'jest-runner@^30.5.2',
    'json-schema-to-typescript@^16.0.0',
    'log-update@^6.1.0',
    'picocolors@^1.1.1',
    'pino@^10.4.0',
    'prom-client@^15.1.3',
    'projen@^0.103.25',
    'tsx@^4.23.15',
    'typebox@^1.4.3',
    'typescript@~6.0.3',
    'typescript-eslint@^8.73.0',
    'yargs@^17.7.3',
    'zod@^4.6.7',
    '@types/yargs@^17.0.33',
  ],
  tsconfig: {
    include: ['lib/**/*.ts', 'constructs/**/*.ts', 'imports/**/*.ts'],
    compilerOptions: {
      rootDir: '.',
      outDir: 'dist',
      target: 'ES2022',
      lib: ['ES2023'],
      module: 'node20',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: false,
      noFallthroughCasesInSwitch: true,
      isolatedModules: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      declaration: true,
      declarationMap: false,
      sourceMap: false,
      inlineSourceMap: false,
      inlineSources: false,
      stripInternal: true,
      types: ['node'],
    },
  },
});

// Options that projen sets by itself and that do not fit this project.
const tsconfig = project.tryFindObjectFile('tsconfig.json');
for (const option of [
  'moduleResolution',
  'alwaysStrict',
  'experimentalDecorators',
  'noImplicitAny',
  'noImplicitReturns',
  'noImplicitThis',
  'strictNullChecks',
  'strictPropertyInitialization',
]) {
  tsconfig?.addDeletionOverride(`compilerOptions.${option}`);
}

const typesVersions: Record<string, string[]> = {};
const exportsMap: Record<string, unknown> = {
  '.': { types: './dist/lib/index.d.ts', default: './dist/lib/index.js' },
  './package.json': './package.json',
};
/** Entry points of the package beside the main one: folders of lib/. */
const entries = ['bundle', 'catalog', 'image', 'runtime', 'testing'];
for (const entry of entries) {
  exportsMap[`./${entry}`] = { types: `./dist/lib/${entry}/index.d.ts`, default: `./dist/lib/${entry}/index.js` };
  typesVersions[entry] = [`./dist/lib/${entry}/index.d.ts`];
}
project.package.addField('version', '0.1.0');
project.package.addField('exports', exportsMap);
project.package.addField('typesVersions', { '*': typesVersions });
// The command ships bundled (dist/bin); what tsc makes of it would need packages that are not installed with ours.
project.package.addField('files', [
  'dist',
  '!dist/lib/cli',
  '!dist/lib/controllers',
  '!dist/lib/controller-package', '!dist/lib/adoption', '!dist/lib/catalog-store', '!dist/lib/git',
  // Of opening sources, a program that exports packages needs what stands in for Node's modules.
  ...['bundle', 'catalog', 'configuration', 'kustomize', 'project', 'revision', 'several', 'url']
    .map((folder) => `!dist/lib/source/${folder}`),
  '!dist/lib/source/*.js', '!dist/lib/source/*.d.ts',
  'tools/control-plane',
  'docs',
  // How it is built, what was measured and what was attacked: for maintainers, and who compares. Links to them are of the repository.
  '!docs/architecture.md', '!docs/conformance.md', '!docs/dependencies.md', '!docs/performance.md', '!docs/reliability.md',
  '!docs/requirements.md', '!docs/security.md', '!docs/simulation.md',
  'examples',
  '!examples/**/__snapshots__',
  '!examples/**/node_modules',
  '!examples/**/dist',
  'README.md',
  'LICENSE',
]);
project.package.addField('engines', { node: '>=20.19.0' });
project.package.addField('allowScripts', {});

const scripts: Record<string, string> = {
  projen: 'tsx .projenrc.ts',
  generate: 'tsx tools/generate.ts',
  build: 'node tools/build.mjs',
  types: 'tsc --noEmit -p tsconfig.check.json',
  lint: 'eslint .',
  test: 'node tools/test.mjs',
  unit: 'node tools/test.mjs --selectProjects unit',
  demo: 'node tools/demo/command.mjs',
  'demo:controller': 'node tools/demo/controller.mjs',
  bench: 'node tools/setup.mjs && node bench/run.mjs',
  'bench:adoption': 'node tools/setup.mjs && node tools/build.mjs && tsx bench/adoption/index.ts',
  'bench:bundles': 'node bench/bundles.mjs',
  'bench:catalog': 'node tools/setup.mjs && node tools/build.mjs && tsx bench/catalog.ts',
  'bench:growth': 'node bench/growth.mjs',
  'bench:large': 'node tools/setup.mjs && node tools/build.mjs && tsx bench/large.ts',
  'bench:controllers': 'node tools/setup.mjs && node tools/build.mjs && tsx bench/controllers.ts',
  'bench:provisioners': 'node tools/setup.mjs && tsx bench/provisioners.ts',
  'bench:scale': 'node tools/setup.mjs && tsx bench/scale.ts',
  profile: 'node tools/build.mjs && node tools/profile.mjs',
  fuzz: 'node tools/setup.mjs && tsx tools/fuzz.ts',
  site: 'node tools/site.mjs',
  'test:faults': 'node tools/setup.mjs && tsx tools/faults.ts',
  check: 'node tools/check.mjs',
};
for (const name of Object.keys(project.package.manifest.scripts ?? {})) project.removeScript(name);
for (const task of [
  'build',
  'compile',
  'package',
  'post-compile',
  'pre-compile',
  'test',
  'watch',
  'eject',
  'install',
  'install:ci',
  'clobber',
  'default',
  'post-upgrade',
  'upgrade',
]) {
  project.removeScript(task);
}
for (const [name, command] of Object.entries(scripts)) project.setScript(name, command);

new JsonFile(project, 'tsconfig.check.json', {
  obj: {
    extends: './tsconfig.json',
    compilerOptions: {
      noEmit: true,
      declaration: false,
      types: ['node', 'jest'],
      paths: {
        'cdk8s-boxcutter': ['./lib/index.ts'],
        ...Object.fromEntries(entries.map((entry) => [`cdk8s-boxcutter/${entry}`, [`./lib/${entry}/index.ts`]])),
      },
    },
    include: ['lib', 'constructs', 'imports', 'test', 'examples/*/*.ts', 'tools', 'bench', '.projenrc.ts'],
    exclude: ['node_modules', 'dist'],
  },
});

const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
  ],
};
// Dynamic imports of siblings carry an extension (`import('./late.js')`: Node asks for it); here the sibling is TypeScript.
// The examples import the package by its name; here that is the sources.
const moduleNameMapper = {
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^cdk8s-boxcutter$': '<rootDir>/lib/index.ts',
  ...Object.fromEntries(entries.map((entry) => [`^cdk8s-boxcutter/${entry}$`, `<rootDir>/lib/${entry}/index.ts`])),
};
const runner = '<rootDir>/tools/run/lanes.mjs';
const shared = {
  testEnvironment: '<rootDir>/tools/run/shared/environment.mjs',
  runtime: '<rootDir>/tools/run/shared/runtime.mjs',
};
/** A project of tests; what it needs before its first test is its own. */
const tests = (displayName: string, where: { readonly in: readonly string[]; readonly notIn?: readonly string[] }, setup: object) => ({
  displayName,
  testMatch: where.in,
  ...(where.notIn === undefined ? {} : { testPathIgnorePatterns: ['/node_modules/', ...where.notIn] }),
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  ...setup,
  moduleNameMapper,
  runner,
  ...shared,
  transform,
});
const ofRun = { globalSetup: '<rootDir>/tools/run/jest.mjs' };
const ofServer = { globalSetup: '<rootDir>/test/server/global-setup.ts', globalTeardown: '<rootDir>/test/server/global-teardown.ts' };
const simulations = ['engine', 'controllers'].map((part) => `<rootDir>/test/lib/${part}/simulation/`);
new JsonFile(project, 'jest.config.json', {
  marker: false,
  obj: {
    projects: [
      tests('unit', {
        in: ['<rootDir>/test/**/*.test.ts', '<rootDir>/examples/*/*.test.ts'],
        notIn: ['<rootDir>/test/server/', ...simulations],
      }, ofRun),
      tests('simulation', { in: simulations.map((folder) => `${folder}**/*.test.ts`) }, ofRun),
      tests('server', { in: ['<rootDir>/test/server/**/*.test.ts'] }, ofServer),
    ],
    testTimeout: 60000,
  },
});

project.gitignore.exclude('dist/', '*.tgz', '.DS_Store', 'coverage/', 'bench/results/work/', '/site/');
project.gitignore.include('.npmrc');
project.synth();
