/** Looking at CustomResourceDefinitions before they are changed. */
import { words, type ArgumentsOf } from '../command';
import { connection, output, refusing } from '../options';

export const checkWords = words({
  name: 'check',
  describe: 'Check what new CustomResourceDefinitions would break, for existing objects and for their users',
  positionals: {
    old: { type: 'string', demandOption: true, describe: 'The definitions as they are now: cluster, or a file, folder or bundle' },
    new: {
      type: 'string',
      demandOption: true,
      describe: 'The new definitions: file, folder, bundle, or - (standard input)',
    },
  },
  options: {
    'crd-safety': {
      type: 'string',
      alias: 'policy',
      choices: ['enforce', 'strict', 'warn'],
      default: 'enforce',
      describe: 'What counts as an error: what breaks something, everything that OLM refuses, or nothing',
    },
    'crd-waiver': { ...refusing['crd-waiver'], alias: 'waiver' },
    ...output,
    ...connection,
  },
  examples: [
    ['$0 crd check ./keda-2.19 ./keda-2.20', 'Exit code 1 if something would break, otherwise 0; warnings do not count'],
    ['$0 crd check cluster ./manifests --crd-safety strict', 'By the rules of OLM, compared with the cluster'],
  ],
});

export type CrdCheckArgs = ArgumentsOf<typeof checkWords>;
