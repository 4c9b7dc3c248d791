import { words, type ArgumentsOf } from '../command';
import { output } from '../options';

export const fetchWords = words({
  name: 'fetch',
  describe: 'Bring the images that a project takes bundles from into its cache, and pin them in boxcutter.lock',
  positionals: {
    references: {
      type: 'string',
      array: true,
      describe: 'Images to pin: registry/name:tag, oci://…; otherwise what is pinned already',
    },
  },
  options: {
    update: { type: 'boolean', default: false, describe: 'Resolve tags anew, and tell what has moved' },
    check: {
      type: 'boolean',
      default: false,
      describe: 'Only tell what would be done; without --update that takes no network',
    },
    ...output,
  },
  examples: [
    ['$0 bundle fetch', 'After a clone: what boxcutter.lock pins'],
    ['$0 bundle fetch quay.io/team/shop-bundle:v1.2.0', 'One more; commit boxcutter.lock'],
    ['$0 bundle fetch --check --update', 'Exit code 10: a tag has moved'],
  ],
});

export type BundleFetchArgs = ArgumentsOf<typeof fetchWords>;
