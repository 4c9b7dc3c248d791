import { words, type ArgumentsOf } from '../command';
import { bundle, bundleOptions, output, place } from '../options';

export const imagesWords = words({
  name: 'images',
  describe: 'List the container images that a bundle needs, to mirror them',
  positionals: { bundle },
  options: { namespace: place.namespace, ...bundleOptions, ...output },
  examples: [['$0 bundle images ./my-bundle', 'One on each line']],
});

export type BundleImagesArgs = ArgumentsOf<typeof imagesWords>;
