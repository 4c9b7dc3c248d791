/** What the user of a package may configure. */
import { words, type ArgumentsOf } from './command';
import { catalogs, choosing } from './install/options';
import { bundle, output } from './options';

export const configWords = words({
  name: 'config',
  describe: 'Show what can be configured of a bundle, of a package in a catalog or of a cdk8s project: keys, JSON Schema, an example, ' +
    'TypeScript types',
  positionals: {
    bundle: { ...bundle, describe: `${bundle.describe}; or the folder of a cdk8s project; or the name of a package in a catalog` },
  },
  options: {
    schema: { type: 'boolean', describe: 'The JSON Schema; with -o yaml as YAML', conflicts: ['example', 'types'] },
    example: { type: 'boolean', describe: 'A configuration to start from: every key with its description', conflicts: ['types'] },
    types: { type: 'boolean', describe: 'The TypeScript type of a configuration' },
    'name': { type: 'string', describe: 'Of a project with several packages, the one of this extension' },
    ...catalogs,
    'version': choosing.version,
    'channel': choosing.channel,
    ...output,
  },
  examples: [
    ['$0 config ./my-bundle', 'The keys, their types and defaults'],
    ['$0 config .', 'Of the package of the project in this folder'],
    ['$0 config keda --catalog ./catalog', 'Of the newest version in the catalog, without a pull where it has the schema'],
    ['$0 config ./my-bundle --example > values.yaml', 'To fill in, and give with --config values.yaml'],
  ],
});

export type ConfigArgs = ArgumentsOf<typeof configWords>;
