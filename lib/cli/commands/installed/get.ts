import { words, type ArgumentsOf } from '../command';
import { connection, extension, output, statePlace, trusting } from '../options';

export const getWords = words({
  name: 'get',
  describe: 'Print what an installed extension consists of: its configuration, manifests, objects and bundle, and where it came from',
  positionals: {
    extension,
    what: {
      type: 'string',
      demandOption: true,
      choices: ['config', 'values', 'manifest', 'objects', 'bundle', 'source'],
      describe: 'config, or values: the configuration; manifest: the objects as they were applied; objects: their names; ' +
        'bundle: which bundle it is, what it provides and needs, and how a catalog chose it; source: '
          + 'the git repository or the URL that it ' +
        'came from',
    },
  },
  options: {
    'revision': { type: 'string', describe: 'Number of an earlier revision; otherwise the newest' },
    'show-secrets': { type: 'boolean', default: false, describe: 'Also print the values of Secrets, and of keys that look secret' },
    ...statePlace,
    'state-key': trusting['state-key'],
    ...output,
    ...connection,
  },
  examples: [
    ['$0 get shop manifest -n shop', 'As YAML, in the order in which it was applied'],
    ['$0 get shop config -n shop --revision 3', 'The configuration of revision 3'],
  ],
});

export type GetArgs = ArgumentsOf<typeof getWords>;
