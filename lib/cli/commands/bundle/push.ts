import { words, type ArgumentsOf } from '../command';
import { bundle, output } from '../options';

export const pushWords = words({
  name: 'push',
  describe: 'Push a bundle to a registry: the image as it is, or one built from its files',
  positionals: {
    bundle,
    reference: { type: 'string', demandOption: true, describe: 'Where it goes: registry/name:tag' },
  },
  options: {
    platform: {
      type: 'string',
      describe: 'If the image has several platforms, the one to push, like linux/arm64; otherwise that of this machine',
    },
    ...output,
  },
  examples: [
    ['$0 bundle push ./bundle registry.example/team/shop:v1.2.0', 'Prints the digest; the same files give the same digest'],
    ['$0 bundle push shop.tar registry.example/team/shop:v1.2.0', 'A saved image'],
  ],
});

export type BundlePushArgs = ArgumentsOf<typeof pushWords>;
