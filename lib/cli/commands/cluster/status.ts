import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { clusterName } from './name';

export const statusWords = words({
  name: 'status',
  describe: 'Show whether the cluster runs, and where',
  options: { ...clusterName, all: { type: 'boolean', default: false, describe: 'Show all clusters of this machine' }, ...output },
});

export type ClusterStatusArgs = ArgumentsOf<typeof statusWords>;
