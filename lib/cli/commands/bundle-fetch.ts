import type { Command } from './command';
import { output } from './options';

export const fetchCommand: Command = {
  command: 'fetch [references..]',
  describe: 'Bring the images that a project takes bundles from into its cache, and pin them in boxcutter.lock',
  builder: (yargs) =>
    yargs
      .positional('references', { type: 'string', array: true, describe: 'Images to pin: registry/name:tag, oci://…; otherwise what is pinned already' })
      .options({
        update: { type: 'boolean', default: false, describe: 'Resolve tags anew, and tell what has moved' },
        check: { type: 'boolean', default: false, describe: 'Only tell what would be done; without --update that takes no network' },
        ...output,
      })
      .example('$0 bundle fetch', 'After a clone: what boxcutter.lock pins')
      .example('$0 bundle fetch quay.io/team/shop-bundle:v1.2.0', 'One more; commit boxcutter.lock')
      .example('$0 bundle fetch --check --update', 'Exit code 10: a tag has moved'),
  run: async (args) => (await import('../actions/bundle-fetch.js')).bundleFetch(args),
};
