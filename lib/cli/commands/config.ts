/** What the user of a package may configure. */
import { words, type ArgumentsOf } from './command';
import { catalogs, choosing } from './install/options';
import { bundle, output } from './options';

export const configWords = words({
  name: 'config',
  describe: 'Show what can be configured in a bundle, in a package of a catalog or in a cdk8s project: keys, JSON Schema, an example, ' +
    'TypeScript types',
  positionals: {
    bundle: { ...bundle, describe: `${bundle.describe}; or the folder of a cdk8s project; or the name of a package in a catalog` },
  },
  options: {
    schema: { type: 'boolean', describe: 'Print the JSON Schema; with -o yaml as YAML', conflicts: ['example', 'types'] },
    example: { type: 'boolean', describe: 'Print a configuration to start from: every key with its description', conflicts: ['types'] },
    types: { type: 'boolean', describe: 'Print the TypeScript type of a configuration' },
    'name': { type: 'string', describe: 'If a project has several packages, the one of this extension' },
    ...catalogs,
    'version': choosing.version,
    'channel': choosing.channel,
    ...output,
  },
  examples: [
    ['$0 config ./my-bundle', 'The keys with their types and defaults'],
    ['$0 config .', 'For the package of the project in this folder'],
    ['$0 config keda --catalog ./catalog', 'For the newest version in the catalog; '
      + 'pulls the image only if the catalog does not have the schema'],
    ['$0 config ./my-bundle --example > values.yaml', 'Fill it in, and give it with --config values.yaml'],
  ],
});

export type ConfigArgs = ArgumentsOf<typeof configWords>;
