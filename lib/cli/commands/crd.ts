/** Looking at CustomResourceDefinitions before they are changed. */
import { group, type Command } from './command';
import { connection, output, refusing } from './options';

const check: Command = {
  command: 'check <old> <new>',
  describe: 'What would a new form of CustomResourceDefinitions break, for objects that exist and for those who use them?',
  builder: (yargs) =>
    yargs
      .positional('old', { type: 'string', demandOption: true, describe: 'What is there now: cluster, or a file, folder, bundle' })
      .positional('new', { type: 'string', demandOption: true, describe: 'What is to take its place: file, folder, bundle, or - (standard input)' })
      .options({
        'crd-safety': {
          type: 'string',
          alias: 'policy',
          choices: ['enforce', 'strict', 'warn'],
          default: 'enforce',
          describe: 'What counts as an error: what breaks something, all that OLM refuses, or nothing',
        },
        'crd-waiver': { ...refusing['crd-waiver'], alias: 'waiver' },
        ...output,
        ...connection,
      })
      .example('$0 crd check ./keda-2.19 ./keda-2.20', 'Exit code 1: something would break; 0: nothing, warnings aside')
      .example('$0 crd check cluster ./manifests --crd-safety strict', 'As OLM would see it, against what is live'),
  run: async (args) => (await import('../actions/crd.js')).crdCheck(args),
};

export const crdCommand = group('crd', 'Check what new forms of CustomResourceDefinitions would break', [check], [
  ['$0 crd check cluster ./manifests', 'What is live, and what would take its place'],
]);
