import { words, type ArgumentsOf } from './command';
import { answering, previewing } from './previewing';
import { connection, extension, output, running, statePlace, trusting } from './options';

export const orphanWords = words({
  name: 'orphan',
  describe: 'Let go of objects of an extension, or of all: they live on without it',
  positionals: {
    extension,
    objects: {
      type: 'string',
      array: true,
      describe: 'Like Deployment/web or deployment.apps/web; none: all, and the extension is forgotten',
    },
  },
  options: {
    'namespace': {
      type: 'string',
      alias: 'n',
      describe: 'The namespace that apply was given; where a name means several objects, that of the object',
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
    ['$0 orphan shop -n shop ConfigMap/settings', 'From now on another client cares for it'],
    ['$0 orphan shop -n shop', 'The same as: boxcutter delete shop -n shop --orphan'],
  ],
});

export type OrphanArgs = ArgumentsOf<typeof orphanWords>;
