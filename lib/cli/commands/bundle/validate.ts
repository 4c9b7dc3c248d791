import { words, type ArgumentsOf } from '../command';
import { bundle, output } from '../options';

export const validateWords = words({
  name: 'validate',
  describe: 'Read a bundle and report everything that is wrong with it',
  positionals: { bundle },
  options: { strict: { type: 'boolean', default: false, describe: 'Warnings count as errors' }, ...output },
  examples: [['$0 bundle validate ./my-bundle', 'Exit code 2 if there are errors']],
});

export type BundleValidateArgs = ArgumentsOf<typeof validateWords>;
