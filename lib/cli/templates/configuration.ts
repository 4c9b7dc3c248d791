import type { ProjectOptions } from './options';

/** Versions of our own package.json; a pinned one is taken as the lowest. */
function range(options: ProjectOptions, dependency: string): string {
  const version = options.own.devDependencies[dependency];
  if (version === undefined) throw new Error(`package.json of cdk8s-boxcutter names no version of ${dependency}.`);
  return /^\d/.test(version) ? `^${version}` : version;
}

export function manifest(options: ProjectOptions): string {
  const versions = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, range(options, name)]));
  const { cdk8s, 'cdk8s-plus-28': plus, constructs } = versions(['cdk8s', 'cdk8s-plus-28', 'constructs']);
  const content = {
    name: options.name,
    version: '0.1.0',
    private: true,
    scripts: {
      synth: 'tsc && boxcutter synth',
      test: 'tsc && jest --ci=false',
      apply: 'tsc && boxcutter apply .',
    },
    dependencies: { cdk8s, 'cdk8s-boxcutter': options.packageSpec, 'cdk8s-plus-28': plus, constructs },
    devDependencies: versions(['@swc/core', '@swc/jest', '@types/jest', '@types/node', 'jest', 'tsx', 'typescript']),
    jest: {
      testMatch: ['<rootDir>/*.test.ts'],
      transform: { '^.+\\.ts$': '@swc/jest' },
    },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function synthConfig(): string {
  return 'language: typescript\napp: npx tsx main.ts\noutput: dist\n';
}

export function tsconfig(): string {
  const compilerOptions = {
    target: 'ES2022',
    module: 'node20',
    types: ['node', 'jest'],
    strict: true,
    noEmit: true,
    noImplicitOverride: true,
    isolatedModules: true,
    skipLibCheck: true,
  };
  return `${JSON.stringify({ compilerOptions, include: ['*.ts'] }, null, 2)}\n`;
}

export function gitignore(): string {
  return 'node_modules/\ndist/\n';
}

export function readme(name: string): string {
  return `# ${name}

A Kubernetes extension, described in TypeScript with [cdk8s](https://cdk8s.io) and cdk8s-boxcutter.

| file | what it is |
|---|---|
| \`${name}.ts\` | the package: its objects, and the configuration that its users may give |
| \`main.ts\` | makes a revision of it: version, namespace, configuration |
| \`${name}.test.ts\` | the tests; \`__snapshots__/\` pins what comes out and belongs in version control |

\`\`\`console
$ npm run synth     # writes dist/${name}.k8s.yaml, and shows phases and sizes
$ npm test          # checks types, configuration and snapshot; after a wanted change: npm test -- -u
$ npm run apply     # brings it onto the cluster of your kubeconfig
\`\`\`

No cluster at hand? \`npx boxcutter cluster up\` starts a control plane on this machine.

\`\`\`console
$ npx boxcutter config .                       # what can be configured
$ npx boxcutter plan . --set replicas=3        # what an apply with another value would change
$ npx boxcutter apply . --config values.yaml   # over what main.ts says
\`\`\`

\`\`\`console
$ npx boxcutter status ${name}     # its phases and objects, and why something waits
$ npx boxcutter history ${name}    # its revisions
$ npx boxcutter delete ${name}     # takes it down, in reverse order
\`\`\`
`;
}
