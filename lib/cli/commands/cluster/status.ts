import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { clusterName } from './name';

export const statusWords = words({
  name: 'status',
  describe: 'Show whether it runs, and where',
  options: { ...clusterName, all: { type: 'boolean', default: false, describe: 'All clusters of this machine' }, ...output },
});

export type ClusterStatusArgs = ArgumentsOf<typeof statusWords>;
