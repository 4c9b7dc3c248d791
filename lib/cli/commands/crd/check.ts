/** Looking at CustomResourceDefinitions before they are changed. */
import { words, type ArgumentsOf } from '../command';
import { connection, output, refusing } from '../options';

export const checkWords = words({
  name: 'check',
  describe: 'What would a new form of CustomResourceDefinitions break, for objects that exist and for those who use them?',
  positionals: {
    old: { type: 'string', demandOption: true, describe: 'What is there now: cluster, or a file, folder, bundle' },
    new: {
      type: 'string',
      demandOption: true,
      describe: 'What is to take its place: file, folder, bundle, or - (standard input)',
    },
  },
  options: {
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
  },
  examples: [
    ['$0 crd check ./keda-2.19 ./keda-2.20', 'Exit code 1: something would break; 0: nothing, warnings aside'],
    ['$0 crd check cluster ./manifests --crd-safety strict', 'As OLM would see it, against what is live'],
  ],
});

export type CrdCheckArgs = ArgumentsOf<typeof checkWords>;
