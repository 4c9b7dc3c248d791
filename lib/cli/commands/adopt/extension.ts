import { words, type ArgumentsOf } from '../command';
import { taking } from './options';

export const adoptExtensionWords = words({
  name: 'extension',
  describe: 'Take a ClusterExtension over that operator-controller of OLM (v1) runs, with all that it has installed; it stays as it is',
  positionals: { clusterextension: { type: 'string', demandOption: true, describe: 'Name of the ClusterExtension' } },
  options: {
    'state-namespace': { type: 'string', describe: 'Namespace of the state of the extension; otherwise that of the ClusterExtension' },
    'system-namespace': { type: 'string', default: 'olmv1-system', describe: 'Namespace of operator-controller' },
    'name': { type: 'string', describe: 'Name of the extension; otherwise that of the ClusterExtension' },
    ...taking,
  },
  examples: [
    ['$0 adopt extension shop --plan', 'What would be taken over, and what would change'],
    ['$0 adopt extension shop', 'operator-controller has to be stopped before'],
  ],
});

export type AdoptExtensionArgs = ArgumentsOf<typeof adoptExtensionWords>;
