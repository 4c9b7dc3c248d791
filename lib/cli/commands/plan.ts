import { words, type ArgumentsOf } from './command';
import { bundleOptions, connection, input, installing, output, place, refusing, running, source, trusting, upgrading } from './options';

export const planWords = words({
  name: 'plan',
  describe: 'Show what an apply would do, field by field, without writing anything',
  positionals: { path: input },
  options: {
    ...source,
    ...place,
    'timeout': running.timeout,
    'delete-data': running['delete-data'],
    'orphan': running.orphan,
    ...refusing,
    'full': { type: 'boolean', default: false, describe: 'Every line of every change, and the objects that would be created' },
    ...bundleOptions,
    ...installing,
    ...upgrading,
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 plan dist/my-operator.k8s.yaml', 'Exit code 10: there are changes; 0: there are none'],
    ['$0 plan ./manifests --name shop -n shop -o json', 'For a pipeline'],
  ],
});

export type PlanArgs = ArgumentsOf<typeof planWords>;
