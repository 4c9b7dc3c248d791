import { words, type ArgumentsOf } from './command';
import {
  bundleOptions, connection, input, installing, kustomizing, more, output, place, refusing, running, source, trusting, upgrading,
} from './options';

export const planWords = words({
  name: 'plan',
  describe: 'Show what an apply would do, field by field, without writing anything',
  positionals: { path: input, more },
  options: {
    ...source,
    ...kustomizing,
    ...place,
    'timeout': running.timeout,
    'delete-data': running['delete-data'],
    'orphan': running.orphan,
    ...refusing,
    'out': {
      type: 'string', nargs: 1, describe: 'Save the plan to this file: plan FILE shows it, apply FILE does exactly that, or refuses',
    },
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
    ['$0 plan ./manifests --name shop -n shop --out shop.plan', 'For somebody else to look at, and to apply'],
    ['$0 plan shop.plan', 'What a saved plan would do; exit code 5: by now something else than it says'],
  ],
});

export type PlanArgs = ArgumentsOf<typeof planWords>;
