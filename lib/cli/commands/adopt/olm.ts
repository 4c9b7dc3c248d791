import { words, type ArgumentsOf } from '../command';
import { taking } from './options';

export const adoptOlmWords = words({
  name: 'olm',
  describe: 'Take an operator over that OLM (v0) has installed: its CRDs, custom resources and workloads stay',
  positionals: { subscription: { type: 'string', demandOption: true, describe: 'Name of the Subscription' } },
  options: {
    'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the Subscription; otherwise that of the context' },
    'state-namespace': { type: 'string', describe: 'Namespace of the state of the extension; otherwise that of the Subscription' },
    'name': { type: 'string', describe: 'Name of the extension; otherwise that of the package' },
    ...taking,
  },
  examples: [['$0 adopt olm keda -n operators --plan', 'What would be taken over, and what would change']],
});

export type AdoptOlmArgs = ArgumentsOf<typeof adoptOlmWords>;
