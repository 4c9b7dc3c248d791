import { words, type ArgumentsOf } from '../command';
import { output } from '../options';

export const fetchWords = words({
  name: 'fetch',
  describe: 'Download the images from which a project takes bundles into its cache, and pin them in boxcutter.lock',
  positionals: {
    references: {
      type: 'string',
      array: true,
      describe: 'Images to pin: registry/name:tag, oci://…; otherwise the images that are pinned already',
    },
  },
  options: {
    update: { type: 'boolean', default: false, describe: 'Resolve tags again, and report those that have moved' },
    check: {
      type: 'boolean',
      default: false,
      describe: 'Only report what would be done; without --update this needs no network',
    },
    ...output,
  },
  examples: [
    ['$0 bundle fetch', 'After a clone: the images that boxcutter.lock pins'],
    ['$0 bundle fetch quay.io/team/shop-bundle:v1.2.0', 'Adds an image; commit boxcutter.lock'],
    ['$0 bundle fetch --check --update', 'Exit code 10 if a tag has moved'],
  ],
});

export type BundleFetchArgs = ArgumentsOf<typeof fetchWords>;
