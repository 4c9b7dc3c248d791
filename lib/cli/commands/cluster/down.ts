import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { clusterName } from './name';

export const downWords = words({
  name: 'down',
  describe: 'Stop the cluster and remove its data',
  options: { ...clusterName, ...output },
});

export type ClusterDownArgs = ArgumentsOf<typeof downWords>;
