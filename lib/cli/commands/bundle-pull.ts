import type { Command } from './command';
import { bundle, output } from './options';

const to = 'Where it goes:';

export const pullCommand: Command = {
  command: 'pull <bundle>',
  describe: 'Bring a bundle from a registry to this machine: its files, or the image',
  builder: (yargs) =>
    yargs
      .positional('bundle', bundle)
      .options({
        'output-directory': { type: 'string', describe: 'Folder for its files; without any of these: named after the image', group: to },
        'layout': { type: 'string', describe: 'OCI image layout, made or added to: DIR or DIR:TAG', group: to },
        'archive': { type: 'string', describe: 'Image as one file', group: to },
        'platform': { type: 'string', describe: 'Of an image for several platforms, the one to take, like linux/arm64; otherwise that of this machine' },
        ...output,
      })
      .example('$0 bundle pull quay.io/operatorhubio/keda:v2.19.0', 'Into ./keda')
      .example('$0 bundle pull registry.example/team/shop:v1 --archive shop.tar', 'To carry it elsewhere')
      .example('$0 bundle pull shop.tar --output-directory shop', 'Unpacks a saved image'),
  run: async (args) => (await import('../actions/bundle-pull.js')).bundlePull(args),
};
