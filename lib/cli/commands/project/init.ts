import { words, type ArgumentsOf } from '../command';

export const initWords = words({
  name: 'init',
  describe: 'Start a project: a package in TypeScript, ready to synthesise and to test',
  positionals: { directory: { type: 'string', default: '.', describe: 'Directory of the project; it must be new or empty' } },
  options: {
    name: { type: 'string', describe: 'Name of the extension; otherwise that of the directory' },
    install: { type: 'boolean', default: true, describe: 'Run npm install, then synthesise and test' },
    package: {
      type: 'string',
      describe: 'What to install as cdk8s-boxcutter: a range, or a tarball of npm pack; otherwise what this command was installed from',
    },
  },
  examples: [
    ['$0 init my-operator', 'A new project in ./my-operator'],
    ['$0 init my-operator --package cdk8s-boxcutter-0.1.0.tgz', 'With a package that is in no registry'],
  ],
});

export type InitArgs = ArgumentsOf<typeof initWords>;
