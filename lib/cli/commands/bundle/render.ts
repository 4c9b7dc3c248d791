import { words, type ArgumentsOf } from '../command';
import { bundle, bundleOptions, manifestOutput, place, source } from '../options';

export const renderWords = words({
  name: 'render',
  describe: 'Print the revision that a bundle compiles to; needs no cluster',
  positionals: { bundle },
  options: {
    'name': { type: 'string', describe: 'Name of the extension; otherwise that of the package' },
    'namespace': place.namespace,
    'objects': { type: 'boolean', default: false, describe: 'Print the plain objects, in the order in which they would be applied' },
    'kubernetes-version': source['kubernetes-version'],
    ...bundleOptions,
    ...manifestOutput,
  },
  examples: [
    ['$0 bundle render ./my-bundle -n operators', 'The revision: phases, probes, content'],
    ['$0 bundle render ./my-bundle -n operators --objects | kubectl diff -f -', 'For other tools'],
  ],
});

export type BundleRenderArgs = ArgumentsOf<typeof renderWords>;
