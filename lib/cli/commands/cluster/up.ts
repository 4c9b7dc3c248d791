import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { clusterName } from './name';

export const upWords = words({
  name: 'up',
  describe: 'Start the cluster, or say where it runs',
  options: {
    ...clusterName,
    port: { type: 'number', describe: 'Port of the API server; otherwise a free one' },
    nodes: { type: 'number', default: 1, describe: 'Simulated nodes' },
    ...output,
  },
});

export type ClusterUpArgs = ArgumentsOf<typeof upWords>;
