import { words, type ArgumentsOf } from '../command';
import { taking } from './options';

export const adoptHelmWords = words({
  name: 'helm',
  describe: 'Take a release of Helm over: what runs of it becomes revision 1 of an extension, and nothing restarts',
  positionals: { release: { type: 'string', demandOption: true, describe: 'Name of the release' } },
  options: {
    'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the release; otherwise that of the context' },
    'state-namespace': { type: 'string', describe: 'Namespace of the state of the extension; otherwise that of the release' },
    'name': { type: 'string', describe: 'Name of the extension; otherwise that of the release' },
    'release-version': { type: 'number', describe: 'Number of the version to take over; otherwise the newest that is deployed' },
    'undo': { type: 'boolean', default: false, describe: 'Give the release back to Helm, with its objects as they are now' },
    'forget': { type: 'boolean', default: false, describe: 'Delete what Helm has stored of it; there is no way back then' },
    'grace': { type: 'string', default: '168h', describe: 'With --forget: how long ago it has to have been adopted' },
    ...taking,
  },
  examples: [
    ['$0 adopt helm shop -n shop --plan', 'What would be taken over, and what would change'],
    ['$0 adopt helm shop -n shop', ''],
    ['$0 adopt helm shop -n shop --undo', 'Helm has it again: helm upgrade works'],
    ['$0 adopt helm shop -n shop --forget', 'A week later: deletes the stored release'],
  ],
});

export type AdoptHelmArgs = ArgumentsOf<typeof adoptHelmWords>;
