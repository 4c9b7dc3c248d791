import { words, type ArgumentsOf } from './command';
import {
  bundleOptions, connection, input, installing, kustomizing, more, output, place, reaching, refusing, running, source, trusting,
  upgrading,
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
      type: 'string', nargs: 1, describe: 'Save the plan to this file: plan FILE shows it; apply FILE does exactly this, or refuses',
    },
    'full': { type: 'boolean', default: false, describe: 'Every line of every change, and the objects that would be created' },
    ...bundleOptions,
    ...installing,
    ...reaching,
    ...upgrading,
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 plan dist/my-operator.k8s.yaml', 'Exit code 10 if there are changes, otherwise 0'],
    ['$0 plan ./manifests --name shop -n shop -o json', 'For a pipeline'],
    ['$0 plan ./manifests --name shop -n shop --out shop.plan', 'So that somebody else can review and apply it'],
    ['$0 plan shop.plan', 'Shows a saved plan; exit code 5 if it would now do something else'],
  ],
});

export type PlanArgs = ArgumentsOf<typeof planWords>;
