import { words, type ArgumentsOf } from '../command';
import { bundle, output } from '../options';

export const inspectWords = words({
  name: 'inspect',
  describe: 'Show what a bundle contains: versions, install modes, APIs, webhooks, images',
  positionals: { bundle },
  options: output,
  examples: [['$0 bundle inspect ./my-bundle', '']],
});

export type BundleInspectArgs = ArgumentsOf<typeof inspectWords>;
