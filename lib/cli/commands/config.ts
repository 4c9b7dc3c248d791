/** What the user of a package may configure. */
import type { Command } from './command';
import { bundle, output } from './options';

export const configCommand: Command = {
  command: 'config <bundle>',
  describe: 'Show what can be configured of a bundle: keys, JSON Schema, an example, TypeScript types',
  builder: (yargs) =>
    yargs
      .positional('bundle', bundle)
      .options({
        schema: { type: 'boolean', describe: 'The JSON Schema; with -o yaml as YAML' },
        example: { type: 'boolean', describe: 'A configuration to start from: every key with its description' },
        types: { type: 'boolean', describe: 'The TypeScript type of a configuration' },
        ...output,
      })
      .conflicts({ schema: ['example', 'types'], example: ['types'] })
      .example('$0 config ./my-bundle', 'A table of the keys')
      .example('$0 config ./my-bundle --example > values.yaml', 'To fill in, and give with --config values.yaml'),
  run: async (args) => (await import('../actions/config.js')).config(args),
};
