import type { Command } from './command';
import { bundle, output } from './options';

export const pushCommand: Command = {
  command: 'push <bundle> <reference>',
  describe: 'Put a bundle into a registry: the image as it is, or one that is built of its files',
  builder: (yargs) =>
    yargs
      .positional('bundle', bundle)
      .positional('reference', { type: 'string', demandOption: true, describe: 'Where it goes: registry/name:tag' })
      .options({ platform: { type: 'string', describe: 'Of an image for several platforms, the one to push, like linux/arm64; otherwise that of this machine' }, ...output })
      .example('$0 bundle push ./bundle registry.example/team/shop:v1.2.0', 'Prints the digest, which is the same for the same files')
      .example('$0 bundle push shop.tar registry.example/team/shop:v1.2.0', 'A saved image'),
  run: async (args) => (await import('../actions/bundle-push.js')).bundlePush(args),
};
