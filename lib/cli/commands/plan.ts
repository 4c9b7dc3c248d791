/** Looking before and after: what an apply would do, and why something is not ready. */
import type { Command } from './command';
import { bundleOptions, connection, input, output, place, refusing, running, source, statePlace, upgrading } from './options';

export const planCommands: readonly Command[] = [
  {
    command: 'plan <path>',
    describe: 'Show what an apply would do, field by field, without writing anything',
    builder: (yargs) =>
      yargs
        .positional('path', input)
        .options({
          ...source,
          ...place,
          timeout: running.timeout,
          'delete-data': running['delete-data'],
          orphan: running.orphan,
          ...refusing,
          full: { type: 'boolean', default: false, describe: 'Every line of every change, and the objects that would be created' },
          ...bundleOptions,
          ...upgrading,
          ...output,
          ...connection,
        })
        .example('$0 plan dist/my-operator.k8s.yaml', 'Exit code 10: there are changes; 0: there are none')
        .example('$0 plan ./manifests --name shop -n shop -o json', 'For a pipeline'),
    run: async (args) => (await import('../actions/plan.js')).plan(args),
  },
  {
    command: 'explain <extension> [object]',
    describe: 'Why is it not ready: probes, conditions, Pods, events, who changed what, and what to do',
    builder: (yargs) =>
      yargs
        .positional('extension', { type: 'string', demandOption: true })
        .positional('object', { type: 'string', describe: 'Only this object, well or not: KIND/NAME' })
        .options({ ...statePlace, ...output, ...connection })
        .example('$0 explain shop -n shop', 'Everything that is not as it should be')
        .example('$0 explain shop deployment/web -n shop', 'One object'),
    run: async (args) => (await import('../actions/explain.js')).explain(args),
  },
];
