import { words, type ArgumentsOf } from '../command';
import { output } from '../options';

export const synthWords = words({
  name: 'synth',
  describe: 'Synthesise the project in this directory, and show its revisions',
  options: {
    'app': { type: 'string', alias: 'a', describe: 'Command that runs the app; otherwise that of cdk8s.yaml' },
    'output-directory': { type: 'string', describe: 'Directory for the manifests; otherwise that of cdk8s.yaml, otherwise dist' },
    ...output,
  },
  examples: [['$0 synth', 'Writes dist/ and prints phases and sizes']],
});

export type SynthArgs = ArgumentsOf<typeof synthWords>;
