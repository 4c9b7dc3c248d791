import { words, type ArgumentsOf } from '../command';
import { connection, output, standardInput } from '../options';
import { writing } from './writing';

export const crdWords = words({
  name: 'crd',
  describe: 'Write typed constructs for custom resources, one module for each kind',
  positionals: {
    sources: {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'File, folder or - (standard input) with CustomResourceDefinitions, a bundle, ' +
        'or the cluster: cluster, cluster:GROUP',
      coerce: (paths: readonly string[]) => paths.map(standardInput),
    },
  },
  options: {
    group: { type: 'string', array: true, describe: 'Only kinds of this API group' },
    ...writing,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 import crd ./crds', "imports/<group>/<kind>.ts: new ScaledObject(this, 'scaler', { spec: … })"],
    ['$0 import crd cluster:cert-manager.io', 'The kinds of a group on the cluster'],
  ],
});

export type ImportCrdArgs = ArgumentsOf<typeof crdWords>;
