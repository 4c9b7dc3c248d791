import { words, type ArgumentsOf } from './command';
import { answering, previewing } from './previewing';
import { connection, extension, output, running, statePlace, trusting } from './options';

export const orphanWords = words({
  name: 'orphan',
  describe: 'Let go of some or all objects of an extension: they live on without it',
  positionals: {
    extension,
    objects: {
      type: 'string',
      array: true,
      describe: 'Objects, like Deployment/web or deployment.apps/web; without any: all, and the extension is forgotten',
    },
  },
  options: {
    'namespace': {
      type: 'string',
      alias: 'n',
      describe: 'Namespace of the extension, as given to apply; if a name fits several objects, the namespace of the object',
    },
    'state-namespace': statePlace['state-namespace'],
    'wait': running.wait,
    'timeout': running.timeout,
    'progress': running.progress,
    ...previewing,
    ...answering,
    'break-lock': running['break-lock'],
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 orphan shop -n shop ConfigMap/settings', 'From now on another client manages it'],
    ['$0 orphan shop -n shop', 'The same as: boxcutter delete shop -n shop --orphan'],
  ],
});

export type OrphanArgs = ArgumentsOf<typeof orphanWords>;
