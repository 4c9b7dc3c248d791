import { words, type ArgumentsOf } from '../command';
import { bundle, output } from '../options';

const to = 'Where it goes:';

export const pullWords = words({
  name: 'pull',
  describe: 'Download a bundle from a registry: its files, or the image',
  positionals: { bundle },
  options: {
    'output-directory': {
      type: 'string',
      describe: 'Folder for its files; without any of these options it is named after the image',
      group: to,
    },
    'layout': { type: 'string', describe: 'OCI image layout to create or add to: DIR or DIR:TAG', group: to },
    'archive': { type: 'string', describe: 'Image as one file', group: to },
    'platform': {
      type: 'string',
      describe: 'If the image has several platforms, the one to take, like linux/arm64; otherwise that of this machine',
    },
    ...output,
  },
  examples: [
    ['$0 bundle pull quay.io/operatorhubio/keda:v2.19.0', 'Into ./keda'],
    ['$0 bundle pull registry.example/team/shop:v1 --archive shop.tar', 'To carry it elsewhere'],
    ['$0 bundle pull shop.tar --output-directory shop', 'Unpacks a saved image'],
  ],
});

export type BundlePullArgs = ArgumentsOf<typeof pullWords>;
