import { words, type ArgumentsOf } from '../command';
import { taking } from './options';

export const adoptObjectsWords = words({
  name: 'objects',
  describe: 'Take objects over that kubectl, Flux, Argo CD or kapp have applied',
  options: {
    'name': { type: 'string', demandOption: true, describe: 'Name of the extension that they become' },
    'filename': { type: 'string', alias: 'f', describe: 'File or folder with the objects, as they were applied' },
    'selector': { type: 'string', alias: 'l', describe: 'Labels of the objects, of whatever kind: app=shop' },
    'namespace': { type: 'string', alias: 'n', describe: 'Namespace of the objects; otherwise that of the context' },
    'state-namespace': { type: 'string', describe: 'Namespace of the state of the extension; otherwise --namespace' },
    ...taking,
  },
  examples: [
    ['$0 adopt objects --name shop -f ./manifests -n shop --plan', 'What would be taken over, and from whom'],
    ['$0 adopt objects --name shop -l app=shop -n shop', 'Without the files: what the objects say that was applied'],
  ],
});

export type AdoptObjectsArgs = ArgumentsOf<typeof adoptObjectsWords>;
