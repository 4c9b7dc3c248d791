/** TypeScript from what others ship: types of configurations, constructs for custom resources. */
import type { Options } from 'yargs';
import { group, type Command } from './command';
import { bundle, connection, output, STANDARD_INPUT } from './options';

const writing = {
  'output-directory': { type: 'string', default: 'imports', describe: 'Where the modules go' },
  'check': { type: 'boolean', default: false, describe: 'Write nothing; exit code 10 when something is not up to date' },
} as const satisfies Record<string, Options>;

const subcommands: readonly Command[] = [
  {
    command: 'bundle <bundle>',
    describe: 'Write the type of the configuration that a bundle takes',
    builder: (yargs) =>
      yargs
        .positional('bundle', bundle)
        .options({
          name: { type: 'string', describe: 'What the exports are called: Keda gives Keda and KedaConfig; otherwise after the package' },
          file: { type: 'string', describe: 'The file to write, instead of one in --output-directory that is called after the package' },
          ...writing,
          ...output,
        })
        .example('$0 import bundle ./bundles/keda', 'imports/keda.ts, for Revision.fromBundle<KedaConfig>(…)')
        .example('$0 import bundle ./bundles/keda --check', 'In a pipeline'),
    run: async (args) => (await import('../actions/import-bundle.js')).importBundle(args),
  },
  {
    command: 'crd <sources..>',
    describe: 'Write typed constructs for custom resources, a module for each kind',
    builder: (yargs) =>
      yargs
        .positional('sources', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'File, folder or - (standard input) with CustomResourceDefinitions, a bundle, or the cluster: cluster, cluster:GROUP',
          coerce: (paths: readonly string[]) => paths.map((path) => (path === STANDARD_INPUT ? '-' : path)),
        })
        .options({
          group: { type: 'string', array: true, describe: 'Only kinds of this API group' },
          ...writing,
          ...output,
          ...connection,
        })
        .example('$0 import crd ./crds', "imports/<group>/<kind>.ts: new ScaledObject(this, 'scaler', { spec: … })")
        .example('$0 import crd cluster:cert-manager.io', 'What the cluster has of a group'),
    run: async (args) => (await import('../actions/import-crd.js')).importCrd(args),
  },
];

export const importCommand = group('import', 'Write TypeScript types of configurations and custom resources', subcommands, [
  ['$0 import bundle ./bundles/keda', 'The type of its configuration'],
  ['$0 import crd ./crds', 'Constructs for custom resources'],
]);
