import { words, type ArgumentsOf } from './command';

export const initWords = words({
  name: 'init',
  describe: 'Start a project: a package in TypeScript that synthesises and tests',
  positionals: { directory: { type: 'string', default: '.', describe: 'Where; it must be empty or new' } },
  options: {
    name: { type: 'string', describe: 'Name of the extension; otherwise that of the directory' },
    install: { type: 'boolean', default: true, describe: 'Run npm install, synthesise and test' },
    package: {
      type: 'string',
      hidden: true,
      describe: 'What to depend on instead of this version in the registry: a range, or a packed tarball',
    },
  },
  examples: [['$0 init my-operator', 'A new project in ./my-operator']],
});

export type InitArgs = ArgumentsOf<typeof initWords>;
